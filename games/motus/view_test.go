package motus

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

// Who draws a token sees it before the next question.
func TestATokenIsAResult(t *testing.T) {
	results := func(story string) int {
		table, _, err := gametest.Play(book(), story)
		if err != nil {
			t.Fatal(err)
		}
		return table.View(games.Judge).Result
	}
	const found = `
		motus 1 2 3 4 {"letters":5,"grid":"entered"}
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"
		3 guess hunt=1 "ETAGE"`
	before := results(found)
	if got := results(found + "\n4 token 3"); got != before+1 {
		t.Errorf("%d results, want one more than %d", got, before)
	}
}
