package mito

import (
	"slices"

	"arbitre/games"
)

// news is what the last card or check came to.
type news struct {
	headline games.Text
	lines    []games.Text
}

func (n *news) add(t games.Text) { n.lines = append(n.lines, t.As(games.News)) }

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
		Game:  g.name,
		Round: g.round, Rounds: g.rounds,
		Over: g.phase == gameOver,
		Race: g.photo,
	}
	v.Headline, v.Lines = g.say()
	switch {
	case g.phase == racing:
		v.Race = &games.Photo{Open: true, RaceOver: g.race.Known()}
		v.Panel = games.Entrants
	case g.phase == counting:
		v.Race = nil // what is told from here on is no race
	case g.phase == roundOver, g.phase == gameOver:
		v.Panel, v.Race = games.Standings, nil
	case v.Headline.Role == games.Verdict:
		v.Panel = games.PhotoFinish
	}
	if g.phase == roundOver {
		v.Next = g.nextFirst()
	}
	if g.phase == playing || g.checking() {
		v.Lines = append(g.waiting(), v.Lines...)
	}
	return v
}

func (g *Game) say() (headline games.Text, lines []games.Text) {
	guardian := games.Text{Word: "guardian", Seat: g.guardian}
	now := games.Text{Word: "turn", Seat: g.turn().seat}
	round := games.RoundOf(g.round, g.rounds)
	switch g.phase {
	case racing:
		return games.Text{Word: g.card, Seats: g.race.Pressed()}, nil
	case accusing:
		return games.Text{Word: "call", Role: games.News, Seat: g.guardian}, nil
	case judging:
		return games.Text{Word: "check", Seat: g.check.accused}, nil
	case giving:
		return games.Text{Word: "spider", Role: games.News, Seat: g.layer}, nil
	case deciding:
		return g.undecided().As(games.Verdict), nil
	case counting:
		return games.Text{Word: "count", Seat: g.uncounted[0]}, []games.Text{{Word: "out", Role: games.News, Seat: g.out}}
	case roundOver:
		return games.Text{Word: "round_over", Role: games.News, Number: g.round}, []games.Text{g.totals.Leading(games.Lowest)}
	case gameOver:
		return g.totals.Won(games.Lowest), nil
	}
	if g.news.headline.IsZero() {
		return now, append(slices.Clone(g.news.lines), guardian, round)
	}
	lines = slices.Clone(g.news.lines)
	if g.news.headline.Role == games.Verdict {
		lines = append(lines, g.photo.Margin()...)
	}
	return g.news.headline, append(lines, now)
}

// undecided says why the judge must decide a race.
func (g *Game) undecided() games.Text {
	switch {
	case g.photo.Void:
		return games.Text{Word: "void"}
	case g.photo.Unclear != nil:
		return games.Text{Word: "unclear", Seats: g.photo.Unclear}
	case g.photo.Doubted != nil:
		return games.Text{Word: "too_early", Seats: g.photo.Doubted}
	case len(g.photo.DeadHeat) > 0:
		return games.Text{Word: "dead_heat", Seats: g.photo.DeadHeat}
	}
	return games.Text{Word: "missing", Seats: g.photo.Missing}
}

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
		lit = slices.Contains(g.totals.Winners(games.Lowest), s) // MITO-23
	case playing:
		lit = s == g.turn().seat
	}
	return games.LitIf(lit)
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
			if g.checking() {
				p.Options = p.Options[:2]
			}
			p.Namings = g.namings()
		}
		if p.ID == "accused" && g.maybeSlapped() {
			p.Offers = []games.Offer{{Prompt: "play", Option: games.Word("mosquito")}, {Prompt: "play", Option: games.Word("cockroach")}}
		}
		prompts = append(prompts, p)
	}
	return prompts
}

// clockwise lists the seats from one on.
func (g *Game) clockwise(first games.Seat) []games.Seat {
	seats := []games.Seat{first}
	for s := games.LeftOf(g.seats, first); s != first; s = games.LeftOf(g.seats, s) {
		seats = append(seats, s)
	}
	return seats
}

// waiting tells who has slapped, by time, while that waits for a card to be declared.
func (g *Game) waiting() []games.Text {
	slap := func(p press) bool { return p.did != endedTurn || p.short }
	if !slices.ContainsFunc(g.presses, slap) {
		return nil // without a look at all the turns that ended: a lamp waits for this view
	}
	o := g.look()
	if len(o.slaps.Seats) == 0 || !g.checking() && !o.slaps.others(o.likely.seat) {
		return nil
	}
	return []games.Text{{Word: "pressed", Seats: o.slaps.pressed}}
}

// maybeSlapped tells whether the call that is being checked was perhaps a slap, for another seat pressed about then (MITO-16).
func (g *Game) maybeSlapped() bool {
	return slices.ContainsFunc(g.presses, func(p press) bool {
		return p.seat != g.guardian && (p.did == nothing || p.did == checked) && (p.at-g.check.called).Abs() <= g.limits.Burst
	})
}

// namings ask by whom a card was laid, and whose hand is empty (MITO-14).
func (g *Game) namings() []games.Naming {
	now := g.turn().seat
	empty := games.Naming{Options: games.Words("out"), Asks: "out", Buttons: games.Without(g.seats, now, g.guardian)}
	for _, s := range g.clockwise(now) {
		empty.Seats = append(empty.Seats, games.Candidate{Seat: s})
	}
	laid := games.Naming{Options: games.Words("mosquito", "cockroach", "spider", "ant"), Asks: "laid_by", Seats: g.layers()}
	return []games.Naming{laid, empty}
}

// layers lists who may have laid the card that somebody is about to declare, the likeliest first.
func (g *Game) layers() []games.Candidate {
	on, likely := g.turn(), g.look().likely
	layers := []games.Candidate{{Seat: on.seat}}
	for _, e := range g.look().endings {
		if e.seat == on.seat {
			continue
		}
		l := games.Candidate{Seat: e.seat, Until: e.until}
		if e.number == likely.number {
			layers = slices.Insert(layers, 0, l)
		} else {
			layers = append(layers, l)
		}
	}
	if before := last(g.lately()); before.number > on.number {
		layers = append(layers, games.Candidate{Seat: before.seat}) // before the call it was his turn (MITO-11)
	}
	if len(layers) < 2 {
		return nil
	}
	return layers
}
