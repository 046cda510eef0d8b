package race

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Press is one button going down.
type Press struct {
	Seat games.Seat
	At   time.Duration
}

// An order is one press of each seat, by time. Seats that pressed in the same instant stand
// ascending, which decides nothing: they are a dead heat.
type order []Press

// enter takes a press that is the seat's only one or its earliest, and tells whether it is, and
// whether it takes the place of a later one that came before it (RACE-1).
func (o *order) enter(p Press) (counts, instead bool) {
	if i := o.of(p.Seat); i >= 0 {
		if (*o)[i].At <= p.At {
			return false, false
		}
		*o, instead = slices.Delete(*o, i, i+1), true
	}
	i, _ := slices.BinarySearchFunc(*o, p, byTime)
	*o = slices.Insert(*o, i, p)
	return true, instead
}

// replaced tells that a press is ignored from now on, for an earlier one of its seat counts.
func replaced(seat games.Seat) games.Ignored {
	return games.Ignored{Seat: seat, Why: games.NoEffect, Waited: true}
}

// of is the place of a seat's press; -1 where it has none.
func (o order) of(seat games.Seat) int {
	return slices.IndexFunc(o, func(p Press) bool { return p.Seat == seat })
}

func (o order) seats() []games.Seat {
	seats := make([]games.Seat, len(o))
	for i, p := range o {
		seats[i] = p.Seat
	}
	return seats
}

// finishes are the places, measured from an instant.
func (o order) finishes(zero time.Duration) []games.Finish {
	places := make([]games.Finish, len(o))
	for i, p := range o {
		places[i] = games.Finish{Seat: p.Seat, After: p.At - zero}
	}
	return places
}
