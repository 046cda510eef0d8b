package keys

import "unicode/utf8"

// A refusal says why an answer was not taken.
type refusal struct {
	parts []string // as the display shows them, one after the other
	told  int      // how many of them have been read
}

// inParts are the parts in which a display of so many rows tells a text; 0 rows tell all of it. The
// parts are about as long as each other, so that no word is left alone.
func inParts(text string, rows int) (parts []string) {
	most := 4 + 18*rows/16 // letters that a picture tells at once, in rows of 16 pixels
	for all := utf8.RuneCountInString(text); rows > 0 && all > most; all = utf8.RuneCountInString(text) {
		even := all / ((all + most - 1) / most)
		letters, end := 0, 0
		for i, letter := range text {
			if letters > most && end > 0 {
				break
			}
			if letter == ' ' {
				if end = i; letters >= even {
					break
				}
			}
			letters++
		}
		if end == 0 {
			break
		}
		parts, text = append(parts, text[:end]), text[end+1:]
	}
	if text == "" {
		return parts
	}
	return append(parts, text)
}
