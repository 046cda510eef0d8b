package mito

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules(), MogelMotte()} }

func TestMitoDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }
func TestMogelMotteDeclares(t *testing.T) {
	gametest.Declared(t, MogelMotte(), "testdata/declared_motte")
}

func TestMitoConforms(t *testing.T)       { gametest.Conform(t, Rules(), `{"rounds":1}`) }
func TestMogelMotteConforms(t *testing.T) { gametest.Conform(t, MogelMotte(), `{"rounds":2}`) }

func TestMito(t *testing.T) {
	gametest.Stories(t, book(), "testdata/mito.stories")
}

// How a round ends, and the game.
func TestEnd(t *testing.T) {
	gametest.Stories(t, book(), "testdata/end.stories")
}

func TestMogelMotte(t *testing.T) {
	gametest.Stories(t, book(), "testdata/mogelmotte.stories")
}
