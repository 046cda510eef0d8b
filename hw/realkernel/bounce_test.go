package realkernel

import (
	"math/rand/v2"
	"time"
)

// A bounce says how a switch comes to rest when it is pressed, or let go: when it moves back and
// forth in turn, after it first moved. The moves are even in number.
type bounce func(random *rand.Rand) []time.Duration

// contacts lists the kinds of contacts that switches have.
func contacts() []struct {
	name   string
	bounce bounce
} {
	return []struct {
		name   string
		bounce bounce
	}{{"clean", clean}, {"slow bounce", slow}, {"fast bounce", fast}, {"long bounce", long}}
}

// clean is a switch that does not bounce.
func clean(*rand.Rand) []time.Duration { return nil }

// slow bounces as arcade switches do: 1.6 ms on average and 5 ms at most (Ganssle, A Guide to
// Debouncing, measured 6.2).
func slow(random *rand.Rand) []time.Duration {
	return bounces(random, random.IntN(4), 200*time.Microsecond, 750*time.Microsecond)
}

// fast bounces in steps that a thread of the kernel can't follow.
func fast(random *rand.Rand) []time.Duration {
	return bounces(random, random.IntN(8), 10*time.Microsecond, 350*time.Microsecond)
}

// long bounces as fast, for 1.5 ms each time.
func long(random *rand.Rand) (times []time.Duration) {
	for at := time.Duration(0); at < 1500*time.Microsecond || len(times)%2 > 0; {
		at += 10*time.Microsecond + upTo(random, 290*time.Microsecond)
		times = append(times, at)
	}
	return times
}

func bounces(random *rand.Rand, n int, least, most time.Duration) (times []time.Duration) {
	at := time.Duration(0)
	for range 2 * n {
		at += least + time.Duration(random.Int64N(int64(most-least)))
		times = append(times, at)
	}
	return times
}
