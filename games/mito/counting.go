package mito

import (
	"fmt"
	"slices"

	"arbitre/games"
)

// kinds returns the kinds of cards, their points (MITO-21) and their numbers in the game (MITO-2).
func kinds() []games.Count {
	return []games.Count{
		{Key: "numbers", Most: 43, Worth: 1},
		{Key: "actions", Most: 20, Worth: 5},
		{Key: "mitos", Most: 8, Worth: 10},
	}
}

// hands keeps track of the hands that are counted, one by one, when a round is over.
type hands struct {
	out     []games.Seat // whose hands are empty, as they were found: a mosquito may take the last card of several
	left    []games.Seat // whose hands are still to be counted, clockwise
	counted []int        // cards so far, by kind
}

// next returns the prompt for the hand that is counted next.
func (h hands) next() games.Prompt {
	left := kinds()
	for i := range left {
		left[i].Most -= h.counted[i]
	}
	return games.Prompt{
		ID: "hand", For: games.Judge, Keys: games.Keys{Seat: h.left[0]}, Shape: games.Hand, Counts: left,
	}
}

// read returns the cards of a hand by kind. An error says why there can be no such hand.
func (h hands) read(asked games.Prompt, v games.Value) ([]int, error) {
	hand, err := asked.Hand(v)
	if err != nil {
		return nil, err
	}
	for i, kind := range kinds() {
		if all := h.counted[i] + hand[i]; all > kind.Most {
			return nil, games.Refuse(games.Text{Word: "too_many_cards"},
				fmt.Errorf("the hands of this round would hold %d %s: expected at most %d", all, kind.Key, kind.Most))
		}
	}
	return hand, nil
}

// goOut ends the round: the hands of all others are counted (MITO-20, MITO-21).
func (g *Game) goOut(step *games.Step, seat games.Seat) {
	if seat == 0 {
		seat = g.history.turn().seat
	}
	g.prompts.Answered(games.Prompt{ID: "play"})
	g.prompts.Close(step, "has_none")
	step.Add(Out{seat})
	g.phase, g.news = counting, news{}
	g.hands = hands{out: []games.Seat{seat}, left: clockwise(g.seats, seat)[1:], counted: make([]int, len(kinds()))}
	step.SayAll(g.say())
	g.prompts.Open(step, g.hands.next())
}

func (g *Game) count(step *games.Step, asked games.Prompt, v games.Value) error {
	hand, err := g.hands.read(asked, v)
	if err != nil {
		return err
	}
	g.prompts.Answered(asked)
	for i, n := range hand {
		g.hands.counted[i] += n
	}
	points := asked.Points(hand)
	step.Add(g.totals.Score(asked.Seat, points, "hand"))
	if points == 0 {
		g.hands.out = append(g.hands.out, asked.Seat)
		step.Say(isOut(asked.Seat))
	}
	if g.hands.left = g.hands.left[1:]; len(g.hands.left) > 0 {
		g.prompts.Open(step, g.hands.next())
		return nil
	}
	g.phase = roundOver
	if g.round == g.rounds {
		g.phase = gameOver
	}
	g.prompts.EndRound(step, g.round, g.phase == gameOver, g.totals, games.Lowest)
	step.SayAll(g.say())
	return nil
}

func isOut(seat games.Seat) games.Text { return games.Text{Word: "out", Role: games.News, Seat: seat} }

// clockwise returns all seats clockwise, from first on.
func clockwise(seats []games.Seat, first games.Seat) []games.Seat {
	i := slices.Index(seats, first)
	return slices.Concat(seats[i:], seats[:i])
}
