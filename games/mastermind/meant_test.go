package mastermind

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestMeant(t *testing.T) {
	want := []games.Field{
		{Key: "rounds", Value: "3"}, {Key: "boards", Value: "1"}, {Key: "call", Value: `"turn"`}, {Key: "dealer", Value: `"house"`},
		{Key: "look", Value: `"0s"`}, {Key: "colours", Value: `["blue","red","yellow","green","orange","brown"]`},
		{Key: "audit", Value: "false"},
	}
	if got := Meant([]games.Seat{2, 3, 5}); !slices.Equal(got, want) {
		t.Errorf("a journal without options means %v by now; it has always meant %v", got, want)
	}
}
