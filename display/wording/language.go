// Package wording puts views and prompts into French, German or English, with the words of the box
// and of the game.
package wording

import (
	"fmt"
	"strings"
)

// A Language is the ISO 639-1 code of a language, as in the configuration and the names of files of
// words.
type Language string

// The languages that code names. A word that another language lacks is said in English.
const (
	French  Language = "fr"
	German  Language = "de"
	English Language = "en"
)

// A locale has the rules of a language that its words follow.
type locale struct {
	code    Language
	name    string // as its own speakers say it
	point   byte   // the decimal point
	likeOne bool   // nought takes the form of one: "0 point", not "0 points"
	elides  bool   // "de Anna" is "d’Anna"
}

// A new language is an entry here and its files of words, which words.en.txt explains.
var locales = []locale{
	{code: French, name: "Français", point: ',', likeOne: true, elides: true},
	{code: German, name: "Deutsch", point: ','},
	{code: English, name: "English", point: '.'},
}

// String returns the code.
func (l Language) String() string { return string(l) }

// Languages lists all of them, in the order in which they are offered.
func Languages() (all []Language) {
	for _, t := range locales {
		all = append(all, t.code)
	}
	return all
}

// Codes lists the codes of all languages, for configurations and flags.
func Codes() (codes []string) {
	for _, l := range Languages() {
		codes = append(codes, string(l))
	}
	return codes
}

// ParseLanguage reads the code of a language, such as "fr".
func ParseLanguage(code string) (Language, error) {
	for _, l := range Languages() {
		if strings.EqualFold(code, string(l)) {
			return l, nil
		}
	}
	return English, fmt.Errorf("language %q: expected one of %s", code, strings.Join(Codes(), ", "))
}
