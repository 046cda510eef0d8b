package finish_test

import (
	"math"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/finish"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// explained is what is printed of a journal's races, and what its players see at the end.
func explained(t *testing.T, names *wording.Voice, text []byte) (printed string, players []games.View) {
	t.Helper()
	var out strings.Builder
	p := finish.NewPrinter(&out, names)
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, p.Line)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range table.Start().Seats {
		players = append(players, table.View(games.Player(s)))
	}
	p.End(table.RunOut())
	return out.String(), players
}

// Two games that differ in their secrets alone can't be told apart by how their races are explained.
func TestNothingExplainedTellsOfASecret(t *testing.T) {
	const pairs = 60
	names := wording.NewPhrases(all.Games()).In(wording.English, "")
	could := map[string]int{} // have told: there is a race, and a player knows more
	for _, rules := range all.Games() {
		for number := range pairs {
			twins, err := gametest.Twins(rules, number)
			if err != nil {
				t.Fatal(err)
			}
			a, known := explained(t, names, twins[0])
			b, other := explained(t, names, twins[1])
			if a != b {
				t.Errorf("%s, pair %d:\n%s\n%s\n%s\n%s", rules.Name, number, twins[0], a, twins[1], b)
			}
			if strings.Contains(a, "Race 1") && !cmp.Equal(known, other) {
				could[rules.Name]++
			}
		}
	}
	if t.Logf("so often a race could have told: %v", could); len(could) == 0 {
		t.Error("no race could have told anything")
	}
}
