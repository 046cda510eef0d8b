package prove

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// A Bounce says how a switch comes to rest when it is pressed, or let go: when it moves back and forth in turn, after it
// first moved. The moves are even in number.
type Bounce func(random *rand.Rand, pressed bool) []time.Duration

// Clean is a switch that does not bounce.
func Clean(*rand.Rand, bool) []time.Duration { return nil }

// Slow bounces as arcade switches do: 1.6 ms on average and 5 ms at most (Ganssle, A Guide to Debouncing, measured 6.2).
func Slow(random *rand.Rand, _ bool) []time.Duration {
	return bounces(random, random.IntN(4), 200*time.Microsecond, 750*time.Microsecond)
}

// Fast bounces in steps that a thread of the kernel can't follow.
func Fast(random *rand.Rand, _ bool) []time.Duration {
	return bounces(random, random.IntN(8), 10*time.Microsecond, 350*time.Microsecond)
}

func bounces(random *rand.Rand, n int, least, most time.Duration) (times []time.Duration) {
	at := time.Duration(0)
	for range 2 * n {
		at += least + time.Duration(random.Int64N(int64(most-least)))
		times = append(times, at)
	}
	return times
}

// Recorded bounces as switches were seen to, when they were pressed and when they were let go.
func Recorded(pressed, released [][]time.Duration) Bounce {
	return func(random *rand.Rand, press bool) []time.Duration {
		of := released
		if press {
			of = pressed
		}
		if len(of) == 0 {
			return nil
		}
		return of[random.IntN(len(of))]
	}
}

// A Press holds a line to ground for a while.
type Press struct {
	Line                int
	At, Held            time.Duration
	Pressing, LettingGo []time.Duration // as [Bounce] has it
}

// Steps are those of presses; they end when no line is held any more, and has not been for a while. Times are those of
// whole microseconds.
func Steps(presses []Press, rest time.Duration) []Step {
	type move struct {
		at   time.Duration
		line int
	}
	var moves []move // of which every one toggles its line
	for _, p := range presses {
		for _, end := range []struct {
			at      time.Duration
			bounces []time.Duration
		}{{p.At, p.Pressing}, {p.At + p.Held, p.LettingGo}} {
			moves = append(moves, move{end.at.Round(time.Microsecond), p.Line})
			for _, after := range end.bounces {
				moves = append(moves, move{(end.at + after).Round(time.Microsecond), p.Line})
			}
		}
	}
	slices.SortFunc(moves, func(a, b move) int { return cmp.Compare(a.at, b.at) })
	var steps []Step
	now := Step{}
	at := time.Duration(0)
	for _, m := range moves {
		if now.For = m.at - at; now.For > 0 {
			steps = append(steps, now)
		}
		at = m.at
		now.Closed ^= 1 << uint(m.line)
	}
	now.For = rest
	return append(steps, now)
}
