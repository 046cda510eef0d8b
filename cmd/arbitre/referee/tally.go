package referee

import (
	"slices"

	"arbitre/games"
)

// A tally is the hands of a round, while the judge looks at them together. The last one is not given to the game before he has,
// for it ends the round; until then any of them can be mended.
type tally struct {
	hands []counted // in the order in which they are asked for
	mends int       // the place of the one that is entered anew

	unchanged counted // a hand that was given as the keys set out from it
}

// A counted hand is what was entered, as which answer, and what it came to.
type counted struct {
	in     games.Input
	asked  games.Prompt
	points int
}

// counts tells whether an answer is the last hand of a round. That is looked at with the others before it counts.
// An error says why it can't be a hand.
func (r *Referee) counts(in games.Input) (bool, error) {
	asked, ok := r.match.table.Asked(in)
	if !ok || asked.Shape != games.Hand {
		return false, nil
	}
	hands, err := given(r.match.table)
	if err != nil {
		return false, err
	}
	hands = append(hands, counted{in: in, asked: asked})
	after, err := r.recount(hands, len(hands)-1)
	if err != nil {
		return false, err
	}
	if next := after.View(games.Judge).Prompts; len(next) > 0 && next[0].Shape == games.Hand {
		return false, nil
	}
	return true, r.countAgain(hands)
}

// unturned asks whether a hand is what the keys set out from: whoever has only pressed OK may have counted nothing.
func (r *Referee) unturned(in games.Input) bool {
	if r.match == nil || r.menu.open != "" || in.Kind != games.Answer {
		return false
	}
	asked, ok := r.match.table.Asked(in)
	if !ok || asked.Shape != games.Hand || !in.Value.Equal(asked.Unchanged()) {
		return false
	}
	hand, _ := asked.Hand(in.Value)
	r.tally.unchanged = counted{in, asked, asked.Points(hand)}
	r.ask(menuUnchanged)
	return true
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

// recount is the game as it would be with the hands from one on instead of those that it has been given.
func (r *Referee) recount(hands []counted, from int) (*games.Table, error) {
	table, err := r.match.table.Copy()
	if err != nil {
		return nil, err
	}
	return table, replaced(hands, from, len(hands), func(in games.Input) error {
		in.At = max(r.gameTime(), table.Now())
		_, err := table.Apply(in)
		return err
	})
}

// replaced takes back the hands from one on, but for the last, which was not given; and gives them anew up to another.
func replaced(hands []counted, from, to int, apply func(games.Input) error) error {
	for range len(hands) - 1 - from {
		if err := apply(games.Input{Kind: games.Undo}); err != nil {
			return err
		}
	}
	for _, h := range hands[from:to] {
		if err := apply(h.in); err != nil {
			return err
		}
	}
	return nil
}

// countAgain shows the hands together, each with its points.
func (r *Referee) countAgain(hands []counted) error {
	before, err := r.match.table.Copy()
	if err == nil {
		err = replaced(hands, 0, 0, func(in games.Input) error {
			_, err := before.Apply(games.Input{At: before.Now(), Kind: in.Kind})
			return err
		})
	}
	if err != nil {
		return err
	}
	after, err := r.recount(hands, len(hands)-1)
	if err != nil {
		return err
	}
	totals := func(t *games.Table, seat games.Seat) int {
		places := t.View(games.Public).Seats
		return places[slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat })].Total
	}
	for i, h := range hands {
		hands[i].points = totals(after, h.asked.Seat) - totals(before, h.asked.Seat)
	}
	r.tally.hands = hands
	r.ask(menuCount)
	return nil
}

// decideCount gives the last hand to the game, or asks for one of them anew.
func (r *Referee) decideCount(choice games.Value) error {
	hands := r.tally.hands
	seat, err := choice.Int()
	if err != nil { // all is right
		r.ask("")
		return r.play(hands[len(hands)-1].in)
	}
	r.tally.mends = slices.IndexFunc(hands, func(h counted) bool { return h.asked.Seat == games.Seat(seat) })
	r.ask(menuMend)
	return nil
}

// mend takes a hand that is entered anew. The game takes back those from it on, and is given them again: nobody enters them twice.
func (r *Referee) mend(in games.Input) error {
	i, hands := r.tally.mends, slices.Clone(r.tally.hands)
	hands[i].in.Value = in.Value
	if _, err := r.recount(hands, i); err != nil {
		return err
	}
	err := replaced(hands, i, len(hands)-1, func(in games.Input) error {
		in.At = r.gameTime()
		return r.play(in)
	})
	if err != nil {
		return err
	}
	return r.countAgain(hands)
}

// countPrompt asks whether the hands are right, or for the one that is mended.
func (r *Referee) countPrompt() games.Prompt {
	if r.menu.open == menuMend {
		h := r.tally.hands[r.tally.mends]
		h.asked.Preset = h.in.Value
		return h.asked
	}
	p := games.Prompt{ID: menuCount, For: games.Judge, Preset: games.Word("right"), Seats: true, Buttons: games.Point}
	for _, h := range r.tally.hands {
		p.Options = append(p.Options, games.Number(h.asked.Seat))
		p.Labels = append(p.Labels, games.Text{Word: "points", Number: h.points})
	}
	p.Options = append(p.Options, p.Preset)
	return p
}
