package match

import (
	"slices"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
)

// lastHand returns the hands of a round if this is its last one, which ends it: the judge checks them
// all before the game gets it. An invalid hand is not the last: the game says why it refuses it.
func lastHand(table *games.Table, h layers.Hand) (hands []layers.Hand, last bool) {
	if h.Asked.Shape != games.Hand {
		return nil, false
	}
	after, err := try(table, []games.Input{h.In})
	if err != nil {
		return nil, false
	}
	next := after.View(games.Judge).Prompts
	return append(entered(table), h), len(next) == 0 || next[0].Shape != games.Hand
}

// entered returns the hands that were the last inputs of a game, oldest first.
func entered(table *games.Table) (hands []layers.Hand) {
	back, err := table.Copy()
	for err == nil {
		in, asked, ok := back.Undoable()
		if !ok || asked.Shape != games.Hand {
			break
		}
		hands = append(hands, layers.Hand{In: in, Asked: asked})
		_, err = back.Apply(games.Input{At: back.Now(), Kind: games.Undo})
	}
	slices.Reverse(hands)
	return hands
}

// try returns a copy of a game after these inputs. An error says why it refuses one.
func try(table *games.Table, inputs []games.Input) (*games.Table, error) {
	table, err := table.Copy()
	for _, in := range inputs {
		if err == nil {
			in.At = table.Now()
			_, err = table.Apply(in)
		}
	}
	return table, err
}
