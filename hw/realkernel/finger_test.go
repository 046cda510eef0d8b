package realkernel

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// A move closes or opens a switch.
type move struct {
	at     time.Duration // since the beginning of the plan, at the earliest
	line   int
	closed bool
}

// A span is when a move was made: after from, and before to.
type span struct{ from, to time.Duration }

// play makes the moves one after the other. Like a finger, it does not wait for the machine: it
// runs before all programs and all of the kernel's threads.
func (c *chip) play(plan []move) []span {
	made := make([]span, len(plan))
	done := beforeAll(c, func() {
		// On one processor: an interrupt is raised on that which closes the switch, and if the next
		// is closed on another, the first may still be to come.
		var one unix.CPUSet
		one.Set(0)
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			c.Error(err)
		}
		start := hw.Now()
		for i, m := range plan {
			due := start + m.at
			for now := hw.Now(); now < due; now = hw.Now() {
				if due-now > 300*time.Microsecond {
					ts := unix.NsecToTimespec(int64(due - now - 200*time.Microsecond))
					unix.Nanosleep(&ts, nil)
				}
			}
			made[i].from = hw.Now()
			c.set(m.line, m.closed)
			made[i].to = hw.Now()
		}
	})
	<-done
	return made
}

// beforeAll does something on a thread that runs before all programs.
func beforeAll(t testing.TB, do func()) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		first := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}
		if err := unix.SchedSetAttr(0, first, 0); err != nil {
			t.Error(err)
		}
		do()
	}()
	return ended
}

func upTo(random *rand.Rand, d time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(d)))
}
