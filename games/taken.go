package games

import (
	"slices"
	"time"
)

// inputs are the inputs of a table in their order, from which an undo plays the game again.
type inputs []taken

// add records an accepted input, with the facts that followed.
func (all *inputs) add(one taken, facts []Fact) {
	all.inVain(facts)
	one.effect = !one.Spent && hadEffect(one.Input, facts)
	*all = append(*all, one)
}

// inVain marks presses that waited in a queue in vain as without effect (MOTUS-11): no undo takes
// them back.
func (all inputs) inVain(facts []Fact) {
	for _, f := range facts {
		ignored, ok := f.What.(Ignored)
		if !ok || !ignored.Waited {
			continue
		}
		for i, earlier := range slices.Backward(all) {
			if earlier.effect && earlier.Kind == Press && earlier.Seat == ignored.Seat {
				all[i].effect, all[i].Why = false, ignored.Why
				break
			}
		}
	}
}

// lastEffect returns the index of the last input that had an effect, or -1.
func (all inputs) lastEffect() int {
	last := len(all) - 1
	for last >= 0 && !all[last].effect {
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

// A taken input is an input that the game has accepted.
type taken struct {
	Input
	line   int           // of the journal
	before time.Duration // the time up to which deadlines had fired
	known  *known        // just before the input
	effect bool          // an undo can take it back
}
