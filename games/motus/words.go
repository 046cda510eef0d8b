package motus

import (
	"fmt"
	"unicode"

	"arbitre/games"

	"golang.org/x/text/unicode/norm"
)

// The lengths that the words of a game may have, in letters.
const (
	shortest = 3
	longest  = 8
)

// fold returns a word in the letters A to Z, without case and accents; Œ is OE, Æ is AE, ß is SS
// (MOTUS-1). It reports whether the word had only letters.
func fold(word string) ([]byte, bool) {
	return appendFold(make([]byte, 0, longest), norm.NFD.String(word))
}

// appendFold appends a folded word whose accents stand behind their letters, each by itself.
func appendFold(folded []byte, decomposed string) ([]byte, bool) {
	for _, r := range decomposed {
		switch r = unicode.ToUpper(r); {
		case 'A' <= r && r <= 'Z':
			folded = append(folded, byte(r))
		case r == 'Œ':
			folded = append(folded, "OE"...)
		case r == 'Æ':
			folded = append(folded, "AE"...)
		case r == 'ß' || r == 'ẞ':
			folded = append(folded, "SS"...)
		case !unicode.Is(unicode.Mn, r): // else it is an accent
			return folded, false
		}
	}
	return folded, true
}

// The three marks of a letter (MOTUS-4).
const (
	inPlace   = 'X'
	misplaced = 'O'
	absent    = '-'
)

// mark marks a proposal, both words folded and equally long, at most longest: the letters in place
// first, then the misplaced ones from the left, never more of a letter than the word has (MOTUS-4).
func mark(word, proposal string) string {
	var marks [longest]byte
	var left [26]uint8 // how many of each letter are not in place
	for i := range len(word) {
		marks[i] = absent
		if word[i] == proposal[i] {
			marks[i] = inPlace
		} else {
			left[word[i]-'A']++
		}
	}
	for i := range len(word) {
		if of := &left[proposal[i]-'A']; marks[i] == absent && *of > 0 {
			marks[i] = misplaced
			*of--
		}
	}
	return string(marks[:len(word)])
}

// readWord returns a word, folded. Errors call it by called, so that none repeats a secret.
func readWord(v games.Value, letters int, called string) (string, error) {
	w, err := v.Word()
	if err != nil {
		return "", fmt.Errorf("%s: expected a word in quotes", called)
	}
	folded, ok := fold(w)
	switch {
	case !ok:
		return "", games.Refuse(games.Text{Word: "motus_letters_only"},
			fmt.Errorf("%s has a character that is no letter: expected A to Z, with or without accents", called))
	case len(folded) != letters:
		return "", games.Refuse(games.Text{Word: "motus_length", Number: letters},
			fmt.Errorf("%s has %d letters: expected %d", called, len(folded), letters))
	}
	return string(folded), nil
}

// readProposal returns a proposal, folded. It must begin with the letter first.
func readProposal(v games.Value, letters int, first byte) (string, error) {
	word, err := readWord(v, letters, v.JSON())
	if err == nil && word[0] != first {
		err = games.Refuse(games.Text{Word: "motus_first_letter", Extra: string(first)},
			fmt.Errorf("%s begins with %c: expected a word that begins with %c", word, word[0], first))
	}
	return word, err
}
