// Package games defines what a game at the table is: inputs with their time go in, facts and views
// come out. A game reads no clock, draws no chance but from its seed, and does no input or output.
package games

import "time"

// A Game applies one rule sheet. It is owned by one goroutine. It has one method for each kind of
// input. Each adds the facts that follow to its step, which has the time of the input. Inputs come
// in the order of a journal, each after all deadlines up to its time.
type Game interface {
	// Press takes a press of a playing seat.
	Press(*Step, Seat)
	// Answer takes an answer. An error says what was expected; the game is unchanged then.
	Answer(*Step, Input) error
	// Lost takes the number of edges that the kernel lost (RACE-8). The step has that fact already.
	Lost(step *Step, edges int)
	// Elapse does what is due at the deadline, which is the time of the step.
	Elapse(*Step)
	// Deadline returns the next time at which the game changes by itself.
	Deadline() (at time.Duration, ok bool)
	// LateLimit returns how long after its time a press may still be delivered (RACE-2).
	LateLimit() time.Duration
	// Places returns the playing seats as everyone sees them, ascending. Lamps are set by them
	// before a view is made.
	Places() []Place
	// View returns what an audience may see now, without the game's name and its places, which the
	// [Table] adds.
	View(Audience) View
}

// Begin starts a game by its first line, and adds the facts that follow from it to the step: whose
// turn it is, which prompts open. An error says what is wrong with the seats or the options.
type Begin func(*Step, Start) (Game, error)

// A Watcher is a game that also looks at releases, and at presses that an undo has left without
// effect.
type Watcher interface {
	Game
	// Watch takes a release, or a press or release that is spent.
	Watch(*Step, Input)
}
