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

func passed(seat games.Seat, at time.Duration) Early { return Early{Press: by(seat, at), Pass: true} }

func atOnce(seat games.Seat, at time.Duration) Early {
	return Early{Press: by(seat, at), Pass: true, Quick: true}
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
			name:    "RACE-5 a gap of just a burst is none",
			presses: []Early{slap(3, 0), slap(4, time.Second)},
			want:    []Burst{{0, time.Second, -500 * ms, false, []games.Seat{3, 4}}},
		},
		{
			name:    "RACE-5 a longer one is, if somebody pressed on both sides",
			presses: []Early{slap(3, 0), slap(3, 1001*ms), slap(4, 1002*ms)},
			want: []Burst{{0, 0, -500 * ms, false, []games.Seat{3}},
				{1001 * ms, 1002 * ms, 501 * ms, false, []games.Seat{3, 4}}},
		},
		{
			name:    "RACE-5 or if it is two bursts long",
			presses: []Early{slap(3, 1000*ms), slap(4, 2999*ms), slap(2, 4999*ms)},
			want: []Burst{{1000 * ms, 2999 * ms, 500 * ms, false, []games.Seat{3, 4}},
				{4999 * ms, 4999 * ms, 4499 * ms, false, []games.Seat{2}}},
		},
		{
			name:    "RACE-5 or if only a turn ended before it",
			presses: []Early{passed(2, 0), slap(3, 1500*ms), passed(4, 3000*ms)},
			want:    []Burst{{1500 * ms, 1500 * ms, 1000 * ms, false, []games.Seat{3}}},
		},
		{
			name:    "RACE-5 each alone: nobody can know",
			presses: []Early{slap(3, 0), slap(4, 2*time.Second)},
			want: []Burst{{0, 0, -500 * ms, false, []games.Seat{3}},
				{2 * time.Second, 2 * time.Second, 1500 * ms, false, []games.Seat{4}}},
			unclear: true,
		},
		{
			name:    "RACE-5 one seat alone has slapped",
			presses: []Early{slap(3, 0), slap(3, 5*time.Second)},
			want: []Burst{{0, 0, -500 * ms, false, []games.Seat{3}},
				{5 * time.Second, 5 * time.Second, 4500 * ms, false, []games.Seat{3}}},
		},
		{
			name:    "RACE-5 whole, as long as its last press is recent enough",
			presses: []Early{slap(3, 0), slap(4, 3*time.Second), slap(2, 3900*ms)},
			since:   3900 * ms,
			want:    []Burst{{3 * time.Second, 3900 * ms, 2500 * ms, false, []games.Seat{4, 2}}},
		},
		{
			name:    "RACE-5 with the ends of turns that lie in it",
			presses: []Early{passed(1, 0), passed(2, 2*time.Second), passed(3, 2500*ms), slap(4, 3*time.Second)},
			want:    []Burst{{2 * time.Second, 3 * time.Second, 1500 * ms, false, []games.Seat{2, 3, 4}}},
		},
		{
			name:    "RACE-5 but those show nothing alone",
			presses: []Early{passed(1, 0), passed(2, 500*ms)},
		},
		{
			name:    "RACE-5 if no turn was too short for a card",
			presses: []Early{passed(1, 0), atOnce(2, 400*ms)},
			want:    []Burst{{0, 400 * ms, -500 * ms, true, []games.Seat{1, 2}}},
		},
		{
			name:    "MITO-14 a quick turn long before the first slap says nothing of the card",
			presses: []Early{passed(3, 0), atOnce(4, 400*ms), slap(3, 1200*ms)},
			want:    []Burst{{0, 1200 * ms, 700 * ms, false, []games.Seat{3, 4}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clear := Bursts(c.presses, time.Second, c.since)
			if diff := cmp.Diff(c.want, got); diff != "" || clear == c.unclear {
				t.Errorf("clear %v; bursts (-want +got):\n%s", clear, diff)
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
		{"RACE-5 long before the others, and again with them", []Press{by(3, 0), by(4, 501*ms), by(3, 600*ms)}, 1, 1},
		{"RACE-5 not so long before them", []Press{by(3, 0), by(4, 500*ms), by(3, 600*ms)}, 0, 1},
		{"RACE-5 just before them", []Press{by(3, 0), by(4, 250*ms), by(3, 600*ms)}, 0, 0},
		{"RACE-5 and never again", []Press{by(3, 0), by(4, 700*ms)}, 0, 0},
		{"RACE-5 or too late", []Press{by(3, 0), by(4, 700*ms), by(3, 1701*ms)}, 0, 0},
		{"RACE-5 again before the others", []Press{by(3, 0), by(3, 700*ms), by(4, 800*ms)}, 1, 1},
		{"RACE-5 again and again", []Press{by(3, 0), by(3, 200*ms), by(4, 400*ms), by(3, 600*ms)}, 0, 0},
		{"RACE-5 one after the other",
			[]Press{by(2, 0), by(3, 600*ms), by(4, 1300*ms), by(3, 1400*ms), by(2, 1500*ms)}, 2, 2},
		{"RACE-5 two of four", []Press{by(2, 0), by(3, 100*ms), by(4, 700*ms), by(3, 800*ms), by(2, 900*ms),
			by(5, 950*ms)}, 2, 2},
		{"RACE-5 all of them, who slapped twice", []Press{by(2, 0), by(3, 100*ms), by(3, 800*ms), by(2, 900*ms)}, 0, 0},
		{"RACE-5 surely, and then perhaps",
			[]Press{by(2, 0), by(3, 600*ms), by(4, 900*ms), by(3, 950*ms), by(2, 970*ms)}, 1, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if surely, perhaps := TooEarly(c.presses, time.Second); surely != c.surely || perhaps != c.perhaps {
				t.Errorf("too early: surely %d, perhaps %d; want %d, %d", surely, perhaps, c.surely, c.perhaps)
			}
		})
	}
}

// No rule of a burst knows a seat's number.
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
