package race

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// read reads the JSON of a value.
func read(t *testing.T, text string) (v games.Value) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A start line that leaves limits out means these.
func TestDefaultLimits(t *testing.T) {
	want := Limits{Tie: ms, Settle: 10 * ms, Timeout: 5 * time.Second, Lookback: 1500 * ms, Quiet: time.Second,
		Burst: time.Second, Declare: 15 * time.Second}
	if got, err := ParseLimits(games.Row()); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%+v, %v; expected %+v", got, err, want)
	}
}

// Without a tie there would be no dead heat, and without a timeout no time to press.
func TestLimitsThatMustBe(t *testing.T) {
	for value, want := range map[string]bool{
		`{"tie":"0s"}`: false, `{"timeout":"0s"}`: false, `{"tie":"1ns","timeout":"1ns","settle":"0s"}`: true,
	} {
		if _, err := ParseLimits(read(t, value)); err == nil != want {
			t.Errorf("%s: error %v; want it accepted: %v", value, err, want)
		}
	}
}

func TestTheStartLineSaysEveryLimit(t *testing.T) {
	l := Limits{Tie: 1, Settle: 2, Timeout: 3, Lookback: 4, Quiet: 5, Burst: 6, Declare: 7,
		Devices: []Device{{Resolution: 8, Seats: []games.Seat{1, 4}}, {Resolution: 9, Seats: []games.Seat{2}}}}
	const want = `{"tie":"1ns","settle":"2ns","timeout":"3ns","lookback":"4ns","quiet":"5ns","burst":"6ns",` +
		`"declare":"7ns","devices":[{"resolution":"8ns","seats":[1,4]},{"resolution":"9ns","seats":[2]}]}`
	if got, err := ParseLimits(read(t, want)); err != nil || !cmp.Equal(got, l) || l.Value().JSON() != want {
		t.Errorf("%s: %+v, error %v; want %s: %+v", l.Value(), got, err, want, l)
	}
	if v := DefaultLimits().Value(); strings.Contains(v.JSON(), "devices") {
		t.Errorf("without devices the start line has %s", v)
	}
}

func TestDevices(t *testing.T) {
	for value, want := range map[string]string{
		`{"devices":[{"resolution":"8ms","seats":[1,3]},{"resolution":"1s","seats":[2]}]}`: "",
		`{"devices":[{"seats":[1,3],"resolution":"8ms"}]}`:                                 "",
		`{"devices":[{"resolution":"8ms","seats":[1],"poll":"8ms"}]}`:                      `unknown option "poll"`,
		`{"devices":[{"seats":[1]}]}`:                                                      "resolution and seats",
		`{"devices":[]}`:                                                                   "",
		`{"devices":"8ms"}`:                                                                "expected a list",
		`[]`:                                                                               "expected an object",
		`{"devices":[1]}`:                                                                  "expected an object",
		`{"devices":[{}]}`:                                                                 "resolution and seats",
		`{"devices":[{"resolution":"8ms","seats":[]}]}`:                                    "resolution and seats",
		`{"devices":[{"resolution":"0s","seats":[1]}]}`:                                    "longer than nothing",
		`{"devices":[{"resolution":"8","seats":[1]}]}`:                                     "expected a duration",
		`{"devices":[{"resolution":"8ms","seats":["a"]}]}`:                                 "expected a whole number",
		`{"devices":[{"resolution":"8ms","seats":[1]},{"resolution":"1s","seats":[2,1]}]}`: "each seat once",
	} {
		if _, err := ParseLimits(read(t, value)); want == "" && err != nil ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, expected %q", value, err, want)
		}
	}
}

func TestDevicesHaveButtonsOfThoseWhoPlay(t *testing.T) {
	for seats, want := range map[string]bool{"[1,3]": true, "[1,2]": false} {
		o := games.Agreed{}.With(games.Field{Key: games.RaceOption,
			Value: read(t, `{"devices":[{"resolution":"8ms","seats":`+seats+`}]}`)})
		r := games.Start{Seats: []games.Seat{1, 3}, Options: o}.Read()
		if ReadLimits(r); r.Err() == nil != want {
			t.Errorf("RACE-9: device of seats %s, players 1 and 3: error %v, want it taken: %v", seats, r.Err(), want)
		}
	}
}

// atDevices has seats 1 and 2 on a device of 8 ms, seat 3 on one of 1 ms, and seat 4 on a line.
func atDevices() Limits {
	l := DefaultLimits()
	l.Devices = []Device{{Resolution: 8 * ms, Seats: []games.Seat{1, 2}}, {Resolution: ms, Seats: []games.Seat{3}}}
	return l
}

func TestRaceOfDevices(t *testing.T) {
	for _, c := range []struct {
		clause  string
		rule    Rule
		presses []Press
		tied    []games.Seat // in a dead heat
		decided games.Seat
		because string
	}{
		{"RACE-9 one device, one poll and the next", FastestWins, []Press{at(1, 0), at(2, 8*ms)}, []games.Seat{1, 2},
			0, "RACE-9"},
		{"RACE-9 one device, further apart", FastestWins, []Press{at(2, 0), at(1, 9*ms)}, nil, 2, "RACE-1"},
		{"RACE-9 a line against a device", FastestWins, []Press{at(4, 0), at(1, 9*ms)}, nil, 4, "RACE-1"},
		{"RACE-9 a fine device against a line", FastestWins, []Press{at(3, 0), at(4, 2*ms)}, nil, 3, "RACE-1"},
		{"RACE-9 less than a tie apart is a dead heat by RACE-3",
			FastestWins, []Press{at(1, 0), at(4, 999*time.Microsecond)},
			[]games.Seat{1, 4}, 0, "RACE-3"},
		{"RACE-9 just a tie apart", FastestWins, []Press{at(1, 0), at(4, ms)}, []games.Seat{1, 4}, 0, "RACE-9"},
		{"RACE-9 measured from the first alone", FastestWins, []Press{at(4, 0), at(1, 8*ms), at(2, 12*ms)},
			[]games.Seat{1, 4}, 0, "RACE-9"},
		{"RACE-9 a dead heat for last", SlowestLoses, []Press{at(3, 0), at(4, ms), at(1, 20*ms), at(2, 26*ms)},
			[]games.Seat{1, 2}, 0, "RACE-9"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			r := atDevices().Open("race", c.rule, []games.Seat{1, 2, 3, 4}, 10*time.Second)
			for _, p := range c.presses {
				r.Press(games.NewStep(p.At), p.Seat)
			}
			over, _ := r.Over()
			if !slices.Equal(over.DeadHeat, c.tied) {
				t.Errorf("dead heat of %v, want %v", over.DeadHeat, c.tied)
			}
			if got := over.Fastest + over.Slowest; got != c.decided || over.Clauses[0] != c.because {
				t.Errorf("decided for seat %d by %s, want %d by %s", got, over.Clauses[0], c.decided, c.because)
			}
		})
	}
	t.Run("RACE-9 a decision waits for the device with the largest resolution", func(t *testing.T) {
		r := atDevices().Open("race", FastestWins, []games.Seat{1, 4}, 10*time.Second)
		r.Press(games.NewStep(10*time.Second), 4)
		q := Queue{Limits: atDevices()}
		q.Press(games.NewStep(10*time.Second), 4)
		due, _ := q.Deadline()
		want := 10*time.Second + 10*ms + ms + 8*ms // settle, tie, resolution
		if r.Deadline() != want || due != want {
			t.Errorf("race at %v, queue at %v, want %v", r.Deadline(), due, want)
		}
	})
}

// RACE-9: devices poll their buttons in phases of their own, and the kernel stamps their reports a
// little later still. No verdict may differ from the order of the fingers. There must be a verdict
// if the fingers are further apart than the window of a dead heat and the largest delay of a stamp.
func TestPolledPressesAreNeverMisjudged(t *testing.T) {
	const late = 900 * time.Microsecond // of the kernel, less than the tie
	rapid.Check(t, func(t *rapid.T) {
		limits := atDevices()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var phases [2]time.Duration
		for i, d := range limits.Devices {
			phases[i] = time.Duration(random.Int64N(int64(d.Resolution)))
		}
		stamped := map[string]time.Duration{} // by device and poll: one report has one stamp
		stamp := func(p Press) time.Duration {
			delay := time.Duration(random.Int64N(int64(late)))
			i := slices.IndexFunc(limits.Devices, func(d Device) bool { return slices.Contains(d.Seats, p.Seat) })
			if i < 0 {
				return p.At + delay
			}
			every := limits.Devices[i].Resolution
			asked := p.At + (phases[i]-p.At%every+every)%every
			if asked > p.At+every {
				t.Fatalf("asked %v after the press", asked-p.At)
			}
			key := fmt.Sprint(i, asked)
			if _, known := stamped[key]; !known {
				stamped[key] = asked + delay
			}
			return stamped[key]
		}
		rule := rapid.SampledFrom([]Rule{FastestWins, SlowestLoses}).Draw(t, "rule")
		r := limits.Open("race", rule, []games.Seat{1, 2, 3, 4}, 0)
		var fingers []Press
		for seat := games.Seat(1); seat <= 4; seat++ {
			p := Press{seat, time.Second + time.Duration(random.Int64N(int64(30*ms)))}
			fingers = append(fingers, p)
			r.Press(games.NewStep(stamp(p)), seat)
		}
		slices.SortFunc(fingers, func(a, b Press) int { return int(a.At - b.At) })
		over, _ := r.Over()
		won, next := fingers[0], fingers[1]
		if rule == SlowestLoses {
			won, next = fingers[3], fingers[2]
		}
		decided := over.Fastest + over.Slowest
		window := ms + 8*ms // tie and the larger resolution
		switch clear := (won.At - next.At).Abs() >= window+8*ms+late; {
		case decided != 0 && decided != won.Seat:
			t.Fatalf("RACE-9: fingers %v, want seat %d, verdict %+v", fingers, won.Seat, over)
		case decided == 0 && clear:
			t.Fatalf("RACE-9: fingers %v are far apart, verdict %+v", fingers, over)
		case decided == 0 && !slices.Contains(over.DeadHeat, won.Seat):
			t.Fatalf("RACE-9: fingers %v, want seat %d in the dead heat of %+v", fingers, won.Seat, over)
		}
	})
}
