package motus

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMotus(t *testing.T) {
	gametest.Stories(t, book(), "testdata/motus.stories")
}

func TestMotusGrid(t *testing.T) {
	gametest.Stories(t, book(), "testdata/grid.stories")
}

func TestMotusSuperPartie(t *testing.T) {
	gametest.Stories(t, book(), "testdata/super.stories")
}
