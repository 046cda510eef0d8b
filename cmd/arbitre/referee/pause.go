package referee

import (
	"slices"
	"time"

	"arbitre/games"
)

// pause stops the game until somebody continues it.
func pause(s *stack) *question {
	q := s.question("pause", choice{value: games.Word("continue")})
	q.halts = true
	return q
}

// help shows the judge the rules of the game, which is paused meanwhile.
func help(s *stack) *question {
	q := s.question("help", choice{value: games.Word("back")})
	q.halts = true
	q.tells = func(below games.View) games.View {
		v := s.Phrases.Leaflet(below.Game)
		v.Seats = below.Seats
		return v
	}
	return q
}

// halted returns the view of a paused game: it shows nothing of the game, and all lamps are dark.
func halted(v games.View) games.View {
	seats := slices.Clone(v.Seats)
	for i := range seats {
		seats[i].Lamp = games.Dark
	}
	paused := games.Text{Word: "paused"}
	return games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Headline: paused, Seats: seats}
}

// A clock converts the kernel's time to a game's time, which stands still in a pause.
type clock struct {
	zero    time.Duration // the kernel's time at which the game's time is zero
	since   time.Duration // edges count from then on: the begin of the game, or the end of the last pause
	paused  bool
	stopped time.Duration // when the pause began
}

// at converts a kernel time to the game's time.
func (c *clock) at(kernel time.Duration) time.Duration {
	if c.paused {
		kernel = min(kernel, c.stopped)
	}
	return kernel - c.zero
}

// counts tells whether an edge of that kernel time belongs to the game.
func (c *clock) counts(kernel time.Duration) bool {
	return kernel >= c.since && (!c.paused || kernel < c.stopped)
}

// stop begins a pause.
func (c *clock) stop(now time.Duration) { c.paused, c.stopped = true, now }

// proceed ends a pause, if there is one.
func (c *clock) proceed(now time.Duration) {
	if c.paused {
		c.zero += now - c.stopped
		c.paused, c.since = false, now
	}
}
