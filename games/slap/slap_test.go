package slap

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestSlap(t *testing.T) {
	gametest.Stories(t, book(),
		"RACE-1 Order",
		"RACE-2 Settle",
		"RACE-3 Dead heat",
		"RACE-4 How a race ends",
		"RACE-6 Quiet",
		"RACE-8 Lost edges",
		"RACE-10 Teams",
		"SLAP-1 Options",
		"SLAP-2 Hands fly at any time",
		"SLAP-3 Was it right?",
		"SLAP-4 Who is out",
		"SLAP-5 The end",
		"SLAP-6 Lost edges",
		"SLAP-7 Teams",
	)
}

// A false slap that costs nothing has no fact, but it is news (SLAP-3).
func TestASlapThatCostsNothingIsTold(t *testing.T) {
	table, _, err := gametest.Play(book(), "slap 1 2 {\"false_slap\":0}\n1 press 1\n2 slap \"false\"")
	if err != nil {
		t.Fatal(err)
	}
	told := table.History()
	if said := told[len(told)-1].Said; len(said) != 1 || said[0].Word != "false_slap" {
		t.Errorf("the last step said %v, want false_slap alone", said)
	}
}

func TestSlapDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestSlapConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"decides":"last","out":3,"window":"500ms"}`, `{"target":5,"points":2,"out":4,"false_slap":2}`)
}
