package mito

import (
	"fmt"
	"slices"
	"time"

	"arbitre/games"
)

// worth is what a number, an action and a Mito count in a hand (MITO-21).
var worth = [3]int{1, 5, 10}

// deck is what the hands of a round can hold at most (MITO-2).
var deck = games.HandCount{Numbers: 43, Actions: 20, Mitos: 8}

// goOut ends the round: the hands of all others are counted, clockwise (MITO-20, MITO-21).
func (g *Game) goOut(at time.Duration, seat games.Seat) []games.Fact {
	if seat == 0 {
		seat = g.turn().seat
	}
	step := games.NewStep(at)
	g.prompts.Answered(games.Prompt{ID: "play"})
	step.Tell(Out{seat})
	g.out, g.counted, g.phase = seat, games.HandCount{}, counting
	g.news = news{}
	g.uncounted = g.uncounted[:0]
	for s := games.LeftOf(g.seats, seat); s != seat; s = games.LeftOf(g.seats, s) {
		g.uncounted = append(g.uncounted, s)
	}
	g.askHand(step)
	return step.Facts()
}

func (g *Game) askHand(step *games.Step) {
	g.prompts.Open(step, games.Prompt{
		ID: "hand", For: games.Judge, Keys: games.Keys{Seat: g.uncounted[0]}, Shape: games.Hand,
		Most:  [3]int{deck.Numbers - g.counted.Numbers, deck.Actions - g.counted.Actions, deck.Mitos - g.counted.Mitos},
		Worth: worth,
	})
}

func (g *Game) checkHand(v games.Value) (games.HandCount, error) {
	hand, err := v.Hand()
	if err != nil {
		return hand, err
	}
	all := games.HandCount{
		Numbers: g.counted.Numbers + hand.Numbers,
		Actions: g.counted.Actions + hand.Actions,
		Mitos:   g.counted.Mitos + hand.Mitos,
	}
	switch {
	case hand == games.HandCount{}:
		return hand, games.Refuse(games.Text{Word: "empty_hand", Seat: g.out},
			fmt.Errorf("a hand of no card: expected at least one, since only seat %d is out", g.out))
	case all.Numbers > deck.Numbers || all.Actions > deck.Actions || all.Mitos > deck.Mitos:
		return hand, games.Refuse(games.Text{Word: "too_many_cards"},
			fmt.Errorf("the hands of this round would hold %d numbers, %d actions and %d mitos: expected at most %d, %d and %d",
				all.Numbers, all.Actions, all.Mitos, deck.Numbers, deck.Actions, deck.Mitos))
	}
	return hand, nil
}

func (g *Game) count(step *games.Step, seat games.Seat, hand games.HandCount) {
	g.counted.Numbers += hand.Numbers
	g.counted.Actions += hand.Actions
	g.counted.Mitos += hand.Mitos
	points := games.Prompt{Worth: worth}.Points(hand)
	step.Tell(games.Scored{Seat: seat, Delta: points, Total: g.totals.Add(int(seat), points), Why: "hand"})
	if g.uncounted = g.uncounted[1:]; len(g.uncounted) > 0 {
		g.askHand(step)
		return
	}
	totals := slices.Clone(g.totals)
	step.Tell(games.RoundOver{Round: g.round, Totals: totals})
	if g.round < g.rounds {
		g.phase = roundOver
		g.prompts.Open(step, games.Prompt{ID: "next_round", For: games.Judge, Options: games.Words("ready"), Between: true})
		return
	}
	g.phase = gameOver
	step.Tell(games.GameOver{Totals: totals, Winners: g.winners()})
}

// winners share the lowest total (MITO-23).
func (g *Game) winners() []games.Seat { return g.totals.Winners(games.Lowest) }
