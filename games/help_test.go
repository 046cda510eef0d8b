package games_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The help of each game names every clause that hands and cards carry out.
func TestHelpTellsWhatTheSoftwareDoesNot(t *testing.T) {
	rules := clauses(t)
	const most = 150 // letters of a piece of advice that a picture of 32 rows has room for
	advice := regexp.MustCompile(`(?m)^(\S+)(?: \((.*)\))? = (.*)$`)
	files, err := filepath.Glob("*/*.??.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	told := map[string]bool{}
	families := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, help, _ := strings.Cut(string(text), "\n[rules]\n")
		for _, line := range advice.FindAllStringSubmatch(help, -1) {
			key, clauses := line[1], strings.Fields(line[2])
			if n := utf8.RuneCountInString(line[3]); n > most {
				t.Errorf("%s: %s has %d letters, %d are too many", file, key, n, n-most)
			}
			if english := strings.HasSuffix(file, ".en.txt"); english != (len(clauses) > 0) {
				t.Errorf("%s: %s names the clauses %q: expected them in English, and there only", file, key, clauses)
			}
			for _, id := range clauses {
				told[id] = true
				families[rules[id].family] = true
				if _, known := rules[id]; !known {
					t.Errorf("%s: there is no clause %s", file, id)
				}
			}
		}
	}
	for id, r := range rules {
		if r.atTable && families[r.family] && !told[id] {
			t.Errorf("nothing tells %s", id)
		}
	}
}
