package motus

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMotus(t *testing.T) {
	gametest.Stories(t, book(),
		"MOTUS-1 The authors",
		"MOTUS-2 The hunters",
		"MOTUS-3 The first letter",
		"MOTUS-4 Guess and marks",
		"MOTUS-5 Found",
		"MOTUS-6 After six lines",
		"MOTUS-7 The grid",
		"MOTUS-8 Motus!",
		"MOTUS-9 The end of a series",
		"MOTUS-10 Who races, who writes",
		"MOTUS-11 Proposals",
		"MOTUS-12 Dead heat",
		"MOTUS-13 Who wins",
		"MOTUS-14 Solo",
		"MOTUS-15 Shot clock",
		"RACE-1 Order",
		"RACE-2 Settle",
		"RACE-8 Lost edges",
	)
}

func TestMotusDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestMotusConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"mode":"solo","letters":5,"series":1,"super":false}`,
		`{"letters":5,"series":1,"grid":"none"}`,
		`{"letters":5,"series":1,"grid":"none","clock":"8s","clocks":"speaker","prepare":true}`,
		`{"letters":6,"series":2,"size":1,"blanks":1,"clock":"11ms"}`)
}
