package box

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw/latency"
)

// limits are those of races of some seats, as they are when a game begins. A tie window that the machine is to find out is measured from
// now on.
func (o *open) limits() func([]games.Seat) race.Limits {
	tie := func() time.Duration { return o.config.Race.Tie.Duration }
	if o.config.Race.Tie.Auto() {
		measuring, stop := context.WithCancel(context.Background())
		o.closing = append(o.closing, stop)
		tie = measureTie(measuring, o.Log, wakeups)
	}
	return func(seats []games.Seat) race.Limits {
		limits := o.config.Limits(tie())
		if o.Polled != nil {
			limits.Devices = o.Polled(seats)
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
		window, most, err := latency.Measured(ctx, wakeups)
		if err != nil {
			return // the table is put away
		}
		measured.Store(int64(window))
		log.Info("measured the tie window", "tie", window, "late at most", most, "of", wakeups, "rarer with 95 of 100 than 1 of", wakeups/3)
	}()
	return func() time.Duration { return time.Duration(measured.Load()) }
}
