package games

import (
	"slices"
	"time"
)

// inputs are the inputs of a table in their order, from which an undo plays the game again.
type inputs []taken

// add records the input of a line and whether it had an effect. Before is the time up to which
// deadlines had fired by then; known is what had been asked and told.
func (all *inputs) add(in Input, line int, before time.Duration, known *known, facts []Fact) {
	all.inVain(facts)
	one := taken{
		at: in.At, before: before, known: known,
		line: int32(line), seat: int32(in.Seat), kind: in.Kind, spent: in.Spent,
		effect: !in.Spent && hadEffect(in, facts),
	}
	if in.Kind != Press && in.Kind != Release || in.Why != "" {
		rest := in // the copy escapes to the heap; a press that counts needs none
		one.rest = &rest
	}
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
			if earlier.effect && earlier.kind == Press && Seat(earlier.seat) == ignored.Seat {
				rest := earlier.input()
				rest.Why = ignored.Why
				all[i].effect, all[i].rest = false, &rest
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

// A taken input is an input that the game has accepted. A table can have very many, most of them
// presses: fields that a press does not need are in rest.
type taken struct {
	at     time.Duration
	before time.Duration // the time up to which deadlines had fired
	known  *known        // just before the input
	rest   *Input        // the whole input; nil for a release, and for a press that counts
	line   int32
	seat   int32
	kind   Kind
	spent  bool
	effect bool
}

// input returns the input as it was accepted.
func (t taken) input() Input {
	in := Input{At: t.at, Kind: t.kind, Seat: Seat(t.seat)}
	if t.rest != nil {
		in = *t.rest
	}
	in.Spent = t.spent
	return in
}
