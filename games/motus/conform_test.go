package motus

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMotusDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMotusConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"mode":"solo","letters":5,"series":1,"super":false}`,
		`{"letters":5,"series":1,"grid":"none"}`,
		`{"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker","prepare":true}`,
		`{"letters":6,"series":2,"size":1,"blanks":1,"clock":"11ms"}`)
}
