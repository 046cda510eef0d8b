package web

import (
	"bytes"
	"net/http"

	"arbitre/display/wording"
)

// An audience is a kind of reader of pages.
type audience int

const (
	public audience = iota
	judge
	keeper // the judge whose page replaces a missing display: it shows a player's secrets to him
)

// A channel is what one audience reads in one language.
type channel struct {
	audience audience
	language wording.Language
}

// mostWatchers is how many streams are open at most. The public and the judges are counted apart,
// so that no crowd keeps the judge out.
var mostWatchers = [...]int{public: 200, judge: 16}

// watch adds a watcher, unless its audience has too many.
func (s *Server) watch(a audience) (waker, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.watchers[a]) >= mostWatchers[a] {
		return nil, false
	}
	w := newWaker()
	s.watchers[a][w] = struct{}{}
	if s.content.version == s.version {
		w.wake()
	} else {
		s.wake.wake()
	}
	return w, true
}

func (s *Server) leave(a audience, w waker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watchers[a], w)
}

// judgeEvents streams the judge's page until the phone is unpaired.
func (s *Server) judgeEvents(w http.ResponseWriter, r *http.Request) {
	session, ok := s.pairing.session(r)
	if !ok {
		s.refuse(w, r, ErrForgotten)
		return
	}
	s.events(w, r, judge, session.revoked)
}

// events streams to a page of an audience: all that it shows, at once and after each change. Phone
// is the judge's, nil for the public.
func (s *Server) events(w http.ResponseWriter, r *http.Request, a audience, phone Phone) {
	watcher, ok := s.watch(a)
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.refuse(w, r, failure{http.StatusServiceUnavailable, "full"})
		return
	}
	defer s.leave(a, watcher)
	to := channel{a, s.languageOf(r)}
	var sent []byte
	s.stream(w, r, watcher, phone, func() []byte {
		s.mu.Lock()
		c := s.content
		s.mu.Unlock()
		if phone.Forgotten() {
			return nil // the content may be newer than the end of the pairing
		}
		if to.audience = a; phone != nil && phone == c.state.Keeper {
			to.audience = keeper
		}
		now := c.of(to)
		if bytes.Equal(now, sent) {
			return nil
		}
		sent = now
		return c.message(now)
	})
}
