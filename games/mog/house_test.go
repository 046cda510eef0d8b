package mog

import (
	"slices"
	"testing"

	"arbitre/games"
)

// secrets returns the cards that the house draws in the first rounds of a game.
func secrets(t *testing.T, seed uint64, rounds int) []Card {
	holder := games.Field{Key: "holder", Value: games.Word("house")}
	start := games.Start{Seats: []games.Seat{1}, Seed: seed, Options: games.Agreed{}.With(holder)}
	started, _, err := Rules().Start(start)
	if err != nil {
		t.Fatal(err)
	}
	game := started.(*Game)
	drawn := []Card{game.secret}
	for len(drawn) < rounds {
		game.beginRound(games.NewStep(0), 1)
		drawn = append(drawn, game.secret)
	}
	return drawn
}

func TestMog_house(t *testing.T) {
	t.Run("MOG-3 the house draws every character, in every round", func(t *testing.T) {
		drawn := []map[Card]bool{{}, {}, {}}
		for seed := range uint64(1000) {
			for r, c := range secrets(t, seed, len(drawn)) {
				drawn[r][c] = true
			}
		}
		for r := range drawn {
			if got := len(drawn[r]); got != 56 {
				t.Errorf("round %d: %d characters in 1000 games, want all 56", r+1, got)
			}
		}
	})

	t.Run("MOG-3 each round has a card of its own", func(t *testing.T) {
		same := 0
		for seed := range uint64(1000) {
			if cards := secrets(t, seed, 2); cards[0] == cards[1] {
				same++
			}
		}
		if same > 100 { // one in 56 by chance
			t.Errorf("%d of 1000 games have the same character in the second round, want at most 100", same)
		}
	})

	t.Run("MOG-3 a seed always draws the same cards", func(t *testing.T) {
		want := []Card{{2, 4, 8}, {2, 4, 7}, {3, 5, 7}}
		if got := secrets(t, 1, 3); !slices.Equal(got, want) {
			t.Errorf("seed 1: %v; expected %v", got, want)
		}
	})
}
