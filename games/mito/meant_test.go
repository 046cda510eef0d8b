package mito

import (
	"slices"
	"testing"

	"arbitre/games"
)

func TestMeant(t *testing.T) {
	want := []games.Field{{Key: "rounds", Value: "3"}, {Key: "first", Value: "2"}}
	if got := Rules().Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All(); !slices.Equal(got, want) {
		t.Errorf("a journal without options means %v by now; it has always meant %v", got, want)
	}
}
