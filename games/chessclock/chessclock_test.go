package chessclock

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestChessClock(t *testing.T) {
	gametest.Stories(t, book(),
		"CLOCK-1 Options",
		"CLOCK-2 The start",
		"CLOCK-3 A move",
		"CLOCK-4 Fischer",
		"CLOCK-5 Bronstein",
		"CLOCK-6 The flag",
		"CLOCK-7 Who is out",
		"CLOCK-8 The end",
		"CLOCK-9 Lost edges",
		"CLOCK-10 What is not charged",
		"RACE-1 Order",
		"RACE-8 Lost edges",
		"RACE-9 Polled buttons",
	)
}

func TestChessClockConforms(t *testing.T) {
	gametest.Conform(t, Rules(), `{"time":"3s"}`, `{"time":"2s","mode":"fischer","bonus":"1s"}`,
		`{"time":"2s","mode":"bronstein","bonus":"1s"}`)
}

func TestChessClockDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }
