package motus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbitre/games"
	"arbitre/games/textfile"

	"golang.org/x/text/unicode/norm"
)

// A dictionary holds words that can be played. It is no part of a game: the box asks back before it
// takes a word that is not in it, for people also play names and words of their own.
type dictionary struct {
	words []uint64 // packed, ascending
}

// readDictionary reads a list of words in any case, with or without accents: one a line, such as
// Debian's wfrench, or the first word of each line, such as a list for a spelling checker
// ("château/X."), a table, or words with how frequent they are; a single line may have all words. It
// skips what can't be a word of Motus (A to Z once folded, 3 to 8 letters). An error names the line,
// from 1, and what was expected there, or says that no word is left.
func readDictionary(r io.Reader) (*dictionary, error) {
	d := &dictionary{}
	var folded []byte
	text := bufio.NewScanner(norm.NFD.Reader(textfile.Reader(r)))
	var first []string // the words of the first line
	number := 0
	for text.Scan() {
		number++
		if err := textfile.CheckLine(text.Bytes()); err != nil {
			return nil, &textfile.BadLine{Number: number, Err: err}
		}
		words := listed(text.Text())
		if number == 1 {
			first = words
		}
		folded = d.add(folded, words[:min(1, len(words))])
	}
	switch err := text.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is longer than %d bytes: expected one word a line",
			number+1, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if number == 1 {
		d.add(folded, first)
	}
	if len(d.words) == 0 {
		return nil, fmt.Errorf("no line begins with a word of %d to %d letters: expected one word a line", shortest, longest)
	}
	slices.Sort(d.words)
	d.words = slices.Clip(slices.Compact(d.words))
	return d, nil
}

// listed returns the words of a line, without their affixes, numbers, quotes and what a spelling
// checker notes of them ("po:nom"). What has a space within it is no word.
func listed(line string) (words []string) {
	for field := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("/\t;,|", r) }) {
		parts := strings.Fields(strings.Trim(field, `"' `))
		parts = slices.DeleteFunc(parts, func(part string) bool {
			return strings.Trim(part, "0123456789.%") == "" || strings.Contains(part, ":")
		})
		if len(parts) == 1 {
			words = append(words, strings.Trim(parts[0], `"'`))
		} else if len(parts) > 1 {
			words = append(words, "")
		}
	}
	return words
}

// add adds those of some words that can be played. It folds them in a buffer, which it returns.
func (d *dictionary) add(buffer []byte, words []string) []byte {
	for _, word := range words {
		var ok bool
		buffer, ok = appendFold(buffer[:0], word)
		if ok && shortest <= len(buffer) && len(buffer) <= longest {
			d.words = append(d.words, pack(buffer))
		}
	}
	return buffer
}

// knows reports whether a word is in the dictionary, whatever its case and accents. A nil
// dictionary knows all words.
func (d *dictionary) knows(word string) bool {
	if d == nil {
		return true
	}
	folded, ok := fold(word)
	if !ok || len(folded) > longest {
		return false
	}
	_, known := slices.BinarySearch(d.words, pack(folded))
	return known
}

// lexicon reads a list. It questions a word which is not there.
func lexicon(list io.Reader) (l games.Lexicon, err error) {
	words, err := readDictionary(list)
	if err != nil {
		return l, err
	}
	l.Doubt = func(in games.Input) games.Text {
		word, err := in.Value.Word()
		if err != nil || in.Prompt != "word" && in.Prompt != "guess" || in.BeginsEntry() || words.knows(word) {
			return games.Text{}
		}
		return games.Text{Word: "unknown_word", Extra: word}
	}
	l.Fitting = words.fitting
	l.Found = fmt.Sprintf("%d words of %d to %d letters", len(words.words), shortest, longest)
	return l, nil
}

// fitting returns the words that have the known letters, with dots for those that are not known.
func (d *dictionary) fitting(known string) (fit []string) {
	word := make([]byte, len(known))
	for _, packed := range d.words {
		fits := packed>>(5*(len(known)-1)) > 0 && packed>>(5*len(known)) == 0
		for i := len(word) - 1; i >= 0 && fits; i-- {
			word[i] = byte(packed&31) + 'A' - 1
			fits = known[i] == '.' || known[i] == word[i]
			packed >>= 5
		}
		if fits {
			fit = append(fit, string(word))
		}
	}
	return fit
}

// pack returns a folded word of at most longest letters as a number, five bits a letter.
func pack(folded []byte) uint64 {
	var n uint64
	for _, c := range folded {
		n = n<<5 | uint64(c-'A'+1)
	}
	return n
}
