package keys

import (
	"slices"

	"arbitre/games"
)

// limits returns the least and the most of one number of a hand, a token or an amount. The options
// of an amount are numbers below its least. A colour is its place among the options, from 1.
func limits(p games.Prompt, place int) (least, most int) {
	switch {
	case p.Shape == games.Hand:
		return 0, p.Counts[place].Most
	case p.Shape == games.Token && place == 0:
		return 1, len(p.Options)
	case p.Shape == games.Token:
		return 1, p.Places
	}
	return p.Min - len(p.Options), max(p.Min, p.Max)
}

// turn makes the number at the cursor one lower or higher. Colours and positions go round.
func (e *Entry) turn(p games.Prompt, by int) {
	if e.Cursor == e.count {
		return // the answer is complete
	}
	if p.Shape == games.Code {
		pegs := e.pegs(p)
		e.list[e.Cursor] = pegs[(slices.Index(pegs, e.list[e.Cursor])+by+len(pegs))%len(pegs)]
		return
	}
	least, most := limits(p, e.Cursor)
	number := e.list[e.Cursor] + by
	if n := most - least + 1; p.Shape == games.Token {
		number = least + (number-least+n)%n
	}
	e.set(max(least, min(most, number)), p)
}

// set sets the number at the cursor. If that is the first of a hand, and the others are still what
// usually comes with it, they follow it.
func (e *Entry) set(number int, p games.Prompt) {
	usual := p.Shape == games.Hand && e.Cursor == 0
	for kind := 1; usual && kind < e.count; kind++ {
		usual = e.list[kind] == p.Likely(e.list[0], kind)
	}
	e.list[e.Cursor] = number
	for kind := 1; usual && kind < e.count; kind++ {
		e.list[kind] = p.Likely(number, kind)
	}
}

// lacks returns how many colours and empty places a code still needs from the cursor on.
func (e *Entry) lacks(p games.Prompt) (colours, empty int) {
	colours, empty = p.Max, e.count-p.Max
	for _, peg := range e.list[:e.Cursor] {
		if peg == 0 {
			empty--
		} else {
			colours--
		}
	}
	return colours, empty
}

// pegs returns what may stand at the cursor of a code, in the order in which the keys go round: 0
// for empty, if the code still needs an empty place, then the colours as their places among the
// options, from 1. The order is the same at every place.
func (e *Entry) pegs(p games.Prompt) (pegs []int) {
	colours, empty := e.lacks(p)
	if empty > 0 {
		pegs = append(pegs, 0)
	}
	for peg := 1; peg <= len(p.Options) && colours > 0; peg++ {
		pegs = append(pegs, peg)
	}
	return pegs
}

// nextPlace moves to the next place of a code, or behind the last one if only empty places are
// left.
func (e *Entry) nextPlace(p games.Prompt) {
	e.Cursor++
	if colours, _ := e.lacks(p); colours == 0 {
		clear(e.list[e.Cursor:])
		e.Cursor = e.count
	}
	if e.Cursor < e.count {
		if pegs := e.pegs(p); !slices.Contains(pegs, e.list[e.Cursor]) {
			e.list[e.Cursor] = pegs[0]
		}
	}
}

// digit sets the number at the cursor, or appends to its typed digits.
func (e *Entry) digit(digit int, p games.Prompt) {
	least, most := limits(p, e.Cursor)
	if p.Shape == games.Amount {
		least = p.Min
	}
	number := digit
	if e.byDigit && 10*e.list[e.Cursor]+digit <= most {
		number += 10 * e.list[e.Cursor]
	}
	if number >= least && number <= most {
		e.set(number, p)
		e.byDigit = true
	}
}

// pressCard takes a key on a card, where OK chooses an attribute. Once the card is complete, a
// further place behind all options can be reached, where OK sends it.
func (e *Entry) pressCard(k Key, p games.Prompt) (games.Value, end) {
	send := len(p.Options)
	switch {
	case k == Back && e.count == 0:
		return games.Value{}, left
	case k == Back:
		e.count--
		e.Cursor = e.list[e.count] - 1
	case k != OK && e.count == p.Max:
		e.Cursor = moved(k, e.Cursor, send+1)
	case k != OK:
		e.Cursor = moved(k, e.Cursor, send)
	case e.Cursor == send:
		return e.answer(p), whole
	case e.Cursor >= p.Places:
		return p.Options[e.Cursor], whole
	default:
		e.take(e.Cursor+1, p)
	}
	return games.Value{}, none
}

// take chooses an attribute, or puts it back. The last one moves the cursor to the place where OK
// sends the card.
func (e *Entry) take(attribute int, p games.Prompt) {
	if i := slices.Index(e.all(), attribute); i >= 0 {
		e.count = len(slices.Delete(e.all(), i, i+1))
	} else if e.count < min(p.Max, mostNumbers) {
		e.list[e.count] = attribute
		e.count++
	} else {
		return
	}
	e.Cursor = attribute - 1
	if e.count == p.Max {
		e.Cursor = len(p.Options)
	}
}
