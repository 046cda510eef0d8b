package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// A Feed is what a stream tells to a browser.
type Feed struct {
	Slots *Slots
	// Changed returns a channel that is closed at the next change.
	Changed func() <-chan struct{}
	// News returns the next message, or nil. It is called at once and after each change.
	News    func() []byte
	Revoked <-chan struct{} // the stream ends when it is closed; nil is never
}

// Slots bound how many streams are open, in all and of one address.
type Slots struct {
	most, ofOne int
	mu          sync.Mutex
	taken       int
	of          map[netip.Addr]int // taken, by address
}

// newSlots returns slots for the most streams that may be open, and the most of one address.
func newSlots(most, ofOne int) *Slots {
	return &Slots{most: most, ofOne: ofOne, of: map[netip.Addr]int{}}
}

// Taken returns how many streams are open.
func (s *Slots) Taken() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}

// take reports whether there is a slot for a stream of an address, and takes it.
func (s *Slots) take(from netip.Addr) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken == s.most || s.of[from] == s.ofOne {
		return false
	}
	s.taken++
	s.of[from]++
	return true
}

// leave gives a slot back.
func (s *Slots) leave(from netip.Addr) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	if s.of[from]--; s.of[from] == 0 {
		delete(s.of, from)
	}
}

// Stream sends a feed to a browser as server-sent events (HTML standard, section 9.2) until the
// browser goes. A slow browser misses the states in between, and one that reads nothing is dropped:
// no other waits for it.
func (s *Site) Stream(w http.ResponseWriter, r *http.Request, f Feed) {
	from := AddressOf(r.RemoteAddr)
	if !f.Slots.take(from) {
		w.Header().Set("Retry-After", "30")
		s.Refuse(w, r, Failure{http.StatusServiceUnavailable, "full"})
		return
	}
	defer f.Slots.leave(from)
	http.NewResponseController(w).SetReadDeadline(time.Time{}) // not the server's own, for a stream is long
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	// A script can't see comments of a stream, so signs of life are events. Their data is the time
	// between two, in milliseconds.
	sign := fmt.Appendf(nil, "event: sign\ndata: %d\n\n", s.Heartbeat.Milliseconds())
	if !send(w, fmt.Appendf(nil, "id: %s\n%s", s.Edition, sign)) { // the stream's last event ID from here on
		return
	}
	quiet := time.NewTicker(s.Heartbeat)
	defer quiet.Stop()
	changed := f.Changed() // asked for before the news, so that no change is missed
	for message := f.News(); message == nil || send(w, message); {
		select {
		case <-changed:
			changed = f.Changed()
			if message = f.News(); message != nil {
				quiet.Reset(s.Heartbeat)
			}
		case <-quiet.C:
			message = sign
		case <-f.Revoked:
			return
		case <-r.Context().Done():
			return
		case <-s.open.Done():
			return
		}
	}
}

// writeTimeout is how long a browser may take to receive one message.
const writeTimeout = 10 * time.Second

// send reports whether a message could be sent.
func send(w http.ResponseWriter, message []byte) bool {
	out := http.NewResponseController(w)
	out.SetWriteDeadline(time.Now().Add(writeTimeout)) // if w has deadlines
	_, err := w.Write(message)
	return err == nil && out.Flush() == nil
}

// Parts have what a page shows at one moment, as JSON by the names that its script uses.
type Parts map[string]json.RawMessage

// Encode returns the JSON of a value. It panics if the value's type has none.
func Encode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// Changes returns the News of a [Feed] that tells all parts first, and then those that have
// changed. Parts that were returned must not be changed.
func Changes(parts func() Parts) (news func() []byte) {
	var told Parts
	return func() []byte {
		now, changed := parts(), Parts{}
		for name, part := range now {
			if !bytes.Equal(part, told[name]) {
				changed[name] = part
			}
		}
		told = now
		if len(changed) == 0 {
			return nil
		}
		return fmt.Appendf(nil, "data: %s\n\n", Encode(changed))
	}
}
