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

func TestFindBurst(t *testing.T) {
	for _, c := range []struct {
		name          string
		marks, others []Press
		want          Burst
		unclear       bool
	}{
		{name: "RACE-5 nobody pressed"},
		{
			name:  "RACE-5 a gap of just a burst is none",
			marks: []Press{by(3, 0), by(4, time.Second)},
			want:  Burst{0, time.Second, []games.Seat{3, 4}},
		},
		{
			name:  "RACE-5 where most different seats pressed, whatever else did before and after",
			marks: []Press{by(3, 0), by(3, 500*ms), by(3, 900*ms), by(4, 3*time.Second), by(2, 3300*ms), by(4, 9*time.Second)},
			want:  Burst{3 * time.Second, 3300 * ms, []games.Seat{4, 2}},
		},
		{
			name:  "RACE-5 of equals the earliest",
			marks: []Press{by(3, 0), by(2, 100*ms), by(4, 3*time.Second), by(2, 3300*ms)},
			want:  Burst{0, 100 * ms, []games.Seat{3, 2}},
		},
		{
			name:  "RACE-5 one seat alone has slapped, the first time it pressed",
			marks: []Press{by(3, 0), by(3, 5*time.Second)},
			want:  Burst{0, 0, []games.Seat{3}},
		},
		{
			name:    "RACE-5 each alone: nobody can know",
			marks:   []Press{by(3, 0), by(4, time.Second+1), by(3, 5*time.Second)},
			want:    Burst{0, 5 * time.Second, []games.Seat{3, 4}},
			unclear: true,
		},
		{
			name:   "RACE-5 drawn back over presses that ended turns, each at most a burst before the next",
			marks:  []Press{by(4, 3*time.Second)},
			others: []Press{by(1, 900*ms), by(2, 2*time.Second), by(3, 2500*ms)},
			want:   Burst{2 * time.Second, 3 * time.Second, []games.Seat{2, 3, 4}},
		},
		{
			name:   "RACE-5 but turns that end show nothing alone",
			others: []Press{by(1, 0), by(2, 500*ms)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, clear := FindBurst(c.marks, c.others, time.Second)
			if diff := cmp.Diff(c.want, got); diff != "" || clear == c.unclear {
				t.Errorf("clear %v; burst (-want +got):\n%s", clear, diff)
			}
		})
	}
}

func TestSkipStray(t *testing.T) {
	stray, slap, own := by(3, 0), by(4, 700*ms), by(3, 800*ms)
	for _, c := range []struct {
		name    string
		presses []Press
		first   Press
	}{
		{"RACE-5 long before the others, and slapped again with them", []Press{stray, slap, own}, slap},
		{"RACE-5 the first of two that never pressed again", []Press{stray, slap}, stray},
		{"RACE-5 again long after the others", []Press{stray, slap, by(3, 1701*ms)}, stray},
		{"RACE-5 again before the others", []Press{stray, by(3, 650*ms), slap}, stray},
		{"RACE-5 not long before the others", []Press{stray, by(4, 500*ms), own}, stray},
		{"RACE-5 one after the other", []Press{by(2, -600*ms), stray, slap, own, by(2, 900*ms)}, slap},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := SkipStray(c.presses, time.Second); got[0] != c.first {
				t.Errorf("the slaps begin with %v; want %v", got[0], c.first)
			}
		})
	}
}

func anyPresses(t *rapid.T, label string) []Press {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Press {
		return by(games.Seat(rapid.IntRange(1, 5).Draw(t, "seat")), time.Duration(rapid.IntRange(0, 40).Draw(t, "tenths"))*100*ms)
	}), 0, 12).Draw(t, label)
}

// No rule of a burst knows a seat's number or the order in which presses were delivered.
func TestBurstsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		marks, others := anyPresses(t, "marks"), anyPresses(t, "others")
		burst, clear := FindBurst(marks, others, time.Second)

		seats := rapid.Permutation([]games.Seat{1, 2, 3, 4, 5}).Draw(t, "seats")
		moved := func(list []Press) []Press {
			list = slices.Clone(list)
			for i := range list {
				list[i].Seat = seats[list[i].Seat-1]
			}
			return rapid.Permutation(list).Draw(t, "delivered")
		}
		other, otherClear := FindBurst(moved(marks), moved(others), time.Second)
		if clear != otherClear || burst.First != other.First || burst.Last != other.Last {
			t.Fatalf("%v clear %v; with the seats as %v delivered otherwise: %v clear %v", burst, clear, seats, other, otherClear)
		}
		for i, s := range burst.Seats {
			burst.Seats[i] = seats[s-1]
		}
		slices.Sort(burst.Seats)
		slices.Sort(other.Seats)
		if !slices.Equal(burst.Seats, other.Seats) {
			t.Fatalf("%v, with other seats %v", burst.Seats, other.Seats)
		}

		first, again := SkipStray(marks, time.Second), SkipStray(moved(marks), time.Second)
		if len(first) != len(again) {
			t.Fatalf("%v; delivered otherwise with the seats as %v: %v", first, seats, again)
		}
	})
}
