package race

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func by(seat games.Seat, at time.Duration) Press { return Press{seat, at} }

func slap(seat games.Seat, at time.Duration) Early { return Early{Press: by(seat, at)} }

func pass(seat games.Seat, at time.Duration) Early { return Early{Press: by(seat, at), Pass: true} }

func quickPass(seat games.Seat, at time.Duration) Early {
	return Early{Press: by(seat, at), Pass: true, Quick: true}
}

// burstOf is a burst that is not of passes only.
func burstOf(first, last, turnBy time.Duration, seats ...games.Seat) Burst {
	return Burst{First: first, Last: last, TurnBy: turnBy, Seats: seats}
}

func TestBursts(t *testing.T) {
	for _, c := range []struct {
		name    string
		presses []Early
		since   time.Duration
		want    []Burst
		unclear bool
	}{
		{name: "RACE-5 nobody pressed"},
		{
			name:    "RACE-5 presses just a burst apart are one burst",
			presses: []Early{slap(3, 0), slap(4, time.Second)},
			want:    []Burst{burstOf(0, time.Second, -500*ms, 3, 4)},
		},
		{
			name:    "RACE-5 presses further apart are two bursts, if a seat is in both",
			presses: []Early{slap(3, 0), slap(3, 1001*ms), slap(4, 1002*ms)},
			want:    []Burst{burstOf(0, 0, -500*ms, 3), burstOf(1001*ms, 1002*ms, 501*ms, 3, 4)},
		},
		{
			name:    "RACE-5 bursts of different seats are one if less than two bursts apart",
			presses: []Early{slap(3, 1000*ms), slap(4, 2999*ms), slap(2, 4999*ms)},
			want:    []Burst{burstOf(1000*ms, 2999*ms, 500*ms, 3, 4), burstOf(4999*ms, 4999*ms, 4499*ms, 2)},
		},
		{
			name:    "RACE-5 passes around a slap, further apart than a burst, are not of its burst",
			presses: []Early{pass(2, 0), slap(3, 1500*ms), pass(4, 3000*ms)},
			want:    []Burst{burstOf(1500*ms, 1500*ms, 1000*ms, 3)},
		},
		{
			name:    "RACE-5 two bursts of one seat each: nobody can know which is of the card",
			presses: []Early{slap(3, 0), slap(4, 2*time.Second)},
			want:    []Burst{burstOf(0, 0, -500*ms, 3), burstOf(2*time.Second, 2*time.Second, 1500*ms, 4)},
			unclear: true,
		},
		{
			name:    "RACE-5 two bursts of the same seat: it alone has slapped",
			presses: []Early{slap(3, 0), slap(3, 5*time.Second)},
			want:    []Burst{burstOf(0, 0, -500*ms, 3), burstOf(5*time.Second, 5*time.Second, 4500*ms, 3)},
		},
		{
			name:    "RACE-5 a burst counts whole, if its last press is recent enough",
			presses: []Early{slap(3, 0), slap(4, 3*time.Second), slap(2, 3900*ms)},
			since:   3900 * ms,
			want:    []Burst{burstOf(3*time.Second, 3900*ms, 2500*ms, 4, 2)},
		},
		{
			name:    "RACE-5 a burst counts the passes in it",
			presses: []Early{pass(1, 0), pass(2, 2*time.Second), pass(3, 2500*ms), slap(4, 3*time.Second)},
			want:    []Burst{burstOf(2*time.Second, 3*time.Second, 1500*ms, 2, 3, 4)},
		},
		{
			name:    "RACE-5 passes alone are no burst",
			presses: []Early{pass(1, 0), pass(2, 500*ms)},
		},
		{
			name:    "RACE-5 but a pass that ended a turn too short for a card is a slap",
			presses: []Early{pass(1, 0), quickPass(2, 400*ms)},
			want: []Burst{{
				First: 0, Last: 400 * ms, TurnBy: -500 * ms, OnlyPasses: true, Seats: []games.Seat{1, 2},
			}},
		},
		{
			name:    "MITO-14 a quick turn long before the first slap says nothing of the card",
			presses: []Early{pass(3, 0), quickPass(4, 400*ms), slap(3, 1200*ms)},
			want:    []Burst{burstOf(0, 1200*ms, 700*ms, 3, 4)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clear := Bursts(c.presses, time.Second, c.since)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("bursts (-want +got):\n%s", diff)
			}
			if clear == c.unclear {
				t.Errorf("clear %v, want %v", clear, !c.unclear)
			}
		})
	}
}

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
		{"RACE-5 surely: again shortly before the others", []Press{by(3, 0), by(3, 700*ms), by(4, 800*ms)}, 1, 1},
		{"RACE-5 not: again and again, without a pause",
			[]Press{by(3, 0), by(3, 200*ms), by(4, 400*ms), by(3, 600*ms)}, 0, 0},
		{"RACE-5 surely: two seats, one after the other",
			[]Press{by(2, 0), by(3, 600*ms), by(4, 1300*ms), by(3, 1400*ms), by(2, 1500*ms)}, 2, 2},
		{"RACE-5 surely: two seats of four, together",
			[]Press{by(2, 0), by(3, 100*ms), by(4, 700*ms), by(3, 800*ms), by(2, 900*ms),
				by(5, 950*ms)}, 2, 2},
		{"RACE-5 not: all seats slapped twice", []Press{by(2, 0), by(3, 100*ms), by(3, 800*ms), by(2, 900*ms)}, 0, 0},
		{"RACE-5 one surely, and then one perhaps",
			[]Press{by(2, 0), by(3, 600*ms), by(4, 900*ms), by(3, 950*ms), by(2, 970*ms)}, 1, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if surely, perhaps := TooEarly(c.presses, time.Second); surely != c.surely || perhaps != c.perhaps {
				t.Errorf("too early: surely %d, perhaps %d; want %d, %d", surely, perhaps, c.surely, c.perhaps)
			}
		})
	}
}

// Other seats with the same presses get the same verdict.
func TestBurstsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		presses := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Early {
			return Early{
				Press: by(games.Seat(rapid.IntRange(1, 5).Draw(t, "seat")),
					time.Duration(rapid.IntRange(0, 40).Draw(t, "tenths"))*100*ms),
				Pass:  rapid.Bool().Draw(t, "pass"),
				Quick: rapid.Bool().Draw(t, "quick"),
			}
		}), 0, 12).Draw(t, "presses")
		sorted := func() (slaps []Early, own []Press) {
			slaps = slices.SortedFunc(slices.Values(presses), func(a, b Early) int { return byTime(a.Press, b.Press) })
			for _, s := range slaps {
				own = append(own, s.Press)
			}
			return slaps, own
		}
		slaps, own := sorted()
		bursts, clear := Bursts(slaps, time.Second, 0)
		surely, perhaps := TooEarly(own, time.Second)

		seats := rapid.Permutation([]games.Seat{1, 2, 3, 4, 5}).Draw(t, "seats")
		for i := range presses {
			presses[i].Seat = seats[presses[i].Seat-1]
		}
		slaps, own = sorted()
		others, otherClear := Bursts(slaps, time.Second, 0)
		for _, b := range bursts {
			for i, s := range b.Seats {
				b.Seats[i] = seats[s-1]
			}
			slices.Sort(b.Seats)
		}
		for _, b := range others {
			slices.Sort(b.Seats)
		}
		if diff := cmp.Diff(bursts, others); diff != "" || clear != otherClear {
			t.Fatalf("clear %v; with the seats as %v clear %v, and:\n%s", clear, seats, otherClear, diff)
		}
		if s, p := TooEarly(own, time.Second); s != surely || p != perhaps {
			t.Fatalf("too early: %d and %d; with the seats as %v: %d and %d", surely, perhaps, seats, s, p)
		}
	})
}
