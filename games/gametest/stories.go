package gametest

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// A story is a game as a table would tell it, with the expected outcome.
type story struct {
	clauses []string // the ids of the clauses that it tests
	name    string
	at      string   // its file and line
	after   []string // the lines of the shared beginning, if it has one
	lines   []string // its own
	refused string   // part of the expected error of the last line; "" for none
	facts   []string // expected, of those words
	words   []string // of the facts to compare; none compares all
	silent  bool     // expects nothing of the facts
}

// Stories plays every story of the files testdata/*.stories. Each clause, by its heading in ../RULES.md,
// is a subtest of the stories that begin with its id. It must have one, and every story's clause must
// be listed. Empty lines part stories, and a line that begins with # is a comment:
//
//	MITO-14 the look-back ends after just its time
//		GAME 1 2 3 4
//		10           press 1
//		11.500000001 play seat=1 "spider"
//		! it was not the turn of seat 1
//		-- turn
//		10 turn {"seat":2}
//
// Behind ! stands part of the error that the line before ends with, or of what the judge is told of
// it. Below -- stand all facts of those words or, without words, all facts; where words stand
// there, the facts of the start line are meant only if `started` is among them. A line may be a
// look: what it tells of a view, it holds to what an audience sees then (see [look]).
//
// A beginning that several stories share has a name with a colon, and stands before them. They go
// on from it by `after NAME` in the place of a start line, and tell none of its facts.
func Stories(t *testing.T, rules games.Rulebook, clauses ...string) {
	files, err := filepath.Glob("testdata/*.stories")
	if err != nil || len(files) == 0 {
		t.Fatal("no stories:", err)
	}
	told := map[string][]story{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range stories(file, string(text)) {
			for _, id := range s.clauses {
				told[id] = append(told[id], s)
			}
		}
	}
	sheet, err := os.ReadFile("../RULES.md")
	if err != nil && clauses != nil {
		t.Fatal(err)
	}
	for _, clause := range clauses {
		id, _, _ := strings.Cut(clause, " ")
		if !strings.Contains(string(sheet), "\n#### "+clause+"\n") {
			t.Errorf("RULES.md has no clause %q", clause)
		}
		t.Run(clause, func(t *testing.T) {
			if told[id] == nil {
				t.Error("no story tells of it")
			}
			playAll(t, rules, told[id])
		})
		delete(told, id)
	}
	playAll(t, rules, told[""])
	delete(told, "")
	for id := range told {
		t.Errorf("stories tell of %s: list that clause in this test", id)
	}
}

func playAll(t *testing.T, rules games.Rulebook, told []story) {
	for _, s := range told {
		t.Run(s.name, func(t *testing.T) {
			t.Cleanup(func() {
				if t.Failed() {
					t.Log("it stands at", s.at)
				}
			})
			s.play(t, rules)
		})
	}
}

// named splits the first line of a story into the ids of its clauses, "" for none, and its name.
func named(line string) (ids []string, name string) {
	begins := regexp.MustCompile(`^([A-Z]+-\d+ )*`).FindString(line)
	if begins == "" {
		return []string{""}, line
	}
	return strings.Fields(begins), line[len(begins):]
}

// stories parses the paragraphs of a file.
func stories(file, text string) []story {
	var all []story
	beginnings := map[string][]string{}
	for at, paragraph := range paragraphs(text) {
		rows := lines(paragraph)
		s := story{at: fmt.Sprintf("%s:%d", file, at), silent: true}
		s.clauses, s.name = named(rows[0])
		for _, line := range rows[1:] {
			word, rest, _ := strings.Cut(line, " ")
			switch {
			case word == "after":
				s.after = beginnings[rest]
				if s.after == nil {
					panic("no story begins as " + line)
				}
			case word == "!":
				s.refused = rest
			case word == "--":
				s.words, s.silent = strings.Fields(rest), false
			case !s.silent:
				s.facts = append(s.facts, line)
			default:
				s.lines = append(s.lines, line)
			}
		}
		if name, ok := strings.CutSuffix(rows[0], ":"); ok {
			beginnings[name] = slices.Concat(s.after, s.lines)
		} else {
			all = append(all, s)
		}
	}
	return all
}

// paragraphs returns what empty lines part, without comments, by the line on which each begins.
func paragraphs(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		begins, paragraph, n := 0, "", 0
		for line := range strings.Lines(text + "\n\n") {
			n++
			switch {
			case strings.HasPrefix(line, "#"):
			case strings.TrimSpace(line) != "":
				if paragraph == "" {
					begins = n
				}
				paragraph += line
			case paragraph != "":
				if !yield(begins, paragraph) {
					return
				}
				paragraph = ""
			}
		}
	}
}

func (s story) play(t *testing.T, rules games.Rulebook) {
	played := slices.Clone(s.after)
	var ears ears
	looks := 0
	for _, line := range s.lines {
		l, ok := readLook(line)
		if !ok {
			played = append(played, line)
			continue
		}
		looks++
		table, facts, err := Play(rules, strings.Join(played, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		ears.compare(t, l, table, facts)
	}
	facts, err := Tell(rules, strings.Join(played, "\n"))
	switch {
	case s.refused == "" && err != nil:
		t.Fatal(err)
	case s.refused != "" && err == nil:
		t.Fatalf("no error; expected %q", s.refused)
	case s.refused != "" && !strings.Contains(said(err), s.refused):
		t.Fatalf("error %q; expected %q", said(err), s.refused)
	case s.silent && s.refused == "" && looks == 0:
		t.Error("nothing is told of what comes of it: facts, a look or an error")
	}
	if s.silent {
		return
	}
	before := len(s.after)
	if before == 0 && len(s.words) > 0 && !slices.Contains(s.words, games.Started{}.Fact()) {
		before = 1
	}
	_, untold, _ := Play(rules, strings.Join(played[:before], "\n"))
	facts = facts[len(untold):]
	if len(s.words) > 0 {
		facts = slices.DeleteFunc(facts, func(f games.Fact) bool { return !slices.Contains(s.words, f.What.Fact()) })
	}
	if diff := cmp.Diff(s.facts, lines(Facts(facts))); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

// said writes an error, followed by the sentence that the judge sees if it is a refusal.
func said(err error) string {
	if refusal, ok := errors.AsType[*games.Refusal](err); ok {
		return err.Error() + ": " + describe(reflect.ValueOf(refusal.Say))
	}
	return err.Error()
}
