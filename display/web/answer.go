package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"arbitre/games"
)

// An Answer is what the judge has entered on a page.
type Answer struct {
	// Input is an answer or an undo. Its time is the receiver's to set. An undo is the button
	// "back": it is to do what the judge's key Back does where it leaves no question.
	Input games.Input
	Asked int // the serial of the question that the page shows; 0 is that which is open
	// Done tells the page what came of it: nil, or why it was refused. It must be called once, and
	// never waits.
	Done func(error)

	From Phone // that gave it
}

// A Phone is one that is paired. It is closed when it is not paired any more.
type Phone <-chan struct{}

// Forgotten tells whether the phone is not paired any more: then its answers don't count, and Done
// is to be told ErrForgotten. After Unpair that is so at once.
func (p Phone) Forgotten() bool {
	select {
	case <-p:
		return true
	default:
		return false
	}
}

// ErrForgotten refuses an answer whose phone was forgotten while it was on its way.
var ErrForgotten = error(failure{http.StatusUnauthorized, "not_paired"})

// Answers are to be applied one by one, in the goroutine that owns the game.
func (s *Server) Answers() <-chan Answer { return s.answers }

// toApply is how long a page waits for the referee to tell what came of an answer that he has
// taken.
const toApply = 10 * time.Second

// Open is nil if the answer is to one of these prompts, which its page shows now, and was given to
// the question that is asked now. Else it says that the question has its answer already.
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

// parseAnswer reads {"prompt":"play","seat":2,"value":"mosquito"} with the keys of a journal's
// answer, and with the serial and the run of the box under which the page was asked, if it tells
// them; or {"undo":true}.
func parseAnswer(text []byte) (a Answer, run string, err error) {
	fields, err := games.ParseObject(text)
	if err != nil {
		return a, "", errNotUnderstood
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
			return a, "", errNotUnderstood
		}
	}
	if in.Kind == games.Answer && (in.Prompt == "" || in.Value == "") {
		return a, "", errNotUnderstood
	}
	return a, run, nil
}

// What comes of an answer that the referee does not take.
var (
	errAnswered = failure{http.StatusConflict, "answered"}
	errBusy     = failure{http.StatusServiceUnavailable, "busy"}
	// Of a question from before a restart nobody knows whether it had its answer.
	errAnew = failure{http.StatusConflict, "restarted"}
	// Nobody takes a question out of a player's hands.
	errHeld = failure{http.StatusConflict, "held"}
)

// postAnswer passes an answer on and tells what came of it: 204 where it was taken, 409 where the
// question is not open any more, 422 with the reason where it was refused.
func (s *Server) postAnswer(w http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	phone, err := s.readFromJudge(w, r, &text)
	if err == nil {
		err = s.answer(r, phone, text)
	}
	s.settle(w, r, err)
}

// answer does what postAnswer says.
func (s *Server) answer(r *http.Request, from session, text []byte) error {
	a, run, err := parseAnswer(text)
	switch {
	case err != nil:
		return err
	case run != "" && run != s.run:
		return errAnew
	case a.Input.Kind == games.Undo && s.shown().Holder != 0 && !s.options.NoDisplay:
		return errHeld
	}
	a.From = from.revoked
	return s.pass(r, a)
}

// settle tells a page what came of what it has sent.
func (s *Server) settle(w http.ResponseWriter, r *http.Request, err error) {
	_, failed := errors.AsType[failure](err)
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case failed:
		s.refuse(w, r, err)
	default: // by the game
		say := s.options.Phrases.In(s.speaks(r), s.shown().Judge.Game).Naming(s.options.Book().Names)
		http.Error(w, say.Refusal(err), http.StatusUnprocessableEntity)
	}
}

// pass hands an answer to the referee and waits for what comes of it.
func (s *Server) pass(r *http.Request, a Answer) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.patience)
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
	case <-time.After(toApply):
	case <-s.closed:
	}
	return errBusy
}

// mostOfAnswer is how many bytes a page's answer, code or name may have.
const mostOfAnswer = 4 << 10

// readFromJudge reads the JSON of a request that only a paired phone may make. The phone must still
// be paired when all of it has come.
func (s *Server) readFromJudge(w http.ResponseWriter, r *http.Request, v any) (session, error) {
	phone, ok := s.pairing.session(r)
	if !ok {
		return phone, ErrForgotten
	}
	err := s.read(w, r, mostOfAnswer, v)
	if _, ok := s.pairing.session(r); err == nil && !ok {
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
	case s.options.SetName == nil || !slices.Contains(s.shown().nameable(), named.Seat):
		err = errNotUnderstood
	default:
		err = s.options.SetName(named.Seat, named.Name)
		s.Refresh()
	}
	s.settle(w, r, err)
}
