package web

import (
	"fmt"
	"net/http"
	"time"
)

// stream tells a browser what is new, as server-sent events (HTML standard, section 9.2), until it
// goes or is sent away. After each wake it asks for the news, which are nil where there are none. A
// browser that is slow misses what was new in between, one that takes nothing is dropped; nobody
// waits for it.
func (s *site) stream(w http.ResponseWriter, r *http.Request, wake, revoked <-chan struct{}, news func() []byte) {
	out := http.NewResponseController(w)
	out.SetReadDeadline(time.Time{}) // a server's own deadlines are not for a stream; what can't set them has none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	send := func(message []byte) error {
		out.SetWriteDeadline(time.Now().Add(s.writeTimeout))
		if _, err := w.Write(message); err != nil {
			return err
		}
		return out.Flush()
	}
	// A page can't hear a comment: this tells it how long a stream that is there says nothing at
	// most, in milliseconds.
	sign := fmt.Appendf(nil, "event: sign\ndata: %d\n\n", s.heartbeat.Milliseconds())
	if send(append([]byte("retry: 2000\n"), sign...)) != nil {
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

// A waker wakes one stream. It never waits.
type waker chan struct{}

func newWaker() waker { return make(waker, 1) }

func (w waker) wake() {
	select {
	case w <- struct{}{}:
	default:
	}
}
