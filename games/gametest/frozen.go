package gametest

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Frozen plays the journals of an earlier version again: NAME.jsonl of a txtar archive must still print NAME.facts.jsonl.
func Frozen(t *testing.T, game games.Rules, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rules := games.Rulebook{game}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		text, want := archive.Files[i], archive.Files[i+1]
		t.Run(text.Name, func(t *testing.T) {
			var told []games.Fact
			table, _, err := journal.Play(text.Data, rules, math.MaxInt64, func(l journal.Line) { told = append(told, l.Facts...) })
			if err != nil {
				t.Fatal(err)
			}
			var facts strings.Builder
			for _, f := range append(told, table.RunOut()...) {
				line, err := json.Marshal(f)
				if err != nil {
					t.Fatal(err)
				}
				facts.Write(append(line, '\n'))
			}
			if diff := cmp.Diff(string(want.Data), facts.String()); diff != "" {
				t.Errorf("facts (-%s +got):\n%s", want.Name, diff)
			}
		})
	}
}
