package wording

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode"

	"arbitre/games"
	"arbitre/games/all"
)

// house returns the words of all games. They are read once: they never change.
var house = sync.OnceValue(func() Phrases { return NewPhrases(all.Games()) })

// all returns the voices of a language: the box's, then each game's.
func (p Phrases) all(l Language) []*Voice {
	said := []*Voice{p.In(l, "")}
	for _, game := range p.games {
		said = append(said, p.In(l, game))
	}
	return said
}

// keys returns the keys of a section for which a voice has a text.
func (v *Voice) keys(in Section) []string {
	all := map[string]bool{}
	for _, t := range v.tables {
		for key := range t.texts[in] {
			all[key] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// For whoever adds a word or a language, the failures list the texts that are missing.
func TestEveryFileOfWordsIsWholeInEveryLanguage(t *testing.T) {
	whole := func(where string, folder fs.FS, name string) {
		english, _ := readFile(folder, name, English)
		for _, l := range Languages() {
			said, err := readFile(folder, name, l)
			if err != nil {
				t.Errorf("%s/%s.%s.txt: %v", where, name, l, err)
			}
			for _, fault := range compare(english, said) {
				t.Errorf("%s/%s.%s.txt: %s", where, name, l, fault)
			}
		}
	}
	whole("display/wording", ownWords, "words")
	whole("display/web", os.DirFS("../web"), "words")
	whole("display/mqtt", os.DirFS("../mqtt"), "words")
	whole("cmd/arbitre-club/page", os.DirFS("../../cmd/arbitre-club/page"), "words")
	for _, r := range all.Games() {
		whole("games: "+r.Name, r.Words, "words")
		whole("games: "+r.Name, r.Words, r.Name)
	}
}

var (
	gap    = regexp.MustCompile(`\{[^}]*\}`)
	narrow = regexp.MustCompile(`[^ ][!?:]`) // a mark without the space before it
)

func TestEveryGapIsFilled(t *testing.T) {
	for _, l := range Languages() {
		for _, said := range house().all(l) {
			for _, in := range []Section{Sentences, Questions, Words} {
				for _, key := range said.keys(in) {
					text := said.Template(in, key)
					filled := said.Fill(text, games.Text{Seats: []games.Seat{1, 2}, Extra: "x"})
					if strings.ContainsAny(filled, "{}|~") {
						t.Errorf("%s in %v: a gap is not filled: %q", key, l, filled)
					}
					if strings.ContainsFunc(Breakable(filled), unsaid) {
						t.Errorf("%s in %v: no voice says a sign of %q", key, l, filled)
					}
					if l == French && in != Words && narrow.MatchString(gap.ReplaceAllString(text, " ")) {
						t.Errorf("%s: French has a space before its ! ? and colon: %q", key, text)
					}
				}
			}
		}
	}
}

// unsaid reports whether a letter has no part in what [Voice.Pronounced] makes of a text.
func unsaid(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" .,:;!?'-’…«»“”„&+−<>/()–°@", r) // @ is team 0
}

// A game's texts override the box's, and a variant's override its game's.
func TestAGameHasItsOwnWords(t *testing.T) {
	p := house()
	asks := func(game, id string) string {
		return p.In(German, game).Question(games.View{}, games.Prompt{ID: id, Keys: games.Keys{Seat: 2}})
	}
	for _, tt := range []struct{ got, want string }{
		{asks("mito", "verdict"), "Hat 2 geschummelt?"},
		{asks("mogelmotte", "verdict"), "Hat 2 geschummelt?"},
		{asks("mastermind", "verdict"), "Hat 2 recht?"},
		{asks("chess", "verdict"), "verdict"},
		{asks("chess", "which"), "Wer?"},
		{asks("mog", "first"), "Wer ist MOG?"},
		{asks("motus", "first"), "Wer beginnt?"},
		{p.In(French, "").Word("mogelmotte"), "Mogel\u00a0Motte"},
		{p.In(French, "mogelmotte").rules[9], "Araignée\u00a0: donne une carte à qui tu veux, mais pas une mite. " +
			"Fourmi\u00a0: les autres piochent une carte."},
		{p.In(French, "mogelmotte").rules[10], p.In(French, "mito").rules[10]},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// A new language is an entry in the list and its files; texts that these lack are said in English.
func TestALanguageIsAdded(t *testing.T) {
	const italian = Language("it")
	over := func(folder fs.FS, name, text string) fs.FS {
		all := fstest.MapFS{name: {Data: []byte(text)}}
		for _, file := range []string{"words.en.txt", "words.fr.txt", "mogelmotte.en.txt"} {
			if text, err := fs.ReadFile(folder, file); err == nil {
				all[file] = &fstest.MapFile{Data: text}
			}
		}
		return all
	}
	rules := all.Games()
	mito := over(rules[0].Words, "words.it.txt",
		"[sentences]\ndraw = {seats} pesca{s:|no} {n} cart{n:a|e}\n"+
			"[questions]\nverdict = {seat} ha barato?\n[rules]\nspider = Ragno!\n")
	rules[0].Words, rules[1].Words = mito, mito // Mito and Mogel Motte
	spoken := append(slices.Clone(locales), locale{code: italian, name: "Italiano", point: ','})
	p := readPhrases(spoken, over(ownWords, "words.it.txt", "[sentences]\nturn = tocca a {seat}\nverdict = no\n"),
		rules)

	said := p.In(italian, "mogelmotte")
	for _, tt := range []struct{ got, want string }{
		{said.Sentence(games.Text{Word: "turn", Seat: 2}), "tocca a 2"},
		{said.Sentence(games.Text{Word: "draw", Seats: []games.Seat{1, 3}, Number: 2}),
			"1\u00a0&\u00a03 pescano 2\u00a0carte"},
		{said.Sentence(games.Text{Word: "guilty", Seat: 2}), "2 caught!"},
		{said.Sentence(games.Text{Word: "nobody"}), "Nobody was first!"},
		{said.Question(games.View{}, games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}), "2 ha barato?"},
		{said.Word("mogelmotte"), "Mogel\u00a0Motte"},
		{said.Word("it"), "Italiano"},
		{p.In(German, "").Word("it"), "Italiano"},
		{said.Span(1500e6), "1,50\u00a0s"},
		{p.In(italian, "mito").rules[9], "Ragno!"},
		{said.rules[4], p.In(English, "mito").rules[4]},
		{p.In(italian, "motus").Sentence(games.Text{Word: "motus_level"}), "Tie"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// An unknown language is said in English, an unknown game in the words of the box.
func TestAnUnknownLanguageIsEnglish(t *testing.T) {
	for _, game := range []string{"mito", "chess"} {
		if house().In("qqq", game) != house().In(English, game) { // a code that no language is ever given (ISO 639-2)
			t.Errorf("%s: it is not said in English", game)
		}
	}
}

func TestParseLanguage(t *testing.T) {
	for _, l := range Languages() {
		if got, err := ParseLanguage(l.String()); err != nil || got != l {
			t.Errorf("ParseLanguage(%q) = %v, %v", l, got, err)
		}
	}
	if got, err := ParseLanguage("DE"); err != nil || got != German {
		t.Errorf("ParseLanguage(DE) = %v, %v", got, err)
	}
	got, err := ParseLanguage("klingon")
	if got != English || err == nil || !strings.Contains(err.Error(), `"klingon"`) {
		t.Errorf("ParseLanguage(klingon) = %v, %v", got, err)
	}
}
