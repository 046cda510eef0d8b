package wiring

import (
	"errors"
	"maps"
	"slices"

	"arbitre/games"
	"arbitre/hw"
)

// Places returns the lamps of the pairs in their order: lit where the button is learnt, and at the
// next one blinking.
func (l *Learning) Places() (places []games.Place) {
	blinks := l.asked().IsSeat()
	for i, pair := range l.pairs {
		lamp := games.LitIf(l.Owner(pair.Button) != 0)
		if lamp == games.Dark && blinks {
			lamp, blinks = games.Blinking, false
		}
		places = append(places, games.Place{Seat: games.Seat(i + 1), Lamp: lamp})
	}
	return places
}

// Sentences returns what is to be read: what is asked, behind why the last press was refused; then
// what is wrong, and how to go on otherwise.
func (l *Learning) Sentences() (all []games.Text) {
	switch {
	case l.Done():
		return []games.Text{{Word: "welcome"}}
	case l.asked() == 0:
		all = append(all, games.Text{Word: "press_lit"})
	case l.asked().IsSeat():
		all = append(all, games.Text{Word: "press_seat", Number: int(l.asked())})
	default:
		all = append(all, NameOf(l.asked(), "press_key"))
	}
	switch {
	case l.refused:
		all = slices.Insert(all, 0, l.said)
	case !l.said.IsZero():
		all = append(all, l.said)
	}
	switch owner := l.Owner(l.lastPlace); {
	case l.lastPlace == "" || owner == 0:
	case owner == 1 && l.MaySkip():
		all = append(all, games.Text{Word: "again_no_more"})
	default:
		all = append(all, games.Text{Word: "again_back"})
	}
	return append(append(all, l.wrong()...), l.otherwise()...)
}

// otherwise says how to go on without what is asked for.
func (l *Learning) otherwise() []games.Text {
	word := ""
	switch asked := l.asked(); {
	case asked == hw.KeyOK && !l.MaySkip():
		word = "no_keys"
	case asked == hw.KeyOK:
		word = "hold_no_keys"
	case asked == 0:
		word = "hold_no_lamp"
	case asked.IsSeat() && l.MaySkip():
		word = "hold_no_more"
	case l.MaySkip():
		word = "hold_none"
	case asked == 1:
		word = "clockwise"
	default:
		return nil
	}
	return []games.Text{{Word: word}}
}

// wrong says which lines are at fault: by the button that was learnt there, if there is one.
func (l *Learning) wrong() (said []games.Text) {
	for _, place := range slices.Sorted(maps.Keys(l.faults)) {
		word := "noisy"
		if errors.Is(l.faults[place], hw.Stuck) {
			word = "stuck"
		}
		if owner := l.Owner(place); owner != 0 {
			said = append(said, NameOf(owner, "button_"+word))
		} else {
			said = append(said, games.Text{Word: "line_" + word, Extra: place})
		}
	}
	return said
}

// NameOf returns a sentence about a button.
func NameOf(b hw.Button, word string) games.Text {
	said := games.Text{Word: word, Extra: b.String()}
	if i, isShortcut := b.Shortcut(); isShortcut {
		said.Extra, said.Number = "shortcut", i+1
	} else if b > 0 {
		said.Seat, said.Extra = games.Seat(b), ""
	}
	return said
}
