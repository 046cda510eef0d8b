package motus

import (
	"slices"

	"arbitre/games"
)

// news is what happened last, until something else does.
type news struct {
	headline games.Text
	lines    []games.Text
	results  int // so far
}

// begin tells something else.
func (n *news) begin(headline games.Text) { *n = news{headline: headline, results: n.results} }

// add tells one thing more; the first is the headline.
func (n *news) add(t games.Text) {
	if n.headline.IsZero() {
		n.headline = t
		return
	}
	n.lines = append(n.lines, t)
}

// lead tells what counts more than all that was told before.
func (n *news) lead(t games.Text) {
	if !n.headline.IsZero() {
		n.lines = append([]games.Text{n.headline}, n.lines...)
	}
	n.headline = t
}

// View is what an audience may see. A secret word is its author's and the judge's.
func (g *Game) View(a games.Audience) games.View {
	v := g.public()
	if a == games.Public {
		return v
	}
	v.Prompts = g.asked(a)
	for i := range v.Slates {
		h := g.hunt(v.Slates[i].Hunt)
		if a == games.Judge || a == games.Player(g.seatAt(h.author)) {
			v.Slates[i].Secret = h.word
		}
	}
	v.Secret = g.written(a)
	return v
}

// written are the words that a player has written and nobody has found yet.
func (g *Game) written(a games.Audience) []games.Text {
	hunts := g.hunts
	if g.final != nil && g.final.next != nil {
		hunts = append(slices.Clip(hunts), g.final.next)
	}
	var words []games.Text
	for _, h := range hunts {
		if a == games.Player(g.seatAt(h.author)) && h.word != "" && !h.over {
			words = append(words, games.Text{Word: "your_word", Extra: h.word})
		}
	}
	return words
}

// asked lists the prompts of one audience, the oldest first: its clock runs out first.
func (g *Game) asked(a games.Audience) []games.Prompt {
	prompts := g.prompts.Of(a)
	for i := range prompts {
		switch p := &prompts[i]; {
		case p.ID == "token" && g.grids[p.Team-1].blanks > 0:
			p.Options = games.Words(blank)
		case p.ID == "guess":
			p.Known = g.hunt(p.Hunt).known(g.letters)
		}
	}
	return prompts
}

func (g *Game) public() games.View {
	v := games.View{
		Game:  "motus",
		Round: g.round, Rounds: g.rounds,
		Over: g.phase == gameOver,

		Result: g.news.results,
	}
	if g.final != nil {
		v.Race = g.final.photo
		if g.phase == racing {
			v.Race = &games.Photo{Open: true, RaceOver: g.known()}
		}
	}
	v.Headline, v.Lines = g.say()
	v.Slates = g.slates()
	for _, grid := range g.grids {
		v.Grids = append(v.Grids, games.Grid{Size: grid.size, Covered: slices.Clone(grid.covered)})
	}
	if g.final != nil {
		for _, s := range g.final.racers {
			v.Rivals = append(v.Rivals, games.Progress{Seat: s, Points: g.final.won[s], ToWin: wordsToWin})
		}
	}
	switch {
	case len(v.Slates) > 0:
		v.Panel = games.Hunts
	case g.final != nil:
		v.Panel = games.Rivalry
	case len(v.Grids) > 0:
		v.Panel = games.Squares
	case g.phase == gameOver:
		v.Panel = games.Standings
	}
	return v
}

func (g *Game) say() (headline games.Text, lines []games.Text) {
	if g.phase == gameOver {
		lines = append(lines, games.Text{Word: "game_over", Role: games.Winners, Seats: g.winners})
	}
	if !g.news.headline.IsZero() {
		lines = append(append(lines, g.news.headline), g.news.lines...)
	}
	lines = append(lines, g.busy()...)
	switch {
	case g.final != nil:
		for _, s := range g.final.racers {
			lines = append(lines, games.Text{Word: "motus_won", Role: games.Tally, Seat: s, Number: g.final.won[s]})
		}
	case g.phase == gameOver:
		lines = append(lines, games.Text{Word: "leader", Role: games.Leaders, Seats: g.winners, Number: g.totals.Of(g.side(g.winners[0]))})
	default:
		lines = append(lines, games.RoundOf(g.round, g.rounds))
	}
	return lines[0], lines[1:]
}

// slates are the hunts that are on, as everyone sees them.
func (g *Game) slates() []games.Slate {
	var slates []games.Slate
	for _, h := range g.hunts {
		if h.word == "" || h.over {
			continue
		}
		slate := games.Slate{Hunt: h.number, Line: h.line, Lines: lines, Known: h.known(g.letters), Word: h.last.word, Marks: h.last.marks}
		for _, p := range g.prompts {
			if p.ID == "guess" && p.Hunt == h.number {
				slate.Seats, slate.Until = append(slate.Seats, p.Seat), p.Until
			}
		}
		slates = append(slates, slate)
	}
	return slates
}

// busy says who does what now, besides proposing, what was asked first before all else.
func (g *Game) busy() []games.Text {
	if g.phase == racing {
		return []games.Text{{Word: "motus_press", Seats: g.final.racers}}
	}
	var doing []games.Text
	var authors []games.Seat
	for _, p := range g.prompts {
		switch p.ID {
		case "word":
			if !p.Background {
				authors = append(authors, games.Seat(p.For))
			}
		case "token":
			doing = append(doing, games.Text{Word: "motus_draws", Number: p.Team, Seats: g.members(p.Team)})
		case "super_team":
			doing = append(doing, games.Text{Word: "motus_level"})
		}
	}
	if len(authors) > 0 {
		doing = append(doing, games.Text{Word: "motus_write", Seats: authors})
	}
	return doing
}

// known is what everyone knows of a word: "E.A.." for its letters in place and those given away.
func (h *hunt) known(letters int) string {
	word := make([]byte, letters)
	for i := range word {
		word[i] = '.'
		if h.shown[i] {
			word[i] = h.word[i]
		}
	}
	return string(word)
}

func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		p.Total = g.totals.Of(g.side(p.Seat))
		switch {
		case g.phase == gameOver:
			p.Lamp = games.LitIf(slices.Contains(g.winners, p.Seat))
		case g.mayPress(p.Seat):
			p.Lamp = games.Blinking
		case g.isAsked("guess", p.Seat):
			p.Lamp, p.Mark = games.Lit, "turn"
		case g.isAsked("word", p.Seat):
			p.Mark = "writes"
			p.Lamp = games.LitIf(g.phase == hunting || g.phase == writing) // else there is time for that
		}
	})
}

// mayPress tells whether a press of the seat would be a proposal.
func (g *Game) mayPress(s games.Seat) bool {
	return g.phase == racing && slices.Contains(g.final.racers, s) && !slices.Contains(g.final.queue.Seats(), s)
}

// isAsked tells whether a seat must propose a word, or write one.
func (g *Game) isAsked(id string, s games.Seat) bool {
	return slices.ContainsFunc(g.prompts, func(p games.Prompt) bool {
		return p.ID == id && (p.Seat == s || p.For == games.Player(s))
	})
}
