package mastermind

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMastermindDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMastermindConforms(t *testing.T) {
	gametest.Conform(t, Rules(), `{"call":"any","look":"5ms"}`, `{"call":"any","dealer":"table","audit":true}`,
		`{"boards":[1,2],"dealer":"entered"}`)
}
