package keys

import (
	"unicode"

	"arbitre/games"
)

// Type takes a character of a keyboard. A digit sets a number, moves to the seat or chooses the
// attribute of that number; a letter is added to a word. Only OK answers, so that a slip can be
// corrected with Back. A character opens the waiting prompt that takes it; of several words, the
// one known to begin with that letter.
func (d *Dialogue) Type(r rune, v games.View) {
	d.Follow(v)
	if d.Refused() {
		d.partsRead++
		return
	}
	r = unicode.ToUpper(r)
	p, asked := d.asks(v)
	if !asked {
		if p, asked = d.opens(r, v); !asked {
			return
		}
	}
	if !d.hasDraft() {
		d.begin(p, v)
	}
	d.entry.typed(r, p)
}

// opens returns the waiting prompt that a character opens. If a letter does not tell which one, or
// a digit is the number of a seat that proposes, it opens the list.
func (d *Dialogue) opens(r rune, v games.View) (games.Prompt, bool) {
	if _, ok := front(v); ok {
		return games.Prompt{}, false
	}
	list := waiting(v)
	var found []games.Prompt
	for i, p := range list {
		if len(list) > 1 && r == '0'+rune(p.Seat) {
			d.list(i)
			return games.Prompt{}, false
		}
		first := p.Given()
		letter := unicode.IsLetter(r) && (first == "" || len(list) == 1 || first == folded(r)[:1])
		if p.Shape == games.Letters && letter ||
			p.Shape == games.Card && r >= '1' && r <= '0'+rune(p.Places) ||
			p.Shape == games.Code && r >= '0' && r <= '9' {
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	if len(list) > 1 && unicode.IsLetter(r) {
		d.list(0)
	}
	return games.Prompt{}, false
}
