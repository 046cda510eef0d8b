package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

// Results stand by game, and say where few points are good.
func TestResultsStandByGame(t *testing.T) {
	c := content{options: Options{Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}, book: Book{
		Evening: []results.Row{{Game: "mogelmotte", Seat: 3, Played: 1, Points: 12}},
		AllTime: []results.Row{
			{Game: "mito", Name: "Anna", Played: 3, Won: 2, Points: 4},
			{Game: "mito", Seat: 2, Played: 1, Points: 7},
			{Game: "motus", Name: "Anna", Played: 1, Won: 1, Points: 50},
		},
	}}
	var told []string
	for _, l := range wording.Languages() {
		table := c.table(games.View{}, l)
		for _, s := range append(table.Evening, table.AllTime...) {
			rows, err := json.Marshal(s.Rows)
			if err != nil {
				t.Fatal(err)
			}
			told = append(told, fmt.Sprint(s.Game, " ", s.Few, " ", strings.ReplaceAll(string(rows), `"`, "")))
		}
	}
	each := []string{
		"Mogel\u00a0Motte true [{game:mogelmotte,seat:3,played:1,won:0,points:12}]",
		"Mito true [{game:mito,name:Anna,played:3,won:2,points:4},{game:mito,seat:2,played:1,won:0,points:7}]",
		"Motus false [{game:motus,name:Anna,played:1,won:1,points:50}]",
	}
	if diff := cmp.Diff(slices.Repeat(each, len(wording.Languages())), told); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
