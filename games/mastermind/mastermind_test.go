package mastermind

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMastermind(t *testing.T) {
	gametest.Stories(t, book(),
		"MM-1 Players",
		"MM-2 The code",
		"MM-3 Tokens",
		"MM-4 The order of play",
		"MM-5 Guess and answers",
		"MM-6 Calls in turn",
		"MM-7 Calls at any time",
		"MM-8 The solution",
		"MM-9 Wrong",
		"MM-10 Everyone eliminated",
		"MM-11 The next round",
		"MM-12 Who wins",
		"RACE-1 Order",
		"RACE-2 Settle",
		"RACE-3 Dead heat",
		"RACE-8 Lost edges",
	)
}

func TestMastermindDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMastermindConforms(t *testing.T) {
	gametest.Conform(t, Rules(), `{"call":"any","look":"5ms"}`, `{"call":"any","dealer":"table","audit":true}`,
		`{"boards":[1,2],"dealer":"entered"}`)
}
