package referee

import (
	"cmp"
	"slices"
	"time"

	"arbitre/hw"
)

// Arrivals buffer the events of all sources, and hand them over in the order of their time stamps:
// presses and releases once [hw.Contacts] are certain of them. An event is held back until every
// source has delivered all that is older. So no player loses by a slow device, and no deadline fires
// before an older edge, even on a busy machine on which reading lags behind the clock.
type arrivals struct {
	waiting  []hw.Event
	contacts *hw.Contacts
	catchUp  func() (known time.Duration) // adds the events that are not read yet
	clock    func() time.Duration
	behind   bool // events may be missing up to now: an edge is on its way, or lost
}

func newArrivals(
	contacts *hw.Contacts, clock func() time.Duration, catchUp func(pass func(hw.Event)) time.Duration,
) *arrivals {
	a := &arrivals{contacts: contacts, clock: clock}
	add := a.add // a method value allocates, so it is made once
	a.catchUp = func() time.Duration { return catchUp(add) }
	return a
}

// add buffers an event.
func (a *arrivals) add(e hw.Event) { a.waiting = append(a.waiting, e) }

// take hands over what no earlier event can precede any more. It returns the time up to which all
// events are known.
func (a *arrivals) take(handle func(hw.Event)) (known time.Duration) {
	now := a.clock()
	known = a.catchUp()
	a.behind = known < now
	slices.SortStableFunc(a.waiting, func(x, y hw.Event) int { return cmp.Compare(x.At, y.At) })
	for len(a.waiting) > 0 && a.waiting[0].At <= known {
		e := a.waiting[0]
		a.waiting = slices.Delete(a.waiting, 0, 1)
		for _, edge := range a.contacts.Take(e) {
			handle(hw.Event{Edge: edge})
		}
		if e.Lost > 0 || e.Resynced || e.Typed != 0 { // else it was an edge
			handle(e)
		}
	}
	for _, edge := range a.contacts.Elapse(known) {
		handle(hw.Event{Edge: edge})
	}
	return known
}
