package layers

import (
	"slices"

	"arbitre/games"
)

// The questions about hands of cards.
const (
	Unsure  = "unchanged" // whether a hand that equals the preset was counted
	HandsOK = "count"     // whether the hands of a round are right
)

func right() games.Value { return games.Word("right") }

// hands are the hands with their points, one of which may be wrong, and that all are right.
func hands(m Moment, about Subject) (all []Choice) {
	var last []Effect
	for i, h := range about.Hands {
		again := Choice{Value: games.Number(h.Asked.Seat), Effects: []Effect{Open{&handAgain{Subject: about, at: i, serial: m.Serial}}}}
		all = append(all, again.labelled(games.Text{Word: "points", Number: h.points()}))
		last = []Effect{Give{h.In}}
	}
	return append(all, Choice{Value: right(), Effects: last})
}

// unchangedOrNot confirms a hand that equals the preset: a judge who has only pressed OK may have
// counted nothing.
func unchangedOrNot(_ Moment, about Subject) []Choice {
	var h Hand
	if len(about.Hands) > 0 {
		h = about.Hands[0]
	}
	all := yesOrNo(Confirm{h})
	all[1] = all[1].labelled(games.Text{Word: "unchanged", Number: h.points()})
	return all
}

// A handAgain asks for one of the hands of a round again, with the prompt of the game.
type handAgain struct {
	Static
	Subject
	at     int // of the hand
	serial int
}

// prompt returns the prompt of the game, with the hand as it was entered.
func (h *handAgain) prompt() games.Prompt {
	p := h.Hands[h.at].Asked
	p.Preset, p.Serial = h.Hands[h.at].In.Value, h.serial
	return p
}

// View asks the judge for the hand.
func (h *handAgain) View(_ Moment, a games.Audience, below games.View) games.View {
	if a == games.Judge {
		below.Prompts = []games.Prompt{h.prompt()}
	}
	return below
}

// Take replaces the hand. The game undoes this hand and those after it, and gets them again, so
// that they are not to be entered twice.
func (h *handAgain) Take(_ Moment, in Input) (effects []Effect, mine bool) {
	switch in.Kind {
	case games.Undo:
		return []Effect{Ask{HandsOK, h.Subject}}, true
	case games.Answer:
		if _, err := games.Find([]games.Prompt{h.prompt()}, in.Input); err != nil {
			return []Effect{Reject{err}}, true
		}
		hands := slices.Clone(h.Hands)
		hands[h.at].In.Value = in.Value
		return []Effect{Recount{Reentered(hands, h.at)}, Ask{HandsOK, Subject{Hands: hands}}}, true
	}
	return nil, false
}

// Reentered returns the inputs that give the game the hands from the i-th on again: undos of those
// that it has already, which are all but the last, and then the hands.
func Reentered(hands []Hand, i int) []games.Input {
	inputs := slices.Repeat([]games.Input{{Kind: games.Undo}}, len(hands)-1-i)
	for _, h := range hands[i:] {
		inputs = append(inputs, h.In)
	}
	return inputs
}
