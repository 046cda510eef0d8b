package web

import (
	"bytes"
	"net/http"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
)

// An audience is a kind of reader of pages.
type audience int

const (
	public  audience = iota
	entrant          // who enters a name on a phone
	judge
	keeper // the judge whose page replaces a missing display: it shows a player's secrets to him
)

// A channel is what one audience reads in one language.
type channel struct {
	audience audience
	language wording.Language
}

// localTime is the form in which a page tells its phone's date and time.
const localTime = "2006-01-02T15:04:05"

// judgeEvents streams the judge's page until the phone is unpaired. Each time it is opened, it tells
// what time it is: the box may have no clock.
func (s *Server) judgeEvents(w http.ResponseWriter, r *http.Request) {
	from, paired := s.Phones.phone(r)
	if !paired {
		s.site.Refuse(w, r, errNotPaired)
		return
	}
	if told, err := time.Parse(localTime, r.URL.Query().Get("time")); err == nil && s.options.SetTime != nil {
		if err := s.options.SetTime(told); err != nil {
			s.Phones.triesLogged.Do(func() { s.options.Log.Warn("the time of a phone is not taken", "from", r.RemoteAddr, "err", err) })
		}
	}
	s.stream(w, r, judge, from)
}

// events returns a handler that streams what an audience sees, which needs no paired phone.
func (s *Server) events(a audience) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.stream(w, r, a, pairedPhone{}) }
}

// stream streams to a page all that it shows, at once and after each change. Only the judge has a
// paired phone.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, a audience, to pairedPhone) {
	places := s.broadcast.Everyone
	if to.id != shown.Box {
		places = s.broadcast.Paired
	}
	reads := channel{a, s.site.LanguageOf(r)}
	var sent []byte
	s.site.Stream(w, r, site.Feed{Slots: places, Changed: s.broadcast.Changed, Revoked: to.revoked, News: func() []byte {
		c := s.broadcast.Now()
		if a == judge && !s.Phones.IsPaired(to.id) {
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
