// Package wording says in French, German or English what a game shows and asks, in the words of the
// box and of the game.
package wording

import (
	"fmt"
	"slices"
	"strings"
)

// A Language is what the displays speak, by its ISO 639-1 code: the configuration, the lobby and
// the files of words name it so.
type Language string

// The languages that the code itself must know: English is said where another lacks a word.
const (
	French  Language = "fr"
	German  Language = "de"
	English Language = "en"
)

// A tongue is what there is to know of a language besides its words.
type tongue struct {
	code  Language
	name  string              // as its own speakers say it
	point byte                // before the tenths
	form  func(count int) int // which of the forms in {n:…|…} a count takes

	elides bool // "de Anna" is "d’Anna"
}

// A new language is an entry here and its files of words, which words.en.txt explains.
var tongues = []tongue{
	{French, "Français", ',', singularTo1, true},
	{German, "Deutsch", ',', singularOf1, false},
	{English, "English", '.', singularOf1, false},
}

func singularOf1(count int) int {
	if count == 1 {
		return 0
	}
	return 1
}

func singularTo1(count int) int {
	if count <= 1 {
		return 0
	}
	return 1
}

// tongueOf is what there is to know of a language; of one that is not spoken, what there is to know
// of English.
func tongueOf(l Language) *tongue {
	at := func(l Language) int { return slices.IndexFunc(tongues, func(t tongue) bool { return t.code == l }) }
	if i := at(l); i >= 0 {
		return &tongues[i]
	}
	return &tongues[at(English)]
}

// String is the code.
func (l Language) String() string { return string(l) }

// Languages lists all of them, in the order in which they are offered.
func Languages() []Language {
	all := make([]Language, len(tongues))
	for i, t := range tongues {
		all[i] = t.code
	}
	return all
}

// Codes are those of all languages, as configurations and flags have them.
func Codes() []string {
	codes := make([]string, len(tongues))
	for i, t := range tongues {
		codes[i] = string(t.code)
	}
	return codes
}

// AnyCode lists the codes for people: "fr, de or en".
func AnyCode() string {
	codes := Codes()
	last := len(codes) - 1
	return strings.Join(codes[:last], ", ") + " or " + codes[last]
}

// ParseLanguage reads the code of a language, such as "fr".
func ParseLanguage(code string) (Language, error) {
	for _, l := range Languages() {
		if strings.EqualFold(code, string(l)) {
			return l, nil
		}
	}
	return English, fmt.Errorf("language %q: expected %s", code, AnyCode())
}
