package web

import (
	"bytes"
	"net/http"

	"arbitre/display/shown"
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
	from, paired := s.pairing.phone(r)
	if !paired {
		s.Refuse(w, r, errNotPaired)
		return
	}
	s.events(w, r, from)
}

// events streams to a page all that it shows, at once and after each change. The
// public has no phone.
func (s *Server) events(w http.ResponseWriter, r *http.Request, to pairedPhone) {
	places, a := s.broadcast.Everyone, public
	if to.id != shown.Box {
		places, a = s.broadcast.Paired, judge
	}
	reads := channel{a, s.LanguageOf(r)}
	var sent []byte
	s.Stream(w, r, site.Feed{Slots: places, Changed: s.broadcast.Changed, Revoked: to.revoked, News: func() []byte {
		c := s.broadcast.Now()
		if a == judge && !s.IsPaired(to.id) {
			return nil // the content may be newer than the end of the pairing
		}
		if reads.audience = a; a == judge && to.id == c.state.Keeper {
			reads.audience = keeper
		}
		now := c.of(reads)
		if bytes.Equal(now, sent) {
			return nil
		}
		sent = now
		return c.message(now)
	}})
}
