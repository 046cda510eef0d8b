package slap

import (
	"slices"
	"time"

	"arbitre/games"
)

// Occasions of bots, by the number of slaps before.
type (
	lay  int // lays a card
	hits int // slaps it
)

// endless is how many slaps bots that play alone judge before they end a game.
const endless = 20

// move lays a card when nothing is to be slapped, slaps one that lies there, and says that it was right.
func move(g *Game, b games.Bot) (games.Move, bool) {
	laid := b.Laid != nil
	switch {
	case g.phase == waiting && b.Alone && g.results >= endless:
		return games.Answers(g.prompts[0], time.Second, games.Any(games.Word("over"))), true
	case g.phase == waiting && !laid && !g.isOut(b.Seat):
		return games.Move{Lays: lay(g.over), After: 5 * time.Second}, true
	case (g.phase == waiting || g.phase == racing) && laid && !g.isOut(b.Seat):
		if g.phase == racing && slices.Contains(g.race.Pressed(), b.Seat) {
			break
		}
		return games.Move{On: hits(g.over)}, true
	case g.phase == judging && laid:
		return games.Answers(g.prompts[len(g.prompts)-1], 2*time.Second, games.Any(games.Word("right"))), true
	}
	return games.Move{}, false
}

// lies reports whether the slap of a card is not over.
func lies(g *Game, on any) bool { return on == any(lay(g.over)) && g.phase != gameOver }
