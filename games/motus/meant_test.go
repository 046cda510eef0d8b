package motus

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestJournalWithoutOptions(t *testing.T) {
	want := []games.Field{
		{Key: "mode", Value: `"teams"`}, {Key: "letters", Value: "7"}, {Key: "series", Value: "10"},
		{Key: "grid", Value: `"house"`}, {Key: "size", Value: "5"}, {Key: "blanks", Value: "3"},
		{Key: "clocks", Value: `"each"`}, {Key: "super", Value: "true"}, {Key: "prepare", Value: "false"},
	}
	if got := Rules().Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All(); !slices.Equal(got, want) {
		t.Errorf("a journal without options means %v, want %v", got, want)
	}
}
