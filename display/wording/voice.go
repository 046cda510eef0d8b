package wording

import (
	"embed"
	"io/fs"
	"sync"

	"arbitre/games"
)

// What the box says at any game, in a file for each language that a translator can edit. The texts
// keep this small template: golang.org/x/text/message/catalog knows neither seats and spans nor
// spaces at which no row ends.
//
//go:embed words.*.txt
var ownWords embed.FS

// A Section of a file of words.
type Section string

// The sections in which a text is looked for by its key.
const (
	Sentences Section = "sentences" // by the word of a headline or a line
	Questions Section = "questions" // by the id of a prompt
	// Words are looked for by an option of a prompt, or by the mark beside a seat; by "id.option"
	// where the prompt makes a difference.
	Words Section = "words"
)

// A table is what the files of one game say in one language, or those of the box.
type table struct {
	texts map[Section]map[string]string
	rules []Entry // the help, advice by advice
}

func newTable(entries []Entry) *table {
	t := &table{texts: map[Section]map[string]string{Sentences: {}, Questions: {}, Words: {}}}
	for _, e := range entries {
		if in, ok := t.texts[Section(e.Section)]; ok {
			in[e.Key] = e.Text
		} else if e.Section == "rules" {
			t.rules = append(t.rules, e)
		}
	}
	return t
}

// A Voice says in one language what a game has to say. It never changes, and several goroutines may
// share it.
type Voice struct {
	*locale
	game   string
	tables []*table // in the order in which a word is looked for: a variant's, its game's, the box's
	rules  []Entry
	names  map[games.Seat]string // who sits where; who is not among them is called by the number
}

// Naming is the same voice with names for seats. A seat without one is called by its number.
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
	if text, ok := v.Find(Words, id+"."+word); ok {
		return text
	}
	return v.Template(Words, word)
}

// Phrases say what the displays say, in every language and at every game. They never change, and
// several goroutines may share them. The zero value has no words, and says their keys.
type Phrases struct {
	voices map[Language]func() map[string]*Voice // by the name of a game; "" is the box
	games  []string                              // in the order of the rules
}

// NewPhrases has the words of the box and of its games. Those of a language are read when it is
// first spoken: a box starts quickly, and speaks one.
func NewPhrases(rules games.Rulebook) Phrases { return readPhrases(locales, ownWords, rules) }

func readPhrases(spoken []locale, box fs.FS, rules games.Rulebook) Phrases {
	p := Phrases{map[Language]func() map[string]*Voice{}, rules.Names()}
	for _, t := range spoken {
		p.voices[t.code] = sync.OnceValue(func() map[string]*Voice {
			own := newTable(Read(box, "words", t.code))
			for _, other := range spoken {
				own.texts[Words][string(other.code)] = other.name
			}
			voices := map[string]*Voice{"": {locale: &t, tables: []*table{own}}}
			for _, r := range rules {
				game, variant := newTable(Read(r.Words, "words", t.code)), newTable(Read(r.Words, r.Name, t.code))
				v := &Voice{&t, r.Name, []*table{variant, game, own}, override(game.rules, variant.rules), nil}
				own.texts[Words][r.Name] = v.Template(Words, "name") // the lobby names games that are not played yet
				voices[r.Name] = v
			}
			return voices
		})
	}
	return p
}

// In is what is said in a language at a game; "" is no game. An unknown game says what the box
// says, an unknown language is English.
func (p Phrases) In(l Language, game string) *Voice {
	speaks, ok := p.voices[l]
	if !ok {
		speaks, ok = p.voices[English]
	}
	if !ok {
		return &Voice{locale: &locale{plural: pluralBut1, point: '.'}}
	}
	voices := speaks()
	if v, ok := voices[game]; ok {
		return v
	}
	return voices[""]
}
