package keys

import (
	"slices"

	"arbitre/games"
)

// A State is what the keys do.
type State uint8

// The states of a draft.
const (
	Idle   State = iota // nothing is asked
	Asked               // a question has the display
	Single              // the scene has it, and OK gives the one answer, if the question takes any by a key
	Waits               // the scene has it, and OK opens what waits
	Listed              // the list of the prompts that wait is open
)

// A Draft is what a dialogue has come to: all of it that is shown.
type Draft struct {
	State   State
	Prompt  games.Prompt // that is asked, or has the one answer
	Waiting bool         // the last prompt of the view can be reached from the list of the options
	Turns   bool         // somebody has keys and can turn pages
	Page    int          // of what the scene tells: they go round, in both directions
	Entry

	Refusal string // why the last answer was not taken
	Further bool   // its beginning has been read
	Unread  bool   // it goes on
}

// Numbers are those that are being set, or the chosen attributes of a card, ascending.
func (d *Draft) Numbers() []int {
	if d.Prompt.Shape == games.Card {
		return slices.Sorted(slices.Values(d.all()))
	}
	return d.all()
}

// Amount is the number that is being set, or the option that stands for it.
func (d *Draft) Amount() games.Value { return d.answer(d.Prompt) }

// Way tells whether the number that is being set can be lower, and higher.
func (d *Draft) Way() (less, more bool) {
	least, most := limits(d.Prompt, 0)
	return d.list[0] > least, d.list[0] < most
}

// Draft is what a dialogue has come to in a view.
func (d Dialogue) Draft(v games.View) Draft {
	d.Follow(v)
	draft := Draft{Turns: d.Rows > 0, Page: d.page}
	if r := d.refusal; d.Refused() {
		draft.Refusal, draft.Further, draft.Unread = r.parts[r.told], r.told > 0, r.told+1 < len(r.parts)
	}
	p, asked := d.asks(v)
	first, open := front(v)
	switch {
	case asked:
		draft.State, draft.Prompt = Asked, p
		_, draft.Waiting = behind(p, v)
		if !d.begun() {
			d.begin(p, v)
		}
	case d.listing:
		draft.State = Listed
	case open:
		draft.State, draft.Prompt = Single, first
	case len(v.Prompts) > 0:
		draft.State = Waits
	}
	draft.Entry = d.entry
	return draft
}
