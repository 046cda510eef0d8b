package wording

import (
	"regexp"
	"strings"
	"unicode"

	"arbitre/games"
)

// A Verbosity says how much is spoken, as the configuration has it.
type Verbosity string

// The verbosities, each with all that those before it speak.
const (
	Silent     Verbosity = "off"
	Verdicts   Verbosity = "verdicts"   // who was first or last, who has won, what does not work
	Turns      Verbosity = "turns"      // how things stand: whose turn it is
	Everything Verbosity = "everything" // all that happens, and what the judge's keys would answer
)

// Verbosities lists them, from the least on.
func Verbosities() []Verbosity { return []Verbosity{Silent, Verdicts, Turns, Everything} }

// Spoken has how a sign or an abbreviation is said: "&" is "and". Its keys are the same in every language.
const Spoken Section = "aloud"

// Aloud returns the voice for a synthesiser: its codes have the names of colours. What it says still has
// to be [Voice.Pronounced].
func (v *Voice) Aloud() *Voice {
	aloud := *v
	aloud.aloud = true
	return &aloud
}

// mostSpoken is how many letters are spoken at a time: half a minute.
const mostSpoken = 400

// said lists what stands in a text for people who read, and the key of [Spoken] by which it is said, if it has one.
var said = []struct {
	sign *regexp.Regexp
	key  string
}{
	{regexp.MustCompile(`(\d)/(\d)`), "of"},
	{regexp.MustCompile(`()−(\d)`), "minus"},
	{regexp.MustCompile(`()\+(\d)`), "plus"},
	{regexp.MustCompile(`()<(\d)`), "less"},
	{regexp.MustCompile(`()[&+]()`), "and"},
	{regexp.MustCompile(`()<( |$)`), "left"},
	{regexp.MustCompile(`()>( |$)`), "right"},
	{regexp.MustCompile(`(\d) ms\b()`), "milliseconds"},
	{regexp.MustCompile(`\b(1) s\b()`), "second"},
	{regexp.MustCompile(`(\d) s\b()`), "seconds"},
	{regexp.MustCompile(`\b(1) pts?\b()`), "point"},
	{regexp.MustCompile(`(\d) pts?\b()`), "points"},
	{regexp.MustCompile(`()(?:\bNo\.|\bNr\.|\bN°)()`), "number"},
	{regexp.MustCompile(`()Éq\.()`), "team"},
}

// Pronounced returns a text as a synthesiser says it: signs and abbreviations are words, and of what is
// neither letter, number nor a mark that makes a pause nothing is left. So no name can hold a command
// to a synthesiser.
func (v *Voice) Pronounced(text string) string {
	text = strings.NewReplacer(NoBreak, " ", "’", "'", "…", "").Replace(text)
	for _, s := range said {
		if word, ok := v.Find(Spoken, s.key); ok {
			text = s.sign.ReplaceAllString(text, "$1 "+word+" $2")
		}
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Cf): // joins or isolates letters
			return -1
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), strings.ContainsRune(".,:;!?'-", r):
			return r
		}
		return ' '
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if letters := []rune(text); len(letters) > mostSpoken {
		text = string(letters[:mostSpoken])
	}
	return text
}

// Proposed says a proposed word, and what became of each of its letters.
func (v *Voice) Proposed(p games.Proposal) string {
	say := []string{v.seat(p.Seat) + ": " + p.Word}
	letters := []rune(p.Word)
	for i, mark := range p.Marks {
		if key, ok := map[rune]string{'X': "in_place", 'O': "misplaced", '-': "absent"}[mark]; ok && i < len(letters) {
			say = append(say, string(letters[i])+" "+v.Template(Spoken, key))
		}
	}
	return strings.Join(say, ", ")
}
