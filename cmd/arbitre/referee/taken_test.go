package referee

import (
	"strings"
	"testing"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// Whatever is played, the menu names what an undo takes back and what a redo brings again, in words and without a secret.
func TestWhatAnUndoTakesBackHasAName(t *testing.T) {
	phrases := wording.NewPhrases(all.Games())
	for _, s := range all.Games() {
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := drawStart(t, s)
				table, _, err := games.NewTable(s, start)
				if err != nil {
					t.Fatal(err)
				}
				m := newMatch(table, nil, 0)
				for range rapid.IntRange(1, 30).Draw(t, "inputs") {
					table.Apply(gametest.Next(t, table))
				}
				undo, redo := m.takes()
				for _, label := range []games.Text{undo, redo} {
					for _, l := range wording.Languages() {
						said := phrases.In(l, start.Game).Sentence(label)
						if strings.ContainsAny(said, "_{}") || strings.Contains(said, "0") || strings.Contains(said, "ETAGE") {
							t.Fatalf("%q of %+v", said, label)
						}
					}
				}
			})
		})
	}
}
