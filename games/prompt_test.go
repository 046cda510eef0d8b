package games_test

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
)

// Seats may be named up to the last moment of each, and only while two are left (MITO-14).
func TestNamingLeft(t *testing.T) {
	n := games.Naming{Seats: []games.Candidate{
		{Seat: 3, Until: 10 * time.Second}, {Seat: 1, Until: 12 * time.Second}, {Seat: 2},
	}}
	for _, tt := range []struct {
		at   time.Duration
		want []games.Seat
	}{
		{10 * time.Second, []games.Seat{3, 1, 2}},
		{10*time.Second + 1, []games.Seat{1, 2}},
		{12 * time.Second, []games.Seat{1, 2}},
		{12*time.Second + 1, nil},
	} {
		if got := n.Left(tt.at); !slices.Equal(got, tt.want) {
			t.Errorf("at %v seats %v are left, want %v", tt.at, got, tt.want)
		}
	}
}

// A hand is asked with what is likely beside three of the first kind, and a correction of it with
// what it was (MITO-21).
func TestTheHandThatIsAskedFirst(t *testing.T) {
	p := games.Prompt{Counts: []games.Count{{Key: "numbers", Most: 43}, {Key: "actions", Most: 20}}}
	if got := p.Unchanged(); got.JSON() != `{"numbers":3,"actions":1}` {
		t.Errorf("asked with %s", got)
	}
	p.Preset = gametest.Value(`{"numbers":7,"actions":0}`)
	if got := p.Unchanged(); !got.Equal(p.Preset) {
		t.Errorf("corrected from %s, want %s", got, p.Preset)
	}
}
