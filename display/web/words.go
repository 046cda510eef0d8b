package web

import (
	"embed"
	"sync"

	"arbitre/display/wording"
)

//go:embed words.*.txt
var wordFiles embed.FS

// A vocabulary is what the pages say in one language beside the words of the table, which are the
// displays'.
type vocabulary map[string]string

// inEach has something made in each language when it is first asked for: a box starts quickly, and
// few browsers come.
func inEach[V any](make func(wording.Language) V) map[wording.Language]func() V {
	all := map[wording.Language]func() V{}
	for _, l := range wording.Languages() {
		all[l] = sync.OnceValue(func() V { return make(l) })
	}
	return all
}

// vocabularyIn is that of a language.
func vocabularyIn(l wording.Language) vocabulary {
	said := vocabulary{}
	for _, e := range wording.Read(wordFiles, "words", l) {
		said[e.Key] = e.Text
	}
	return said
}
