package mito

import (
	"slices"

	"arbitre/games"
)

// news is the result of the last card or check.
type news struct {
	headline games.Text
	lines    []games.Text
}

func (n *news) add(t games.Text) { n.lines = append(n.lines, t.As(games.News)) }

// View returns what an audience may see. Nothing in Mito is secret, but only the judge is asked.
func (g *Game) View(a games.Audience) games.View {
	v := games.View{
		Round: g.round, Rounds: g.rounds,
		Over: g.phase == gameOver,
		Race: g.photo,
	}
	v.Headline, v.Lines = g.say()
	switch {
	case g.phase == racing:
		v.Race = &games.Photo{Open: true, RaceOver: g.card.race.Known()}
		v.Panel = games.Entrants
	case g.phase == counting:
		v.Race = nil // from here on the news is no longer about the race
	case g.phase == roundOver, g.phase == gameOver:
		v.Panel, v.Race = games.Standings, nil
	case v.Headline.Role == games.Verdict:
		v.Panel = games.PhotoFinish
	}
	if g.phase == roundOver {
		v.Next = games.LeftOf(g.seats, g.chosen)
	}
	if g.phase == playing || g.phase.checking() {
		if slapped := g.history.slappers(); slapped != nil {
			v.Lines = append([]games.Text{{Word: "pressed", Seats: slapped}}, v.Lines...)
		}
	}
	if a == games.Judge {
		v.Prompts = g.asked()
	}
	return v
}

// say returns the headline and the lines below it.
func (g *Game) say() (headline games.Text, lines []games.Text) {
	now := games.Text{Word: "turn", Seat: g.history.turn().seat}
	switch g.phase {
	case racing:
		return games.Text{Word: g.card.name, Seats: g.card.race.Pressed()}, nil
	case accusing:
		return games.Text{Word: "call", Role: games.News, Seat: g.guardian}, nil
	case judging:
		return games.Text{Word: "check", Seat: g.accused}, nil
	case giving:
		return games.Text{Word: "spider", Role: games.News, Seat: g.card.layer}, nil
	case deciding:
		if passed := g.card.lastPassed(); !passed.IsZero() {
			return passed, nil
		}
		return g.photo.Undecided(), nil
	case counting:
		for _, seat := range g.hands.out {
			lines = append(lines, isOut(seat))
		}
		return games.Text{Word: "count", Seat: g.hands.left[0]}, lines
	case roundOver:
		over := games.Text{Word: "round_over", Role: games.News, Number: g.round}
		return over, []games.Text{g.totals.Leading(games.Lowest)}
	case gameOver:
		return g.totals.Won(games.Lowest), nil
	}
	lines = slices.Clone(g.news.lines)
	switch g.news.headline.Role {
	case games.State: // no news
		return now, append(lines, games.Text{Word: "guardian", Seat: g.guardian}, games.RoundOf(g.round, g.rounds))
	case games.Verdict:
		if g.card.passed == nil {
			lines = append(lines, g.photo.Margin()...)
		}
		if next := g.card.after(g.photo, g.prompts); next != nil {
			lines = append(lines, games.Text{Word: "then", Seats: next})
		}
	}
	return g.news.headline, append(lines, now)
}

// after returns, by time, who slapped after the seat that is asked whether it leaves a card.
func (c card) after(photo *games.Photo, open games.Prompts) (seats []games.Seat) {
	i := slices.IndexFunc(open, func(p games.Prompt) bool { return p.ID == "has_none" })
	if i < 0 {
		return nil
	}
	for _, f := range photo.Pressed() {
		if f.Seat != open[i].Seat && !slices.Contains(c.passed, f.Seat) {
			seats = append(seats, f.Seat)
		}
	}
	return seats
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		if p.Lamp = g.lamp(p.Seat); p.Seat == g.guardian {
			p.Mark = "guardian"
		}
	})
}

func (g *Game) lamp(s games.Seat) games.Lamp {
	lit := false
	switch g.phase {
	case racing:
		if slices.Contains(g.card.race.Entrants, s) && !g.card.race.Has(s) {
			return games.Blinking
		}
	case accusing:
		lit = s == g.guardian
	case judging:
		lit = s == g.guardian || s == g.accused
	case giving:
		lit = s == g.card.layer
	case counting:
		lit = s == g.hands.left[0]
	case gameOver:
		lit = slices.Contains(g.totals.Winners(games.Lowest), s) // MITO-23
	case playing:
		lit = s == g.history.turn().seat
	}
	return games.LitIf(lit)
}

// asked returns the open prompts, the latest first: "play", open all through a round, comes last.
func (g *Game) asked() []games.Prompt {
	prompts := make([]games.Prompt, 0, len(g.prompts))
	for _, p := range slices.Backward(g.prompts) {
		if p.ID == "has_none" && g.phase != playing {
			continue
		}
		if p.ID == "play" {
			if g.phase != playing && !g.phase.checking() {
				continue // it may not be answered now
			}
			p.Options = slices.Insert(cards(), slapped, games.Word("out"))
			if g.phase.checking() {
				p.Options = p.Options[:slapped]
			}
			p.Namings = []games.Naming{
				{Options: cards(), Asks: "laid_by", Seats: g.history.layers()},
				emptyHand(g.seats, g.history.turn().seat),
			}
			if has := slices.IndexFunc(prompts, func(p games.Prompt) bool { return p.ID == "has_none" }); has >= 0 {
				p.Offers = []games.Offer{{Prompt: "has_none", Option: games.Word("none")}}
				p.Preset = p.Options[0] // the usual card stays two presses away
			}
		}
		if p.ID == "accused" && g.history.maybeSlap(g.guardian) {
			for _, card := range cards()[:slapped] {
				p.Offers = append(p.Offers, games.Offer{Prompt: "play", Option: card})
			}
		}
		prompts = append(prompts, p)
	}
	return prompts
}

// emptyHand asks whose hand is empty, with the seat in turn as the first choice.
func emptyHand(seats []games.Seat, turn games.Seat) games.Naming {
	naming := games.Naming{Options: games.Words("out"), Asks: "out", Buttons: true}
	for _, s := range clockwise(seats, turn) {
		naming.Seats = append(naming.Seats, games.Candidate{Seat: s})
	}
	return naming
}
