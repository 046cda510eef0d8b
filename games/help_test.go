package games_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// What hands and cards do is told as help, in all three languages, and so is the rest of each game in brief.
func TestHelpTellsWhatTheSoftwareDoesNot(t *testing.T) {
	rules := clauses(t)
	const most = 150 // letters of an advice: a low picture has few
	for _, game := range []string{"mito", "mogelmotte", "mog", "mastermind", "motus"} {
		var first [][]string
		told := map[string]bool{}
		for _, language := range []string{"fr", "de", "en"} {
			var order [][]string
			for _, advice := range games.Help(language)[game] {
				order = append(order, advice.Clauses)
				for _, id := range advice.Clauses {
					told[id] = true
					if _, known := rules[id]; !known {
						t.Errorf("%s, %s: there is no clause %s", game, language, id)
					}
				}
				if n := utf8.RuneCountInString(advice.Text); n == 0 || n > most || len(advice.Clauses) == 0 {
					t.Errorf("%s, %s: %v has %d letters: %s", game, language, advice.Clauses, n, advice.Text)
				}
			}
			if first == nil {
				first = order
			}
			if diff := cmp.Diff(first, order); diff != "" || len(order) == 0 {
				t.Errorf("%s: %s tells others than fr:\n%s", game, language, diff)
			}
		}
		family := rules[slices.Concat(first...)[0]].family
		for id, r := range rules {
			if r.atTable && r.family == family && !told[id] {
				t.Errorf("%s: nothing tells %s", game, id)
			}
		}
	}
}
