package mito

import (
	"fmt"
	"slices"

	"arbitre/games"
)

// kinds are what is counted in a hand, what each is worth (MITO-21), and how many of it the hands of a round can hold (MITO-2).
func kinds() []games.Count {
	return []games.Count{{Key: "numbers", Most: 43, Worth: 1}, {Key: "actions", Most: 20, Worth: 5}, {Key: "mitos", Most: 8, Worth: 10}}
}

// goOut ends the round: the hands of all others are counted, clockwise (MITO-20, MITO-21).
func (g *Game) goOut(step *games.Step, seat games.Seat) {
	if seat == 0 {
		seat = g.turn().seat
	}
	g.prompts.Answered(games.Prompt{ID: "play"})
	step.Tell(Out{seat})
	g.out, g.counted, g.phase = seat, make([]int, len(kinds())), counting
	g.news = news{}
	g.uncounted = g.clockwise(seat)[1:]
	g.askHand(step)
}

func (g *Game) askHand(step *games.Step) {
	left := kinds()
	for i := range left {
		left[i].Most -= g.counted[i]
	}
	g.prompts.Open(step, games.Prompt{
		ID: "hand", For: games.Judge, Keys: games.Keys{Seat: g.uncounted[0]}, Shape: games.Hand, Counts: left,
	})
}

func (g *Game) checkHand(asked games.Prompt, v games.Value) ([]int, error) {
	hand, err := asked.Hand(v)
	if err != nil {
		return nil, err
	}
	if slices.Max(hand) == 0 {
		return nil, games.Refuse(games.Text{Word: "empty_hand", Seat: g.out},
			fmt.Errorf("a hand of no card: expected at least one, since only seat %d is out", g.out))
	}
	var all, most []int
	tooMany := false
	for i, kind := range kinds() {
		all, most = append(all, g.counted[i]+hand[i]), append(most, kind.Most)
		tooMany = tooMany || all[i] > most[i]
	}
	if tooMany {
		return nil, games.Refuse(games.Text{Word: "too_many_cards"},
			fmt.Errorf("the hands of this round would hold %d numbers, %d actions and %d mitos: expected at most %d, %d and %d",
				all[0], all[1], all[2], most[0], most[1], most[2]))
	}
	return hand, nil
}

func (g *Game) count(step *games.Step, asked games.Prompt, hand []int) {
	for i, n := range hand {
		g.counted[i] += n
	}
	step.Tell(g.totals.Score(asked.Seat, asked.Points(hand), "hand"))
	if g.uncounted = g.uncounted[1:]; len(g.uncounted) > 0 {
		g.askHand(step)
		return
	}
	g.phase = roundOver
	if g.round == g.rounds {
		g.phase = gameOver
	}
	g.prompts.EndRound(step, g.round, g.phase == gameOver, g.totals, games.Lowest)
}
