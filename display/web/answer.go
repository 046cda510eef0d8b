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
	// Input is an answer or an undo. Its time is the receiver's to set. An undo is the button "back": it is to do what
	// the judge's key Back does where it leaves no question.
	Input games.Input
	// Done tells the page what came of it: nil, or why it was refused. It must be called once, and never waits.
	Done func(error)

	From Phone // that gave it
}

// A Phone is one that is paired. It is closed when it is not paired any more.
type Phone <-chan struct{}

// Forgotten tells whether the phone is not paired any more: then an answer of it is none, and Done is to be told
// ErrForgotten. In the goroutine that calls Unpair no answer of a phone that was forgotten before is missed.
func (p Phone) Forgotten() bool {
	select {
	case <-p:
		return true
	default:
		return false
	}
}

// ErrForgotten is what comes of an answer that was on its way when its phone was forgotten.
var ErrForgotten = error(failure{status: http.StatusUnauthorized, word: "not_paired"})

// Answers are to be applied one by one, in the goroutine that owns the game.
func (s *Server) Answers() <-chan Answer { return s.answers }

// toApply is how long a page waits for the referee to tell what came of an answer that he has taken.
const toApply = 10 * time.Second

// asked numbers the open prompts of the judge, so that an answer that was meant for an earlier one is told from one for
// the same question asked again.
type asked struct {
	open []ticket
	old  []ticket
	run  int // the number before the first; another after each restart, so that those from before are known
	last int
}

// newAsked begins at a number to which the run before is not likely to have come near.
func newAsked() asked {
	run := 1000 * int(time.Now().Unix()%900)
	return asked{run: run, last: run}
}

// A ticket is the number under which a prompt is open.
type ticket struct {
	id     string
	keys   games.Keys
	number int
}

// see takes the prompts that are open now. One that was open before keeps its number.
func (a *asked) see(prompts []games.Prompt) {
	a.open, a.old = a.old[:0], a.open
	for _, p := range prompts {
		number := 0
		for i, t := range a.old {
			if t.number != 0 && t.id == p.ID && t.keys == p.Keys {
				number, a.old[i].number = t.number, 0
				break
			}
		}
		if number == 0 {
			a.last++
			number = a.last
		}
		a.open = append(a.open, ticket{p.ID, p.Keys, number})
	}
}

// answered makes a prompt that has its answer another one, should it stay open. The seat of an answer may be whom it is
// about.
func (a *asked) answered(in games.Input) {
	given := in.Keys
	given.Seat = 0
	for i, t := range a.open {
		keys := t.keys
		keys.Seat = 0
		if t.id == in.Prompt && (given == games.Keys{} || given == keys) {
			a.open[i].number = 0
		}
	}
}

// Answered tells that the judge has answered, on whatever surface. What he was asked is another question from the next
// Show on, should it stay open: an answer that was meant for the earlier is not taken for it.
// That an answer begins to be entered is none: whoever enters it goes on.
func (s *Server) Answered(in games.Input) {
	if in.BeginsEntry() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked.answered(in)
}

// parseAnswer reads what a page sends: {"prompt":"play","seat":2,"value":"mosquito"} with the keys of a journal's
// answer, and with the number under which the page was asked; or {"undo":true}.
func parseAnswer(text []byte) (in games.Input, number int, err error) {
	fields, err := games.ParseObject(text)
	if err != nil {
		return in, 0, err
	}
	in.Kind = games.Answer
	for _, f := range fields {
		switch f.Key {
		case "prompt":
			in.Prompt, err = f.Value.Word()
		case "value":
			in.Value = f.Value.OneLine()
		case "asked":
			number, err = f.Value.AtLeast(1)
		case "undo":
			if f.Value != "true" || len(fields) > 1 {
				return in, 0, errors.New(`"undo": expected true, and nothing beside it`)
			}
			return games.Input{Kind: games.Undo}, 0, nil
		default:
			var isKey bool
			if isKey, err = in.Keys.Read(f); !isKey {
				return in, 0, fmt.Errorf("unknown key %q: expected prompt, value, or a key of the prompt", f.Key)
			}
		}
		if err != nil {
			return in, 0, fmt.Errorf("key %q: %w", f.Key, err)
		}
	}
	if in.Prompt == "" || in.Value == "" {
		return in, 0, errors.New(`expected "prompt" and "value"`)
	}
	return in, number, nil
}

// postAnswer passes an answer on and tells what came of it: 204 where it was taken, 409 where the question is not open
// any more, 422 with the reason where it was refused.
func (s *Server) postAnswer(w http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	phone, err := s.judges(w, r, &text)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	in, number, err := parseAnswer(text)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest, "not_understood")
		return
	}
	if in.Kind == games.Undo && s.held() {
		s.refuse(w, r, http.StatusConflict, "held") // nobody takes a question out of a player's hands
		return
	}
	err = s.pass(r, phone, in, number)
	_, refused := errors.AsType[*games.Refusal](err)
	_, failed := errors.AsType[failure](err)
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case failed:
		if err == errBusy {
			w.Header().Set("Retry-After", "1")
		}
		s.fail(w, r, err)
	case refused || s.isOpen(in, number, phone.revoked):
		http.Error(w, s.voice(r).Refusal(err), http.StatusUnprocessableEntity)
	default:
		s.fail(w, r, s.tooLate(number))
	}
}

func (s *Server) held() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Holder != 0 && !s.options.Unseen
}

// tooLate is why an answer finds nothing open. Of a question from before a restart nobody knows whether it had its answer.
func (s *Server) tooLate(number int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number != 0 && (number <= s.asked.run || number > s.asked.last) {
		return errAnew
	}
	return errAnswered
}

// isOpen tells whether what an input answers is open, as far as a phone was shown.
func (s *Server) isOpen(in games.Input, number int, phone Phone) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	open := s.asked.open
	if phone != s.state.Keeper {
		open = open[:len(s.state.Judge.Prompts)]
	}
	return in.Kind == games.Undo || slices.ContainsFunc(open, func(t ticket) bool {
		return t.id == in.Prompt && (number == 0 || number == t.number) // a 0 doesn't tell which it saw
	})
}

// What comes of an answer that the referee has not taken: he took none for a while, or its question has its answer.
var (
	errBusy     = error(failure{status: http.StatusServiceUnavailable, word: "busy"})
	errAnswered = error(failure{status: http.StatusConflict, word: "answered"})
	errAnew     = error(failure{status: http.StatusConflict, word: "restarted"})
)

// pass hands an input to the referee and waits for what comes of it, one after the other: when two phones answer at once,
// the second no longer finds open what it answers.
func (s *Server) pass(r *http.Request, phone session, in games.Input, number int) error {
	ctx, cancel := context.WithTimeout(r.Context(), s.patience)
	defer cancel()
	select {
	case s.passing <- struct{}{}:
		defer func() { <-s.passing }()
	case <-ctx.Done():
		return errBusy
	}
	if !s.isOpen(in, number, phone.revoked) {
		return s.tooLate(number)
	}
	done := make(chan error, 1)
	tell := func(err error) {
		select {
		case done <- err:
		default:
		}
	}
	select {
	case s.answers <- Answer{in, tell, phone.revoked}:
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

// judges reads what only a paired phone may send, which it still must be when all of it has come.
func (s *Server) judges(w http.ResponseWriter, r *http.Request, v any) (session, error) {
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
	if _, err := s.judges(w, r, &named); err != nil {
		s.fail(w, r, err)
		return
	}
	if s.options.SetName == nil || !s.mayName(named.Seat) {
		s.refuse(w, r, http.StatusBadRequest, "not_understood")
		return
	}
	if err := s.options.SetName(named.Seat, named.Name); err != nil {
		http.Error(w, s.voice(r).Refusal(err), http.StatusUnprocessableEntity)
		return
	}
	s.Refresh()
	w.WriteHeader(http.StatusNoContent)
}

func (s *Server) mayName(seat games.Seat) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.state.nameable(), seat)
}
