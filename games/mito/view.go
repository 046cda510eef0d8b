package mito

import (
	"fmt"
	"slices"
	"time"

	"arbitre/games"
)

// news is what the last card or check came to.
type news struct {
	headline games.Text
	lines    []games.Text
}

func (n *news) add(t games.Text) { n.lines = append(n.lines, t) }

// busyWith names what must be done before a card can be declared.
func (g *Game) busyWith() string {
	switch g.phase {
	case racing:
		return "race"
	case accusing, judging:
		return "check"
	case giving:
		return "spider"
	}
	return "verdict of the race"
}

// View is what an audience may see. Nothing in Mito is secret: only the questions are the judge's.
func (g *Game) View(a games.Audience) games.View {
	v := g.public()
	if a == games.Judge {
		v.Prompts = g.asked()
	}
	return v
}

func (g *Game) public() games.View {
	v := games.View{
		Game:  g.sheet.name,
		Round: g.round, Rounds: g.rounds,
		Over:  g.phase == gameOver,
		Seats: g.places(),
		Race:  g.photo,
	}
	v.Headline, v.Lines = g.say()
	if g.phase == racing {
		v.Race = &games.Photo{Open: true, RaceOver: g.race.Nobody()}
	}
	return v
}

func (g *Game) say() (headline games.Text, lines []games.Text) {
	guardian := games.Text{Word: "guardian", Seat: g.guardian}
	now := games.Text{Word: "turn", Seat: g.turn().seat}
	round := games.Text{Word: "round", Extra: fmt.Sprintf("%d/%d", g.round, g.rounds)}
	switch g.phase {
	case racing:
		return games.Text{Word: g.card, Seats: g.race.Pressed()}, nil
	case accusing:
		return games.Text{Word: "call", Seat: g.guardian}, nil
	case judging:
		return games.Text{Word: "check", Seat: g.check.accused}, nil
	case giving:
		return games.Text{Word: "spider", Seat: g.layer}, nil
	case deciding:
		return g.undecided(), nil
	case counting:
		return games.Text{Word: "count", Seat: g.uncounted[0]}, []games.Text{{Word: "out", Seat: g.out}}
	case roundOver:
		best := g.totals.Leaders(games.Lowest)
		return games.Text{Word: "round_over", Number: g.round},
			[]games.Text{{Word: "leader", Seats: g.winners(), Number: g.totals.Of(best[0])}}
	case gameOver:
		return games.Text{Word: "game_over", Seats: g.winners()}, nil
	}
	if g.news.headline.IsZero() {
		return now, append(slices.Clone(g.news.lines), guardian, round)
	}
	lines = slices.Clone(g.news.lines)
	if word := g.news.headline.Word; word == "slowest" || word == "fastest" {
		if margin := g.margin(); margin > 0 {
			lines = append(lines, games.Text{Word: "margin", Span: margin})
		}
	}
	return g.news.headline, append(lines, now)
}

// undecided says why the judge must decide a race.
func (g *Game) undecided() games.Text {
	switch {
	case g.photo.Void:
		return games.Text{Word: "void"}
	case len(g.photo.DeadHeat) > 0:
		return games.Text{Word: "dead_heat", Seats: g.photo.DeadHeat}
	}
	return games.Text{Word: "missing", Seats: g.photo.Missing}
}

// margin is by how much the deciding place of the last race was won or lost; 0 where one never pressed.
func (g *Game) margin() time.Duration {
	order := g.photo.Order
	switch {
	case g.photo.Fastest != 0 && len(order) > 1:
		return order[1].After - order[0].After
	case g.photo.Slowest != 0 && len(g.photo.Missing) == 0:
		return last(order).After - order[len(order)-2].After
	}
	return 0
}

func (g *Game) places() []games.Place {
	places := make([]games.Place, len(g.seats))
	for i, s := range g.seats {
		places[i] = games.Place{Seat: s, Total: g.totals.Of(int(s)), Lamp: g.lamp(s)}
		if s == g.guardian {
			places[i].Mark = "guardian"
		}
	}
	return places
}

func (g *Game) lamp(s games.Seat) games.Lamp {
	lit := false
	switch g.phase {
	case racing:
		if slices.Contains(g.race.Entrants, s) && !slices.Contains(g.race.Pressed(), s) {
			return games.Blinking
		}
	case accusing:
		lit = s == g.guardian
	case judging:
		lit = s == g.guardian || s == g.check.accused
	case giving:
		lit = s == g.layer
	case counting:
		lit = s == g.uncounted[0]
	case gameOver:
		lit = slices.Contains(g.winners(), s)
	case playing:
		lit = s == g.turn().seat
	}
	if lit {
		return games.Lit
	}
	return games.Dark
}

// asked lists the open prompts, the latest first, so that "play", open all through a round, comes last.
func (g *Game) asked() []games.Prompt {
	prompts := make([]games.Prompt, 0, len(g.prompts))
	for _, p := range slices.Backward(g.prompts) {
		if p.ID == "play" {
			if g.phase != playing && !g.checking() {
				continue // it may not be answered now
			}
			p.Options = games.Words("mosquito", "cockroach", "out", "spider", "ant")
			p.Layers = g.layers()
			p.Out, p.Idle = g.mayBeOut(p.Layers), games.Without(g.seats, g.turn().seat, g.guardian)
		}
		prompts = append(prompts, p)
	}
	return prompts
}

// mayBeOut lists whose hand may be empty, from the seat that has just laid on.
func (g *Game) mayBeOut(layers []games.Layer) []games.Seat {
	first := g.turn().seat
	if len(layers) > 0 {
		first = layers[0].Seat
	}
	seats := []games.Seat{first}
	for s := games.LeftOf(g.seats, first); s != first; s = games.LeftOf(g.seats, s) {
		seats = append(seats, s)
	}
	return seats
}

// layers lists who may have laid the card that somebody is about to declare: who has just ended his turn is likelier
// than the seat that is in turn by now.
func (g *Game) layers() []games.Layer {
	layers := []games.Layer{{Seat: g.turn().seat}}
	for i, t := range slices.Backward(g.turns[:len(g.turns)-1]) {
		known := slices.ContainsFunc(layers, func(l games.Layer) bool { return l.Seat == t.seat })
		if known {
			continue
		}
		l := games.Layer{Seat: t.seat, Until: g.turns[i+1].began + g.limits.Lookback}
		if len(layers) == 1 {
			layers = slices.Insert(layers, 0, l)
		} else {
			layers = append(layers, l)
		}
	}
	return layers
}
