package mastermind

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestJournalWithoutOptions(t *testing.T) {
	want := []games.Field{
		{Key: "dealer", Value: games.Word("house")}, {Key: "audit", Value: games.Bool(false)}, {Key: "boards", Value: games.Number(1)},
		{Key: "call", Value: games.Word("turn")}, {Key: "rounds", Value: games.Number(3)}, {Key: "look", Value: games.Word("0s")},
		{Key: "colours", Value: games.List(games.Words("blue", "red", "yellow", "green", "orange", "brown"))},
	}
	if got := Rules().Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All(); !slices.EqualFunc(got, want, games.Field.Equal) {
		t.Errorf("a journal without options means %v, want %v", got, want)
	}
}
