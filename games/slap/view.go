package slap

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// View returns what an audience may see. Nothing is secret, but only the judge is asked.
func (g *Game) View(a games.Audience) games.View {
	v := games.View{
		Round: 1, Over: g.phase == gameOver,
		Race: g.photo, Result: g.results,
	}
	v.Headline, v.Lines = g.say()
	switch g.phase {
	case racing:
		v.Panel, v.Race = games.Entrants, &games.Photo{Open: true, RaceOver: g.race.Known()}
	case deciding, judging:
		v.Panel = games.PhotoFinish
	default:
		v.Panel = games.Standings
	}
	if a == games.Judge {
		v.Prompts = slices.Clone(g.prompts)
		slices.Reverse(v.Prompts) // the end comes last
	}
	return v
}

// say returns the headline and the lines below it.
func (g *Game) say() (headline games.Text, lines []games.Text) {
	switch g.phase {
	case gameOver:
		return g.totals.Won(games.Highest), nil
	case racing:
		return games.Text{Word: "pressed", Seats: g.race.Pressed()}, nil
	case deciding:
		if g.photo.Void {
			return games.Text{Word: "lost", Role: games.Verdict, Number: g.lost}, nil
		}
		return g.photo.Undecided(), nil
	case judging:
		headline = g.teams.About(games.Text{Word: "fastest", Role: games.Verdict}, g.decided)
		if g.rule == race.SlowestLoses {
			headline.Word = "slowest"
		}
		return headline, g.photo.Margin()
	}
	ready := games.Text{Word: "ready"}
	if g.headline.IsZero() {
		return ready, nil
	}
	return g.headline, []games.Text{ready}
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		switch {
		case g.phase == gameOver:
			p.Lamp = games.LitIf(slices.Contains(g.totals.Winners(games.Highest), p.Seat))
		case g.isOut(p.Seat):
			p.Mark = "out"
		case g.phase == racing && !g.race.Has(p.Seat):
			p.Lamp = games.Blinking
		case g.phase == judging && slices.Contains(g.decided, p.Seat):
			p.Lamp = games.Lit
		}
	})
}
