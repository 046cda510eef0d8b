package results_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/results"

	"golang.org/x/text/encoding/unicode"
)

// say opens a book to say one name.
func (s shelf) say(seat games.Seat, name string) {
	s.Helper()
	b := open(s)
	defer b.Close()
	check(s, b.SetName(seat, name))
}

func TestNamesThatCanBeSeen(t *testing.T) {
	s := newShelf(t)
	b := open(s)
	defer b.Close()
	for _, tt := range []struct {
		what    string
		refused string // the word of what the judge is told; "" if it is taken
		names   []string
	}{
		{"nobody in particular", "", []string{""}},
		{"letters of any script, signs and digits", "",
			[]string{"Zoé", "O’Neill", "Łukasz 2", "李", "أحمد", "<b>Lee", "=1+1"}},
		{"emoji of several runes", "", []string{"👩‍🔬", "❤️‍🔥 Ann", "👨🏽‍🦱", "☀️"}},
		{"keycaps, and flags of tags", "", []string{"1️⃣", "#️⃣ Ann", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"}},
		{"a non-joiner between Arabic letters, joiners behind a virama", "",
			[]string{"علی\u200cرضا", "امیر\u200cحسین", "علی\u200dرضا", "ශ\u0dca\u200dරියානි", "क\u094d\u200dषमा", "അവന\u0d4d\u200d",
				"क\u093c\u094d\u200cष"}},
		{"joiners that nobody sees", "name_letters", []string{"علی\u200c", "\u200cعلی", "ع\u200c\u200cل", "ع\u200cA", "A\u200cع",
			"Ann\u200ba", "An\u200cna", "क\u200dष", "An\u094d\u200da", "علی\u200c رضا", "\u200c\u200d", "क\u094d\u200d\u200d"}},
		{"signs of emoji that nobody sees", "name_letters", []string{"1\ufe0f", "1️⃣\ufe0f", "☀\ufe0f\ufe0f", "👩\u200dA", "👩\u200d\u200d🔬",
			"🏴\U000e0067\U000e0062\U000e007f", "🏴\U000e0067", "A\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"}},
		{"blank letters", "name_letters", []string{"\u3164", "\u2800", "Anna\u2800", "\u115f\u1160"}},
		{"joiners and selectors outside emoji", "name_letters",
			[]string{"An\u200dna", "An\u034fna", "Anna\ufe0f", "Anna\u200d", "\u200d", "\ufe0f", "👩\u200d"}},
		{"accents without a letter", "name_letters", []string{"\u0301", "\u0301 \u0301"}},
		{"a change of direction, a soft hyphen", "name_letters", []string{"\u202eannA", "\u202e", "\u00adAnna"}},
		{"a control character, a byte that is no letter", "name_letters", []string{"\x1b[1m", "\xff"}},
		{"digits alone, which are a seat", "name_letters", []string{"2", "1 2", "٣"}},
		{"thirty letters", "", []string{strings.Repeat("é", 30), strings.Repeat("e\u0301", 30)}},
		{"more than thirty letters", "name_long", []string{strings.Repeat("a", 31)}},
	} {
		for _, name := range tt.names {
			refused := ""
			err := b.SetName(1, name)
			if refusal, ok := errors.AsType[*games.Refusal](err); ok {
				refused = refusal.Say.Word
			}
			if refused != tt.refused || (err == nil) != (refused == "") {
				t.Errorf("%s: %q: %v, told %q; want %q", tt.what, name, err, refused, tt.refused)
			}
		}
	}
}

const (
	annaLine = `{"from":"2026-03-14T20:00:00","seat":1,"name":"Anna"}` + "\n"
	benLine  = `{"from":"2026-03-14T20:00:01","seat":2,"name":"Ben"}` + "\n"
)

// A colour and the name of a team stay at a seat until it is given up, also over a restart.
func TestWhatASitterChooses(t *testing.T) {
	s := newShelf(t)
	b := open(s)
	for _, sits := range []struct {
		seat games.Seat
		who  games.Sitter
		want map[games.Seat]games.Sitter
	}{
		{1, games.Sitter{Name: "Ana", Colour: "red", Team: "Foxes"},
			map[games.Seat]games.Sitter{1: {Name: "Ana", Colour: "red", Team: "Foxes"}}},
		{1, games.Sitter{Name: "Anna"}, map[games.Seat]games.Sitter{1: {Name: "Anna", Colour: "red", Team: "Foxes"}}},
		{2, games.Sitter{Name: "Anna", Colour: "blue"}, map[games.Seat]games.Sitter{2: {Name: "Anna", Colour: "blue"}}},
		{2, games.Sitter{}, map[games.Seat]games.Sitter{}},
		{2, games.Sitter{Name: "Ben"}, map[games.Seat]games.Sitter{2: {Name: "Ben"}}},
	} {
		check(t, b.Sit(sits.seat, sits.who))
		b.Close()
		b = open(s)
		b.Look()
		b.Close()
		got := b.Sitters()
		for seat, who := range got {
			who.Said = 0
			got[seat] = who
		}
		same(t, fmt.Sprint(sits.who), got, sits.want)
	}
	for _, wrong := range []games.Sitter{{Name: "Ben", Colour: "mauve"}, {Name: "Ben", Team: "\u202eOwls"}} {
		if err := b.Sit(2, wrong); err == nil {
			t.Errorf("%+v is taken", wrong)
		}
	}
}

func TestNamesThatWereCutAreWrittenOn(t *testing.T) {
	const both = annaLine + benLine
	noLine := annaLine + strings.Repeat("x", 100_000) // longer than what is searched for its beginning
	kept := map[string]string{                        // by the text of the file before
		annaLine + `{"from":` + strings.Repeat("x", 500): annaLine, // longer than the line written over it
		noLine: noLine + "\n",
	}
	whole := ""
	for at := range len(both) + 1 {
		if line := both[:at] + "\n"; strings.HasPrefix(both, line) {
			whole = line // all there but the newline
		}
		kept[both[:at]] = whole
	}
	s := newShelf(t)
	for before, want := range kept {
		s.write("names.jsonl", before)
		if _, warnings := s.read(); len(warnings) > 0 {
			t.Errorf("of %q it is said: %v", before, warnings)
		}
		s.say(3, "Cleo")
		got := s.text("names.jsonl")
		added, ok := strings.CutPrefix(got, want)
		if !ok || strings.Count(added, "\n") != 1 || !strings.HasSuffix(added, `,"seat":3,"name":"Cleo"}`+"\n") {
			t.Fatalf("after %q the file is\n%swant\n%sand one line more", before, got, want)
		}
	}
}

// Names that another system has written are read, and stay when another is added.
func TestNamesFromAnotherSystem(t *testing.T) {
	const both = annaLine + benLine
	wide := must(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(both))
	for name, text := range map[string]string{
		"with a mark": "\ufeff" + both, "of Windows": strings.ReplaceAll(both, "\n", "\r\n"),
		"of an old Mac": strings.ReplaceAll(both, "\n", "\r"), "in UTF-16": wide,
	} {
		s := newShelf(t)
		s.write("names.jsonl", text)
		if _, warnings := s.read(); len(warnings) > 0 {
			t.Errorf("%s: it is said: %v", name, warnings)
		}
		s.say(3, "Cleo")
		if got := s.text("names.jsonl"); !strings.HasPrefix(got, both) || !strings.Contains(got, `"Cleo"`) {
			t.Errorf("%s: the file is %q", name, got)
		}
	}
}

func TestABadLineOfTheNameLogIsLeftOutWithAWarningAndKept(t *testing.T) {
	for line, want := range map[string]string{
		`nonsense`: "invalid character",
		``:         "EOF",
		`{"from":"2026-03-14T20:00:00","seat":0,"name":"Anna"}`:   "seat 0: expected a number from 1",
		`{"seat":1,"name":"Anna"}`:                                `no "from"`,
		`{"from":"yesterday","seat":1,"name":"Anna"}`:             "parsing time",
		`{"from":"2026-03-14T20:00:00","seat":1,"nam":"Anna"}`:    `json: unknown field "nam"`,
		`{"from":"2026-03-14T20:00:00","seat":1,"name":" Anna"}`:  `the name " Anna": expected "Anna"`,
		`{"from":"2026-03-14T20:00:00","seat":1,"journal":"X"}`:   "expected the name of a seat, or a journal",
		`{"from":"2026-03-14T20:00:00","name":"B","journal":"X"}`: "expected the name of a seat, or a journal",
		strings.TrimSuffix(annaLine, "\n") + `{}`:                 "more than one value",
	} {
		s := newShelf(t)
		before := annaLine + line + "\n" + benLine
		s.write("names.jsonl", before)
		s.put("2026-03-14T20-15-00", firstWins)
		evenings, warnings := s.read()
		if len(warnings) != 1 || !strings.Contains(fmt.Sprint(warnings), "names.jsonl:2: "+want) {
			t.Errorf("%s\n got %v\nwant %s", line, warnings, want)
		}
		same(t, "the game with the names of the other lines", told(evenings[0]),
			[]string{"20:15 mito 1 Anna 0! 2 Ben 3 3 5"})
		s.say(3, "Cleo")
		if got := s.text("names.jsonl"); !strings.HasPrefix(got, before) {
			t.Errorf("got\n%swant it to begin with\n%s", got, before)
		}
	}
}

// Whoever shares a seat has its result, and who moves to another seat leaves the other behind.
func TestPeopleWhoShareASeat(t *testing.T) {
	for name, want := range map[string][]string{
		"Anna+Ben": {"Anna", "Ben"}, " Anna  +Ben + Cleo": {"Anna", "Ben", "Cleo"}, "anna + Anna": {"anna"}, "A+": {"A+"}, "C++": {"C++"},
		"=1+1": {"=1+1"}, "👩‍🔬+Ann": {"👩‍🔬", "Ann"}, "a+b+c+d+e": {"a+b+c+d+e"}, "": {""},
	} {
		tidy, err := results.Tidy(name)
		if again, _ := results.Tidy(tidy); err != nil || again != tidy {
			t.Errorf("%q is %q and then %q: %v", name, tidy, again, err)
		}
		same(t, name, results.People(tidy), want)
	}
	if name, err := results.Tidy(strings.Repeat("a", 15) + "+" + strings.Repeat("b", 14)); err == nil {
		t.Errorf("%q has more than thirty letters", name)
	}
	s := newShelf(t)
	s.put("2026-03-14T20-15-00", `
		quiz 1 2 3 {"target":1}
		1     press 2
		2     verdict "right"`)
	s.write("names.jsonl", `{"from":"2026-03-14T20:10:00","seat":2,"name":"Ben + Anna"}
{"from":"2026-03-14T20:11:00","seat":1,"name":"Anna + Cleo"}
`)
	evenings, _ := s.read()
	var won []string
	for _, r := range results.Standings(evenings[0]) {
		won = append(won, fmt.Sprint(r.Name, " ", r.Seat, " ", r.Won, " of ", r.Played, ", ", r.Points))
	}
	same(t, "standing", won, []string{"Ben 0 1 of 1, 1", "Anna 0 0 of 1, 0", "Cleo 0 0 of 1, 0", " 3 0 of 1, 0"})
	var places []string
	for _, p := range evenings[0][0].Places {
		places = append(places, fmt.Sprint(p.Seat, p.Name, p.Total))
	}
	same(t, "places", places, []string{"1Anna0", "1Cleo0", "2Ben1", "30"})
}
