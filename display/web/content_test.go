package web

import (
	"encoding/json"
	"testing"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// Results are grouped by game, and say where few points are good.
func TestResultsStandByGame(t *testing.T) {
	c := content{options: Options{Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}, book: Book{
		AllTime: []results.Row{
			{Game: "mogelmotte", Name: "Anna", Played: 3, Won: 2, Points: 4},
			{Game: "mogelmotte", Seat: 2, Played: 1, Points: 7},
			{Game: "motus", Name: "Anna", Played: 1, Won: 1, Points: 50},
		},
	}}
	const want = `[{"game":"Mogel Motte","few":true,"rows":[` +
		`{"game":"mogelmotte","name":"Anna","played":3,"won":2,"points":4},` +
		`{"game":"mogelmotte","seat":2,"played":1,"won":0,"points":7}]},` +
		`{"game":"Motus","rows":[{"game":"motus","name":"Anna","played":1,"won":1,"points":50}]}]`
	got, err := json.Marshal(c.table(games.View{}, wording.English).AllTime)
	if err != nil || string(got) != want {
		t.Errorf("got\n%s, %v, want\n%s", got, err, want)
	}
}
