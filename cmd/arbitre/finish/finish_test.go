package finish_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/finish"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
)

// explained is what is printed of a journal's races; with a fault, of what was answered as well.
func explained(t *testing.T, names *wording.Voice, text []byte, fault bool) string {
	t.Helper()
	var out strings.Builder
	p := finish.NewPrinter(&out, names)
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, func(l journal.Line) {
		p.Line(l)
		if fault {
			fmt.Fprintln(&out, l.Input.Value)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	p.End(table.RunOut())
	return out.String()
}

// Two games that differ in their secrets alone can't be told apart by how their races are explained. Were the answers
// repeated, that would be noticed.
func TestNothingExplainedTellsOfASecret(t *testing.T) {
	const pairs = 16
	names := wording.NewPhrases(all.Games()).In(wording.English, "")
	noticed := map[string]int{}
	for _, rules := range all.Games() {
		for number := range pairs {
			twins, err := gametest.Twins(rules, number)
			if err != nil {
				t.Fatal(err)
			}
			a, b := explained(t, names, twins[0], false), explained(t, names, twins[1], false)
			if a != b {
				t.Errorf("%s, pair %d:\n%s\n%s\n%s\n%s", rules.Name, number, twins[0], a, twins[1], b)
			}
			if explained(t, names, twins[0], true) != explained(t, names, twins[1], true) {
				noticed[rules.Name]++
			}
		}
	}
	if t.Logf("so often the fault was noticed: %v", noticed); len(noticed) == 0 {
		t.Error("nobody would notice if the answers were repeated")
	}
}
