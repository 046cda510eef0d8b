package web

import (
	"embed"
	"maps"

	"arbitre/display/wording"
	"arbitre/games/words"
)

//go:embed words.*.txt
var wordFiles embed.FS

// A vocabulary is what the pages say in one language beside the words of the table, which are the displays'.
type vocabulary map[string]string

// vocabularies are those of all languages. What one lacks is said in English.
func vocabularies() map[wording.Language]vocabulary {
	english := readVocabulary(wording.English)
	all := map[wording.Language]vocabulary{}
	for _, l := range wording.Languages() {
		all[l] = maps.Clone(english)
		maps.Copy(all[l], readVocabulary(l))
	}
	return all
}

func readVocabulary(l wording.Language) vocabulary {
	said := vocabulary{}
	entries, _ := words.Read(wordFiles, "words."+string(l)+".txt") // what can't be read a test has named
	for _, e := range entries {
		said[e.Key] = e.Text
	}
	return said
}
