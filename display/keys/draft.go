package keys

import "arbitre/games"

// A State is what the keys do.
type State uint8

// The states of a draft.
const (
	Idle   State = iota // nothing is asked
	Asked               // a question has the display
	Single              // the scene has it, and OK gives the one answer, if the question takes any by a key
	Waits               // the scene has it, and OK opens what waits
	Listed              // one is being chosen of those that wait
)

// A Draft is what a dialogue has come to: all of it that is shown. It is valid as long as its
// dialogue is not changed.
type Draft struct {
	State   State
	Prompt  games.Prompt // that is asked; the first where several wait
	Waiting bool         // the last prompt of the view can be reached from the list of the options
	Turns   bool         // somebody has keys and can turn pages
	Page    int          // of what the scene tells: they go round, in both directions

	Cursor int          // in a list or on a card; the offers stand before the options, at places below nought
	Send   int          // the cursor's place on a card from which OK sends it
	Option games.Value  // that was chosen, where Seats asks about whom
	Seats  []games.Seat // that may be named
	Slot   int          // which of the numbers is being set
	Less   bool         // the number can be lower
	More   bool         // the number can be higher

	Word   string // as far as it is entered
	Wheel  rune   // the letter that OK would add; none after a typed one
	Turned bool   // the wheel is in use
	Ring   [alphabet]rune

	Refusal string // why the last answer was not taken
	Further bool   // its beginning has been read
	Unread  bool   // it goes on

	numbers numbers
}

// Numbers are those that are being set, or the chosen attributes of a card.
func (d *Draft) Numbers() []int { return d.numbers.all() }

// Amount is the number that is being set, or the option that stands for it.
func (d *Draft) Amount() games.Value { return entered(d.Prompt, d.Numbers()) }

// Draft is what a dialogue has come to in a view.
func (d Dialogue) Draft(v games.View) Draft {
	d.Follow(v)
	var rest string
	draft := Draft{Turns: d.Rows > 0, Page: d.page, Further: d.refusal.further}
	draft.Refusal, rest = d.refusal.part(d.Rows)
	draft.Unread = rest != ""
	var asked bool
	if draft.Prompt, asked = d.asks(v); !asked {
		draft.Prompt, draft.State = scene(v)
		if d.listing {
			draft.State = Listed
		}
		draft.Cursor = d.cursor
		return draft
	}
	p := draft.Prompt
	if !d.begun() {
		d.begin(p, v)
	}
	draft.State = Asked
	_, draft.Waiting = behind(p, v)
	draft.Cursor, draft.Send = d.cursor, sending(p)
	draft.Option, draft.Seats = d.option, d.seats
	draft.numbers, draft.Slot = d.numbers, d.numbers.at
	switch p.Shape {
	case games.Card:
		draft.Cursor = d.numbers.at
	case games.Amount:
		least, most, _ := limits(p, 0)
		draft.Less, draft.More = d.numbers.list[0] > least, d.numbers.list[0] < most
	case games.Letters:
		draft.Word, draft.Wheel, draft.Ring = d.word.letters, d.word.wheel, d.word.ring()
		draft.Turned = d.word.wheel != 0 && d.word.begun()
	}
	return draft
}

// scene is what OK does while no question has the display.
func scene(v games.View) (games.Prompt, State) {
	if p, open := front(v); open {
		return p, Single
	}
	if len(v.Prompts) > 0 {
		return v.Prompts[0], Waits
	}
	return games.Prompt{}, Idle
}
