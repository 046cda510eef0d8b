package display

import (
	"embed"
	"io/fs"
	"slices"

	"arbitre/games"
	"arbitre/games/words"
)

// What the box says at any game, in a file for each language that a translator can edit. The texts keep this small
// template: golang.org/x/text/message/catalog knows neither seats and spans nor spaces at which no row ends, and allocates.
//
//go:embed words.*.txt
var ownWords embed.FS

// A section of a file of words.
type section int

const (
	sentences   section = iota // by the word of a headline or a line
	questions                  // by the id of a prompt
	singleWords                // by an option of a prompt, or the mark beside a seat; by "id.option" where the prompt makes a difference
	someSections
)

func sectionOf(heading string) (section, bool) {
	i := slices.Index([]string{"sentences", "questions", "words"}, heading)
	return section(i), i >= 0
}

// A table is what the files of one game say in one language, or those of the box.
type table struct {
	texts [someSections]map[string]string
	rules []words.Entry // the help, advice by advice
}

// readTable reads a file in one language, and in English what it lacks.
func readTable(folder fs.FS, name string, l Language) *table {
	t := &table{}
	for _, l := range []Language{l, English} {
		said, _ := words.Read(folder, name+"."+string(l)+".txt") // what can't be read a test has named
		if t.texts[0] == nil {
			for i := range t.texts {
				t.texts[i] = make(map[string]string, len(said))
			}
		}
		var rules []words.Entry
		for _, e := range said {
			if e.Section == "rules" {
				rules = append(rules, e)
			} else if in, ok := sectionOf(e.Section); ok && t.texts[in][e.Key] == "" {
				t.texts[in][e.Key] = e.Text
			}
		}
		t.rules = override(rules, t.rules) // English has the order
	}
	return t
}

// override replaces advices by others of the same key, and adds those of a new one.
func override(rules, by []words.Entry) []words.Entry {
	for _, e := range by {
		if i := slices.IndexFunc(rules, func(r words.Entry) bool { return r.Key == e.Key }); i >= 0 {
			if rules[i].Text = e.Text; e.Note != "" {
				rules[i].Note = e.Note
			}
		} else {
			rules = append(rules, e)
		}
	}
	return rules
}

// A Voice says in one language what a game has to say. It never changes, and several goroutines may share it.
type Voice struct {
	*tongue
	game   string
	tables []*table // in the order in which a word is looked for: a variant's, its game's, the box's
	rules  []words.Entry
}

// find looks a text up.
func (v *Voice) find(in section, key string) (text string, ok bool) {
	for _, t := range v.tables {
		if text, ok = t.texts[in][key]; ok {
			return text, true
		}
	}
	return "", false
}

// text is the template of a key, or the key itself where nobody has a word for it.
func (v *Voice) text(in section, key string) string {
	if text, ok := v.find(in, key); ok {
		return text
	}
	return key
}

// option is the template of an answer to a prompt, or the word itself.
func (v *Voice) option(id, word string) string {
	if text, ok := v.findOption(id, word); ok {
		return text
	}
	return word
}

func (v *Voice) findOption(id, word string) (text string, ok bool) {
	var buffer [64]byte
	key := append(append(append(buffer[:0], id...), '.'), word...)
	for _, t := range v.tables {
		if text, ok = t.texts[singleWords][string(key)]; ok {
			return text, true
		}
	}
	return v.find(singleWords, word)
}

type voiceOf struct {
	language Language
	game     string // "" for the box
}

// Phrases say what the displays say, in every language and at every game. They never change, and several goroutines may share them.
type Phrases struct {
	voices map[voiceOf]*Voice
	games  []string // by name
}

// NewPhrases reads the words of the box and of its games, and of others that are its guests.
func NewPhrases(guests ...games.Rules) Phrases {
	folders := games.WordFiles()
	for _, r := range guests {
		folders[r.Name] = r.Words
	}
	return readPhrases(tongues, ownWords, folders)
}

func readPhrases(tongues []tongue, box fs.FS, folders map[string]fs.FS) Phrases {
	p := Phrases{voices: map[voiceOf]*Voice{}}
	for game := range folders {
		p.games = append(p.games, game)
	}
	slices.Sort(p.games)
	for i, tongue := range tongues {
		own := readTable(box, "words", tongue.code)
		for _, t := range tongues {
			own.texts[singleWords][string(t.code)] = t.name
		}
		p.voices[voiceOf{tongue.code, ""}] = &Voice{&tongues[i], "", []*table{own}, nil}
		for _, game := range p.games {
			shared, variant := readTable(folders[game], "words", tongue.code), readTable(folders[game], game, tongue.code)
			v := &Voice{&tongues[i], game, []*table{variant, shared, own}, override(shared.rules, variant.rules)}
			own.texts[singleWords][game] = v.text(singleWords, "name") // the lobby names a game that is not played yet
			p.voices[voiceOf{tongue.code, game}] = v
		}
	}
	return p
}

// In is what is said in a language at a game; "" is no game. An unknown game says what the box says, an unknown language is English.
func (p Phrases) In(l Language, game string) *Voice {
	for _, of := range [...]voiceOf{{l, game}, {l, ""}, {English, game}} {
		if v, ok := p.voices[of]; ok {
			return v
		}
	}
	return p.voices[voiceOf{English, ""}]
}
