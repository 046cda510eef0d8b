package motus

import (
	"fmt"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

// Who draws a token sees it before the next question.
func TestATokenIsAResult(t *testing.T) {
	results := func(story string) int {
		table, _, err := gametest.Play(book(), story)
		if err != nil {
			t.Fatal(err)
		}
		return table.View(games.Judge).Result
	}
	const found = `
		motus 1 2 3 4 {"letters":5,"grid":"entered"}
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"
		3 guess hunt=1 "ETAGE"`
	before := results(found)
	if got := results(found + "\n4 token 3"); got != before+1 {
		t.Errorf("%d results, want one more than %d", got, before)
	}
}

// Who plays alone is offered no grid and no Super Partie.
func TestWhatALobbyOffers(t *testing.T) {
	offered := func(key, mode string, seats ...games.Seat) string {
		for _, o := range Rules().Options {
			if o.Key == key {
				choices, _ := o.Offer(games.Terms{Seats: seats, Agreed: games.Agreed{}.With(games.Field{Key: "mode", Value: games.Word(mode)})})
				return fmt.Sprint(choices)
			}
		}
		return "no such option"
	}
	for _, c := range []struct{ got, want string }{
		{offered("mode", "", 1, 2, 3), "[solo]"},
		{offered("mode", "", 1, 2, 3, 4), "[teams solo]"},
		{offered("grid", "solo", 1, 2), "[none]"},
		{offered("grid", "teams", 1, 2, 3, 4), "[house entered none]"},
		{offered("super", "teams", 1, 2, 3, 4), "[]"},
		{offered("super", "solo", 1, 2), "[false]"},
		{offered("letters", "solo", 1, 2), "[3 4 5 6 7 8]"},
	} {
		if c.got != c.want {
			t.Errorf("offered %s, want %s", c.got, c.want)
		}
	}
}
