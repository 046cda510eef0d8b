package mastermind

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// refuses tells why a seat may not call now, or "" if it may (MM-6, MM-7).
func (o *open) refuses(seat games.Seat) string {
	switch {
	case !o.playing():
		return games.NoEffect
	case !o.anyone && seat != o.turn:
		return games.NotYourTurn
	case !o.anyone && o.phase != guessing:
		return games.NoEffect
	case slices.Contains(o.out, seat):
		return games.Eliminated
	case o.phase == solving && seat == o.caller:
		return games.NoEffect
	case seat == o.played && seat != o.turn:
		return games.JustPlayed
	}
	return ""
}

// lose asks the judge who called first where a queue was being decided (RACE-8). A token on the
// display is hidden: its release may have been lost. A release that does come still answers.
func (g *Game) lose(step *games.Step, edges int) {
	g.shown = false
	if _, deciding := g.Deadline(); !deciding {
		return
	}
	g.undecided, g.lost = g.queue.Seats(), edges
	var callers []games.Seat
	for _, s := range g.seats {
		if g.refuses(s) == "" || slices.Contains(g.undecided, s) {
			callers = append(callers, s)
		}
	}
	g.askFirst(step, race.Void(g.queue.Known("call")), games.SeatsOr(callers, "nobody"))
}

// decide hears the head of the queue, or asks the judge who that is.
func (g *Game) decide(step *games.Step) {
	finish := g.queue.Decide(g.queue.Known("call"), "MM-7")
	if finish.Fastest == 0 {
		g.askFirst(step, finish, games.SeatsOr(finish.DeadHeat))
		return
	}
	g.photo = &games.Photo{RaceOver: finish}
	g.prompts.Close(step, "guess")
	g.call(step, finish.Fastest, &finish)
}

func (g *Game) askFirst(step *games.Step, finish games.RaceOver, options []games.Value) {
	g.photo = &games.Photo{RaceOver: finish}
	g.prompts.Close(step, "guess")
	g.phase = choosing
	g.prompts.OpenUnclear(step, games.Decision("call_first", options), finish)
	step.Say(g.unordered())
}

// call lets a seat say the code (MM-8).
func (g *Game) call(step *games.Step, seat games.Seat, finish *games.RaceOver) {
	g.queue.Take(seat)
	g.undecided = nil
	g.caller, g.failed, g.phase = seat, 0, solving
	step.Tell(Call{seat, finish})
	step.Say(g.calls())
	step.Say(g.margin()...)
	p := games.Prompt{ID: "solve", For: games.Judge, Keys: games.Keys{Seat: seat}, Shape: games.Code, Background: true}
	if g.dealer == table {
		p.ID, p.Shape, p.Options = "verdict", games.Choice, games.Words("right", "wrong")
	}
	g.prompts.Open(step, p)
}

// goOn hears the next in the queue, else play resumes (MM-9).
func (g *Game) goOn(step *games.Step) {
	due, queued := g.queue.Deadline()
	switch {
	case queued && due <= step.At:
		g.decide(step)
	case queued:
		g.phase = waiting
	default:
		if slices.Contains(g.out, g.turn) {
			g.passTurn(step)
		}
		g.askGuess(step)
	}
}

func (g *Game) solve(step *games.Step, code Code) {
	if code == g.deal.code() {
		g.right(step)
		return
	}
	g.wrong = append(g.wrong, code)
	g.eliminate(step)
}

func (g *Game) right(step *games.Step) {
	g.solver = g.caller
	g.results++
	step.Tell(Solved{g.solver})
	if g.dealer != table {
		g.left = knowledge{g.solver, g.boards, g.deal, g.colours, g.heard, g.wrong}.possible()
		g.reveal(step)
	}
	step.Tell(g.totals.Score(g.solver, 1, "solved"))
	g.endPlay(step)
}

func (g *Game) eliminate(step *games.Step) {
	g.out = append(g.out, g.caller)
	g.failed = g.caller
	g.results++
	step.Tell(Eliminated{g.caller})
	step.Say(failed(g.caller))
	if len(g.out) < len(g.seats) {
		g.goOn(step)
		return
	}
	if g.dealer != table {
		g.reveal(step)
	}
	g.endPlay(step)
}
