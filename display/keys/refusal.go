package keys

import "unicode/utf8"

// A refusal says why an answer was not taken.
type refusal struct {
	text    string // as far as it is still to be read
	further bool   // its beginning has been read
}

// part is what a display of so many rows shows of it, and what is still to be told. The parts are
// about as long as each other, so that no word is left alone.
func (r refusal) part(rows int) (part, rest string) {
	most := 4 + 18*rows/16 // letters that a picture tells at once, in rows of 16 pixels
	all := utf8.RuneCountInString(r.text)
	if rows == 0 || all <= most {
		return r.text, ""
	}
	parts := (all + most - 1) / most
	letters, end := 0, 0
	for i, letter := range r.text {
		if letters > most && end > 0 {
			break
		}
		if letter == ' ' {
			if end = i; letters >= all/parts {
				break
			}
		}
		letters++
	}
	if end == 0 {
		return r.text, ""
	}
	return r.text[:end], r.text[end+1:]
}

func (r *refusal) readOn(rows int) {
	_, r.text = r.part(rows)
	r.further = true
}
