package match

import "time"

// A clock converts the kernel's time to a game's time, which stands still in a pause.
type clock struct {
	zero    time.Duration // the kernel's time at which the game's time is zero
	since   time.Duration // edges count from then on: the begin of the game, or the end of the last pause
	paused  bool
	stopped time.Duration // when the pause began
}

// At converts a kernel time to the game's time.
func (c *clock) At(kernel time.Duration) time.Duration {
	if c.paused {
		kernel = min(kernel, c.stopped)
	}
	return kernel - c.zero
}

// Kernel converts a game's time to the kernel's, of the present stretch without a pause.
func (c *clock) Kernel(game time.Duration) time.Duration { return c.zero + game }

// counts reports whether an edge of that kernel time belongs to the game.
func (c *clock) counts(kernel time.Duration) bool {
	return kernel >= c.since && (!c.paused || kernel < c.stopped)
}

// Proceed ends a pause, if there is one.
func (c *clock) Proceed(now time.Duration) {
	if c.paused {
		c.zero += now - c.stopped
		c.paused, c.since = false, now
	}
}
