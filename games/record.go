package games

import (
	"slices"
	"time"
)

// A record lists the inputs of a table in their order. An undo plays the game again from it.
type record []accepted

// An accepted input is one that the game has taken. A game has thousands, most of them presses:
// what a press does not need is in rest.
type accepted struct {
	at     time.Duration
	before time.Duration // the time up to which deadlines had fired
	known  *known        // just before the input
	rest   *Input        // the whole input; nil for a release, and for a press that counts
	line   int32         // of the journal
	seat   int32
	kind   Kind
	spent  bool
	effect bool // an undo can take it back
}

// input returns the input as it was accepted.
func (a accepted) input() Input {
	in := Input{At: a.at, Kind: a.kind, Seat: Seat(a.seat)}
	if a.rest != nil {
		in = *a.rest
	}
	in.Spent = a.spent
	return in
}

// add records the input of a line, with the facts that followed. Before is the time up to which
// deadlines had fired, known what had been asked and told by then.
func (r *record) add(in *Input, line int, before time.Duration, known *known, facts []Fact) {
	r.markWithoutEffect(facts)
	one := accepted{
		at: in.At, before: before, known: known,
		line: int32(line), seat: int32(in.Seat), kind: in.Kind, spent: in.Spent,
		effect: !in.Spent && hadEffect(in, facts),
	}
	if !in.movesButton() || in.Why != "" {
		rest := *in // the copy escapes to the heap; a press that counts needs none
		one.rest = &rest
	}
	*r = append(*r, one)
}

// markWithoutEffect marks presses that waited in a queue in vain as without effect (MOTUS-11): no undo takes
// them back.
func (r record) markWithoutEffect(facts []Fact) {
	for _, f := range facts {
		ignored, ok := f.What.(Ignored)
		if !ok || !ignored.Waited {
			continue
		}
		for i, earlier := range slices.Backward(r) {
			if earlier.effect && earlier.kind == Press && Seat(earlier.seat) == ignored.Seat {
				in := earlier.input()
				in.Why = ignored.Why
				r[i].effect, r[i].rest = false, &in
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
func hadEffect(in *Input, facts []Fact) bool {
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
