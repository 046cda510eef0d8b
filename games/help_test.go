package games_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	translated "arbitre/games/words"
)

// What hands and cards do is told as help, and so is the rest of each game in brief.
func TestHelpTellsWhatTheSoftwareDoesNot(t *testing.T) {
	rules := clauses(t)
	const most = 150 // letters of an advice: a low picture has few
	files, err := filepath.Glob("*/*.??.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	told := map[string]bool{}
	families := map[string]bool{}
	for _, file := range files {
		entries, err := translated.Read(os.DirFS("."), file)
		if err != nil {
			t.Error(err)
		}
		for _, e := range entries {
			if e.Section != "rules" {
				continue
			}
			if n := utf8.RuneCountInString(e.Text); n > most {
				t.Errorf("%s: %s has %d letters, %d are too many", file, e.Key, n, n-most)
			}
			clauses := strings.Fields(e.Note)
			if english := strings.HasSuffix(file, ".en.txt"); english != (len(clauses) > 0) {
				t.Errorf("%s: %s names the clauses %q: expected them in English, and there only", file, e.Key, clauses)
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
