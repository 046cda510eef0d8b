package referee

import (
	"cmp"
	"slices"
	"time"

	"arbitre/hw"
)

// Arrivals buffer the events of all sources and hand them over in the order of their time stamps.
// An event is held back until every source has delivered all that is older. So nobody loses by a
// slow device, and no deadline fires before an older edge, even on a busy machine on which reading
// lags behind the clock.
type arrivals struct {
	waiting []hw.Event
	catchUp func() (known time.Duration) // adds the events that are not read yet
	clock   func() time.Duration
	behind  bool // events may be missing up to now: an edge is on its way, or lost
}

func newArrivals(d Devices) *arrivals {
	a := &arrivals{clock: d.Clock}
	add := a.add // a method value allocates, so it is made once
	a.catchUp = func() time.Duration { return d.CatchUp(add) }
	return a
}

// add buffers an event.
func (a *arrivals) add(e hw.Event) { a.waiting = append(a.waiting, e) }

// take hands over the events that no earlier event can precede any more. It returns the time up to
// which all events are known.
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
