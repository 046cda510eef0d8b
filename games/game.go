// Package games says what a game at the table is: inputs with their time go in, facts and views
// come out, and nothing else does: no clock, no chance but the seed, no input or output.
package games

import (
	"errors"
	"time"
)

// A Game applies one rule sheet. It is owned by one goroutine.
type Game interface {
	// Apply takes one input and tells the step, which is of its time, what it brought about. An
	// error says what was expected, and nothing has changed. Inputs come in the order of a journal;
	// every deadline up to an input has been applied before it, by Elapse. Whose button moves,
	// plays: a [Table] sees to that.
	Apply(*Step, Input) error
	// Deadline is the next time at which the game changes by itself. It must be given Elapse at
	// just that time.
	Deadline() (at time.Duration, ok bool)
	// Settle is how long after its time a press may still be delivered (RACE-2).
	Settle() time.Duration
	// Places are the seats that play, ascending, as everyone sees them: a lamp is set before a view
	// is made.
	Places() []Place
	// View is what an audience may see now, but for the name of the game and its places.
	View(Audience) View
}

// Begin starts a game by its first line, and tells the step what that brings about: whose turn it
// is, what is asked. An error says what the start, its seats or its options lack.
type Begin func(*Step, Start) (Game, error)

// Dispatch hands an input to what a game does at its kind. A release means nothing, and neither
// does a press that is spent: a game that looks back at those has its own Apply.
func Dispatch(step *Step, in Input, elapse func(*Step), press func(*Step, Seat), lost func(*Step, int),
	answer func(*Step, Input) error) error {
	switch in.Kind {
	case Elapse:
		elapse(step)
	case Press:
		if !in.Spent {
			press(step, in.Seat)
		}
	case Release:
	case Lost:
		step.Tell(EdgesLost{Edges: in.Edges})
		lost(step, in.Edges)
	case Answer:
		return answer(step, in)
	default:
		return errors.New("a game takes no such input")
	}
	return nil
}
