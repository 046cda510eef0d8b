package mito

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

const ms = time.Millisecond

func slap(seat games.Seat, at time.Duration) press {
	return press{Press: race.Press{Seat: seat, At: at}}
}

func pass(seat games.Seat, at time.Duration) press {
	p := slap(seat, at)
	p.did = endedTurn
	return p
}

func quickPass(seat games.Seat, at time.Duration) press {
	p := pass(seat, at)
	p.quick = true
	return p
}

// aBurst is a burst that is not of passes only.
func aBurst(first, last, turnBy time.Duration, seats ...games.Seat) burst {
	return burst{first: first, last: last, turnBy: turnBy, seats: seats}
}

func TestFindBursts(t *testing.T) {
	for _, c := range []struct {
		name    string
		presses []press
		since   time.Duration
		want    []burst
		unclear bool
	}{
		{name: "RACE-5 nobody pressed"},
		{
			name:    "RACE-5 presses just a burst apart are one burst",
			presses: []press{slap(3, 0), slap(4, time.Second)},
			want:    []burst{aBurst(0, time.Second, -500*ms, 3, 4)},
		},
		{
			name:    "RACE-5 bursts of different seats are one if less than two bursts apart",
			presses: []press{slap(3, 1000*ms), slap(4, 2999*ms), slap(2, 4999*ms)},
			want:    []burst{aBurst(1000*ms, 2999*ms, 500*ms, 3, 4), aBurst(4999*ms, 4999*ms, 4499*ms, 2)},
		},
		{
			name:    "RACE-5 passes around a slap, further apart than a burst, are not of its burst",
			presses: []press{pass(2, 0), slap(3, 1500*ms), pass(4, 3000*ms)},
			want:    []burst{aBurst(1500*ms, 1500*ms, 1000*ms, 3)},
		},
		{
			name:    "RACE-5 two bursts of one seat each: nobody can know which is of the card",
			presses: []press{slap(3, 0), slap(4, 2*time.Second)},
			want:    []burst{aBurst(0, 0, -500*ms, 3), aBurst(2*time.Second, 2*time.Second, 1500*ms, 4)},
			unclear: true,
		},
		{
			name:    "RACE-5 a burst counts the passes in it",
			presses: []press{pass(1, 0), pass(2, 2*time.Second), pass(3, 2500*ms), slap(4, 3*time.Second)},
			want:    []burst{aBurst(2*time.Second, 3*time.Second, 1500*ms, 2, 3, 4)},
		},
		{
			name:    "RACE-5 but a pass that ended a turn too short for a card is a slap",
			presses: []press{pass(1, 0), quickPass(2, 400*ms)},
			want: []burst{{
				first: 0, last: 400 * ms, turnBy: -500 * ms, onlyPasses: true, seats: []games.Seat{1, 2},
			}},
		},
		{
			name:    "MITO-14 a quick turn long before the first slap says nothing of the card",
			presses: []press{pass(3, 0), quickPass(4, 400*ms), slap(3, 1200*ms)},
			want:    []burst{aBurst(0, 1200*ms, 700*ms, 3, 4)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clear := findBursts(c.presses, time.Second, c.since)
			if diff := gocmp.Diff(c.want, got, gocmp.AllowUnexported(burst{})); diff != "" {
				t.Errorf("bursts (-want +got):\n%s", diff)
			}
			if clear == c.unclear {
				t.Errorf("clear %v, want %v", clear, !c.unclear)
			}
		})
	}
}

// Other seats with the same presses have the same bursts.
func TestBurstsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		presses := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) press {
			at := time.Duration(rapid.IntRange(0, 40).Draw(t, "tenths")) * 100 * ms
			p := slap(games.Seat(rapid.IntRange(1, 5).Draw(t, "seat")), at)
			p.did = rapid.SampledFrom([]effect{noEffect, endedTurn}).Draw(t, "did")
			p.quick = p.did == endedTurn && rapid.Bool().Draw(t, "quick")
			return p
		}), 0, 12).Draw(t, "presses")
		slices.SortStableFunc(presses, func(a, b press) int { return cmp.Compare(a.At, b.At) })
		want, clear := findBursts(presses, time.Second, 0)
		seats := rapid.Permutation([]games.Seat{1, 2, 3, 4, 5}).Draw(t, "seats")
		for i := range presses {
			presses[i].Seat = seats[presses[i].Seat-1]
		}
		got, otherClear := findBursts(presses, time.Second, 0)
		for _, b := range want {
			for i, s := range b.seats {
				b.seats[i] = seats[s-1]
			}
		}
		if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(burst{})); diff != "" || clear != otherClear {
			t.Fatalf("clear %v; with the seats as %v clear %v, and:\n%s", clear, seats, otherClear, diff)
		}
	})
}

// Presses older than the recent ones change no burst, however long the round.
func TestOnlyRecentPressesMakeBursts(t *testing.T) {
	pauses := []time.Duration{0, 400 * ms, 1000 * ms, 1999 * ms, 2000 * ms, 5000 * ms}
	rapid.Check(t, func(t *rapid.T) {
		h := history{limits: race.DefaultLimits()}
		h.limits.Declare = 3 * time.Second
		h.begin(games.NewStep(0), 1)
		var now time.Duration
		for range rapid.IntRange(0, 25).Draw(t, "presses") {
			now += rapid.SampledFrom(pauses).Draw(t, "pause")
			seat := games.Seat(rapid.IntRange(1, 4).Draw(t, "seat"))
			if rapid.Bool().Draw(t, "pass") {
				h.end(now)
				h.begin(games.NewStep(now), seat)
			} else {
				h.note(seat, now)
			}
		}
		all, _ := h.since(h.afterCard(), 0)
		want, _ := findBursts(all, h.limits.Burst, h.oldestCounted(now))
		if diff := gocmp.Diff(want, h.bursts(now), cmpopts.EquateEmpty(), gocmp.AllowUnexported(burst{})); diff != "" {
			t.Fatalf("the bursts of all presses (-), and of recent ones (+):\n%s", diff)
		}
	})
}
