package slap

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestSlap(t *testing.T) {
	gametest.Stories(t, book(), "testdata/slap.stories")
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
