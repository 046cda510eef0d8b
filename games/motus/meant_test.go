package motus

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestJournalWithoutOptions(t *testing.T) {
	want := []games.Field{
		{Key: "mode", Value: games.Word("teams")}, {Key: "letters", Value: games.Number(7)}, {Key: "series", Value: games.Number(10)},
		{Key: "grid", Value: games.Word("house")}, {Key: "size", Value: games.Number(5)}, {Key: "blanks", Value: games.Number(3)},
		{Key: "clocks", Value: games.Word("each")}, {Key: "super", Value: games.Bool(true)}, {Key: "prepare", Value: games.Bool(false)},
	}
	if got := Rules().Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All(); !slices.EqualFunc(got, want, games.Field.Equal) {
		t.Errorf("a journal without options means %v, want %v", got, want)
	}
}
