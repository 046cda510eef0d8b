package referee

import (
	"slices"

	"arbitre/games"
)

// A tally is the hands of a round, in the order in which they are asked for, while the judge looks
// at them together. The last one is not given to the game before he has, for it ends the round;
// until then any of them can be mended.
type tally struct {
	match *match
	hands []hand
}

// A hand is what was entered, as the answer to what was asked.
type hand struct {
	in    games.Input
	asked games.Prompt
}

// points are what it comes to.
func (h hand) points() int {
	counts, _ := h.asked.Hand(h.in.Value) // which the game has taken
	return h.asked.Points(counts)
}

// holdsLastHand tells whether an answer is the last hand of a round. That is looked at with the others
// before it counts. An error says why it can't be a hand.
func (m *match) holdsLastHand(in games.Input, asked games.Prompt) (bool, error) {
	if asked.Shape != games.Hand {
		return false, nil
	}
	hands, err := countedHands(m.table)
	if err != nil {
		return false, err
	}
	t := tally{m, append(hands, hand{in, asked})}
	after, err := t.tried(len(hands))
	if err != nil {
		return false, err
	}
	if next := after.View(games.Judge).Prompts; len(next) > 0 && next[0].Shape == games.Hand {
		return false, nil
	}
	m.stack.ask(t.question())
	return true, nil
}

// countedHands are the hands that were counted last, without a break.
func countedHands(table *games.Table) (hands []hand, err error) {
	back, err := table.Copy()
	for err == nil {
		in, asked, ok := back.Undoable()
		if !ok || asked.Shape != games.Hand {
			break
		}
		hands = append(hands, hand{in, asked})
		_, err = back.Apply(games.Input{At: back.Now(), Kind: games.Undo})
	}
	slices.Reverse(hands)
	return hands, err
}

// tried is the game as it would be with all hands, those from one on given anew.
func (t tally) tried(from int) (*games.Table, error) {
	table, err := t.match.table.Copy()
	if err != nil {
		return nil, err
	}
	return table, t.replace(from, len(t.hands), func(in games.Input) error {
		in.At = table.Now()
		_, err := table.Apply(in)
		return err
	})
}

// replace takes back the hands from one on, but for the last, which was not given; and gives them
// anew up to another.
func (t tally) replace(from, to int, apply func(games.Input) error) error {
	for range len(t.hands) - 1 - from {
		if err := apply(games.Input{Kind: games.Undo}); err != nil {
			return err
		}
	}
	for _, h := range t.hands[from:to] {
		if err := apply(h.in); err != nil {
			return err
		}
	}
	return nil
}

// question shows the hands together, each with its points, and asks whether they are right, or
// which one is not.
func (t tally) question() *question {
	q := t.match.stack.question("count")
	q.Preset, q.Seats, q.Buttons = games.Word("right"), true, games.Point
	for i, h := range t.hands {
		q.choices = append(q.choices, choice{
			value:   games.Number(h.asked.Seat),
			leads:   func(*stack) *question { return t.askHandAgain(i) },
			offered: as(games.Text{Word: "points", Number: h.points()}),
		})
	}
	right := func() error { return t.match.put(t.hands[len(t.hands)-1].in) }
	q.choices = append(q.choices, choice{value: q.Preset, does: right})
	return q
}

// askHandAgain asks for one of the hands once more, as the game does.
func (t tally) askHandAgain(i int) *question {
	h := t.hands[i]
	h.asked.Preset = h.in.Value
	return &question{
		Prompt: h.asked,
		stack:  t.match.stack,
		enters: func(in games.Input) error { return t.mend(i, in.Value) },
		backs:  func() { t.match.stack.ask(t.question()) },
	}
}

// mend takes a hand that is entered anew. The game takes back those from it on, and is given them
// again: nobody enters them twice.
func (t tally) mend(i int, value games.Value) error {
	t.hands = slices.Clone(t.hands)
	t.hands[i].in.Value = value
	if _, err := t.tried(i); err != nil {
		return err
	}
	if err := t.replace(i, len(t.hands)-1, t.match.put); err != nil {
		return err
	}
	t.match.stack.ask(t.question())
	return nil
}

// unchanged asks whether a hand is what the keys set out from: whoever has only pressed OK may have
// counted nothing.
func unchanged(s *stack, h hand) *question {
	q := yesOrNo(s, "unchanged", func() error { return s.match.give(h.in, h.asked) })
	q.choices[1].offered = as(games.Text{Word: "unchanged", Number: h.points()})
	return q
}
