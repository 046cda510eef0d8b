package motus

import "arbitre/games"

// A seating says who plays with whom: partners face each other. In solo everyone plays for himself.
type seating struct {
	seats []games.Seat
	teams games.Teams // nil in solo
}

// at returns the seat of a place, counted clockwise from the first seat, which is 0. Places beyond
// the last go around the table again.
func (s seating) at(place int) games.Seat { return s.seats[place%len(s.seats)] }

// hunter returns the seat that has the line of a hunt (MOTUS-2, MOTUS-6, MOTUS-14).
func (h *hunt) hunter(s seating) games.Seat {
	switch {
	case s.teams == nil || h.line%2 == 1 && h.line != lastLine:
		return s.at(h.author + 1)
	case h.line == lastLine:
		return s.at(h.author + 2) // the partner
	}
	return s.at(h.author + 3)
}
