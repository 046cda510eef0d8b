package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"arbitre/display"
)

// An audience is who a page is for.
type audience int

const (
	public audience = iota
	judge
	audiences // how many there are
)

// A channel is what all watchers of one page in one language see.
type channel struct {
	audience audience
	language display.Language
}

// A feed is the newest event of a channel, and who is told.
type feed struct {
	newest   event
	version  int // of the state that it tells
	watchers map[*watcher]struct{}
}

// A watcher is a browser that listens. Its mailbox holds one event, the newest.
type watcher struct{ mail chan event }

// put replaces what the watcher is told next. The server's mutex is held.
func (w *watcher) put(e event) {
	select {
	case <-w.mail:
	default:
	}
	w.mail <- e
}

// tell passes on what a state has come to.
func (f *feed) tell(e event, version int) {
	f.version = version
	f.newest = e
	for w := range f.watchers {
		w.put(e)
	}
}

// An event is a page's whole content. Its id is a hash of the content: who has it already is not told again, over a
// restart as well.
type event struct {
	id   string
	body []byte        // a JSON object
	now  time.Duration // on the game's clock
	at   time.Time     // of now
}

func newEvent(body []byte, now time.Duration, at time.Time) event {
	sum := sha256.Sum256(body)
	return event{hex.EncodeToString(sum[:9]), body, now, at}
}

// message is the event as it is sent at a moment (HTML standard, section 9.2, server-sent events).
// Its "now" is the game's clock, in milliseconds.
func (e event) message(at time.Time) []byte {
	now := e.now + at.Sub(e.at)
	return fmt.Appendf(nil, "id: %s\ndata: {\"now\":%d,%s\n\n", e.id, now.Milliseconds(), e.body[1:])
}

// watch adds a watcher to a channel, unless it is full.
func (s *Server) watch(c channel) (*watcher, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.crowd[c.audience] >= most[c.audience] {
		return nil, false
	}
	s.crowd[c.audience]++
	f := s.feeds[c]
	if f == nil {
		f = &feed{watchers: map[*watcher]struct{}{}}
		s.feeds[c] = f
	}
	w := &watcher{make(chan event, 1)}
	f.watchers[w] = struct{}{}
	if f.version == s.version {
		w.put(f.newest)
	} else {
		s.rouse()
	}
	return w, true
}

func (s *Server) leave(c channel, w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crowd[c.audience]--
	delete(s.feeds[c].watchers, w)
}

// publicEvents streams the scoreboard.
func (s *Server) publicEvents(w http.ResponseWriter, r *http.Request) {
	s.stream(w, r, channel{public, s.speaks(r)}, nil)
}

// judgeEvents streams the judge's page until the phone is unpaired.
func (s *Server) judgeEvents(w http.ResponseWriter, r *http.Request) {
	session, ok := s.doors.session(r)
	if !ok {
		s.refuse(w, r, http.StatusUnauthorized, "not_paired")
		return
	}
	s.stream(w, r, channel{judge, s.speaks(r)}, session.revoked)
}

// stream tells the state and then each newer one, as server-sent events, until the browser goes or is sent away.
// One that is slow misses states in between, one that takes nothing is dropped; nobody waits for it.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, c channel, revoked <-chan struct{}) {
	watcher, ok := s.watch(c)
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.refuse(w, r, http.StatusServiceUnavailable, "full")
		return
	}
	defer s.leave(c, watcher)
	out := http.NewResponseController(w)
	out.SetReadDeadline(time.Time{}) // a server's own deadlines are not for a stream; what can't set them has none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodHead {
		return
	}
	send := func(message []byte) error {
		out.SetWriteDeadline(time.Now().Add(s.stall))
		if _, err := w.Write(message); err != nil {
			return err
		}
		return out.Flush()
	}
	// A page can't hear a comment: this tells it how long a stream that is there says nothing at most, in milliseconds.
	sign := fmt.Appendf(nil, "event: sign\ndata: %d\n\n", s.sign.Milliseconds())
	if send(append([]byte("retry: 2000\n"), sign...)) != nil {
		return
	}
	quiet := time.NewTicker(s.sign)
	defer quiet.Stop()
	known := r.Header.Get("Last-Event-ID")
	for {
		select {
		case e := <-watcher.mail:
			if e.id == known {
				continue
			}
			known = e.id
			if send(e.message(time.Now())) != nil {
				return
			}
			quiet.Reset(s.sign)
		case <-quiet.C:
			if send(sign) != nil {
				return
			}
		case <-revoked:
			return
		case <-r.Context().Done():
			return
		case <-s.closed:
			return
		}
	}
}
