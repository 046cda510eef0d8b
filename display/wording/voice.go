package wording

import (
	"embed"
	"io/fs"
	"slices"
	"sync"

	"arbitre/games"
	"arbitre/games/words"
)

// What the box says at any game, in a file for each language that a translator can edit. The texts keep this small
// template: golang.org/x/text/message/catalog knows neither seats and spans nor spaces at which no row ends, and allocates.
//
//go:embed words.*.txt
var ownWords embed.FS

// A Section of a file of words.
type Section int

const (
	Sentences Section = iota // by the word of a headline or a line
	Questions                // by the id of a prompt
	Words                    // by an option of a prompt, or the mark beside a seat; by "id.option" where the prompt makes a difference
	someSections
)

func sectionOf(heading string) (Section, bool) {
	i := slices.Index([]string{"sentences", "questions", "words"}, heading)
	return Section(i), i >= 0
}

// A table is what the files of one game say in one language, or those of the box.
type table struct {
	texts [someSections]map[string]string
	rules []words.Entry // the help, advice by advice
}

// A translation is the name of a file of words without its language, and what stands in the English one.
type translation struct {
	folder  fs.FS
	name    string
	english func() []words.Entry
}

func translated(folder fs.FS, name string) translation {
	t := translation{folder, name, nil}
	t.english = sync.OnceValue(func() []words.Entry { return t.read(English) })
	return t
}

// read reads one file. A line that can't be read says nothing at the table; a test has named it.
func (t translation) read(l Language) []words.Entry {
	said, _ := words.Read(t.folder, t.name+"."+string(l)+".txt")
	return said
}

// in makes a table of a language, and of the English of what that lacks.
func (t translation) in(l Language) *table {
	made, english := &table{}, t.english()
	for i := range made.texts {
		made.texts[i] = make(map[string]string, len(english)/2)
	}
	said := [][]words.Entry{english}
	if l != English {
		said = [][]words.Entry{t.read(l), english}
	}
	for _, said := range said {
		var rules []words.Entry
		for _, e := range said {
			if e.Section == "rules" {
				rules = append(rules, e)
			} else if in, ok := sectionOf(e.Section); ok && made.texts[in][e.Key] == "" {
				made.texts[in][e.Key] = e.Text
			}
		}
		made.rules = override(rules, made.rules) // English has the order
	}
	return made
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
	names  map[games.Seat]string // who sits where; who is not among them is called by the number
}

// Naming is the voice that calls the seats by the names of those who sit there, as far as they are known.
func (v *Voice) Naming(names map[games.Seat]string) *Voice {
	naming := *v
	naming.names = names
	return &naming
}

// Find looks a text up.
func (v *Voice) Find(in Section, key string) (text string, ok bool) {
	for _, t := range v.tables {
		if text, ok = t.texts[in][key]; ok {
			return text, true
		}
	}
	return "", false
}

// Template is the template of a key, or the key itself where nobody has a word for it.
func (v *Voice) Template(in Section, key string) string {
	if text, ok := v.Find(in, key); ok {
		return text
	}
	return key
}

// OptionTemplate is the template of an answer to a prompt, or the word itself.
func (v *Voice) OptionTemplate(id, word string) string {
	var buffer [64]byte
	key := append(append(append(buffer[:0], id...), '.'), word...)
	for _, t := range v.tables {
		if text, ok := t.texts[Words][string(key)]; ok {
			return text
		}
	}
	return v.Template(Words, word)
}

type voiceOf struct {
	language Language
	game     string // "" for the box
}

// Phrases say what the displays say, in every language and at every game. They never change, and several goroutines may share them.
// The zero value has no words, and says their keys.
type Phrases struct {
	voices map[voiceOf]func() *Voice
	games  []string // in the order of the rules
}

// NewPhrases has the words of the box and of its games. Those of a language are read when it is first spoken: a box starts
// quickly, and speaks one.
func NewPhrases(rules games.Rulebook) Phrases { return readPhrases(tongues, ownWords, rules) }

func readPhrases(tongues []tongue, box fs.FS, rules games.Rulebook) Phrases {
	p := Phrases{map[voiceOf]func() *Voice{}, rules.Names()}
	own := translated(box, "words")
	played := make([][2]translation, len(rules)) // a variant's, its game's
	for i, r := range rules {
		played[i] = [2]translation{translated(r.Words, r.Name), translated(r.Words, "words")}
	}
	for i, t := range tongues {
		tables := map[string]func() []*table{}
		for n, r := range rules {
			tables[r.Name] = sync.OnceValue(func() []*table { return []*table{played[n][0].in(t.code), played[n][1].in(t.code)} })
		}
		box := sync.OnceValue(func() *Voice {
			said := own.in(t.code)
			for _, t := range tongues {
				said.texts[Words][string(t.code)] = t.name
			}
			for game, its := range tables { // the lobby names games that are not played yet
				said.texts[Words][game] = (&Voice{tables: its()}).Template(Words, "name")
			}
			return &Voice{tongue: &tongues[i], tables: []*table{said}}
		})
		p.voices[voiceOf{t.code, ""}] = box
		for game, its := range tables {
			p.voices[voiceOf{t.code, game}] = sync.OnceValue(func() *Voice {
				variant, shared := its()[0], its()[1]
				return &Voice{tongue: &tongues[i], game: game, tables: []*table{variant, shared, box().tables[0]}, rules: override(shared.rules, variant.rules)}
			})
		}
	}
	return p
}

// In is what is said in a language at a game; "" is no game. An unknown game says what the box says, an unknown language is English.
func (p Phrases) In(l Language, game string) *Voice {
	for _, of := range [...]voiceOf{{l, game}, {l, ""}, {English, game}, {English, ""}} {
		if speaks, ok := p.voices[of]; ok {
			return speaks()
		}
	}
	return &Voice{tongue: tongueOf(English)}
}
