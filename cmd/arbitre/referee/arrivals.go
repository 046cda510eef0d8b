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
	waiting []hw.Event
	catchUp func() (known time.Duration) // adds what is not read yet
	clock   func() time.Duration
	behind  bool // not all is known that has happened by now: an edge is on its way, or lost
}

func newArrivals(d Devices) *arrivals {
	a := &arrivals{clock: d.Clock}
	add := a.add // as a value, which is made once
	a.catchUp = func() time.Duration { return d.CatchUp(add) }
	return a
}

// add adds what has come of a source.
func (a *arrivals) add(e hw.Event) { a.waiting = append(a.waiting, e) }

// take hands over all that nothing can come before any more. It returns up to when all is known.
func (a *arrivals) take(take func(hw.Event)) (known time.Duration) {
	now := a.clock()
	known = a.catchUp()
	a.behind = known < now
	slices.SortStableFunc(a.waiting, func(x, y hw.Event) int { return cmp.Compare(x.At, y.At) })
	n := 0
	for n < len(a.waiting) && a.waiting[n].At <= known {
		take(a.waiting[n])
		n++
	}
	a.waiting = slices.Delete(a.waiting, 0, n)
	return known
}
