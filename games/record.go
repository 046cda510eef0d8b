package games

import (
	"slices"
	"time"
)

// A record lists the inputs of a table in their order. An undo plays the game again from it.
type record []accepted

// An accepted input is one that the game has taken.
type accepted struct {
	Input
	line   int           // of the journal
	before time.Duration // the time up to which deadlines had fired
	known  *known        // just before the input
	effect bool          // an undo can take it back
}

// add records an accepted input, with the facts that followed.
func (r *record) add(one accepted, facts []Fact) {
	r.inVain(facts)
	one.effect = !one.Spent && hadEffect(one.Input, facts)
	*r = append(*r, one)
}

// inVain marks presses that waited in a queue in vain as without effect (MOTUS-11): no undo takes
// them back.
func (r record) inVain(facts []Fact) {
	for _, f := range facts {
		ignored, ok := f.What.(Ignored)
		if !ok || !ignored.Waited {
			continue
		}
		for i, earlier := range slices.Backward(r) {
			if earlier.effect && earlier.Kind == Press && earlier.Seat == ignored.Seat {
				r[i].effect, r[i].Why = false, ignored.Why
				break
			}
		}
	}
}

// lastEffect returns the index of the last input that had an effect, or -1.
func (r record) lastEffect() int {
	last := len(r) - 1
	for last >= 0 && !r[last].effect {
		last--
	}
	return last
}

// hadEffect reports whether an undo can take an input back. It never takes back a release, and lost
// edges only if they caused more than the fact that they are lost.
func hadEffect(in Input, facts []Fact) bool {
	switch in.Kind {
	case Answer:
		return !in.BeginsEntry()
	case Press:
		return in.Why == ""
	case Lost:
		return len(facts) > 1
	}
	return false
}
