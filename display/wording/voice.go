package wording

import (
	"embed"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"arbitre/games"
)

// The words of the box, in a file for each language that a translator can edit. Their gaps are
// filled by own code: golang.org/x/text/message/catalog knows neither seats and spans nor spaces at
// which no row ends.
//
//go:embed words.*.txt
var ownWords embed.FS

// A Section of a file of words.
type Section string

// The sections, and the keys of their texts.
const (
	Sentences Section = "sentences" // by the word of a headline or a line
	Faults    Section = "faults"    // by the word of a line with the role [games.Fault]; other texts may say them, too
	Questions Section = "questions" // by the id of a prompt
	// Words have as key an option of a prompt, or a mark beside a seat; "id.option" is looked for
	// first, for an option whose text depends on its prompt.
	Words Section = "words"

	help Section = "rules" // the help of a game, by the name of each advice
)

// A table holds the texts of a game or of the box in one language.
type table struct {
	texts   map[Section]map[string]string
	advices []string // the keys of the help, in its order
	faults  []string // the keys of the faults, in their order
}

// newTable makes a table of the entries of one or more files. Of two with the same key the later
// one counts, at the place of the first.
func newTable(entries ...Entry) *table {
	t := &table{texts: map[Section]map[string]string{Sentences: {}, Faults: {}, Questions: {}, Words: {}, Spoken: {}, help: {}}}
	for _, e := range entries {
		if _, known := t.texts[help][e.Key]; e.Section == help && !known {
			t.advices = append(t.advices, e.Key)
		}
		if _, known := t.texts[Faults][e.Key]; e.Section == Faults {
			t.texts[Sentences][e.Key] = e.Text
			if !known {
				t.faults = append(t.faults, e.Key)
			}
		}
		if in, ok := t.texts[e.Section]; ok {
			in[e.Key] = e.Text
		}
	}
	return t
}

// A Voice puts a game's views and prompts into one language. It never changes, and several
// goroutines may share it.
type Voice struct {
	*locale
	tables []*table // in the order in which a word is looked for: the game's, the box's
	rules  []string // the help, advice by advice
	names  Names
	aloud  bool // for a synthesiser
}

// Names are those of the players and of their teams. A seat without one is called by its number, a
// team by its letter.
type Names struct {
	Seats map[games.Seat]string
	Teams map[int]string
	// Draws reports whether a name can be shown; nil if all can. In the place of one that can't stands
	// "Your name".
	Draws func(name string) bool
}

// Shown returns the names that a reader can show who has not the letters of all.
func (n Names) Shown(draws func(name string) bool) Names {
	shown := Names{maps.Clone(n.Seats), maps.Clone(n.Teams), draws}
	maps.DeleteFunc(shown.Seats, func(_ games.Seat, name string) bool { return !draws(name) })
	maps.DeleteFunc(shown.Teams, func(_ int, name string) bool { return !draws(name) })
	return shown
}

// People returns who sits at the table of a view, without those whose seat a bot plays.
func People(v games.View, sitters map[games.Seat]games.Sitter) map[games.Seat]games.Sitter {
	sitters = maps.Clone(sitters)
	for _, p := range v.Seats {
		if p.Bot {
			delete(sitters, p.Seat)
		}
	}
	return sitters
}

// NamesOf returns the names of the people at the table of a view, and of its teams: of what members
// call theirs, what was said last.
func NamesOf(v games.View, sitters map[games.Seat]games.Sitter) Names {
	n, said := Names{Seats: map[games.Seat]string{}, Teams: map[int]string{}}, map[int]int{}
	sitters = People(v, sitters)
	for seat, who := range sitters {
		n.Seats[seat] = who.Name
	}
	for _, p := range v.Seats {
		if who := sitters[p.Seat]; p.Team > 0 && who.Team != "" && who.Said >= said[p.Team] {
			n.Teams[p.Team], said[p.Team] = who.Team, who.Said
		}
	}
	return n
}

// Naming returns the voice with names.
func (v *Voice) Naming(names Names) *Voice {
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

// Faults returns the words of all faults that the box may report.
func (p Phrases) Faults() []string {
	box := p.In(English, "").tables
	return slices.Clone(box[len(box)-1].faults)
}

// Template returns the template of a key, or the key itself if no table has it.
func (v *Voice) Template(in Section, key string) string {
	if text, ok := v.Find(in, key); ok {
		return text
	}
	return key
}

// optionTemplate returns the template of an answer to a prompt, or the word itself.
func (v *Voice) optionTemplate(id, word string) string {
	if text, ok := v.Find(Words, id+"."+word); ok {
		return text
	}
	return v.Template(Words, word)
}

// Phrases hold a voice for every language and game. They never change, and several goroutines may
// share them. The voices of a zero value say keys instead of words.
type Phrases struct {
	voices map[Language]func() map[string]*Voice // by the name of a game; "" is the box
	games  []string                              // in the order of the rules
}

// NewPhrases returns the words of the box and of its games. A language is read when it is first
// spoken, so that a box, which speaks one, starts quickly.
func NewPhrases(rules games.Rulebook) Phrases { return readPhrases(locales, ownWords, rules) }

// readPhrases is [NewPhrases] for the given languages and words of the box.
func readPhrases(spoken []locale, box fs.FS, rules games.Rulebook) Phrases {
	p := Phrases{map[Language]func() map[string]*Voice{}, rules.Names()}
	for _, t := range spoken {
		p.voices[t.code] = sync.OnceValue(func() map[string]*Voice {
			own := newTable(Read(box, "words", t.code)...)
			for _, other := range spoken {
				own.texts[Words][string(other.code)] = other.name
			}
			voices := map[string]*Voice{"": {locale: &t, tables: []*table{own}}}
			for _, r := range rules {
				game := newTable(append(Read(r.Words, "words", t.code), Read(r.Words, r.Name, t.code)...)...)
				v := &Voice{locale: &t, tables: []*table{game, own}}
				for _, key := range game.advices {
					v.rules = append(v.rules, withNoBreaks(game.texts[help][key]))
				}
				own.texts[Words][r.Name] = v.Template(Words, "name") // the lobby names games that are not played yet
				voices[r.Name] = v
			}
			return voices
		})
	}
	return p
}

// Games returns the names of the games that there are words for.
func (p Phrases) Games() []string { return slices.Clone(p.games) }

// In returns the voice of a game in a language. Without a game ("") or for an unknown one it is the
// voice of the box, for an unknown language English.
func (p Phrases) In(l Language, game string) *Voice {
	speaks, ok := p.voices[l]
	if !ok {
		speaks, ok = p.voices[English]
	}
	if !ok {
		return &Voice{locale: &locale{point: '.'}}
	}
	voices := speaks()
	if v, ok := voices[game]; ok {
		return v
	}
	return voices[""]
}
