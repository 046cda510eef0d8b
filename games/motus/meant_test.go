package motus

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestMeant(t *testing.T) {
	want := []games.Field{
		{Key: "mode", Value: `"teams"`}, {Key: "letters", Value: "7"}, {Key: "series", Value: "10"}, {Key: "grid", Value: `"house"`},
		{Key: "size", Value: "5"}, {Key: "blanks", Value: "3"}, {Key: "super", Value: "true"}, {Key: "prepare", Value: "false"},
		{Key: "clocks", Value: `"each"`},
	}
	if got := Meant([]games.Seat{2, 3, 5}); !slices.Equal(got, want) {
		t.Errorf("a journal without options means %v by now; it has always meant %v", got, want)
	}
}
