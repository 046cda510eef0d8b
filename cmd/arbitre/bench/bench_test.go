package bench

import (
	"context"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/prove"

	"periph.io/x/conn/v3/gpio"
)

// A desk is a wire from an output to lines of seats, in the time of a synctest bubble.
type desk struct {
	began  time.Time
	late   map[hw.Button]time.Duration // how late the chip stamps an edge of each line that has the wire
	loses  int                         // the chip loses one edge in so many; 0 for none
	edges  int                         // so far
	events chan hw.Event
}

func (d *desk) now() time.Duration { return time.Hour + time.Since(d.began) }

func (d *desk) Events() <-chan hw.Event { return d.events }

func (d *desk) Down() ([]hw.Button, error) { return nil, nil }

func (d *desk) CatchUp(pass func(hw.Event)) time.Duration {
	for len(d.events) > 0 {
		pass(<-d.events)
	}
	return d.now()
}

func (d *desk) Out(level gpio.Level) error {
	at := d.now()
	if d.edges++; d.loses > 0 && d.edges%d.loses == 0 {
		d.events <- hw.Event{Edge: hw.Edge{At: at}, Lost: 1, Until: at + 10*time.Millisecond}
	}
	for button, late := range d.late {
		e := hw.Edge{At: at + late, Button: button, Down: level == gpio.Low}
		time.AfterFunc(late, func() { d.events <- hw.Event{Edge: e} })
	}
	return nil
}

// A wire to two seats makes dead heats in the loop of the table. A box whose line is late, or whose
// chip loses edges, is not proved fair.
func TestOneWireProvesABox(t *testing.T) {
	const pulses = 200
	fair, late := map[hw.Button]time.Duration{1: 0, 3: 0}, map[hw.Button]time.Duration{1: 0, 3: 50 * time.Microsecond}
	for _, tt := range []struct {
		name string
		desk desk
		fair bool
		void int // pulses
	}{
		{"a fair box", desk{late: fair}, true, 0},
		{"a line that is 50 µs late", desk{late: late}, false, 0},
		{"a chip that loses an edge now and then", desk{late: fair, loses: 21}, false, 2 * pulses / 21},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := tt.desk
				d.began, d.events = time.Now(), make(chan hw.Event, 16)
				table := referee.Headless{Buttons: &d, Rules: all.Games(), Seats: []games.Seat{1, 2, 3}, Clock: d.now,
					Debounce: hw.DefaultDebounce()}
				r, err := Wire{table, &d, race.DefaultLimits()}.Pull(t.Context(), pulses, func(int) {})
				if err != nil {
					t.Fatal(err)
				}
				if r.Fair() != tt.fair || len(r.Buttons) != len(d.late) {
					t.Errorf("fair: %v of buttons %v; want %v of two", r.Fair(), r.Buttons, tt.fair)
				}
				if r.DeadHeats != pulses-tt.void || r.Void != tt.void {
					t.Errorf("%d dead heats and %d void; want %d and %d", r.DeadHeats, r.Void, pulses-tt.void, tt.void)
				}
				off := float64(d.late[3]-d.late[1]) / float64(time.Microsecond)
				if got := r.Pairs[0].Bias; math.Abs(got-off) > 0.1 {
					t.Errorf("the bias is %v µs, want %v", got, off)
				}
			})
		})
	}
}

// While people press the buttons, the trial goes on; it ends when nobody has for a while, and at the
// latest after some minutes of a button that somebody goes on pressing.
func TestTheTrialEndsWhenHandsAreOff(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name    string
		presses int // a second apart
		lasts   time.Duration
	}{
		{"nobody presses", 0, HandsOff},
		{"ten presses", 10, 9*time.Second + HandsOff},
		{"without end", 1000, mostTrial},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &desk{began: time.Now(), events: make(chan hw.Event, 16)}
				ctx, stop := context.WithCancel(t.Context())
				var hand sync.WaitGroup
				defer hand.Wait()
				defer stop()
				trial := prove.NewTrial(map[hw.Button]string{1: "GPIO17", 3: "GPIO22"}, hw.DefaultDebounce(), d.now())
				hand.Go(func() {
					for n := 0; n < tt.presses && ctx.Err() == nil; n++ {
						for i, after := range []time.Duration{0, 2 * ms, 1 * ms, 100 * ms} {
							time.Sleep(after)
							d.events <- hw.Event{Edge: hw.Edge{At: d.now(), Button: 1, Down: i%2 == 0}}
						}
						time.Sleep(time.Second - 103*ms)
					}
				})
				before := d.now()
				if err := TryContacts(ctx, d, d.now, trial); err != nil {
					t.Fatal(err)
				}
				if lasted := d.now() - before; lasted < tt.lasts || lasted > tt.lasts+time.Second {
					t.Errorf("it lasts %v, want %v", lasted, tt.lasts)
				}
				found, _ := trial.Found()
				if got := found[0]; tt.presses < 100 && got.Presses != tt.presses || tt.presses > 0 && got.Closing != 3000 {
					t.Errorf("found %+v", found)
				}
			})
		})
	}
}
