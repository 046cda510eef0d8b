package games

import (
	"slices"
	"time"
)

// inputs are what has come to a table, in its order, for whoever takes the last of it back.
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
		rest := in // so that a press that counts, which has none, stays off the heap
		one.rest = &rest
	}
	*all = append(*all, one)
}

// inVain notes the presses that waited in a queue and came to nothing (MOTUS-11): no undo takes
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

// lastEffect is the place of the last input that had an effect; -1 where none had.
func (all inputs) lastEffect() int {
	last := len(all) - 1
	for last >= 0 && !all[last].effect {
		last--
	}
	return last
}

// hadEffect tells what an undo can take back. A release never is; lost edges matter only where they
// void something.
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

// A taken input is kept for the undo, which plays the game again from its start. Most are presses,
// and a table can have very many: what only others have stands apart.
type taken struct {
	at     time.Duration
	before time.Duration // up to when the deadlines had fired
	known  *known        // just before it
	rest   *Input        // nil of a release, and of a press that counts
	line   int32
	seat   int32
	kind   Kind
	spent  bool
	effect bool
}

// input is what was taken.
func (t taken) input() Input {
	in := Input{At: t.at, Kind: t.kind, Seat: Seat(t.seat)}
	if t.rest != nil {
		in = *t.rest
	}
	in.Spent = t.spent
	return in
}
