package box

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/latency"
)

// limits are those of races, as they are when a game begins. A tie window that the machine is to find out is measured from
// now on; none is shorter than two steps of the buttons' clock, as far as anybody waits for late presses.
func (o *open) limits() func() race.Limits {
	tie := func() time.Duration { return o.config.Race.Tie.Duration }
	if o.config.Race.Tie.Auto() {
		measuring, stop := context.WithCancel(context.Background())
		o.closing = append(o.closing, stop)
		tie = measureTie(measuring, o.Log, wakeups)
	}
	return func() race.Limits {
		window := tie()
		if o.Step != nil {
			window = max(window, min(2*o.Step(), o.config.Race.Settle.Duration))
		}
		limits := o.config.Limits(window)
		if o.Polled != nil {
			limits.Devices = o.Polled()
		}
		return limits
	}
}

// wakeups are as many as tell a tie window, a millisecond after the other.
const wakeups = 3000

// measureTie finds out in the background which tie window is honest on this machine, and logs it. Until it knows, the
// window is the one by default.
func measureTie(ctx context.Context, log *slog.Logger, wakeups int) (tie func() time.Duration) {
	var measured atomic.Int64
	measured.Store(int64(race.DefaultLimits().Tie))
	go func() {
		window, s, err := honestTie(ctx, wakeups)
		if err != nil {
			return // the table is put away
		}
		measured.Store(int64(window))
		log.Info("measured the tie window", "tie", window, "late at most", s.Most, "of", s.Count, "rarer with 95 of 100 than 1 of", s.Rarer())
	}()
	return func() time.Duration { return time.Duration(measured.Load()) }
}

// MeasureTie finds it out at once.
func MeasureTie(ctx context.Context) (time.Duration, error) {
	tie, _, err := honestTie(ctx, wakeups)
	return tie, err
}

// honestTie measures how late a thread wakes: never less than how late an interrupt is taken, and the service may ask for
// no more; what arbitre doctor --race finds as root is more exact.
func honestTie(ctx context.Context, wakeups int) (time.Duration, latency.Spread, error) {
	late, err := latency.Wakeups(ctx, wakeups, func() error { return nil })
	if err != nil {
		return 0, latency.Spread{}, err
	}
	s := latency.SpreadOf(late)
	return min(latency.Most, latency.Tie(s.Most, 10*hw.Clock{}.Step())), s, nil
}
