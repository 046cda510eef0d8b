package keys

import (
	"slices"

	"arbitre/games"
)

// A State says what the keys do.
type State uint8

// The states of a draft.
const (
	Idle   State = iota // nothing is asked
	Asked               // a question has the display
	Single              // the scene has the display, and OK gives the single answer, if a key can give one
	Waits               // the scene has the display, and OK opens a waiting prompt or the list of them
	Listed              // the list of the waiting prompts is open
)

// A Draft is everything of a dialogue that is shown.
type Draft struct {
	State  State
	Prompt games.Prompt // of the state Asked, Single or Listed
	Items  []Item       // of the list whose Cursor the keys move
	Turns  bool         // there are keys that turn pages
	Page   int          // of the scene; pages go round in both directions
	Entry               // its Cursor is the place among the Items, if there are any

	Refusal string // the reason why the last answer was refused, or a part of it
	Further bool   // an earlier part has been read
	Unread  bool   // another part follows
}

// Numbers returns the numbers of the answer, or the chosen attributes of a card, ascending.
func (d *Draft) Numbers() []int {
	if d.Prompt.Shape == games.Card {
		return slices.Sorted(slices.Values(d.all()))
	}
	return d.all()
}

// Amount returns the amount that is being set, or the option below the least amount.
func (d *Draft) Amount() games.Value { return d.answer(d.Prompt) }

// CanChange reports whether the amount that is being set can be lower, and higher.
func (d *Draft) CanChange() (lower, higher bool) {
	least, most := limits(d.Prompt, 0)
	return d.list[0] > least, d.list[0] < most
}

// Draft returns what the display shows of a dialogue beside a view.
func (d Dialogue) Draft(v games.View) Draft {
	d.Follow(v)
	draft := Draft{Turns: d.Shown, Page: d.page}
	if d.Refused() {
		draft.Refusal, draft.Further, draft.Unread = d.refusal[d.partsRead], d.partsRead > 0, d.partsRead+1 < len(d.refusal)
	}
	p, asked := d.asks(v)
	first, open := front(v)
	switch {
	case asked:
		draft.State, draft.Prompt = Asked, p
		if !d.hasDraft() {
			d.begin(p, v)
		}
	case d.listing:
		draft.State, draft.Prompt = Listed, listPrompt()
	case open:
		draft.State, draft.Prompt = Single, first
	case len(v.Prompts) > 0:
		draft.State = Waits
	}
	draft.Entry = d.entry
	if d.listing || asked && p.Shape == games.Choice {
		draft.Items, draft.Cursor, _ = d.items(p, v)
	}
	return draft
}
