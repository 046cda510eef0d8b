package games

import (
	"fmt"
	"slices"
	"time"
)

// A Step gathers what one input, or one deadline, brings about.
type Step struct {
	at    time.Duration
	facts []Fact
}

// NewStep begins a step at the time of its input or deadline.
func NewStep(at time.Duration) *Step { return &Step{at: at} }

// Tell adds what happened, in the order in which the clauses name it.
func (s *Step) Tell(happened ...Happening) {
	for _, h := range happened {
		s.facts = append(s.facts, Fact{s.at, h})
	}
}

// Facts returns the facts in the order that RULES section 0 gives to a step.
func (s *Step) Facts() []Fact {
	slices.SortStableFunc(s.facts, func(a, b Fact) int { return place(a.What) - place(b.What) })
	return s.facts
}

func place(h Happening) int {
	switch h.Fact() {
	case Started{}.Fact():
		return 0
	case Closed{}.Fact():
		return 1
	case RaceOver{}.Fact():
		return 2
	case RoundOver{}.Fact():
		return 4
	case GameOver{}.Fact():
		return 5
	case Turn{}.Fact():
		return 6
	case RaceOpened{}.Fact():
		return 7
	case Prompted{}.Fact():
		return 8
	}
	return 3 // the game's own facts
}

// Prompts are those that are open, in the order in which they were opened.
type Prompts []Prompt

// Open asks.
func (ps *Prompts) Open(s *Step, p Prompt) {
	*ps = append(*ps, p)
	s.Tell(Prompted{p})
}

// Close withdraws every prompt of that id unanswered.
func (ps *Prompts) Close(s *Step, id string) {
	for _, p := range *ps {
		if p.ID == id {
			s.Tell(Closed{p.ID, p.Keys})
		}
	}
	ps.drop(func(p Prompt) bool { return p.ID == id })
}

// Answered removes one prompt that has its answer.
func (ps *Prompts) Answered(answered Prompt) {
	ps.drop(func(p Prompt) bool { return p.ID == answered.ID && p.Keys == answered.Keys })
}

func (ps *Prompts) drop(gone func(Prompt) bool) { *ps = slices.DeleteFunc(*ps, gone) }

// CheckSeats refuses a start whose seats are not distinct, ascending, from 1, and from least to most in number.
func (s Start) CheckSeats(least, most int) error {
	for i, seat := range s.Seats {
		if seat < 1 || i > 0 && seat <= s.Seats[i-1] {
			return fmt.Errorf("seats %v: expected different numbers from 1, ascending", s.Seats)
		}
	}
	if n := len(s.Seats); n < least || n > most {
		return fmt.Errorf("%s with %d seats: expected %d to %d", s.Game, n, least, most)
	}
	return nil
}

// PlayingSeat reads the number of a seat that plays.
func (v Value) PlayingSeat(seats []Seat) (Seat, error) {
	n, err := v.Int()
	if err != nil {
		return 0, err
	}
	return Seat(n), CheckSeat(seats, Seat(n))
}

// CheckSeat refuses a seat that does not play.
func CheckSeat(seats []Seat, s Seat) error {
	if !slices.Contains(seats, s) {
		return fmt.Errorf("seat %d does not play: expected one of %v", s, seats)
	}
	return nil
}

// AtLeast reads a whole number that is not below least.
func (v Value) AtLeast(least int) (int, error) {
	n, err := v.Int()
	if err != nil {
		return 0, err
	}
	if n < least {
		return 0, fmt.Errorf("%d: expected at least %d", n, least)
	}
	return n, nil
}
