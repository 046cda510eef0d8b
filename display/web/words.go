package web

import (
	"embed"
	"sync"

	"arbitre/display/wording"
)

//go:embed words.*.txt
var wordFiles embed.FS

// A speech has the texts and pages of one language.
type speech struct {
	words map[string]string // the pages' own; the games' words are in package wording
	pages map[string]string // by name
}

// speeches returns a function for each language that makes its pages on the first call: so the box
// starts quickly, and few languages are asked for.
func speeches(phrases wording.Phrases) map[wording.Language]func() speech {
	all := map[wording.Language]func() speech{}
	for _, l := range wording.Languages() {
		all[l] = sync.OnceValue(func() speech {
			words := map[string]string{}
			for _, e := range wording.Read(wordFiles, "words", l) {
				words[e.Key] = e.Text
			}
			return speech{words, makePages(l, phrases, words)}
		})
	}
	return all
}
