package site

import (
	"maps"
	"sync"

	"arbitre/display/wording"
)

// A translation has the texts and pages of one language.
type translation struct {
	words map[string]string // the pages' own; the games' words are in package wording
	pages map[string]string // by name; they contain nothing that changes
}

// translations returns a function for each language, which makes its pages on the first call: the
// program starts quickly, and an evening needs few languages.
func translations(o Options) map[wording.Language]func() translation {
	all := map[wording.Language]func() translation{}
	for _, l := range wording.Languages() {
		all[l] = sync.OnceValue(func() translation { return o.translation(l) })
	}
	return all
}

func (o Options) translation(l wording.Language) translation {
	s := translation{wording.Dictionary(o.Files, "words", l), map[string]string{}}
	values := valuesIn(l, s.words)
	maps.Copy(values, o.Values(l))
	for _, name := range o.Pages {
		values["page.name"] = name
		s.pages[name] = o.fill("{{"+name+"}}", values)
	}
	return s
}
