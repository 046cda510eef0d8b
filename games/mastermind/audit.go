package mastermind

import "arbitre/games"

func (g *Game) askReply(step *games.Step, i int) {
	g.phase = replying
	g.prompts.Open(step, games.Prompt{
		ID: "reply", For: games.Judge, Keys: games.Keys{Seat: g.boards[i].seat, Board: g.boards[i].number},
		Options: games.Words(string(Black), string(White), string(None)),
	})
}

// replied records what a player answered at the table, and asks for the next answer.
func (g *Game) replied(step *games.Step, peg Peg) {
	asked := &g.heard[len(g.heard)-1]
	others := g.answerers(asked.Seat)
	b := g.boards[others[len(asked.Replies)]]
	asked.Replies = append(asked.Replies, Reply{b.seat, b.number, peg})
	if n := len(asked.Replies); n < len(others) {
		g.askReply(step, others[n])
		return
	}
	step.Tell(*asked)
	step.Say(g.replies()...)
	g.hear(step)
}

// expose asks for the next token, which the players now show each other. After the last it checks
// every answer given at the table.
func (g *Game) expose(step *games.Step) {
	if g.set < len(g.boards) {
		if g.phase != exposing {
			step.Say(g.outcome())
		}
		g.phase = exposing
		g.prompts.Open(step, g.boards[g.set].askToken(games.Judge))
		return
	}
	g.reveal(step)
	if g.errata = g.firstWrong(); g.errata != nil {
		step.Tell(*g.errata)
	} else {
		answers := 0
		for _, a := range g.heard {
			answers += len(a.Replies)
		}
		step.Tell(Consistent{answers})
	}
	g.endRound(step)
}

// firstWrong returns the first wrong answer given at the table, or nil.
func (g *Game) firstWrong() *WrongAnswer {
	for n, a := range g.heard {
		for k, i := range g.answerers(a.Seat) {
			said := a.Replies[k]
			if peg := g.deal[i].reply(a.Guess); peg != said.Peg {
				return &WrongAnswer{
					Guess: n + 1, Asked: a.Seat, Seat: said.Seat, Board: said.Board, Said: said.Peg, Peg: peg,
				}
			}
		}
	}
	return nil
}
