package web

import (
	"embed"
	"sync"

	"arbitre/display/wording"
)

//go:embed words.*.txt
var wordFiles embed.FS

// A speech is all that the pages say in one language.
type speech struct {
	words map[string]string // beside the words of the table, which are the displays'
	pages map[string]*file  // by name
}

// speeches makes each of them when it is first asked for: a box starts quickly, and few browsers
// come.
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
