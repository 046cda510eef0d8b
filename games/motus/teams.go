package motus

import (
	"slices"

	"arbitre/games"
)

// A seating says who plays with whom: partners face each other. In solo everyone plays for himself.
type seating struct {
	seats []games.Seat
	alone bool
}

// at returns the seat of a place, counted clockwise from the first seat, which is 0. Places beyond
// the last go around the table again.
func (s seating) at(place int) games.Seat { return s.seats[place%len(s.seats)] }

// side returns for whom a seat scores: its team, 1 or 2; in solo the seat itself.
func (s seating) side(seat games.Seat) int {
	if s.alone {
		return int(seat)
	}
	return slices.Index(s.seats, seat)%2 + 1
}

// members returns the seats that score for any of the sides.
func (s seating) members(sides ...int) []games.Seat {
	others := func(seat games.Seat) bool { return !slices.Contains(sides, s.side(seat)) }
	return slices.DeleteFunc(slices.Clone(s.seats), others)
}

// hunter returns the seat that has the line of a hunt (MOTUS-2, MOTUS-6, MOTUS-14).
func (s seating) hunter(h *hunt) games.Seat {
	switch {
	case s.alone || h.line%2 == 1 && h.line != lastLine:
		return s.at(h.author + 1)
	case h.line == lastLine:
		return s.at(h.author + 2) // the partner
	}
	return s.at(h.author + 3)
}
