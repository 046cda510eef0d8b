package web

import (
	"bytes"
	"net/http"

	"arbitre/display/web/site"
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

// judgeEvents streams the judge's page until the phone is unpaired.
func (s *Server) judgeEvents(w http.ResponseWriter, r *http.Request) {
	phone := s.pairing.phone(r)
	if phone == nil {
		s.Refuse(w, r, ErrForgotten)
		return
	}
	s.events(w, r, phone)
}

// events streams to a page all that it shows, at once and after each change. Phone is the judge's,
// nil for the public.
func (s *Server) events(w http.ResponseWriter, r *http.Request, phone Phone) {
	places, a := s.broadcast.Everyone, public
	if phone != nil {
		places, a = s.broadcast.Paired, judge
	}
	to := channel{a, s.LanguageOf(r)}
	var sent []byte
	s.Stream(w, r, site.Feed{Places: places, Changed: s.broadcast.Changed, Revoked: phone, News: func() []byte {
		c := s.broadcast.Now()
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
	}})
}
