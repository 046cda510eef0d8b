package race_test

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/mito"
)

// The clauses of races that only a game can show.
func TestRacesAtATable(t *testing.T) {
	gametest.Stories(t, games.Rulebook{mito.Rules()},
		"RACE-1 Order",
		"RACE-3 Dead heat",
		"RACE-6 Quiet",
		"RACE-7 Buttons held down",
		"RACE-8 Lost edges",
	)
}
