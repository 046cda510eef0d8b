// Package games defines what a game at the table is: inputs with their time go in, facts and views
// come out. A game reads no clock, draws no chance but from its seed, and does no input or output.
package games

import (
	"errors"
	"time"
)

// A Game applies one rule sheet. It is owned by one goroutine.
type Game interface {
	// Apply takes one input and adds the facts that follow from it to the step, which has its time.
	// An error says what was expected; the game is unchanged then. Inputs come in the order of a
	// journal, each after all deadlines up to its time, which are inputs of kind Elapse. A [Table]
	// has checked that the seat of a press or release plays.
	Apply(*Step, Input) error
	// Deadline returns the next time at which the game changes by itself: it must get Elapse at
	// exactly that time.
	Deadline() (at time.Duration, ok bool)
	// Settle returns how long after its time a press may still be delivered (RACE-2).
	Settle() time.Duration
	// Places returns the playing seats as everyone sees them, in ascending order. They are apart
	// from the view since lamps are set before a view is made.
	Places() []Place
	// View returns what an audience may see now, without the game's name and its places, which the
	// [Table] adds.
	View(Audience) View
}

// Begin starts a game by its first line, and adds the facts that follow from it to the step: whose
// turn it is, which prompts open. An error says what is wrong with the seats or the options.
type Begin func(*Step, Start) (Game, error)

// Dispatch calls the function for the kind of an input. Releases and spent presses are dropped: a
// game that looks back at those has its own Apply.
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
