package page

import (
	"testing"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

// Who played a game are those with names, if it was played to its end.
func TestWhoPlayed(t *testing.T) {
	places := []results.Place{{Name: "Anna"}, {}, {Name: "Ben"}}
	list := []club.Game{{Game: results.Game{Over: true, Places: places}}, {Game: results.Game{Places: places}}}
	if diff := cmp.Diff([][]string{{"Anna", "Ben"}}, played(list)); diff != "" {
		t.Error(diff)
	}
}
