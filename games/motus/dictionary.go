package motus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"arbitre/games"

	"golang.org/x/text/unicode/norm"
)

// A dictionary holds words that can be played. It is no part of a game: the box asks back before it
// takes a word that is not in it, for people also play names and words of their own.
type dictionary struct {
	words []uint64 // packed, ascending
}

// readDictionary reads one word a line, in UTF-8, in any case, with or without accents, such as
// Debian's wfrench. It skips entries that can't be a word of Motus (A to Z once folded, 3 to 8
// letters). An error names the line, from 1, and what was expected there.
func readDictionary(r io.Reader) (*dictionary, error) {
	var words []uint64
	var folded []byte
	text := bufio.NewScanner(norm.NFD.Reader(r))
	number := 0
	for text.Scan() {
		number++
		entry := bytes.TrimSpace(text.Bytes())
		if number == 1 {
			entry = bytes.TrimPrefix(entry, []byte("\ufeff")) // a byte order mark
		}
		if !utf8.Valid(entry) {
			return nil, fmt.Errorf("line %d is not UTF-8: expected one word a line, in UTF-8", number)
		}
		var ok bool
		if folded, ok = appendFold(folded[:0], string(entry)); ok && shortest <= len(folded) && len(folded) <= longest {
			words = append(words, pack(folded))
		}
	}
	switch err := text.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d is longer than %d bytes: expected one word a line",
			number+1, bufio.MaxScanTokenSize)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	slices.Sort(words)
	return &dictionary{slices.Clip(slices.Compact(words))}, nil
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

// doubts returns a function that questions a word which is not in the dictionary.
func doubts(list io.Reader) (func(games.Input) games.Text, error) {
	words, err := readDictionary(list)
	return func(in games.Input) games.Text {
		word, err := in.Value.Word()
		if err != nil || in.Prompt != "word" && in.Prompt != "guess" || in.BeginsEntry() || words.knows(word) {
			return games.Text{}
		}
		return games.Text{Word: "unknown_word", Extra: word}
	}, err
}

// pack returns a folded word of at most longest letters as a number, five bits a letter.
func pack(folded []byte) uint64 {
	var n uint64
	for _, c := range folded {
		n = n<<5 | uint64(c-'A'+1)
	}
	return n
}
