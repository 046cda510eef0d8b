package race

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
)

// A Slap is a press from before the declaration that may have been a slap.
type Slap struct {
	Press
	Ended bool // it ended a turn, and shows nothing alone
	Short bool // but that turn was too short to lay a card in
}

// A Burst is a run of presses, each at most the limit "burst" after the one before (RACE-5).
type Burst struct {
	First, Last time.Duration
	Quiet       time.Duration // the last time before its slaps at which nobody had pressed for half a burst
	Ends        bool          // every press in it ended a turn, and perhaps none was a slap
	Seats       []games.Seat  // that pressed in it, by time
}

// Bursts parts presses, which stand in order of time. It leaves out bursts that ended before since,
// and those in which only turns ended. Clear tells whether two seats slapped in one of them, or no
// more than one slapped at all.
//
// Slow people are waited for: bursts less than two gaps apart are one if nobody pressed in both.
func Bursts(presses []Slap, gap, since time.Duration) (bursts []Burst, clear bool) {
	start := 0 // of the last burst
	for begin, end := 0, 1; end <= len(presses); end++ {
		if end < len(presses) && presses[end].At-presses[end-1].At <= gap {
			continue
		}
		b, slapped := burst(presses[begin:end], gap)
		last := len(bursts) - 1
		switch {
		case !slapped:
		case last >= 0 && b.First-bursts[last].Last < 2*gap && apart(bursts[last].Seats, b.Seats):
			bursts[last], _ = burst(presses[start:end], gap)
		default:
			bursts, start = append(bursts, b), begin
		}
		begin = end
	}
	bursts = slices.DeleteFunc(bursts, func(b Burst) bool { return b.Last < since })
	together := func(b Burst) bool { return len(b.Seats) > 1 }
	another := func(b Burst) bool { return b.Seats[0] != bursts[0].Seats[0] }
	return bursts, slices.ContainsFunc(bursts, together) || !slices.ContainsFunc(bursts, another)
}

// apart tells whether no seat is on both lists.
func apart(a, b []games.Seat) bool {
	return !slices.ContainsFunc(a, func(s games.Seat) bool { return slices.Contains(b, s) })
}

// burst is that of a run, if somebody slapped in it.
func burst(run []Slap, gap time.Duration) (b Burst, slapped bool) {
	first := slices.IndexFunc(run, func(s Slap) bool { return !s.Ended })
	ends := first < 0
	if ends {
		first = slices.IndexFunc(run, func(s Slap) bool { return s.Short })
	}
	if first < 0 {
		return b, false
	}
	for first > 0 && run[first].At-run[first-1].At <= gap/2 {
		first--
	}
	b = Burst{First: run[0].At, Last: run[len(run)-1].At, Quiet: run[first].At - gap/2, Ends: ends}
	for _, s := range run {
		if !slices.Contains(b.Seats, s.Seat) {
			b.Seats = append(b.Seats, s.Seat)
		}
	}
	return b, true
}

// TooEarly tells how many of the presses, which stand in order of time, came too early to be slaps,
// and how many, those among them, perhaps: before a pause, of seats that all pressed again soon
// after it, when at least as many others did.
func TooEarly(presses []Press, gap time.Duration) (surely, perhaps int) {
	for i := 1; i < len(presses); i++ {
		pause := presses[i].At - presses[i-1].At
		if pause <= gap/4 || !slapAgain(presses[surely:i], presses[i:], gap) {
			continue
		}
		perhaps = i
		if pause > gap/2 {
			surely = i
		}
	}
	return surely, perhaps
}

// slapAgain tells whether all who pressed before a pause pressed again within a gap of its end, and
// at least as many others.
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
		if counts, _ := others.enter(p); counts && early.of(p.Seat) >= 0 {
			again++
		}
	}
	return again == len(early) && len(others)-again >= again
}

func byTime(a, b Press) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seat, b.Seat)) }
