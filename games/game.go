// Package games says what a game at the table is: inputs with their time go in, facts and views come out,
// and nothing else does: no clock, no chance but the seed, no input or output.
package games

import (
	"errors"
	"time"
)

// A Game applies one rule sheet. It is owned by one goroutine.
type Game interface {
	// Apply takes one input and returns what it brought about, in the order of RULES section 0.
	// An error says what was expected, and nothing has changed.
	// Inputs come in the order of a journal; every deadline up to an input has been applied before it, by Elapse.
	// Whose button moves, plays: a [Table] sees to that.
	Apply(Input) ([]Fact, error)
	// Deadline is the next time at which the game changes by itself. It must be given Elapse at just that time.
	Deadline() (at time.Duration, ok bool)
	// Settle is how long after its time a press may still be delivered (RACE-2).
	Settle() time.Duration
	// View is what an audience may see now.
	View(Audience) View
}

// Begin starts a game by its first line. It returns the facts of that line.
// An error says what the start, its seats or its options lack.
type Begin func(Start) (Game, []Fact, error)

// Dispatch hands an input to what a game does at its kind. A release means nothing, and neither does a press that is spent:
// a game that looks back at those has its own Apply.
func Dispatch(in Input, elapse func(time.Duration) []Fact, press func(Seat, time.Duration) []Fact,
	lost func(Input) []Fact, answer func(Input) ([]Fact, error)) ([]Fact, error) {
	switch in.Kind {
	case Elapse:
		return elapse(in.At), nil
	case Press:
		if in.Spent {
			return nil, nil
		}
		return press(in.Seat, in.At), nil
	case Release:
		return nil, nil
	case Lost:
		return lost(in), nil
	case Answer:
		return answer(in)
	}
	return nil, errors.New("a game takes no such input")
}
