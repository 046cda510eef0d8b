package web

import (
	"fmt"
	"net/http"
	"time"
)

// writeTimeout is how long a browser may take to receive one message.
const writeTimeout = 10 * time.Second

// stream sends news to a browser as server-sent events (HTML standard, section 9.2) until it goes
// or revoked is closed. After each wake it calls news, which returns nil if there are none. A slow
// browser misses the states in between, and one that reads nothing is dropped: nobody waits for it.
func (s *site) stream(w http.ResponseWriter, r *http.Request, wake, revoked <-chan struct{}, news func() []byte) {
	out := http.NewResponseController(w)
	out.SetReadDeadline(time.Time{}) // the server's own deadline is not for streams
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	send := func(message []byte) error {
		out.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(message); err != nil {
			return err
		}
		return out.Flush()
	}
	// A script can't see comments of a stream, so signs of life are events. Their data is the time
	// between two, in milliseconds.
	sign := fmt.Appendf(nil, "event: sign\ndata: %d\n\n", s.heartbeat.Milliseconds())
	if send(sign) != nil {
		return
	}
	quiet := time.NewTicker(s.heartbeat)
	defer quiet.Stop()
	for {
		message := sign
		select {
		case <-wake:
			if message = news(); message == nil {
				continue
			}
			quiet.Reset(s.heartbeat)
		case <-quiet.C:
		case <-revoked:
			return
		case <-r.Context().Done():
			return
		case <-s.closed:
			return
		}
		if send(message) != nil {
			return
		}
	}
}

// A waker wakes one goroutine. Waking does not block.
type waker chan struct{}

func newWaker() waker { return make(waker, 1) }

func (w waker) wake() {
	select {
	case w <- struct{}{}:
	default:
	}
}
