package mastermind

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMastermind(t *testing.T) {
	gametest.Stories(t, book(), "testdata/mastermind.stories")
}
