package keys

import "unicode/utf8"

// inParts splits a text into the parts that a display of some rows shows one after the other; with
// 0 rows it stays whole. The parts are of about equal length, so that no word is left alone.
func inParts(text string, rows int) (parts []string) {
	most := 4 + 18*rows/16 // letters that a picture has room for: 18 in each row of 16 pixels
	for all := utf8.RuneCountInString(text); rows > 0 && all > most; all = utf8.RuneCountInString(text) {
		even := all / ((all + most - 1) / most) // letters of each of the fewest parts
		letters, end := 0, 0                    // before i, and the last space up to there
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
		if end == 0 { // a single word
			break
		}
		parts, text = append(parts, text[:end]), text[end+1:]
	}
	if text == "" {
		return parts
	}
	return append(parts, text)
}
