package box

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"arbitre/games/race"
	"arbitre/hw/latency"
)

// wakeups is how many timer wake-ups, one a millisecond, are measured for the tie window.
const wakeups = 3000

// measureTie measures in the background which tie window is honest on this machine, and logs it.
// Until then tie returns the default window.
func measureTie(ctx context.Context, log *slog.Logger, wakeups int) (tie func() time.Duration) {
	var measured atomic.Int64
	measured.Store(int64(race.DefaultLimits().Tie))
	go func() {
		window, most, err := latency.Measured(ctx, wakeups)
		if err != nil {
			return // the context has ended
		}
		measured.Store(int64(window))
		log.Info("measured the tie window",
			"tie", window, "late at most", most, "of", wakeups, "rarer with 95 of 100 than 1 of", wakeups/3)
	}()
	return func() time.Duration { return time.Duration(measured.Load()) }
}
