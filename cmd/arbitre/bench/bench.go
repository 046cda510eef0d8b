// Package bench has the loop of the table referee a wire that goes to several seats, and watches the contacts
// of buttons that are tried.
package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/prove"

	"periph.io/x/conn/v3/gpio"
)

// A Wire goes from an output to the lines of some buttons.
type Wire struct {
	referee.Headless
	Out    hw.Output // low is like a switch that closes
	Limits race.Limits
}

// Pull pulls the wire to ground again and again. Each pulse is a slap in a game of its own, refereed
// as at the table. After each pulse, tell gets the number of pulses so far.
func (w Wire) Pull(ctx context.Context, pulses int, tell func(done int)) (prove.Report, error) {
	guided := slices.IndexFunc(w.Rules, func(r games.Rules) bool { return r.Guided })
	start := games.Start{Game: w.Rules[guided].Name, Seats: w.Seats,
		Options: games.Agreed{}.With(games.Field{Key: games.RaceOption, Value: w.Limits.Value()})}
	var over chan games.RaceOver // gets the first verdict of the pulse; it is set anew while no loop runs
	w.Told = func(_ time.Duration, f games.Fact) {
		if verdict, isOver := f.What.(games.RaceOver); isOver && len(over) == 0 {
			over <- verdict
		}
	}
	r, devices := w.Referee()
	var seen []prove.Pulse
	for n := range pulses {
		if err := ctx.Err(); err != nil {
			return prove.Report{}, err
		}
		over = make(chan games.RaceOver, 1)
		if err := r.Begin(start); err != nil {
			return prove.Report{}, err
		}
		running, stop := context.WithCancel(ctx)
		var loop sync.WaitGroup
		loop.Go(func() { r.Run(running, devices) })
		p, err := pulse(w.Out, over, w.Debounce.Lockout)
		stop()
		loop.Wait()
		if err != nil {
			return prove.Report{}, err
		}
		seen = append(seen, p)
		tell(n + 1)
	}
	return prove.Judge(seen, w.Limits.Tie)
}

// pulse pulls the wire to ground, lets it go until the buttons count as released, and waits for the
// verdict.
func pulse(wire hw.Output, over <-chan games.RaceOver, lockout time.Duration) (p prove.Pulse, err error) {
	const (
		closed = 10 * time.Millisecond  // longer than the thread that reads a chip may be late
		lost   = 300 * time.Millisecond // longer than a race with lost edges takes to be void
	)
	err = wire.Out(gpio.Low)
	time.Sleep(closed)
	if err = errors.Join(err, wire.Out(gpio.High)); err != nil {
		return p, fmt.Errorf("driving the wire: %w", err)
	}
	// The pause has a random length, so that the pulses don't keep step with the kernel's ticks.
	time.Sleep(lockout + closed/2 + rand.N(4*time.Millisecond))
	select {
	case verdict := <-over:
		p = prove.Pulse{Touches: map[hw.Button]time.Duration{}, Void: verdict.Void}
		for _, f := range verdict.Order {
			p.Touches[hw.Button(f.Seat)] = verdict.Zero + f.After
		}
		for _, seat := range verdict.DeadHeat {
			p.Tied = append(p.Tied, hw.Button(seat))
		}
	case <-time.After(lost):
		p.Void = true
	}
	return p, nil
}

// HandsOff is how long nobody presses a button at the end of a trial; in it wires that hum are found.
const HandsOff = 20 * time.Second

const mostTrial = 5 * time.Minute

// TryContacts watches the buttons until nobody has pressed one for [HandsOff], or for minutes.
func TryContacts(ctx context.Context, buttons referee.Buttons, clock func() time.Duration, t *prove.Trial) error {
	buttons.CatchUp(func(hw.Event) {}) // what was left of the wire's pulses
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for until := clock() + mostTrial; clock() < until; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-buttons.Events():
			t.Take(e)
		case <-look.C:
			if known := buttons.CatchUp(t.Take); known-t.Elapse(known) > HandsOff {
				return nil
			}
		}
	}
	return nil
}
