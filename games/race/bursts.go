package race

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"arbitre/games"
)

// A Burst is a run of presses by time, each at most the limit "burst" after the one before (RACE-5).
type Burst struct {
	First, Last time.Duration
	Seats       []games.Seat // that pressed in it, by time
}

// FindBurst finds the burst that the slaps of a card begin with, whatever order the presses came in: the one in which most
// different seats pressed, of equals the earliest. Marks are the presses that show that there was something to slap;
// the others may be slaps, but make no burst without a mark.
//
// It is not clear which burst that is where several seats made marks and nobody else pressed about then. The burst is all
// marks then. Without a mark there is none, and Seats is empty.
func FindBurst(marks, others []Press, gap time.Duration) (burst Burst, clear bool) {
	for run := range runs(slices.Concat(marks, others), gap) {
		first, last := run[0].At, run[len(run)-1].At
		if !slices.ContainsFunc(marks, func(p Press) bool { return first <= p.At && p.At <= last }) {
			continue
		}
		if b := burstOf(run); len(b.Seats) > len(burst.Seats) {
			burst = b
		}
	}
	if len(burst.Seats) == 1 {
		if all := burstOf(slices.SortedFunc(slices.Values(marks), byTime)); len(all.Seats) > 1 {
			return all, false
		}
	}
	return burst, true
}

// SkipStray drops a press that stands before the slaps by accident: for more than half a gap nobody pressed after it,
// then another seat did, and only then, within a gap, its own once more, which is its slap.
func SkipStray(presses []Press, gap time.Duration) []Press {
	presses = slices.SortedFunc(slices.Values(presses), byTime)
	for len(presses) > 0 {
		first, rest := presses[0], presses[1:]
		own := slices.IndexFunc(rest, func(p Press) bool { return p.Seat == first.Seat })
		other := slices.IndexFunc(rest, func(p Press) bool { return p.Seat != first.Seat })
		if own < 0 || other < 0 || rest[other].At-first.At <= gap/2 {
			break
		}
		if again := rest[own].At - rest[other].At; again < 0 || again > gap {
			break
		}
		presses = rest
	}
	return presses
}

// runs are the bursts that presses fall into, in order of time. It sorts the presses.
func runs(presses []Press, gap time.Duration) iter.Seq[[]Press] {
	slices.SortFunc(presses, byTime)
	return func(yield func([]Press) bool) {
		for begin, end := 0, 1; end <= len(presses); end++ {
			if end < len(presses) && presses[end].At-presses[end-1].At <= gap {
				continue
			}
			if !yield(presses[begin:end]) {
				return
			}
			begin = end
		}
	}
}

// burstOf takes presses in order of time as one burst.
func burstOf(presses []Press) Burst {
	var b Burst
	for i, p := range presses {
		if i == 0 {
			b.First = p.At
		}
		b.Last = p.At
		if !slices.Contains(b.Seats, p.Seat) {
			b.Seats = append(b.Seats, p.Seat)
		}
	}
	return b
}

func byTime(a, b Press) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seat, b.Seat)) }
