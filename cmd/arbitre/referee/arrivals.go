package referee

import (
	"cmp"
	"slices"
	"time"

	"arbitre/hw"
)

// Arrivals are what was read of all sources and is not taken yet. It is taken by its time, not in
// the order in which it came, and only up to when all is known: of a slow source something earlier
// may still be on its way. So nobody loses by a slow device, and no deadline is applied before an
// edge that came before it: on a busy machine the clock may be far ahead of what was read.
type arrivals struct {
	waiting []arrival
	catchUp func() (known time.Duration) // adds what is not read yet
	clock   func() time.Duration
	behind  bool // not all is known that has happened by now: an edge is on its way, or lost
}

// An arrival is an event of the buttons, or of a keyboard.
type arrival struct {
	hw.Event
	typed bool
}

func newArrivals(d Devices) *arrivals {
	a := &arrivals{clock: d.Clock}
	press := a.press // as a value, which is made once
	a.catchUp = func() time.Duration { return d.CatchUp(press) }
	return a
}

// press adds what has come of the buttons.
func (a *arrivals) press(e hw.Event) { a.waiting = append(a.waiting, arrival{Event: e}) }

// take hands over all that nothing can come before any more. It returns up to when all is known.
func (a *arrivals) take(take func(arrival)) (known time.Duration) {
	now := a.clock()
	known = a.catchUp()
	a.behind = known < now
	slices.SortStableFunc(a.waiting, func(x, y arrival) int { return cmp.Compare(x.At, y.At) })
	n := 0
	for n < len(a.waiting) && a.waiting[n].At <= known {
		take(a.waiting[n])
		n++
	}
	a.waiting = slices.Delete(a.waiting, 0, n)
	return known
}
