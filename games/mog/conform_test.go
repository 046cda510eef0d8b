package mog

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMogDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMogConforms(t *testing.T) { gametest.Conform(t, Rules()) }
