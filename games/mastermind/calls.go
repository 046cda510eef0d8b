package mastermind

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// refuses returns why a seat may not call now, or "" if it may (MM-6, MM-7).
func (o *open) refuses(seat games.Seat) string {
	switch {
	case !o.phase.playing():
		return games.NoEffect
	case !o.anyone && seat != o.turn:
		return games.NotYourTurn
	case !o.anyone && (o.phase != guessing || o.floor.State != race.Free):
		return games.NoEffect
	case slices.Contains(o.out, seat):
		return games.Eliminated
	case o.phase == guessing && o.floor.State == race.Taken && seat == o.floor.Speaker:
		return games.NoEffect
	case seat == o.played && seat != o.turn:
		return games.JustPlayed
	}
	return ""
}

// Lost asks the judge who called first if a queue was undecided (RACE-8). It also hides a token on
// the display, as the release may have been lost; a release that does come still answers.
func (g *Game) Lost(step *games.Step, edges int) {
	g.shown = false
	if _, deciding := g.Deadline(); !deciding {
		return
	}
	callers := slices.DeleteFunc(slices.Clone(g.seats), func(s games.Seat) bool {
		_, waits := g.floor.At(s)
		return !waits && g.refuses(s) != ""
	})
	g.floor.Lose(step, &g.prompts, edges, callers)
	g.prompts.Close(step, "guess")
}

// hear lets the next in the queue say the code, else play resumes (MM-9).
func (g *Game) hear(step *games.Step) {
	g.phase = guessing
	if g.floor.Next(step, &g.prompts) {
		g.call(step)
	} else if g.floor.State == race.Free {
		if slices.Contains(g.out, g.turn) {
			g.passTurn(step)
		}
		g.askGuess(step)
	} else {
		g.prompts.Close(step, "guess")
	}
}

// call asks the seat that has the floor for the code (MM-8).
func (g *Game) call(step *games.Step) {
	seat := g.floor.Speaker
	g.prompts.Close(step, "guess")
	g.failed = 0
	step.Add(Call{seat, g.floor.Decision()})
	step.Say(public{g.open}.calls())
	step.Say(g.floor.Decision().Finish.Margin()...)
	p := games.Prompt{ID: "solve", For: games.Judge, Keys: games.Keys{Seat: seat}, Shape: games.Code, Background: true}
	if g.dealer == table {
		p.ID, p.Shape, p.Options = "verdict", games.Choice, games.Words("right", "wrong")
	}
	g.prompts.Open(step, p)
}

// right ends the play of a round: the caller said the code (MM-8). What he could not rule out by his own
// tokens and by what was said aloud is counted; the number of tokens of a colour needs no check, as in
// readToken.
func (g *Game) right(step *games.Step) {
	g.solver = g.floor.Speaker
	g.results++
	step.Add(Solved{g.solver})
	if g.dealer != table {
		g.left = len(codes(g.tokensFor(g.solver, g.heard), g.called))
		g.reveal(step)
	}
	step.Add(g.totals.Score(g.solver, 1, "solved"))
	g.endPlay(step)
}

// eliminate puts the caller out: he only answers from now on (MM-9). After the last, play ends
// (MM-10).
func (g *Game) eliminate(step *games.Step) {
	g.failed = g.floor.Speaker
	g.out = append(g.out, g.failed)
	g.results++
	step.Add(Eliminated{g.failed})
	step.Say(public{g.open}.failure())
	if len(g.out) < len(g.seats) {
		g.hear(step)
		return
	}
	if g.dealer != table {
		g.reveal(step)
	}
	g.endPlay(step)
}
