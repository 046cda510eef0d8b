package slap

import (
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// View is what an audience may see. Nothing is secret: only the questions to the judge are his.
func (g *Game) View(a games.Audience) games.View {
	v := games.View{
		Game: "slap", Round: 1, Over: g.phase == gameOver,
		Seats: g.places(), Race: g.photo, Result: g.told,
	}
	v.Headline, v.Lines = g.say()
	switch g.phase {
	case racing:
		v.Panel, v.Race = games.Entrants, &games.Photo{Open: true, RaceOver: g.race.Nobody()}
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

func (g *Game) say() (headline games.Text, lines []games.Text) {
	switch g.phase {
	case gameOver:
		return games.Text{Word: "game_over", Role: games.Winners, Seats: g.totals.Winners(games.Highest)}, nil
	case racing:
		return games.Text{Word: "pressed", Seats: g.race.Pressed()}, nil
	case deciding:
		return g.undecided().As(games.Verdict), nil
	case judging:
		headline = games.Text{Word: "fastest", Role: games.Verdict, Seat: g.decided}
		if g.rule == race.SlowestLoses {
			headline.Word = "slowest"
		}
		if margin := g.margin(); margin > 0 {
			lines = append(lines, games.Text{Word: "margin", Role: games.News, Span: margin})
		}
		return headline, lines
	}
	ready := games.Text{Word: "ready"}
	if g.headline.IsZero() {
		return ready, nil
	}
	return g.headline, []games.Text{ready}
}

// undecided says why the judge must decide a race.
func (g *Game) undecided() games.Text {
	switch {
	case g.photo.Void:
		return games.Text{Word: "lost", Number: g.lost}
	case len(g.photo.DeadHeat) > 0:
		return games.Text{Word: "dead_heat", Seats: g.photo.DeadHeat}
	}
	return games.Text{Word: "missing", Seats: g.photo.Missing}
}

// margin is by how much the race was won or lost; 0 where nobody can tell.
func (g *Game) margin() time.Duration {
	order := g.photo.Order
	switch last := len(order) - 1; {
	case last < 1:
	case g.photo.Fastest != 0:
		return order[1].After - order[0].After
	case g.photo.Slowest == order[last].Seat:
		return order[last].After - order[last-1].After
	}
	return 0
}

func (g *Game) places() []games.Place {
	winners := g.totals.Winners(games.Highest)
	places := make([]games.Place, len(g.seats))
	for i, s := range g.seats {
		p := games.Place{Seat: s, Total: g.totals.Of(int(s))}
		switch {
		case g.phase == gameOver:
			if slices.Contains(winners, s) {
				p.Lamp = games.Lit
			}
		case g.isOut(s):
			p.Mark = "out"
		case g.phase == racing && !g.race.Has(s):
			p.Lamp = games.Blinking
		case g.phase == judging && s == g.decided:
			p.Lamp = games.Lit
		}
		places[i] = p
	}
	return places
}
