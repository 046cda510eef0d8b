package results_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/results"
)

// say opens a book to say one name.
func (s shelf) say(seat games.Seat, name string) {
	s.Helper()
	b := open(s)
	defer b.Close()
	if err := b.SetName(seat, name); err != nil {
		s.Fatal(err)
	}
}

func TestNamesThatCanBeSeen(t *testing.T) {
	s := newShelf(t)
	b := open(s)
	defer b.Close()
	for name, ok := range map[string]bool{
		"": true, "Zoé": true, "O’Neill": true, "Łukasz 2": true, "李": true, "أحمد": true, "<b>Lee": true, "=1+1": true,
		"👩‍🔬": true, "❤️‍🔥 Ann": true, "👨🏽‍🦱": true, "☀️": true,
		"\u3164": false, "\u2800": false, "Anna\u2800": false, "An\u200dna": false, "An\u034fna": false,
		"Anna\ufe0f": false, "Anna\u200d": false,
		"\u200d": false, "\ufe0f": false, "👩\u200d": false, "\u0301": false, "\u0301 \u0301": false,
		"\u202eannA": false, "\u00adAnna": false, "\u115f\u1160": false,
	} {
		if err := b.SetName(1, name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}

const (
	annaLine = `{"from":"2026-03-14T20:00:00","seat":1,"name":"Anna"}` + "\n"
	benLine  = `{"from":"2026-03-14T20:00:01","seat":2,"name":"Ben"}` + "\n"
)

func TestNamesThatWereCutAtAnyByteAreWrittenOn(t *testing.T) {
	s := newShelf(t)
	writesOn := func(cut, kept string) {
		s.write("names.jsonl", cut)
		s.say(3, "Cleo")
		last, ok := strings.CutPrefix(s.text("names.jsonl"), kept)
		if !ok || strings.Count(last, "\n") != 1 || !strings.HasSuffix(last, `,"seat":3,"name":"Cleo"}`+"\n") {
			t.Fatalf("of %s it makes\n%s", cut, s.text("names.jsonl"))
		}
	}
	for cut := range len(annaLine + benLine) {
		kept := ""
		if cut >= len(annaLine)-1 { // all there but the newline
			kept += annaLine
		}
		if cut == len(annaLine+benLine)-1 {
			kept += benLine
		}
		writesOn((annaLine + benLine)[:cut], kept)
	}
	writesOn(annaLine+`{"from":`+strings.Repeat("x", 500), annaLine) // more than is written over it
}

func TestNamesThatAreWrong(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`nonsense`, "names.jsonl:2: invalid character"},
		{``, "names.jsonl:2: EOF"},
		{`{"from":"2026-03-14T20:00:00","seat":0,"name":"Anna"}`, "names.jsonl:2: seat 0: expected a number from 1"},
		{`{"seat":1,"name":"Anna"}`, `names.jsonl:2: no "from"`},
		{`{"from":"yesterday","seat":1,"name":"Anna"}`, "names.jsonl:2: parsing time"},
		{`{"from":"2026-03-14T20:00:00","seat":1,"nam":"Anna"}`, `names.jsonl:2: json: unknown field "nam"`},
		{`{"from":"2026-03-14T20:00:00","seat":1,"name":" Anna"}`, `names.jsonl:2: the name " Anna": expected "Anna"`},
		{strings.TrimSuffix(annaLine, "\n") + `{}`, "names.jsonl:2: more than one value"},
	} {
		s := newShelf(t)
		s.write("names.jsonl", annaLine+c.line+"\n"+benLine)
		s.put("2026-03-14T20-15-00", firstWins)
		evenings, warnings := s.read()
		if len(warnings) != 1 || !strings.Contains(fmt.Sprint(warnings), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.line, warnings, c.want)
		}
		same(t, "the others", told(evenings[0]), []string{"20:15 mito 1 Anna 0! 2 Ben 3 3 5"})
		s.say(3, "Cleo")
		if got := s.text("names.jsonl"); !strings.HasPrefix(got, annaLine+c.line+"\n"+benLine) {
			t.Errorf("what a person wrote was changed:\n%s", got)
		}
	}
}

// Whatever is in the file, a name that is said after it is there, and so is what was there before.
func FuzzNames(f *testing.F) {
	f.Add([]byte(annaLine + benLine))
	f.Add([]byte(annaLine + benLine[:20]))
	f.Add([]byte(`{"from":"9999-12-31T23:59:59","seat":9223372036854775807,"name":""}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s := newShelf(t)
		s.write("names.jsonl", string(text))
		s.put("2026-03-14T20-15-00", firstWins)
		_, before := s.read()
		b := open(s)
		if err := b.SetName(3, "Cleo"); err != nil {
			t.Fatal(err)
		}
		names := b.Names()
		b.Close()
		if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, "Cleo") }) {
			t.Errorf("%q are known, without who was said last", names)
		}
		for _, n := range names {
			if n == "" || len([]rune(n)) > results.LongestName {
				t.Errorf("%q is known", n)
			}
		}
		if _, after := s.read(); fmt.Sprint(before) != fmt.Sprint(after) {
			t.Errorf("warnings before %v, after %v", before, after)
		}
	})
}
