package mog

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMog(t *testing.T) {
	gametest.Stories(t, book(), "testdata/mog.stories")
}
