package race

import (
	"testing"
	"time"

	"arbitre/games"
)

func by(seat games.Seat, at time.Duration) Press { return Press{seat, at} }

func TestTooEarly(t *testing.T) {
	for _, c := range []struct {
		name            string
		presses         []Press
		surely, perhaps int
	}{
		{"RACE-5 nobody pressed", nil, 0, 0},
		{"RACE-5 surely: long before the others, and again with them",
			[]Press{by(3, 0), by(4, 501*ms), by(3, 600*ms)}, 1, 1},
		{"RACE-5 perhaps: not so long before the others, and again with them",
			[]Press{by(3, 0), by(4, 500*ms), by(3, 600*ms)}, 0, 1},
		{"RACE-5 not: only just before the others", []Press{by(3, 0), by(4, 250*ms), by(3, 600*ms)}, 0, 0},
		{"RACE-5 not: never again with the others", []Press{by(3, 0), by(4, 700*ms)}, 0, 0},
		{"RACE-5 not: again, but more than a burst after the others",
			[]Press{by(3, 0), by(4, 700*ms), by(3, 1701*ms)}, 0, 0},
		{"RACE-5 surely: again a burst after the others", []Press{by(3, 0), by(4, 700*ms), by(3, 1700*ms)}, 1, 1},
		{"RACE-5 surely: again shortly before the others", []Press{by(3, 0), by(3, 700*ms), by(4, 800*ms)}, 1, 1},
		{"RACE-5 surely: two seats of four, together",
			[]Press{by(2, 0), by(3, 100*ms), by(4, 700*ms), by(3, 800*ms), by(2, 900*ms),
				by(5, 950*ms)}, 2, 2},
		{"RACE-5 not: all seats slapped twice", []Press{by(2, 0), by(3, 100*ms), by(3, 800*ms), by(2, 900*ms)}, 0, 0},
		{"RACE-5 one surely, and then one perhaps",
			[]Press{by(2, 0), by(3, 600*ms), by(4, 900*ms), by(3, 950*ms), by(2, 970*ms)}, 1, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if surely, perhaps := tooEarly(c.presses, time.Second); surely != c.surely || perhaps != c.perhaps {
				t.Errorf("too early: surely %d, perhaps %d; want %d, %d", surely, perhaps, c.surely, c.perhaps)
			}
		})
	}
}
