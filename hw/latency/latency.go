// Package latency measures how late a machine takes interrupts, and so may stamp an edge.
package latency

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// Floor is the shortest tie window of any machine, as at the finish lines of model cars.
const Floor = 200 * time.Microsecond

// Most is the longest that still makes sense: whoever is so much later sees it himself.
const Most = 50 * time.Millisecond

// Tie is the shortest tie window that is honest where an interrupt may be so late, rounded up to 1,
// 2 or 5 times a power of ten: more digits would say more than was measured.
func Tie(late time.Duration) time.Duration {
	most := max(Floor, late)
	power := time.Duration(math.Pow10(int(math.Log10(float64(most)))))
	for _, n := range []time.Duration{1, 2, 5} {
		if most <= n*power {
			return n * power
		}
	}
	return 10 * power
}

// Measured finds out in so many milliseconds which tie window is honest on this machine now, none
// longer than [Most], and by how much a thread woke late at most: never less than an interrupt is
// taken late. Of n that were not later, a share of 3/n may be, with a confidence of 95 in 100 (the
// rule of three; Hanley and Lippman-Hand, JAMA 249, 1983).
func Measured(ctx context.Context, times int) (tie, most time.Duration, err error) {
	late, err := wakeups(ctx, times)
	if err != nil {
		return 0, 0, err
	}
	most = slices.Max(late)
	return min(Most, Tie(most)), most, nil
}

// wakeups has a thread wake by the kernel's timer so often, a millisecond after the other, before
// all other programs where that is allowed, and tells how late it did. That is how late the
// interrupt was taken, and how long the thread waited for its turn: never less than the former.
func wakeups(ctx context.Context, times int) (late []time.Duration, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		// Only root may, and the service does; others also measure the wait for their turn.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}, 0)
		_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
		clock := hw.Clock{}
		for len(late) < times && ctx.Err() == nil {
			due := clock.Now() + time.Millisecond
			ts := unix.NsecToTimespec(int64(due))
			// A signal of the Go runtime interrupts it.
			for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil) == unix.EINTR {
			}
			late = append(late, clock.Now()-due)
		}
	}()
	<-done
	return late, ctx.Err()
}
