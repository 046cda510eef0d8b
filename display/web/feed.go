package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"arbitre/display/wording"
)

// An audience is a kind of reader of pages.
type audience int

const (
	public audience = iota
	judge
	audiences // their number
)

// A channel is the stream of events that one audience gets in one language.
type channel struct {
	audience audience
	language wording.Language
}

// A feed has the newest event of a channel and wakes its watchers.
type feed struct {
	newest   event
	keeper   Phone // the phone that gets kept instead of newest, with a player's secrets; nil if none
	kept     event
	version  int // of the state in newest
	watchers map[waker]struct{}
}

// tell replaces the newest event and wakes the watchers.
func (f *feed) tell(e event, keeper Phone, kept event, version int) {
	f.version = version
	f.newest, f.keeper, f.kept = e, keeper, kept
	for w := range f.watchers {
		w.wake()
	}
}

// An event is a page's whole content. Its id is a hash of the content: a page that has it already
// is not sent it again, not even after a restart.
type event struct {
	id   string
	body []byte        // a JSON object
	now  time.Duration // the game's clock at the time at
	at   time.Time     // of now
}

func newEvent(body []byte, now time.Duration, at time.Time) event {
	sum := sha256.Sum256(body)
	return event{hex.EncodeToString(sum[:9]), body, now, at}
}

// message returns the event as a server-sent event (HTML standard, section 9.2) with "now", the
// game's clock at that time in milliseconds.
func (e event) message(at time.Time) []byte {
	now := e.now + at.Sub(e.at)
	return fmt.Appendf(nil, "id: %s\ndata: {\"now\":%d,%s\n\n", e.id, now.Milliseconds(), e.body[1:])
}

// watch adds a watcher to a channel, unless its audience has too many.
func (s *Server) watch(c channel) (waker, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.crowd[c.audience] >= mostWatchers[c.audience] {
		return nil, false
	}
	s.crowd[c.audience]++
	f := s.feeds[c]
	if f == nil {
		f = &feed{watchers: map[waker]struct{}{}}
		s.feeds[c] = f
	}
	w := newWaker()
	f.watchers[w] = struct{}{}
	if f.version == s.version {
		w.wake()
	} else {
		s.wake.wake()
	}
	return w, true
}

func (s *Server) leave(c channel, w waker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.crowd[c.audience]--
	delete(s.feeds[c].watchers, w)
}

// publicEvents streams the scoreboard.
func (s *Server) publicEvents(w http.ResponseWriter, r *http.Request) {
	s.events(w, r, channel{public, s.languageOf(r)}, nil)
}

// judgeEvents streams the judge's page until the phone is unpaired.
func (s *Server) judgeEvents(w http.ResponseWriter, r *http.Request) {
	session, ok := s.pairing.session(r)
	if !ok {
		s.refuse(w, r, ErrForgotten)
		return
	}
	s.events(w, r, channel{judge, s.languageOf(r)}, session.revoked)
}

// events streams a channel: its newest event at once, and then each newer one.
func (s *Server) events(w http.ResponseWriter, r *http.Request, c channel, phone Phone) {
	watcher, ok := s.watch(c)
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.refuse(w, r, failure{http.StatusServiceUnavailable, "full"})
		return
	}
	defer s.leave(c, watcher)
	known := cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("known"))
	s.stream(w, r, watcher, phone, func() []byte {
		s.mu.Lock()
		e := s.feeds[c].newest
		if s.feeds[c].keeper == phone && phone != nil {
			e = s.feeds[c].kept
		}
		s.mu.Unlock()
		if e.id == known {
			return nil
		}
		known = e.id
		return e.message(time.Now())
	})
}
