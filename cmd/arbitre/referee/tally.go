package referee

import (
	"slices"

	"arbitre/games"
)

// A tally holds the hands of a round, in the order of entry, while the judge checks them together.
// The last one ends the round, so the game gets it only after the check; until then the judge can
// correct any hand.
type tally struct {
	match *match
	hands []hand
}

// A hand is one entered answer with its prompt.
type hand struct {
	in    games.Input
	asked games.Prompt
}

// points returns what the hand counts.
func (h hand) points() int {
	counts, _ := h.asked.Hand(h.in.Value) // valid: the game has accepted it
	return h.asked.Points(counts)
}

// holdsLastHand holds back the last hand of a round and opens the question that shows it with the
// others. It returns false for any other answer. An error says why the hand is invalid.
func (m *match) holdsLastHand(in games.Input, asked games.Prompt) (bool, error) {
	if asked.Shape != games.Hand {
		return false, nil
	}
	hands, err := countedHands(m.table)
	if err != nil {
		return false, err
	}
	t := tally{m, append(hands, hand{in, asked})}
	after, err := t.try(t.from(len(hands)))
	if err != nil {
		return false, err
	}
	if next := after.View(games.Judge).Prompts; len(next) > 0 && next[0].Shape == games.Hand {
		return false, nil
	}
	m.stack.ask(t.question())
	return true, nil
}

// countedHands returns the hands that were the last inputs of the game, oldest first.
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

// from returns the inputs that give the game the hands from the i-th on again: undos of those that
// it has already, which are all but the last, and then the hands.
func (t tally) from(i int) []games.Input {
	inputs := slices.Repeat([]games.Input{{Kind: games.Undo}}, len(t.hands)-1-i)
	for _, h := range t.hands[i:] {
		inputs = append(inputs, h.in)
	}
	return inputs
}

// try returns a copy of the game after these inputs. An error says why it refuses one.
func (t tally) try(inputs []games.Input) (*games.Table, error) {
	table, err := t.match.table.Copy()
	for _, in := range inputs {
		if err == nil {
			in.At = table.Now()
			_, err = table.Apply(in)
		}
	}
	return table, err
}

// question shows all hands with their points and asks whether they are right, or which one is
// wrong.
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

// askHandAgain asks for the i-th hand again, with the prompt of the game.
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

// mend replaces the i-th hand. The game undoes this hand and those after it, and gets them again:
// nobody has to enter them twice.
func (t tally) mend(i int, value games.Value) error {
	t.hands = slices.Clone(t.hands)
	t.hands[i].in.Value = value
	inputs := t.from(i)
	if _, err := t.try(inputs); err != nil {
		return err
	}
	for _, in := range inputs[:len(inputs)-1] {
		if err := t.match.put(in); err != nil {
			return err
		}
	}
	t.match.stack.ask(t.question())
	return nil
}

// unchanged asks for confirmation of a hand that equals the preset: whoever has only pressed OK may
// have counted nothing.
func unchanged(s *stack, h hand) *question {
	q := yesOrNo(s, "unchanged", func() error { return s.match.give(h.in, h.asked) })
	q.choices[1].offered = as(games.Text{Word: "unchanged", Number: h.points()})
	return q
}
