package race

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
)

// An Early press came before the declaration, and may have been a slap (RACE-5, 1).
type Early struct {
	Press
	Pass  bool // it ended a turn
	Quick bool // and that turn was too short to lay a card in: the pass is a slap, too
}

// A Burst is a run of presses, each at most "burst" after the one before, with a slap (RACE-5, 2).
type Burst struct {
	First, Last time.Duration
	TurnBy      time.Duration // latest time at which the turn of its card's layer can have begun (MITO-14)
	OnlyPasses  bool          // every press was a pass
	Seats       []games.Seat  // that pressed in it, by time
}

// Bursts returns the bursts in presses that are sorted by time, without those that ended before
// since. clear reports whether it is known which burst was of a card.
func Bursts(presses []Early, gap, since time.Duration) (bursts []Burst, clear bool) {
	lag := 2 * gap // the pause of slow people: bursts less than that apart are one, if nobody is in both (RACE-5, 2)
	start := 0     // of the last burst
	for begin, end := 0, 0; begin < len(presses); begin = end {
		end = endOfRun(presses, begin, gap)
		b, slapped := burst(presses[begin:end], gap)
		last := len(bursts) - 1
		switch {
		case !slapped:
		case last >= 0 && b.First-bursts[last].Last < lag && disjoint(bursts[last].Seats, b.Seats):
			bursts[last], _ = burst(presses[start:end], gap)
		default:
			bursts, start = append(bursts, b), begin
		}
	}
	bursts = slices.DeleteFunc(bursts, func(b Burst) bool { return b.Last < since })
	return bursts, isClear(bursts)
}

// isClear reports whether some burst has two seats, or all are of the same one (RACE-5, 5).
func isClear(bursts []Burst) bool {
	together := func(b Burst) bool { return len(b.Seats) > 1 }
	another := func(b Burst) bool { return b.Seats[0] != bursts[0].Seats[0] }
	return slices.ContainsFunc(bursts, together) || !slices.ContainsFunc(bursts, another)
}

// endOfRun returns the end, exclusive, of a run: no press is more than gap after the one before.
func endOfRun(presses []Early, begin int, gap time.Duration) int {
	end := begin + 1
	for end < len(presses) && presses[end].At-presses[end-1].At <= gap {
		end++
	}
	return end
}

// disjoint reports whether no seat is on both lists.
func disjoint(a, b []games.Seat) bool {
	return !slices.ContainsFunc(a, func(s games.Seat) bool { return slices.Contains(b, s) })
}

// burst returns the burst that a run is if somebody slapped in it.
func burst(run []Early, gap time.Duration) (b Burst, slapped bool) {
	laying := gap / 2 // how long it takes to lay a card (MITO-14)
	first := slices.IndexFunc(run, func(p Early) bool { return !p.Pass })
	onlyPasses := first < 0
	if onlyPasses {
		first = slices.IndexFunc(run, func(p Early) bool { return p.Quick })
	}
	if first < 0 {
		return b, false
	}
	for first > 0 && run[first].At-run[first-1].At <= laying {
		first--
	}
	b = Burst{First: run[0].At, Last: run[len(run)-1].At, TurnBy: run[first].At - laying, OnlyPasses: onlyPasses}
	for _, p := range run {
		if !slices.Contains(b.Seats, p.Seat) {
			b.Seats = append(b.Seats, p.Seat)
		}
	}
	return b, true
}

// TooEarly returns how many of the presses, sorted by time, came too early to be slaps: surely of
// them count as none; those from surely to perhaps are in doubt (RACE-5, 6).
func TooEarly(presses []Press, gap time.Duration) (surely, perhaps int) {
	pause, longPause := gap/4, gap/2 // presses before the long one are no slaps, before the other in doubt
	for i := 1; i < len(presses); i++ {
		paused := presses[i].At - presses[i-1].At
		if paused <= pause || !slapAgain(presses[surely:i], presses[i:], gap) {
			continue
		}
		perhaps = i
		if paused > longPause {
			surely = i
		}
	}
	return surely, perhaps
}

// slapAgain reports whether everyone from before a pause, and at least as many others, pressed
// within a gap of the first press after it.
func slapAgain(before, after []Press, gap time.Duration) bool {
	var early, others order
	for _, p := range before {
		early.enter(p)
	}
	again := 0
	for _, p := range after {
		if p.At-after[0].At > gap {
			break
		}
		if counts, _ := others.enter(p); counts && early.index(p.Seat) >= 0 {
			again++
		}
	}
	return again == len(early) && len(others)-again >= again
}

func byTime(a, b Press) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seat, b.Seat)) }
