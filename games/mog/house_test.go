package mog

import (
	"testing"

	"arbitre/games"
)

// secrets lists what the house draws in the rounds of one game, which a single chaser ends by
// designating every card.
func secrets(t *testing.T, seed uint64, rounds int) []Card {
	s := start(1, seed, option("holder", `"house"`), option("rounds", games.Number(rounds)))
	table := sitDown(t, s)
	var drawn []Card
	for range rounds {
		for _, c := range characters() {
			facts, err := table.Apply(games.Input{Kind: games.Answer, Prompt: "designate", Value: value(c)})
			if err != nil {
				t.Fatal(err)
			}
			if found, ok := facts[0].What.(Found); ok {
				drawn = append(drawn, found.Card)
				break
			}
		}
		if len(drawn) < rounds {
			ready := games.Input{Kind: games.Answer, Prompt: "next_round", Value: `"ready"`}
			if _, err := table.Apply(ready); err != nil {
				t.Fatal(err)
			}
		}
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
			first, again := secrets(t, seed, len(drawn)), secrets(t, seed, len(drawn))
			for r, c := range first {
				drawn[r][c] = true
				if again[r] != c {
					t.Fatalf("seed %d, round %d: %v and %v", seed, r+1, c, again[r])
				}
			}
			if first[0] != first[1] {
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

	t.Run("MOG-3 the draws of a seed are the same for ever", func(t *testing.T) {
		want := []string{"2·4·8", "2·4·7", "3·5·7"}
		got := secrets(t, 1, 3)
		for i := range want {
			if got[i].String() != want[i] {
				t.Errorf("round %d of seed 1: %v; expected %v", i+1, got[i], want[i])
			}
		}
	})
}
