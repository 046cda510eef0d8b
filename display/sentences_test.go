package display

import (
	"testing"

	"arbitre/games"
)

func TestSubject(t *testing.T) {
	for _, c := range []struct {
		template string
		said     games.Text
		seat     games.Seat
		rest     string
	}{
		{"{seat} plays", games.Text{Seat: 2}, 2, "plays"},
		{"{seats} : {n} mots", games.Text{Seats: []games.Seat{3}}, 3, "{n} mots"},
		{"{seats} win", games.Text{Seats: []games.Seat{1, 3}}, 0, ""},
		{"Round {n}", games.Text{Seat: 2}, 0, ""},
		{"{seat}", games.Text{Seat: 2}, 0, ""},
		{"{seat}: {+n}", games.Text{Seat: 2}, 0, ""}, // "2 −1" is a sum
	} {
		if seat, rest := subject(c.template, c.said); seat != c.seat || rest != c.rest {
			t.Errorf("%q begins with %d, then %q; want %d and %q", c.template, seat, rest, c.seat, c.rest)
		}
	}
}
