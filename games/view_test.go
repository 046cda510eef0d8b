package games_test

import (
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// Of the seats that missed a race, those that pressed too late are shown behind the others, and
// those that pressed too early as silent (RACE-5, RACE-6).
func TestPressesThatDidNotCount(t *testing.T) {
	const ms = time.Millisecond
	p := &games.Photo{
		RaceOver: games.RaceOver{
			Order:   []games.Finish{{Seat: 1}, {Seat: 2, After: 5 * ms}},
			Missing: []games.Seat{3, 4, 5},
		},
		Uncounted: []games.Finish{{Seat: 3, After: -2 * time.Second}, {Seat: 4, After: 3 * ms}},
	}
	nobody := &games.Photo{RaceOver: games.RaceOver{Missing: []games.Seat{4}}, Uncounted: p.Uncounted[1:]}
	late := p.With(games.Finish{Seat: 3, After: 9 * ms})
	for _, c := range []struct {
		what      string
		photo     *games.Photo
		uncounted int
		pressed   []games.Finish
		silent    []games.Seat
		early     time.Duration // before the race, of seat 3
	}{
		{"one too early, one too late", p, 2,
			[]games.Finish{{Seat: 1}, {Seat: 4, After: 3 * ms}, {Seat: 2, After: 5 * ms}},
			[]games.Seat{3, 5}, -2 * time.Second},
		{"too early and too late", late, 3,
			[]games.Finish{{Seat: 1}, {Seat: 4, After: 3 * ms}, {Seat: 2, After: 5 * ms}, {Seat: 3, After: 9 * ms}},
			[]games.Seat{5}, -2 * time.Second},
		{"late where nobody pressed in time", nobody, 1, nil, []games.Seat{4}, 0},
		{"too late once more", p.With(games.Finish{Seat: 4, After: 9 * ms}), 2,
			p.Pressed(), p.Silent(), -2 * time.Second},
		{"once more, in time before", p.With(games.Finish{Seat: 1, After: 9 * ms}), 2,
			p.Pressed(), p.Silent(), -2 * time.Second},
	} {
		got := []any{len(c.photo.Uncounted), c.photo.Pressed(), c.photo.Silent(),
			c.photo.TooEarly(3), c.photo.TooEarly(4)}
		want := []any{c.uncounted, c.pressed, c.silent, c.early, time.Duration(0)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: uncounted, pressed, silent, too early (-want +got):\n%s", c.what, diff)
		}
	}
}
