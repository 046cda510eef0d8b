package mastermind

import "arbitre/games"

// With the option "audit" the players answer guesses by themselves. The box writes their answers
// down. When the tokens are shown at the end of the round, it names the first wrong answer.

// askReply asks what the player of a board answers to the last guess.
func (g *Game) askReply(step *games.Step, board int) {
	g.phase = replying
	b := g.boards[board]
	g.prompts.Open(step, games.Prompt{
		ID: "reply", For: games.Judge, Keys: games.Keys{Seat: b.seat, Board: b.number},
		Options: games.Words(string(Black), string(White), string(None)),
	})
}

// replied records what a player answered at the table, and asks for the next answer.
func (g *Game) replied(step *games.Step, peg Peg) {
	asked := &g.heard[len(g.heard)-1]
	others := answerers(g.boards, asked.Seat)
	b := g.boards[others[len(asked.Replies)]]
	asked.Replies = append(asked.Replies, Reply{b.seat, b.number, peg})
	if n := len(asked.Replies); n < len(others) {
		g.askReply(step, others[n])
		return
	}
	step.Add(*asked)
	step.Say(public{g.open}.replies()...)
	g.hear(step)
}

// expose asks for the next token, which the players now show each other. After the last the round
// ends.
func (g *Game) expose(step *games.Step) {
	if g.boardsSet < len(g.boards) {
		if g.phase != exposing { // before the first token
			step.Say(public{g.open}.outcome())
		}
		g.phase = exposing
		g.prompts.Open(step, g.boards[g.boardsSet].askToken(games.Judge))
		return
	}
	g.reveal(step)
	g.check(step)
	g.endRound(step)
}

// check returns the first wrong answer given at the table, or that all were right.
func (g *Game) check(step *games.Step) {
	answers := 0
	for n, asked := range g.heard {
		for k, board := range answerers(g.boards, asked.Seat) {
			said := asked.Replies[k]
			if peg := g.deal[board].reply(asked.Guess); peg != said.Peg {
				g.wrongAnswer = &WrongAnswer{
					Guess: n + 1, Asked: asked.Seat, Seat: said.Seat, Board: said.Board, Said: said.Peg, Peg: peg,
				}
				step.Add(*g.wrongAnswer)
				return
			}
			answers++
		}
	}
	step.Add(Consistent{answers})
}
