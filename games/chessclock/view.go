package chessclock

import (
	"slices"

	"arbitre/games"
)

// View returns what an audience may see. Nothing is secret, but only the judge is asked.
func (g *Game) View(a games.Audience) games.View {
	v := games.View{Round: 1, Over: g.phase == gameOver, Panel: games.Clocks, Result: g.results}
	v.Headline, v.Lines = g.say()
	if a == games.Judge {
		v.Prompts = slices.Clone(g.prompts)
		slices.SortStableFunc(v.Prompts, func(p, q games.Prompt) int { return urgency(p) - urgency(q) })
	}
	return v
}

// urgency ranks the open prompts: what is undecided comes first.
func urgency(p games.Prompt) int {
	if p.Background {
		return 1
	}
	return 0
}

// say returns the headline and the lines below it.
func (g *Game) say() (headline games.Text, lines []games.Text) {
	if !g.news.IsZero() {
		lines = []games.Text{g.news}
	}
	switch {
	case g.phase == ready:
		return games.Text{Word: "start", Seat: g.move.seat}, lines
	case g.phase == running:
		return games.Text{Word: "turn", Seat: g.move.seat}, lines
	case g.phase == disputed:
		return games.Text{Word: "flag_open", Role: games.News, Seat: g.move.seat}, nil
	case g.drawn:
		return games.Text{Word: "drawn", Role: games.Winners, Seats: g.totals.Winners(games.Highest)}, lines
	}
	return g.totals.Won(games.Highest), lines
}

// clock returns the clock of a seat, as it runs or stands.
func (g *Game) clock(seat games.Seat) games.Clock {
	switch {
	case seat != g.move.seat || g.phase == ready || g.phase == gameOver:
		return games.Clock{Left: *g.timeOf(seat)}
	case g.phase == disputed:
		return games.Clock{}
	}
	return games.Clock{Left: g.move.left, Until: g.ends()}
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		clock := g.clock(p.Seat)
		p.Clock = &clock
		switch {
		case g.phase == gameOver:
			p.Lamp = games.LitIf(slices.Contains(g.totals.Winners(games.Highest), p.Seat))
		case g.phase == ready:
			p.Lamp = games.Blinking
		case p.Seat == g.move.seat:
			p.Lamp = games.Lit
		}
		if !slices.Contains(g.in, p.Seat) {
			p.Mark, p.Lamp = "out", games.Dark
		}
	})
}
