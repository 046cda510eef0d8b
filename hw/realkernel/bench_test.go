package realkernel

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/race"
	"arbitre/hw"
)

// A bench has the loop of the table judge races on buttons alone.
type bench struct {
	testing.TB
	referee *referee.Referee
	devices referee.Devices
	limits  race.Limits

	mu    sync.Mutex
	facts []games.Fact // of the race, by the clock of the buttons
	over  chan struct{}
}

func newBench(t testing.TB, b referee.Buttons, clock func() time.Duration, seats []games.Seat,
	limits race.Limits) *bench {
	t.Helper()
	k := &bench{TB: t, limits: limits}
	k.referee, k.devices = referee.Headless{
		Buttons: b, Rules: all.Games(), Seats: seats, Clock: clock, Debounce: hw.DefaultDebounce(), Told: k.told,
	}.Referee()
	return k
}

func (k *bench) told(at time.Duration, f games.Fact) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.facts = append(k.facts, games.Fact{At: at, What: f.What})
	if _, is := f.What.(games.RaceOver); is {
		select {
		case k.over <- struct{}{}:
		default: // there was a verdict already
		}
	}
}

// A heard press is one that the contacts have told.
type heard struct {
	seat games.Seat
	at   time.Duration
}

// judge has seats race while something is done, and for some time after the verdict, if there is
// one within a while. It returns that, and every press that was heard.
func (k *bench) judge(rule race.Rule, seats []games.Seat, play func(), within,
	after time.Duration) (over *games.RaceOver, presses []heard) {
	k.Helper()
	decides := map[race.Rule]string{race.FastestWins: "first", race.SlowestLoses: "last"}[rule]
	start := games.Start{Game: "slap", Seats: seats, Options: games.Agreed{}.With(
		games.Field{Key: "decides", Value: games.Word(decides)},
		games.Field{Key: games.RaceOption, Value: of(k.limits, seats).Value()})}
	k.facts, k.over = nil, make(chan struct{}, 1)
	if err := k.referee.Begin(start); err != nil {
		k.Fatal(err)
	}
	ctx, stop := context.WithCancel(k.Context())
	var running sync.WaitGroup
	running.Go(func() { k.referee.Run(ctx, k.devices) })
	play()
	select {
	case <-k.over:
	case <-time.After(within):
	}
	time.Sleep(after)
	stop()
	running.Wait()
	return story(k.facts)
}

// of is what limits are for some of the seats.
func of(l race.Limits, seats []games.Seat) race.Limits {
	devices := l.Devices
	l.Devices = nil
	for _, d := range devices {
		d.Seats = slices.DeleteFunc(slices.Clone(d.Seats),
			func(s games.Seat) bool { return !slices.Contains(seats, s) })
		if len(d.Seats) > 0 {
			l.Devices = append(l.Devices, d)
		}
	}
	return l
}

// story is the first verdict of a game of slaps, nil where there is none, and the presses that were
// heard.
func story(facts []games.Fact) (over *games.RaceOver, presses []heard) {
	var began time.Duration
	for _, f := range facts {
		switch what := f.What.(type) {
		case games.Started:
			began = f.At
		case games.Ignored:
			presses = append(presses, heard{what.Seat, f.At})
		case games.RaceOver:
			if over == nil {
				over = &what
			}
			for _, p := range what.Order {
				presses = append(presses, heard{p.Seat, began + what.Zero + p.After})
			}
		}
	}
	return over, presses
}
