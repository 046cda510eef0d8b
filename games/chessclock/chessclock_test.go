package chessclock

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestChessClock(t *testing.T) { gametest.Stories(t, book(), "testdata/chessclock.stories") }

func TestChessClockConforms(t *testing.T) {
	gametest.Conform(t, Rules(), `{"time":"3s"}`, `{"time":"2s","mode":"fischer","bonus":"1s"}`,
		`{"time":"2s","mode":"bronstein","bonus":"1s"}`)
}

func TestChessClockDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }
