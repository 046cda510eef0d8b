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
	hands []counted
}

// A counted hand is what was entered, as which answer, and what it came to.
type counted struct {
	in     games.Input
	asked  games.Prompt
	points int
}

// holds tells whether an answer is the last hand of a round. That is looked at with the others
// before it counts. An error says why it can't be a hand.
func (m *match) holds(in games.Input, asked games.Prompt) (bool, error) {
	if asked.Shape != games.Hand {
		return false, nil
	}
	hands, err := given(m.table)
	if err != nil {
		return false, err
	}
	t := tally{m, append(hands, counted{in: in, asked: asked})}
	after, err := t.counted(len(hands))
	if err != nil {
		return false, err
	}
	if next := after.View(games.Judge).Prompts; len(next) > 0 && next[0].Shape == games.Hand {
		return false, nil
	}
	return true, t.look()
}

// given are the hands that were counted last, without a break.
func given(table *games.Table) (hands []counted, err error) {
	back, err := table.Copy()
	for err == nil {
		in, asked, ok := back.Undoable()
		if !ok || asked.Shape != games.Hand {
			break
		}
		hands = append(hands, counted{in: in, asked: asked})
		_, err = back.Apply(games.Input{At: back.Now(), Kind: games.Undo})
	}
	slices.Reverse(hands)
	return hands, err
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

// tried is the game as it would be with the hands from one on, up to another, instead of those that
// it has been given.
func (t tally) tried(from, to int) (*games.Table, error) {
	table, err := t.match.table.Copy()
	if err != nil {
		return nil, err
	}
	return table, t.replace(from, to, func(in games.Input) error {
		in.At = table.Now()
		_, err := table.Apply(in)
		return err
	})
}

// counted is the game as it would be with all of them, those from one on given anew.
func (t tally) counted(from int) (*games.Table, error) { return t.tried(from, len(t.hands)) }

// look shows the hands together, each with its points, and asks whether they are right.
func (t tally) look() error {
	before, err := t.tried(0, 0)
	if err != nil {
		return err
	}
	after, err := t.counted(len(t.hands) - 1)
	if err != nil {
		return err
	}
	total := func(t *games.Table, seat games.Seat) int {
		places := t.View(games.Public).Seats
		return places[slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat })].Total
	}
	for i, h := range t.hands {
		t.hands[i].points = total(after, h.asked.Seat) - total(before, h.asked.Seat)
	}
	t.match.stack.ask(t.question())
	return nil
}

// question asks whether the hands are right, or which one is not.
func (t tally) question() *question {
	q := &question{
		Prompt: games.Prompt{ID: "count", Preset: games.Word("right"), Seats: true, Buttons: games.Point},
		stack:  t.match.stack,
	}
	for i, h := range t.hands {
		q.choices = append(q.choices, choice{
			value:   games.Number(h.asked.Seat),
			leads:   func(*stack) *question { return t.hand(i) },
			offered: func() (games.Text, bool) { return games.Text{Word: "points", Number: h.points}, true },
		})
	}
	q.choices = append(q.choices, choice{value: q.Preset, does: func() error {
		_, err := t.match.play(t.hands[len(t.hands)-1].in)
		return err
	}})
	return q
}

// hand asks for one of them anew, as the game does.
func (t tally) hand(i int) *question {
	h := t.hands[i]
	h.asked.Preset, h.asked.Serial = h.in.Value, 0 // the box asks for it
	return &question{
		Prompt: h.asked,
		stack:  t.match.stack,
		enters: func(in games.Input) error { return t.mend(i, in.Value) },
		backs:  func() { t.match.stack.ask(t.question()) },
	}
}

// mend takes a hand that is entered anew. The game takes back those from it on, and is given them
// again: nobody enters them twice.
func (t tally) mend(i int, hand games.Value) error {
	t.hands = slices.Clone(t.hands)
	t.hands[i].in.Value = hand
	if _, err := t.counted(i); err != nil {
		return err
	}
	err := t.replace(i, len(t.hands)-1, func(in games.Input) error {
		in.At = t.match.stack.gameTime()
		_, err := t.match.play(in)
		return err
	})
	if err != nil {
		return err
	}
	return t.look()
}

// unchanged asks whether a hand is what the keys set out from: whoever has only pressed OK may have
// counted nothing.
func unchanged(s *stack, hand counted) *question {
	choices := yesOrNo(func() error { return s.match.give(hand.in, hand.asked) })
	choices[1].offered = func() (games.Text, bool) { return games.Text{Word: "unchanged", Number: hand.points}, true }
	return &question{Prompt: games.Prompt{ID: "unchanged"}, stack: s, choices: choices}
}
