package keys

import "unicode/utf8"

// mostLetters is how many letters of a refusal a picture has room for.
const mostLetters = 76

// inParts splits a text into the parts that a display shows one after the other. They are of about
// equal length, so that no word is left alone.
func inParts(text string) (parts []string) {
	for all := utf8.RuneCountInString(text); all > mostLetters; all = utf8.RuneCountInString(text) {
		even := all / ((all + mostLetters - 1) / mostLetters) // letters of each of the fewest parts
		letters, end := 0, 0                                  // before i, and the last space up to there
		for i, letter := range text {
			if letters > mostLetters && end > 0 {
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
