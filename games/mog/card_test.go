package mog

import (
	"encoding/json"
	"testing"

	"arbitre/games"

	"pgregory.net/rapid"
)

// characters lists the 56 characters without deck: every ascending triple of 1 to 8.
func characters() [][3]int {
	var all [][3]int
	for a := 1; a <= 8; a++ {
		for b := 1; b <= 8; b++ {
			for c := 1; c <= 8; c++ {
				if a < b && b < c {
					all = append(all, [3]int{a, b, c})
				}
			}
		}
	}
	return all
}

// inCommon counts by comparing every attribute with every other.
func inCommon(a, b Card) int {
	n := 0
	for _, x := range a {
		for _, y := range b {
			if x == y {
				n++
			}
		}
	}
	return n
}

func value(c [3]int) games.Value { return games.CardOf(c[:]...) }

func TestMog_cards(t *testing.T) {
	t.Run("MOG-2 the deck is the 56 triples, each once, written ascending", func(t *testing.T) {
		want, cards := characters(), deck()
		if len(want) != 56 || len(cards) != 56 {
			t.Fatalf("%d characters listed, %d in the deck; want 56 of both", len(want), len(cards))
		}
		for i, c := range cards {
			if got, err := json.Marshal(c); err != nil || string(got) != value(want[i]).JSON() {
				t.Errorf("character %d is %s, %v; want %s", i, got, err, value(want[i]))
			}
		}
	})

	t.Run("MOG-2 every card of the deck is read", func(t *testing.T) {
		for _, want := range deck() {
			if got, err := parseCard(value(want)); err != nil || got != want {
				t.Errorf("%v is read as %v, error %v", want, got, err)
			}
		}
	})

	t.Run("MOG-2 three different attributes in any order are a card, and nothing else is", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			numbers := rapid.SliceOfN(rapid.IntRange(-1, 10), 0, 5).Draw(t, "numbers")
			seen := map[int]bool{}
			for _, n := range numbers {
				if n >= 1 && n <= 8 {
					seen[n] = true
				}
			}
			card, err := parseCard(games.CardOf(numbers...))
			if valid := len(numbers) == 3 && len(seen) == 3; valid != (err == nil) {
				t.Fatalf("%d: error %v, want it to be accepted: %v", numbers, err, valid)
			}
			if err == nil {
				for _, n := range card {
					if !seen[n] {
						t.Fatalf("%d is read as %v", numbers, card)
					}
				}
			}
		})
	})

	t.Run("MOG-5 the token of every card for every secret", func(t *testing.T) {
		for _, secret := range deck() {
			for _, card := range deck() {
				if got, want := shared(card, secret), inCommon(secret, card); got != want {
					t.Errorf("%v and %v share %d attributes, want %d", card, secret, got, want)
				}
			}
		}
	})

	t.Run("MOG-13 the first token leaves 10, 30 or 15", func(t *testing.T) {
		want := []int{10, 30, 15}
		for _, first := range deck() {
			for _, secret := range deck() {
				n := shared(first, secret)
				if got := possible([]token{{first, n}})[1]; n < 3 && got != want[n] {
					t.Errorf("%v with a %d leaves %d; expected %d", first, n, got, want[n])
				}
			}
		}
	})
}
