package mito

import (
	"slices"
	"time"

	"arbitre/games"
)

// A burst is a run of presses, each at most "burst" after the one before, with a slap (RACE-5, 2).
type burst struct {
	first, last time.Duration
	turnBy      time.Duration // latest time at which the turn of its card's layer can have begun (MITO-14)
	onlyPasses  bool          // every press was a pass
	seats       []games.Seat  // that pressed in it, by time
}

// findBursts returns the bursts in presses that are sorted by time, without those that ended before
// since. clear reports whether it is known which burst was of a card.
func findBursts(presses []press, gap, since time.Duration) (bursts []burst, clear bool) {
	runStart, burstStart := 0, 0 // where the run begins, and where the last burst began
	for end := 1; end <= len(presses); end++ {
		if end < len(presses) && presses[end].At-presses[end-1].At <= gap {
			continue // the run goes on
		}
		b, slapped := burstOf(presses[runStart:end], gap)
		last := len(bursts) - 1
		switch {
		case !slapped:
		case last >= 0 && b.first-bursts[last].last < 2*gap && disjoint(bursts[last].seats, b.seats):
			bursts[last], _ = burstOf(presses[burstStart:end], gap) // other seats lagged behind
		default:
			bursts, burstStart = append(bursts, b), runStart
		}
		runStart = end
	}
	bursts = slices.DeleteFunc(bursts, func(b burst) bool { return b.last < since })
	return bursts, isClear(bursts)
}

// isClear reports whether a burst has two or more seats, or one seat made all bursts (RACE-5, 5).
func isClear(bursts []burst) bool {
	together := func(b burst) bool { return len(b.seats) > 1 }
	another := func(b burst) bool { return b.seats[0] != bursts[0].seats[0] }
	return slices.ContainsFunc(bursts, together) || !slices.ContainsFunc(bursts, another)
}

// areOnce reports whether no two bursts of one seat each are of the same seat.
func areOnce(bursts []burst) bool {
	var seats []games.Seat
	for _, b := range bursts {
		if slices.Contains(seats, b.seats[0]) {
			return false
		}
		seats = append(seats, b.seats[0])
	}
	return true
}

// disjoint reports whether no seat is on both lists.
func disjoint(a, b []games.Seat) bool {
	return !slices.ContainsFunc(a, func(s games.Seat) bool { return slices.Contains(b, s) })
}

// burstOf returns a run of presses as a burst. slapped reports whether it has a slap.
func burstOf(run []press, gap time.Duration) (b burst, slapped bool) {
	laying := gap / 2 // how long it takes to lay a card (MITO-14)
	first := slices.IndexFunc(run, func(p press) bool { return p.did != endedTurn })
	onlyPasses := first < 0
	if onlyPasses {
		first = slices.IndexFunc(run, func(p press) bool { return p.quick })
	}
	if first < 0 {
		return b, false
	}
	for first > 0 && run[first].At-run[first-1].At <= laying {
		first--
	}
	b = burst{first: run[0].At, last: run[len(run)-1].At, turnBy: run[first].At - laying, onlyPasses: onlyPasses}
	for _, p := range run {
		if !slices.Contains(b.seats, p.Seat) {
			b.seats = append(b.seats, p.Seat)
		}
	}
	return b, true
}
