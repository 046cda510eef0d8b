package mog

import (
	"slices"
	"testing"

	"arbitre/games"
)

// secrets returns the cards that the house draws in the first rounds of a game.
func secrets(t *testing.T, seed uint64, rounds int) []Card {
	holder := games.Field{Key: "holder", Value: `"house"`}
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
	t.Run("MOG-3 the house draws every character, in every round, by the seed alone", func(t *testing.T) {
		var drawn [3]map[Card]bool
		for r := range drawn {
			drawn[r] = map[Card]bool{}
		}
		differ := 0
		for seed := range uint64(1000) {
			cards := secrets(t, seed, len(drawn))
			for r, c := range cards {
				drawn[r][c] = true
			}
			if cards[0] != cards[1] {
				differ++
			}
		}
		for r := range drawn {
			if len(drawn[r]) != 56 {
				t.Errorf("round %d: only %d characters in 1000 games", r+1, len(drawn[r]))
			}
		}
		if differ < 900 {
			t.Errorf("only %d of 1000 games had another character in the second round", differ)
		}
	})

	t.Run("MOG-3 a seed always draws the same cards", func(t *testing.T) {
		want := []Card{{2, 4, 8}, {2, 4, 7}, {3, 5, 7}}
		if got := secrets(t, 1, 3); !slices.Equal(got, want) {
			t.Errorf("seed 1: %v; expected %v", got, want)
		}
	})
}
