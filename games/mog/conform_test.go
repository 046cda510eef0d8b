package mog

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMogConforms(t *testing.T) { gametest.Conform(t, Rules()) }
