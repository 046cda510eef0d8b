package quiz

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// View returns what an audience may see. Nothing is secret, but only the quizmaster is asked.
func (g *Game) View(a games.Audience) games.View {
	v := games.View{
		Round: 1, Over: g.phase == gameOver,
		Race: g.floor.Photo, Result: g.results, Panel: games.Standings,
	}
	v.Headline, v.Lines = g.say()
	switch g.floor.State {
	case race.Taken:
		due, _ := g.prompts.FirstDue()
		v.Panel, v.Race, v.Until = games.PhotoFinish, g.floor.Spoken(), due.Until
	case race.Disputed:
		v.Panel = games.PhotoFinish
	}
	if a == games.Judge {
		v.Prompts = g.asks()
	}
	return v
}

// say returns the headline and the lines below it. While a seat speaks these are who waits, and
// by how much the speaker was ahead.
func (g *Game) say() (headline games.Text, lines []games.Text) {
	question := games.Text{Word: "question", Number: g.number}
	switch {
	case g.phase == gameOver:
		return g.totals.Won(games.Highest), nil
	case g.floor.State == race.Disputed:
		return g.floor.Dispute(), []games.Text{question}
	case g.speaking():
		headline = g.teams.About(games.Text{Word: "speaks", Role: games.Verdict}, g.floor.Speakers)
		if waiting := g.teams.Firsts(g.floor.Pressed()); len(waiting) > 0 {
			lines = append(lines, games.Text{Word: "then", Seats: waiting})
		}
		return headline, append(append(lines, g.floor.Spoken().Margin()...), question)
	case g.phase == reading:
		question.Word = "listen"
	default:
		question.Word = "buttons_on"
	}
	if len(g.tooSoon) > 0 {
		soon := games.Text{Word: "too_soon", Seats: g.tooSoon}
		if g.phase == reading {
			return soon, []games.Text{question}
		}
		lines = append(lines, soon)
	}
	if g.news.IsZero() {
		return question, lines
	}
	return g.news, append(lines, question)
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		switch {
		case g.phase == gameOver:
			p.Lamp = games.LitIf(slices.Contains(g.totals.Winners(games.Highest), p.Seat))
		case g.speaking() && slices.Contains(g.floor.Speakers, p.Seat):
			p.Lamp = games.Lit
		case g.floor.State != race.Free && slices.Contains(g.floor.Pressed(), p.Seat):
			p.Lamp = games.Blinking
		case slices.Contains(g.out, p.Seat):
			p.Mark = games.Eliminated
		}
	})
}

// asks returns the open prompts, those in the background last. The prompt about the speaker names
// who is next.
func (g *Game) asks() []games.Prompt {
	prompts := slices.Clone(g.prompts)
	if waiting := g.floor.Pressed(); g.speaking() && len(waiting) > 0 {
		i := slices.IndexFunc(prompts, func(p games.Prompt) bool { return p.ID == "verdict" })
		prompts[i].Asks = g.teams.About(games.Text{Word: "right_then", Seats: waiting[:1]}, g.floor.Speakers)
	}
	slices.SortStableFunc(prompts, func(a, b games.Prompt) int { return urgency(a) - urgency(b) })
	return prompts
}

// urgency ranks the open prompts: first what is due now, then how far the question is read, then its
// end and the quiz's.
func urgency(p games.Prompt) int {
	return 1 + slices.Index([]string{"mark", "end", "question_over", "finish"}, p.ID)
}
