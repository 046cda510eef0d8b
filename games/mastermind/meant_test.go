package mastermind

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestJournalWithoutOptions(t *testing.T) {
	want := []games.Field{
		{Key: "dealer", Value: `"house"`}, {Key: "audit", Value: "false"}, {Key: "boards", Value: "1"},
		{Key: "call", Value: `"turn"`}, {Key: "rounds", Value: "3"}, {Key: "look", Value: `"0s"`},
		{Key: "colours", Value: `["blue","red","yellow","green","orange","brown"]`},
	}
	if got := Rules().Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All(); !slices.Equal(got, want) {
		t.Errorf("a journal without options means %v, want %v", got, want)
	}
}
