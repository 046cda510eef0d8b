package race

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
)

// A Press is one button going down.
type Press struct {
	Seat games.Seat
	At   time.Duration
}

// An order holds one press of each seat, sorted by time. Presses of the same instant are sorted by
// seat, which decides nothing: they are a dead heat.
type order []Press

// enter adds a press, and reports whether it counts: as its seat's only or earliest one (RACE-1).
func (o *order) enter(p Press) bool {
	if i := o.index(p.Seat); i >= 0 {
		if (*o)[i].At <= p.At {
			return false
		}
		*o = slices.Delete(*o, i, i+1)
	}
	*o = append(*o, p)
	slices.SortFunc(*o, byTime)
	return true
}

// press enters a press that has just been delivered. A later one of its seat that was delivered
// before it is ignored from then on.
func (o *order) press(step *games.Step, seat games.Seat) (counts bool) {
	before := len(*o)
	if counts = o.enter(Press{seat, step.At}); counts && len(*o) == before { // it replaced the later one
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect, Waited: true})
	}
	return counts
}

func byTime(a, b Press) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seat, b.Seat)) }

// index returns the index of a seat's press, or -1.
func (o order) index(seat games.Seat) int {
	return slices.IndexFunc(o, func(p Press) bool { return p.Seat == seat })
}

func (o order) seats() []games.Seat {
	seats := make([]games.Seat, len(o))
	for i, p := range o {
		seats[i] = p.Seat
	}
	return seats
}

// finishes returns the order, measured from zero.
func (o order) finishes(zero time.Duration) []games.Finish {
	places := make([]games.Finish, len(o))
	for i, p := range o {
		places[i] = games.Finish{Seat: p.Seat, After: p.At - zero}
	}
	return places
}
