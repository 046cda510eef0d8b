package mog

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMog(t *testing.T) {
	gametest.Stories(t, book(),
		"MOG-1 Players",
		"MOG-2 The characters",
		"MOG-3 The secret",
		"MOG-4 The order of play",
		"MOG-5 Designating",
		"MOG-6 Found",
		"MOG-7 The shout",
		"MOG-8 Right",
		"MOG-9 Wrong",
		"MOG-10 Withdrawing",
		"MOG-11 MOG's button",
		"MOG-12 The end of a round, and of the game",
		"MOG-13 The debrief",
		"RACE-1 Order",
		"RACE-2 Settle",
		"RACE-3 Dead heat",
		"RACE-8 Lost edges",
	)
}

func TestMogDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMogConforms(t *testing.T) { gametest.Conform(t, Rules()) }
