package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
)

// How long a page waits for the referee to take its answer, and then for Done.
const (
	takeTimeout = 2 * time.Second
	doneTimeout = 10 * time.Second
)

// parseAnswer reads {"prompt":"play","seat":2,"value":"mosquito"}, which has the keys of a
// journal's answer and may have "asked", the question's serial, and "run", the box's run; or
// {"undo":true}.
func parseAnswer(text []byte) (a shown.Answer, run string, err error) {
	fields, err := games.ParseObject(text)
	if err != nil {
		return a, "", site.ErrNotUnderstood
	}
	in := &a.Input
	in.Kind = games.Answer
	for _, f := range fields {
		known := true
		switch f.Key {
		case "prompt":
			in.Prompt, err = f.Value.Word()
		case "value":
			in.Value = f.Value
		case "asked":
			a.Asked, err = f.Value.AtLeast(1)
		case "run":
			run, err = f.Value.Word()
		case "undo":
			in.Kind, known = games.Undo, f.Value.Equal(games.Bool(true)) && len(fields) == 1
		default:
			known, err = in.Keys.Read(f)
		}
		if err != nil || !known {
			return a, "", site.ErrNotUnderstood
		}
	}
	if in.Kind == games.Answer && (in.Prompt == "" || in.Value.IsZero()) {
		return a, "", site.ErrNotUnderstood
	}
	return a, run, nil
}

// Why a page's answer is refused: by the table, as [shown] says it, or before the table sees it.
var (
	errNotPaired = site.Failure{Status: http.StatusUnauthorized, Word: "not_paired"}
	errAnswered  = site.Failure{Status: http.StatusConflict, Word: "answered"}
	errBusy      = site.Failure{Status: http.StatusServiceUnavailable, Word: "busy"}
	// The question is from before a restart: it may have been answered then.
	errAnew = site.Failure{Status: http.StatusConflict, Word: "restarted"}
	errHeld = site.Failure{Status: http.StatusConflict, Word: "held"}
)

// postAnswer passes an answer to the referee. It responds with 204 if the answer was taken, 409 if
// the question is not open any more, 422 and the reason if the game refused it.
func (s *Server) postAnswer(w http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	from, err := s.readFromJudge(w, r, &text)
	if err == nil {
		err = s.answer(r, from.id, text)
		if _, here := errors.AsType[site.Failure](err); here { // the table logs what it refuses
			s.options.Log.Info("refused before the table saw it", "err", err, "phone", from.id)
		}
	}
	s.respond(w, r, err)
}

// answer parses and checks an answer, and passes it to the referee.
func (s *Server) answer(r *http.Request, from shown.Viewer, text []byte) error {
	a, run, err := parseAnswer(text)
	switch {
	case err != nil:
		return err
	case run != "" && run != s.run:
		return errAnew
	}
	a.From = from
	return pass(s, r, s.options.Answers, func(done func(error)) shown.Answer { a.Done = done; return a })
}

// respond responds to a request of the judge's page: with 204, with 422 and the reason if the game
// refuses it, or with a [site.Failure].
func (s *Server) respond(w http.ResponseWriter, r *http.Request, err error) {
	if _, failed := errors.AsType[site.Failure](err); failed || err == nil {
		s.site.Settle(w, r, err)
		return
	}
	for _, refusal := range []struct {
		by error
		as site.Failure
	}{{shown.ErrRevoked, errNotPaired}, {shown.ErrAnswered, errAnswered}, {shown.ErrHeld, errHeld}} {
		if errors.Is(err, refusal.by) {
			s.site.Refuse(w, r, refusal.as)
			return
		}
	}
	v := s.shown().Judge
	say := s.options.Phrases.In(s.site.LanguageOf(r), v.Game).Naming(wording.NamesOf(v, s.options.Book().Sitters))
	http.Error(w, say.Refusal(err), http.StatusUnprocessableEntity)
}

// pass sends an answer, or a claim, to the referee and waits for its result.
func pass[T any](s *Server, r *http.Request, to chan<- T, with func(done func(error)) T) error {
	ctx, cancel := context.WithTimeout(r.Context(), takeTimeout)
	defer cancel()
	done := make(chan error, 1)
	select {
	case to <- with(func(err error) { done <- err }):
	case <-ctx.Done():
		return errBusy
	}
	select {
	case err := <-done:
		return err
	case <-time.After(doneTimeout):
	case <-s.site.Context().Done():
	}
	return errBusy
}

// mostOfAnswer is how many bytes a page's answer, code or name may have.
const mostOfAnswer = 4 << 10

// readFromJudge reads the JSON of a request that only a paired phone may make.
func (s *Server) readFromJudge(w http.ResponseWriter, r *http.Request, v any) (pairedPhone, error) {
	from, paired := s.Phones.phone(r)
	if !paired {
		return pairedPhone{}, shown.ErrRevoked
	}
	err := s.site.Read(w, r, mostOfAnswer, v)
	if err == nil && !s.Phones.IsPaired(from.id) { // it was unpaired before all of it had come
		err = shown.ErrRevoked
	}
	return from, err
}

// postName names the player of a seat: {"seat":2,"name":"Anna"}.
func (s *Server) postName(w http.ResponseWriter, r *http.Request) {
	var named struct {
		Seat games.Seat `json:"seat"`
		Name string     `json:"name"`
	}
	_, err := s.readFromJudge(w, r, &named)
	switch {
	case err != nil:
	case !slices.Contains(s.shown().Nameable(), named.Seat):
		err = site.ErrNotUnderstood
	default:
		err = s.options.SetName(named.Seat, named.Name)
		s.Refresh()
	}
	s.respond(w, r, err)
}
