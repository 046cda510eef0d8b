package mito

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMitoConforms(t *testing.T)       { gametest.Conform(t, Rules(), `{"rounds":1}`) }
func TestMogelMotteConforms(t *testing.T) { gametest.Conform(t, MogelMotte(), `{"rounds":2}`) }
