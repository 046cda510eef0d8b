package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"arbitre/display/web/site"
	"arbitre/games"
)

// An Answer is an input that the judge has made on a page.
type Answer struct {
	// Input is an answer or an undo. The receiver sets its time. An undo comes from the button
	// "back": it does what the judge's key Back does when that closes no question.
	Input games.Input
	Asked int // the serial of the question that the page showed; 0 means whichever is open
	// Done tells the page whether the answer was taken (nil) or why it was refused. It must be
	// called once, and does not block.
	Done func(error)

	From Phone // the phone that sent the answer
}

// A Phone is a paired phone. Once it is Forgotten, which it is at once after Unpair, its answers
// don't count: call Done with ErrForgotten.
type Phone = site.Phone

// ErrForgotten refuses a phone that is not paired, or was unpaired while its answer was on its way.
var ErrForgotten = error(site.Failure{Status: http.StatusUnauthorized, Word: "not_paired"})

// Answers returns the judge's answers, for the goroutine that owns the game to apply one by one.
func (s *Server) Answers() <-chan Answer { return s.answers }

// How long a page waits for the referee to take its answer, and then for Done.
const (
	takeTimeout = 2 * time.Second
	doneTimeout = 10 * time.Second
)

// Open returns nil if the answer fits one of the prompts that are open now and was given to the
// present asking of it. Otherwise its error says that the question has been answered already.
func (a Answer) Open(prompts []games.Prompt) error {
	if a.Input.Kind == games.Undo {
		return nil
	}
	if _, err := games.Find(prompts, a.Input); err != nil {
		return fmt.Errorf("%w: %w", errAnswered, err)
	}
	asked := func(p games.Prompt) bool { return p.ID == a.Input.Prompt && p.Serial == a.Asked }
	if a.Asked != 0 && !slices.ContainsFunc(prompts, asked) {
		return fmt.Errorf("%w: question %d is not open any more", errAnswered, a.Asked)
	}
	return nil
}

// parseAnswer reads {"prompt":"play","seat":2,"value":"mosquito"}, which has the keys of a
// journal's answer and may have "asked", the question's serial, and "run", the box's run; or
// {"undo":true}.
func parseAnswer(text []byte) (a Answer, run string, err error) {
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
			in.Kind, known = games.Undo, f.Value == "true" && len(fields) == 1
		default:
			known, err = in.Keys.Read(f)
		}
		if err != nil || !known {
			return a, "", site.ErrNotUnderstood
		}
	}
	if in.Kind == games.Answer && (in.Prompt == "" || in.Value == "") {
		return a, "", site.ErrNotUnderstood
	}
	return a, run, nil
}

// Why an answer is refused before the game sees it.
var (
	errAnswered = site.Failure{Status: http.StatusConflict, Word: "answered"}
	errBusy     = site.Failure{Status: http.StatusServiceUnavailable, Word: "busy"}
	// The question is from before a restart: nobody knows whether it was answered.
	errAnew = site.Failure{Status: http.StatusConflict, Word: "restarted"}
	// A player holds the display: only he may close its question.
	errHeld = site.Failure{Status: http.StatusConflict, Word: "held"}
)

// postAnswer passes an answer to the referee. It responds with 204 if the answer was taken, 409 if
// the question is not open any more, 422 and the reason if the game refused it.
func (s *Server) postAnswer(w http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	phone, err := s.readFromJudge(w, r, &text)
	if err == nil {
		err = s.answer(r, phone, text)
	}
	s.respond(w, r, err)
}

// answer parses and checks an answer, and passes it to the referee.
func (s *Server) answer(r *http.Request, from Phone, text []byte) error {
	a, run, err := parseAnswer(text)
	switch {
	case err != nil:
		return err
	case run != "" && run != s.run:
		return errAnew
	case a.Input.Kind == games.Undo && s.shown().Holder != 0 && !s.options.NoDisplay:
		return errHeld
	}
	a.From = from
	return s.pass(r, a)
}

// respond responds to a request of the judge's page: with 204, with 422 and the reason if the game
// refuses it, or with a [site.Failure].
func (s *Server) respond(w http.ResponseWriter, r *http.Request, err error) {
	if _, failed := errors.AsType[site.Failure](err); failed || err == nil {
		s.Settle(w, r, err)
		return
	}
	say := s.options.Phrases.In(s.LanguageOf(r), s.shown().Judge.Game).Naming(s.options.Book().Names)
	http.Error(w, say.Refusal(err), http.StatusUnprocessableEntity)
}

// pass sends an answer to the referee and waits for its result.
func (s *Server) pass(r *http.Request, a Answer) error {
	ctx, cancel := context.WithTimeout(r.Context(), takeTimeout)
	defer cancel()
	done := make(chan error, 1)
	a.Done = func(err error) { done <- err }
	select {
	case s.answers <- a:
	case <-ctx.Done():
		return errBusy
	}
	select {
	case err := <-done:
		return err
	case <-time.After(doneTimeout):
	case <-s.Closed():
	}
	return errBusy
}

// mostOfAnswer is how many bytes a page's answer, code or name may have.
const mostOfAnswer = 4 << 10

// readFromJudge reads the JSON of a request that only a paired phone may make. The phone must still
// be paired when all of it has come.
func (s *Server) readFromJudge(w http.ResponseWriter, r *http.Request, v any) (Phone, error) {
	phone := s.pairing.phone(r)
	if phone == nil {
		return nil, ErrForgotten
	}
	err := s.Read(w, r, mostOfAnswer, v)
	if err == nil && phone.Forgotten() {
		err = ErrForgotten
	}
	return phone, err
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
	case !slices.Contains(s.shown().nameable(), named.Seat):
		err = site.ErrNotUnderstood
	default:
		err = s.options.SetName(named.Seat, named.Name)
		s.Refresh()
	}
	s.respond(w, r, err)
}
