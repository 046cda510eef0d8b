package referee

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A slowSource tells of an edge some time after its stamp, and until then that not all is known.
type slowSource struct {
	clock  func() time.Duration
	events chan hw.Event

	mu    sync.Mutex
	onWay []time.Duration // stamps of what is to come
}

func newSlowSource() *slowSource { return &slowSource{events: make(chan hw.Event, 64)} }

// edge is stamped now, and told after a delay.
func (s *slowSource) edge(b hw.Button, down bool, delay time.Duration) {
	e := hw.Event{Edge: hw.Edge{At: s.clock(), Button: b, Down: down}}
	s.mu.Lock()
	s.onWay = append(s.onWay, e.At)
	s.mu.Unlock()
	time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		i := slices.Index(s.onWay, e.At)
		s.onWay = slices.Delete(s.onWay, i, i+1)
		s.events <- e
	})
}

func (s *slowSource) catchUp(pass func(hw.Event)) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.clock()
	for len(s.events) > 0 {
		pass(<-s.events)
	}
	for _, at := range s.onWay {
		known = min(known, at-1)
	}
	return known
}

// RACE-1: of two sources, lines and what is plugged in, one tells of its presses late. Never mind how late: they count from
// their stamps, and are taken in the order of those. What the quick source tells meanwhile waits, be it of somebody whose
// race it is not, for by the time of that the race would be over.
func TestWhoeverHasTheSlowSourceDoesNotLoseByIt(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name         string
		delay, gap   time.Duration // of the slow source; from its press to that of the quick one
		slowest      games.Seat    // 2 has the slow source, 3 the quick one
		linesAreSlow bool
	}{
		{"a device is slow, its press first", 5 * ms, 2 * ms, 3, false},
		{"a device is slow, its press last", 5 * ms, -2 * ms, 2, false},
		{"a device is slower than the race waits, its press first", 80 * ms, 2 * ms, 3, false},
		{"a device is slower than the race waits, its press last", 80 * ms, -2 * ms, 2, false},
		{"the lines are slow, their press first", 5 * ms, 2 * ms, 3, true},
		{"the lines are slow, their press last", 5 * ms, -2 * ms, 2, true},
		{"the lines are slower than the race waits, their press first", 80 * ms, 2 * ms, 3, true},
		{"the lines are slower than the race waits, their press last", 80 * ms, -2 * ms, 2, true},
		{"within the tie nobody is the slowest", 80 * ms, ms / 2, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := newSlowSource()
				g := newRig(t, t.TempDir(), func(s *setup) {
					slow.clock = s.Clock
					quick := s.CatchUp
					s.CatchUp = func(pass func(hw.Event)) time.Duration { return min(quick(pass), slow.catchUp(pass)) }
					s.Plugged = slow.events
					if tt.linesAreSlow {
						s.Events, s.Plugged = s.Plugged, s.Events
					}
				})
				g.begin()
				g.wait(time.Second)
				g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
				g.wait(time.Second)
				opened := len(g.lines())

				late := func(down bool) { slow.edge(2, down, tt.delay) }
				quick := func(down bool) { g.edge(3, down, g.now()) }
				first, second, seats := late, quick, []string{"2", "3"}
				if tt.gap < 0 {
					first, second, seats = quick, late, []string{"3", "2"}
				}
				for _, down := range []bool{true, false} { // held for 30 ms
					first(down)
					g.wait(tt.gap.Abs())
					second(down)
					g.wait(30*ms - tt.gap.Abs())
				}
				for _, down := range []bool{true, false} { // of a seat that does not play
					g.edge(4, down, g.now())
					g.wait(10 * ms)
				}
				g.wait(time.Second)
				if tt.slowest > 0 {
					g.shows("slowest", "play")
				} else {
					g.shows("dead_heat", "slowest")
				}
				if v := g.view(); v.Headline.Seat != tt.slowest {
					t.Errorf("the slowest is %d, want %d", v.Headline.Seat, tt.slowest)
				}
				g.stop()
				var taken []string
				for _, line := range g.lines()[opened:] {
					for _, kind := range []string{"press", "release"} {
						if _, seat, is := strings.Cut(line, `"`+kind+`":`); is {
							taken = append(taken, kind+" "+strings.TrimRight(seat, "}\n"))
						}
					}
				}
				want := []string{"press " + seats[0], "press " + seats[1], "release " + seats[0], "release " + seats[1]}
				if diff := cmp.Diff(want, taken); diff != "" {
					t.Errorf("taken (-want +got):\n%s", diff)
				}
			})
		})
	}
}
