package realkernel

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// A move closes or opens a switch.
type move struct {
	at     time.Duration // since the beginning of the plan, at the earliest
	line   int
	closed bool

	behind int // if it is not 0: not before gap after this many moves earlier was made
	gap    time.Duration
}

// A span is when a move was made: after from, and before to.
type span struct{ from, to time.Duration }

// play makes the moves one after the other. Like a finger, it does not wait for the machine: it runs before all
// programs and all of the kernel's threads.
func (c *chip) play(plan []move) []span {
	made := make([]span, len(plan))
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		// On one processor: an interrupt is raised on that which closes the switch, and if the next is closed on another,
		// the first may still be to come.
		var one unix.CPUSet
		one.Set(0)
		if err := unix.SchedSetaffinity(0, &one); err != nil {
			c.Error(err)
		}
		if err := unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}, 0); err != nil {
			c.Error(err)
		}
		clock := hw.Clock{}
		start := clock.Now()
		for i, m := range plan {
			due := start + m.at
			if m.behind > 0 {
				due = max(due, made[i-m.behind].to+m.gap)
			}
			for now := clock.Now(); now < due; now = clock.Now() {
				if due-now > 300*time.Microsecond {
					ts := unix.NsecToTimespec(int64(due - now - 200*time.Microsecond))
					unix.Nanosleep(&ts, nil)
				}
			}
			made[i].from = clock.Now()
			c.set(m.line, m.closed)
			made[i].to = clock.Now()
		}
	}()
	<-done
	return made
}

// A heat is a race of two: which button is pressed first, and how long after it the other.
type heat struct {
	first, second hw.Button
	gap           time.Duration
	moves         [2]int // in the plan: with which each is pressed
}

// heats is a plan for one race on each pair of buttons, which begin a little apart.
// Button n is on line[n-1].
func heats(random *rand.Rand, line []int, gaps []time.Duration) ([]move, []heat) {
	const held = 30 * time.Millisecond
	type touch struct {
		move
		heat, who int
	}
	var all []touch
	var heats []heat
	for i := 0; i+1 < len(line); i += 2 {
		h := heat{first: hw.Button(i + 1), second: hw.Button(i + 2), gap: gaps[random.IntN(len(gaps))]}
		if random.IntN(2) == 0 {
			h.first, h.second = h.second, h.first
		}
		at := 2*time.Millisecond + upTo(random, 8*time.Millisecond)
		for who, b := range []hw.Button{h.first, h.second} {
			at += time.Duration(who) * h.gap
			all = append(all, touch{move{at: at, line: line[b-1], closed: true}, len(heats), who},
				touch{move{at: at + held, line: line[b-1]}, len(heats), who})
		}
		heats = append(heats, h)
	}
	slices.SortStableFunc(all, func(a, b touch) int { return int(a.at - b.at) })
	plan := make([]move, len(all))
	for i, t := range all {
		plan[i] = t.move
		if h := &heats[t.heat]; t.closed {
			h.moves[t.who] = i
			if t.who == 1 {
				plan[i].behind, plan[i].gap = i-h.moves[0], h.gap
			}
		}
	}
	return plan, heats
}

// apart is how long after the first the second was closed, at least.
func (h heat) apart(made []span) time.Duration {
	return made[h.moves[1]].from - made[h.moves[0]].to
}

func upTo(random *rand.Rand, d time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(d)))
}
