package mito

import (
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
)

// Occasions of bots, by the numbers of the round and of its turn.
type (
	turnOn struct{ round, turn int } // ends its turn
	lay    struct{ round, turn int } // lays a card
	hits   struct{ round, turn int } // slaps it
	vu     struct{ round, turn int } // calls
)

// shortest is the number of turns before a bot's hand may be empty.
const shortest = 8

// move ends its turns and lays cards that it does not have, slaps those that lie there, sees others
// cheat, and says what became of its own card and hand.
func move(g *Game, b games.Bot) (games.Move, bool) {
	for _, p := range g.prompts {
		switch {
		case p.ID == "accused" && g.guardian == b.Seat && b.Laid == nil:
			return games.Answers(p, 3*time.Second, games.Any(games.SeatsOr(games.Without(g.seats, b.Seat))...)), true
		case p.ID == "verdict" && p.Seat == b.Seat:
			return games.Answers(p, 3*time.Second, games.Any(games.Words("guilty", "innocent")...)), true
		case p.ID == "spider_to" && g.card.layer == b.Seat:
			return games.Answers(p, 3*time.Second, games.Any(games.SeatsOr(games.Without(g.seats, b.Seat))...)), true
		case p.ID == "hand" && p.Seat == b.Seat:
			return games.Answers(p, 3*time.Second, func(dice *rand.Rand) games.Value { return someHand(dice, p) }), true
		}
	}
	on := g.history.turn()
	laid := b.Laid != nil
	switch {
	case g.phase == racing && slices.Contains(g.card.race.Entrants, b.Seat) && !slices.Contains(g.card.race.Pressed(), b.Seat):
		return games.Move{On: hits{g.round, on.number}}, true
	case laid && on.seat != b.Seat && !g.history.pressedSince(b.Seat, on.after):
		return games.Move{On: hits{g.round, on.number}}, true
	case laid && on.seat == b.Seat: // whose slap before that would end its turn
		return games.Answers(g.prompts[0], 2500*time.Millisecond, games.Any(games.Word(b.Card))), true
	case g.phase != playing || laid:
		return games.Move{}, false
	case on.seat == b.Seat:
		return inTurn(g, b, on), true
	case g.guardian == b.Seat && g.history.called <= on.began && b.Roll(15, g.round, on.number) == 0:
		return games.Move{On: vu{g.round, on.number}, After: 2 * time.Second}, true
	}
	return games.Move{}, false
}

// inTurn returns what a bot does in its turn: mostly it ends it.
func inTurn(g *Game, b games.Bot, on turn) games.Move {
	play := g.prompts[0]
	switch b.Roll(12, g.round, on.number, 1) {
	case 0, 1:
		card := cards()[b.Roll(slapped, g.round, on.number, 2)]
		return games.Move{Lays: lay{g.round, on.number}, After: 4 * time.Second, Value: games.Any(card)}
	case 2:
		return games.Answers(play, 3*time.Second, games.Any(cards()[slapped:]...))
	case 3:
		if on.number > shortest {
			return games.Answers(play, 3*time.Second, games.Any(games.Word("out")))
		}
	}
	return games.Move{On: turnOn{g.round, on.number}, After: 3 * time.Second}
}

// pressedSince reports whether a seat has pressed since a number of presses were remembered.
func (h *history) pressedSince(seat games.Seat, after int) bool {
	return slices.ContainsFunc(h.presses, func(p press) bool { return p.Seat == seat && p.order > after })
}

// someHand draws a hand that is nearly empty.
func someHand(dice *rand.Rand, p games.Prompt) games.Value {
	counts := make([]int, len(p.Counts))
	for i, c := range p.Counts {
		counts[i] = dice.IntN(min(c.Most, 4-i) + 1)
	}
	return p.HandOf(counts)
}

// lies reports whether a card is not declared yet.
func lies(g *Game, on any) bool {
	return (g.phase == playing || g.phase == accusing) && on == any(lay{g.round, g.history.turn().number})
}
