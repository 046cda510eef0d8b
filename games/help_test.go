package games_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A tip is a line of help, in a file of words.
type tip struct {
	file, key string
	clauses   []string // that it names in brackets
	text      string
}

// tips reads the help of every game in every language.
func tips(t *testing.T) (list []tip) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^(\S+)(?: \((.*)\))? = (.*)$`)
	files, err := filepath.Glob("*/*.??.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text := must(os.ReadFile(file))
		_, help, _ := strings.Cut(string(text), "\n[rules]\n")
		for _, m := range line.FindAllStringSubmatch(help, -1) {
			list = append(list, tip{file: file, key: m[1], clauses: strings.Fields(m[2]), text: m[3]})
		}
	}
	return list
}

func TestAnAdviceIsShort(t *testing.T) {
	const most = 150 // letters: more are not read to the end at the table
	for _, tip := range tips(t) {
		if n := utf8.RuneCountInString(tip.text); n > most {
			t.Errorf("%s: %s has %d letters, want at most %d", tip.file, tip.key, n, most)
		}
	}
}

func TestHelpNamesItsClausesInEnglishAlone(t *testing.T) {
	rules := clauses(t)
	for _, tip := range tips(t) {
		if english := strings.HasSuffix(tip.file, ".en.txt"); english != (len(tip.clauses) > 0) {
			t.Errorf("%s: %s names the clauses %q; want some in English, and none elsewhere",
				tip.file, tip.key, tip.clauses)
		}
		for _, id := range tip.clauses {
			if _, known := rules[id]; !known {
				t.Errorf("%s: there is no clause %s", tip.file, id)
			}
		}
	}
}

// What hands and cards carry out, the help tells.
func TestHelpTellsWhatTheSoftwareDoesNot(t *testing.T) {
	told := map[string]bool{}
	for _, tip := range tips(t) {
		for _, id := range tip.clauses {
			told[id] = true
		}
	}
	for _, clause := range []string{
		"MITO-3 Dealing",
		"MITO-5 What can be laid",
		"MITO-6 Can't lay",
		"MITO-12 How to cheat",
		"MITO-13 The Mito",
		"MITO-19 Empty draw pile",
	} {
		t.Run(clause, func(t *testing.T) {
			if id, _, _ := strings.Cut(clause, " "); !told[id] {
				t.Error("no help names it")
			}
		})
	}
}
