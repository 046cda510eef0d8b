package box

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"arbitre/games/race"
	"arbitre/hw"
)

// wakeups is how many timer wake-ups, one a millisecond, are measured for the tie window.
const wakeups = 3000

// measureTie measures, in a goroutine that start starts, how far apart two presses must be for
// this machine to tell which came first: the tie window. It is logged. Until then tie returns the
// default window.
func measureTie(
	ctx context.Context, start func(func()), log *slog.Logger, times int,
) (tie func() time.Duration) {
	var measured atomic.Int64
	measured.Store(int64(race.DefaultLimits().Tie))
	start(func() {
		window, most, err := hw.MeasureTie(ctx, times)
		if err != nil {
			return // the context has ended
		}
		measured.Store(int64(window))
		// Fewer than 3 in n come later, with a confidence of 95 % (see hw.MeasureTie).
		log.Info("measured the tie window", "tie", window, "latest", most, "wakeups", times, "later_one_in", times/3)
	})
	return func() time.Duration { return time.Duration(measured.Load()) }
}
