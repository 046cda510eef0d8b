package games_test

import (
	"fmt"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/mito"
)

// Time, undo and redo, as journal/FORMAT.md has them, and what players bring along.
func TestTable(t *testing.T) {
	gametest.Stories(t, games.Rulebook{mito.Rules(), mito.MogelMotte()})
}

// A reader of facts knows each by its line and number, and after an undo which of them are taken
// back.
func TestFactsAreNumberedWithinTheLineAfterWhichTheyHappen(t *testing.T) {
	_, facts, err := gametest.Play(games.Rulebook{mito.Rules()}, `mito 1 2 3
		1   play "mosquito"
		1.1 press 3
		20  press 2
		21  undo
		22  redo`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range facts {
		got = append(got, fmt.Sprintf("%d.%d %s", f.Line, f.N, f.What.Fact()))
	}
	const want = "1.1 started, 1.2 turn, 1.3 prompt, 2.1 race_open, 3.1 race_over, 3.2 owe, 3.3 turn, " +
		"4.1 turn, 5.1 undone, 6.1 redone"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
}
