package referee

import (
	"slices"
	"time"

	"arbitre/games"
)

// pause has the game stand still until somebody says to go on.
func pause(s *stack) *question {
	q := s.question("pause", choice{value: games.Word("continue")})
	q.halts = true
	return q
}

// help tells the judge the rules of the game. Meanwhile it stands still.
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

// halted is what is seen of a game that stands still: nothing of it, and its lamps rest.
func halted(v games.View) games.View {
	seats := slices.Clone(v.Seats)
	for i := range seats {
		seats[i].Lamp = games.Dark
	}
	paused := games.Text{Word: "paused"}
	return games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Headline: paused, Seats: seats}
}

// A clock is that of a game, told by the kernel's.
type clock struct {
	zero    time.Duration // of the game's time
	since   time.Duration // edges count from then on: since the game began, or goes on
	paused  bool
	stopped time.Duration // when it was paused
}

// at is a kernel's time on the game's clock, which stands while the game is paused.
func (c *clock) at(kernel time.Duration) time.Duration {
	if c.paused {
		kernel = min(kernel, c.stopped)
	}
	return kernel - c.zero
}

// counts tells whether an edge of that time is the game's business.
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
