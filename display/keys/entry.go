package keys

import (
	"slices"

	"arbitre/games"
)

// mostNumbers is the most numbers of an answer: a picture has room for so many places of a code.
const mostNumbers = 8

// An Entry is an answer as far as it is chosen or entered. The shape of its prompt says which
// fields are used: a choice uses the cursor and the seats, letters use the word, and all others are
// made of numbers.
type Entry struct {
	// Cursor is the place in a list, with the offers before the options at negative places; or the
	// place on a card; or the index of the number that is being set.
	Cursor int
	Option games.Value  // the chosen option, if Seats asks which seat it is about
	Seats  []games.Seat // that may be named
	Word   Spelling

	list    [mostNumbers]int // the numbers of a hand, code, token or amount, or the attributes chosen for a card
	count   int              // how many of list are used
	byDigit bool             // the number at the cursor was typed: the next digit is appended to it
}

// start returns the entry with which a prompt opens.
func start(p games.Prompt) (e Entry) {
	switch p.Shape {
	case games.Choice:
		if e.Cursor = -len(p.Offers); !p.Preset.IsZero() {
			e.Cursor = max(0, slices.IndexFunc(p.Options, p.Preset.Equal))
		}
	case games.Letters:
		e.Word = spell(p)
	case games.Hand:
		e.count = len(p.Counts)
		for kind := range p.Counts {
			e.list[kind] = p.Usual(kind)
		}
	case games.Code:
		e.count = min(p.Places, mostNumbers)
	case games.Amount:
		e.list[0], e.count = p.Min, 1
		if preset, err := p.Preset.Int(); err == nil && preset >= p.Min && preset <= p.Max {
			e.list[0] = preset
		}
	case games.Token:
		e.list[0], e.list[1], e.count = 1, 1, 2
	}
	return e
}

// entered reports whether numbers or letters have been entered, which must not get lost.
func (e *Entry) entered() bool { return e.count > 0 || e.Word.Letters != e.Word.given }

// all returns the numbers that are used.
func (e *Entry) all() []int { return e.list[:e.count] }

// An end says what a key does to an answer that is being entered.
type end uint8

const (
	none  end = iota // it goes on
	whole            // it is given
	left             // it is given up
)

// press takes a key in any prompt but a choice.
func (e *Entry) press(k Key, p games.Prompt) (games.Value, end) {
	switch p.Shape {
	case games.Letters:
		return e.Word.press(k, p)
	case games.Card:
		return e.pressCard(k, p)
	}
	e.byDigit = false
	switch {
	case k == Previous || k == Next:
		e.turn(p, k.step())
	case k == Back && e.Cursor == 0:
		return games.Value{}, left
	case k == Back:
		e.Cursor--
		for p.Shape == games.Code && len(e.pegs(p)) == 1 {
			e.Cursor-- // a place that can only be empty is skipped
		}
	case e.Cursor+1 >= e.count:
		return e.answer(p), whole
	case p.Shape == games.Code:
		e.nextPlace(p)
	default:
		e.Cursor++
	}
	return games.Value{}, none
}

// typed takes a character in capitals: a letter of a word, or a digit.
func (e *Entry) typed(r rune, p games.Prompt) {
	n := int(r - '0')
	switch {
	case p.Shape == games.Letters:
		e.Word.add(r, p)
	case n < 0 || n > 9:
	case e.Seats != nil:
		e.goTo(slices.Index(e.Seats, games.Seat(n)))
	case p.Shape == games.Choice:
		e.goTo(slices.IndexFunc(p.Options, games.Number(n).Equal))
	case p.Shape == games.Code:
		if e.Cursor < e.count && slices.Contains(e.pegs(p), n) {
			e.list[e.Cursor] = n
			e.nextPlace(p)
		}
	case p.Shape != games.Card:
		e.digit(n, p)
	case n >= 1 && n <= p.Places:
		e.take(n, p)
	}
}

// goTo sets the cursor to a place, unless that is −1 for not found.
func (e *Entry) goTo(place int) {
	if place >= 0 {
		e.Cursor = place
	}
}

// answer returns what has been entered in the form that the game reads.
func (e *Entry) answer(p games.Prompt) games.Value {
	numbers := e.all()
	switch p.Shape {
	case games.Hand:
		return p.HandOf(numbers)
	case games.Code:
		colours := make([]string, len(numbers))
		for i, n := range numbers {
			if n > 0 {
				colours[i] = p.Options[n-1].String()
			}
		}
		return games.CodeOf(colours...)
	case games.Token:
		return games.TokenOf(p.Options[numbers[0]-1], numbers[1])
	case games.Card:
		return games.CardOf(slices.Sorted(slices.Values(numbers))...)
	}
	if n := numbers[0]; n < p.Min {
		return p.Options[len(p.Options)-(p.Min-n)]
	}
	return games.Number(numbers[0])
}
