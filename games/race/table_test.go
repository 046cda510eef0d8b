package race_test

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/mito"
)

// The clauses of races that only a game can show.
func TestRacesAtATable(t *testing.T) {
	gametest.Stories(t, games.Rulebook{mito.Rules()}, "testdata/races.stories")
}
