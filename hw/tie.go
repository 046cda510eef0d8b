package hw

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// MinTie is the shortest tie window of any machine, as at the finish lines of model cars.
const MinTie = 200 * time.Microsecond

// MaxTie is the longest tie window that makes sense: a player who is later than that sees it himself.
const MaxTie = 50 * time.Millisecond

// tieFor returns the shortest honest tie window of a machine whose interrupts may be so late. It is
// rounded up to 1, 2 or 5 times a power of ten: more digits would say more than was measured.
func tieFor(late time.Duration) time.Duration {
	most := max(MinTie, late)
	power := time.Duration(math.Pow10(int(math.Log10(float64(most)))))
	for _, n := range []time.Duration{1, 2, 5} {
		if most <= n*power {
			return n * power
		}
	}
	return 10 * power
}

// MeasureTie wakes a thread a number of times, a millisecond apart. It returns the tie window that
// is honest for the delays, at most [MaxTie], and the longest delay, which is no shorter than an
// interrupt's. If none of n was later, a share of 3/n may still be, with a confidence of 95 in 100 (the
// rule of three; Hanley and Lippman-Hand, JAMA 249, 1983).
func MeasureTie(ctx context.Context, times int) (tie, most time.Duration, err error) {
	late, err := wakeups(ctx, times)
	if err != nil {
		return 0, 0, err
	}
	most = slices.Max(late)
	return min(MaxTie, tieFor(most)), most, nil
}

// wakeups has the kernel's timer wake a thread once a millisecond, ahead of all other programs
// where that is allowed, and returns the delays. A delay is that of the interrupt, and the thread's
// wait for a processor after it.
func wakeups(ctx context.Context, times int) (late []time.Duration, err error) {
	var work sync.WaitGroup
	work.Go(func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		// Only root may, and the service does; others also measure the wait for their turn.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}, 0)
		_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
		for len(late) < times && ctx.Err() == nil {
			due := Now() + time.Millisecond
			ts := unix.NsecToTimespec(int64(due))
			// A signal of the Go runtime interrupts it.
			for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil) == unix.EINTR {
			}
			late = append(late, Now()-due)
		}
	})
	work.Wait()
	return late, ctx.Err()
}
