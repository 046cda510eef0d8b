package motus

import (
	"slices"

	"arbitre/games"
)

// beginSeries asks the authors of the next series for their words (MOTUS-1, MOTUS-14).
func (g *Game) beginSeries(step *games.Step) {
	g.phase = hunting
	g.round++
	g.hunts = nil
	first, authors := 0, 2
	switch {
	case g.solo:
		authors = len(g.seats)
	case g.round%2 == 0:
		first = 2
	}
	for i := range authors {
		g.hunts = append(g.hunts, g.haveWritten(step, i+1, first+i))
	}
}

// haveWritten asks an author for the word of a new hunt.
func (g *Game) haveWritten(step *games.Step, number, author int) *hunt {
	g.prompts.Open(step, games.Prompt{
		ID: "word", For: games.Player(g.at(author)), Keys: games.Keys{Hunt: number},
		Shape: games.Letters, Max: g.letters,
	})
	return &hunt{number: number, author: author}
}

// find ends a hunt: it gives points and a token (MOTUS-5, MOTUS-7), or counts for the Super Partie.
func (g *Game) find(step *games.Step, h *hunt, seat games.Seat) {
	h.over = true
	step.Add(Found{Hunt: h.number, Seat: seat, Team: g.teams.Of(seat)})
	g.news.begin(games.Text{Word: "motus_found", Role: games.News, Seat: seat, Extra: h.word})
	g.news.results++
	if g.final != nil {
		if g.final.won[seat]++; g.final.won[seat] == wordsToWin { // MOTUS-13
			g.end(step, []games.Seat{seat})
		} else {
			g.nextWord(step)
		}
		return
	}
	points := foundPoints
	if g.solo && h.line == lastLine {
		points -= soloPenalty
	}
	g.score(step, seat, points, "found")
	g.drawFor(step, g.teams.Of(seat))
	g.endSeries(step)
}

// miss ends a hunt without a winner and reveals its word (MOTUS-6, MOTUS-11, MOTUS-12).
func (g *Game) miss(step *games.Step, h *hunt) {
	h.over = true
	step.Add(Missed{h.number, h.word})
	g.news.begin(games.Text{Word: "motus_missed", Role: games.News, Extra: h.word})
	g.news.results++
	if g.final != nil {
		g.nextWord(step)
		return
	}
	g.endSeries(step)
}

// score adds points to the total of a seat's team, or in solo of the seat.
func (g *Game) score(step *games.Step, seat games.Seat, points int, why string) {
	step.Add(g.totals.Score(seat, points, why))
	g.news.add(games.Text{Word: "motus_points", Role: games.News, Seats: g.teams.With(seat), Number: points})
}

// drawFor draws a token for a team, or asks which one was drawn, unless the bag is empty.
func (g *Game) drawFor(step *games.Step, team int) {
	if g.grids == nil {
		return
	}
	grid := g.grids[team-1]
	asked := 0
	for _, p := range g.prompts {
		if p.ID == "token" && p.Team == team {
			asked++
		}
	}
	switch {
	case grid.left == asked:
	case g.drawing == byHouse:
		g.draw(step, team, grid.next())
	default:
		g.prompts.Open(step, games.Prompt{
			ID: "token", For: games.Judge, Keys: games.Keys{Team: team},
			Shape: games.Amount, Min: 1, Max: g.size * g.size,
		})
	}
}

// draw plays a token on a team's grid; 0 is a blank (MOTUS-7, MOTUS-8).
func (g *Game) draw(step *games.Step, team, token int) {
	value := games.Number(token)
	if token == 0 {
		value = games.Word(blank)
	}
	step.Add(Token{team, value})
	g.news.results++
	g.news.add(games.Text{Word: "motus_token", Role: games.News, Team: team, Extra: value.String(), Grid: team})
	if g.grids[team-1].draw(token) {
		step.Add(Motus{team})
		g.score(step, g.teams[team-1][0], motusPoints, "motus")
		g.news.lead(games.Text{Word: "motus", Role: games.News, Team: team, Grid: team})
	}
}

// endSeries goes on to the next series, the Super Partie or the end once all hunts are over
// and all tokens are drawn (MOTUS-9).
func (g *Game) endSeries(step *games.Step) {
	if len(g.prompts) > 0 {
		return // a hunt goes on, a word is to be written, or a token to be drawn
	}
	step.Add(games.RoundOver{Round: g.round, Totals: slices.Clone(g.totals)})
	leaders, lead := g.totals.Leaders(games.Highest), g.totals.Leading(games.Highest)
	switch {
	case g.round < g.rounds:
		g.news.add(lead)
		g.beginSeries(step)
	case !g.super:
		g.end(step, g.totals.Winners(games.Highest))
	case len(leaders) > 1:
		g.phase = choosing
		g.prompts.Open(step, games.Prompt{
			ID: "super_team", For: games.Judge, Options: []games.Value{games.Number(1), games.Number(2)},
			Labels: []games.Text{{Word: "team", Team: 1}, {Word: "team", Team: 2}},
		})
	default:
		g.news.add(lead)
		g.beginSuperPartie(step, leaders[0])
	}
}

func (g *Game) end(step *games.Step, winners []games.Seat) {
	g.phase = gameOver
	g.prompts = nil // the word to be written ahead is not needed
	g.winners = winners
	step.Add(games.GameOver{Totals: slices.Clone(g.totals), Winners: winners})
	step.Say(games.WonBy(winners))
}
