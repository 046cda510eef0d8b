package quiz

import (
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
)

// endless is how many questions bots that play alone ask before they end a quiz.
const endless = 20

// A buzz is the occasion of a press: the question, and how many were wrong before.
type buzz struct{ number, out int }

// move buzzes if it believes that it knows the answer, and says whether that was right.
func move(g *Game, b games.Bot) (games.Move, bool) {
	for _, p := range g.prompts {
		switch {
		case p.ID == "verdict" && p.Seat == b.Seat:
			return games.Answers(p, 3*time.Second, func(dice *rand.Rand) games.Value {
				if dice.IntN(6) < 3+int(b.Strength) {
					return games.Word("right")
				}
				return games.Word("wrong")
			}), true
		case p.ID == "finish" && b.Alone && g.number > endless:
			return games.Answers(p, time.Second, games.Any(games.Word("over"))), true
		case p.ID == "question_over" && b.Alone && g.phase == open && b.Roll(20, g.number) == 0:
			return games.Answers(p, 20*time.Second, games.Any(games.Word("nobody"))), true
		}
	}
	_, waits := g.floor.At(b.Seat)
	if g.phase != open || g.speaking() || waits || slices.Contains(g.out, b.Seat) || b.Roll(3, g.number, len(g.out)) == 0 && !b.Alone {
		return games.Move{}, false
	}
	return games.Move{On: buzz{g.number, len(g.out)}, After: 5 * time.Second}, true
}
