package race

import (
	"cmp"
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
	marks = slices.SortedFunc(slices.Values(marks), byTime)
	for _, run := range runs(slices.Concat(marks, others), gap) {
		b := burstOf(run)
		_, marked := slices.BinarySearchFunc(marks, b, func(p Press, b Burst) int {
			switch {
			case p.At < b.First:
				return -1
			case p.At > b.Last:
				return 1
			}
			return 0
		})
		if marked && len(b.Seats) > len(burst.Seats) {
			burst = b
		}
	}
	if all := burstOf(marks); len(burst.Seats) == 1 && len(all.Seats) > 1 {
		return all, false
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

// runs are the bursts that presses fall into, in order of time.
func runs(presses []Press, gap time.Duration) [][]Press {
	presses = slices.SortedFunc(slices.Values(presses), byTime)
	var runs [][]Press
	for i, p := range presses {
		if i == 0 || p.At-presses[i-1].At > gap {
			runs = append(runs, nil)
		}
		runs[len(runs)-1] = append(runs[len(runs)-1], p)
	}
	return runs
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
