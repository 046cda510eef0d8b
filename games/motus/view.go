package motus

import (
	"slices"

	"arbitre/games"
)

// news is what happened last.
type news struct {
	headline games.Text
	lines    []games.Text
	results  int          // so far
	unsaid   []games.Text // not yet said in this step
}

// begin replaces the news.
func (n *news) begin(headline games.Text) {
	*n = news{headline: headline, results: n.results, unsaid: append(n.unsaid, headline)}
}

// add appends a text to the news; the first one is the headline.
func (n *news) add(t games.Text) {
	n.unsaid = append(n.unsaid, t)
	if n.headline.IsZero() {
		n.headline = t
		return
	}
	n.lines = append(n.lines, t)
}

// lead adds a text as the headline, before all others.
func (n *news) lead(t games.Text) {
	n.unsaid = append(n.unsaid, t)
	if !n.headline.IsZero() {
		n.lines = append([]games.Text{n.headline}, n.lines...)
	}
	n.headline = t
}

// say adds to a step the texts that have not been said yet.
func (n *news) say(step *games.Step) {
	step.Say(n.unsaid...)
	n.unsaid = nil
}

// View returns what an audience may see.
func (g *Game) View(a games.Audience) games.View { return look{g.state, a}.view() }

// A look is how an audience sees a game. Only its author and the judge see a secret word.
type look struct {
	state
	by games.Audience
}

func (g look) view() games.View {
	v := games.View{
		Round: g.round, Rounds: g.rounds,
		Over:    g.phase == gameOver,
		Slates:  g.slates(),
		Prompts: g.asked(),
		Result:  g.news.results,
	}
	v.Headline, v.Lines = g.say()
	for _, grid := range g.grids {
		v.Grids = append(v.Grids, games.Grid{Size: grid.size, Covered: slices.Clone(grid.covered)})
	}
	hunts := g.hunts
	if g.final != nil {
		g.final.show(&v, g.phase == racing)
		if g.final.next != nil {
			hunts = append(slices.Clip(hunts), g.final.next)
		}
	}
	for _, h := range hunts { // the words that a player has written and that are not found yet
		if g.by == games.Player(g.at(h.author)) && h.word != "" && !h.over {
			v.Secret = append(v.Secret, games.Text{Word: "your_word", Extra: h.word})
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

// show adds to a view how many words each player has won, and the open race or the last.
func (s *superPartie) show(v *games.View, racing bool) {
	v.Race = s.photo
	if racing {
		v.Race = &games.Photo{Open: true, RaceOver: s.known()}
	}
	for _, seat := range s.racers {
		v.Rivals = append(v.Rivals, games.Progress{Seat: seat, Points: s.won[seat], ToWin: wordsToWin})
	}
}

// asked returns the open prompts of an audience, the oldest first. A proposal has the letters known
// so far; a token may be a blank while the team's bag has one.
func (g look) asked() []games.Prompt {
	prompts := g.prompts.Of(g.by)
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

// say returns the texts of a view.
func (g look) say() (headline games.Text, lines []games.Text) {
	if g.phase == gameOver {
		lines = append(lines, games.WonBy(g.winners))
	}
	if !g.news.headline.IsZero() {
		lines = append(append(lines, g.news.headline), g.news.lines...)
	}
	if g.phase == racing {
		lines = append(lines, games.Text{Word: "motus_press", Seats: g.final.racers})
	} else {
		lines = append(lines, g.busy()...)
	}
	switch {
	case g.final != nil:
		for _, s := range g.final.racers {
			lines = append(lines, games.Text{Word: "motus_won", Role: games.Tally, Seat: s, Number: g.final.won[s]})
		}
	case g.phase == gameOver:
		lines = append(lines, g.totals.Leading(games.Highest))
	default:
		lines = append(lines, games.RoundOf(g.round, g.rounds))
	}
	return lines[0], lines[1:]
}

// slates returns the hunts that are on, as an audience sees them.
func (g look) slates() []games.Slate {
	var slates []games.Slate
	for _, h := range g.hunts {
		if h.word == "" || h.over {
			continue
		}
		slate := games.Slate{
			Hunt: h.number, Line: h.line, Lines: lines, Known: h.known(g.letters),
		}
		if n := len(h.tried); n > 0 {
			slate.Word, slate.Marks = h.tried[n-1].Word, h.tried[n-1].Marks
		}
		for _, p := range g.prompts {
			if p.ID == "guess" && p.Hunt == h.number {
				slate.Seats, slate.Until = append(slate.Seats, p.Seat), p.Until
			}
		}
		if g.by == games.Judge || g.by == games.Player(g.at(h.author)) {
			slate.Secret = h.word
		}
		slates = append(slates, slate)
	}
	return slates
}

// busy says who writes, draws or decides now.
func (g look) busy() []games.Text {
	var doing []games.Text
	var authors []games.Seat
	for _, p := range g.prompts {
		switch {
		case p.ID == "word" && !p.Background:
			authors = append(authors, games.Seat(p.For))
		case p.ID == "token":
			doing = append(doing, games.Text{Word: "motus_draws", Team: p.Team, Seats: g.teams[p.Team-1]})
		case p.ID == "super_team":
			doing = append(doing, games.Text{Word: "motus_level"})
		}
	}
	if len(authors) > 0 {
		doing = append(doing, games.Text{Word: "motus_write", Seats: authors})
	}
	return doing
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	return games.Places(g.seats, g.totals, func(p *games.Place) {
		switch {
		case g.phase == gameOver:
			p.Lamp = games.LitIf(slices.Contains(g.winners, p.Seat))
		case g.phase == racing && g.final.mayPress(p.Seat):
			p.Lamp = games.Blinking
		case isAsked(g.prompts, "guess", p.Seat):
			p.Lamp, p.Mark = games.Lit, "turn"
		case isAsked(g.prompts, "word", p.Seat):
			p.Mark = "writes"
			p.Lamp = games.LitIf(g.phase == hunting || g.phase == writing) // else it is a word for later
		}
	})
}

// isAsked reports whether a seat has an open prompt of that id, to propose a word or write one.
func isAsked(prompts games.Prompts, id string, s games.Seat) bool {
	return slices.ContainsFunc(prompts, func(p games.Prompt) bool {
		return p.ID == id && (p.Seat == s || p.For == games.Player(s))
	})
}
