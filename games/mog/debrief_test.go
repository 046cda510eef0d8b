package mog

import (
	"slices"
	"testing"

	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// enumerated counts, after each token, the characters that agree with it and with those before, one
// by one.
func enumerated(secret [3]int, named [][3]int) []int {
	counts := []int{}
	for n := 1; n <= len(named); n++ {
		agree := 0
		for _, c := range characters() {
			differs := func(card [3]int) bool { return inCommon(c, card) != inCommon(secret, card) }
			if !slices.ContainsFunc(named[:n], differs) {
				agree++
			}
		}
		counts = append(counts, agree)
	}
	return counts
}

func TestMog_debrief(t *testing.T) {
	t.Run("MOG-13 the first token leaves 10, 30 or 15", func(t *testing.T) {
		want := []int{10, 30, 15}
		for _, first := range deck() {
			for _, secret := range deck() {
				if n := shared(first, secret); n < 3 && left([]token{{first, n}})[0] != want[n] {
					t.Errorf("%v with a %d leaves %d; expected %d", first, n, left([]token{{first, n}})[0], want[n])
				}
			}
		}
	})

	t.Run("MOG-13 the debrief is what enumeration counts, up to all 55 tokens", rapid.MakeCheck(func(t *rapid.T) {
		order := rapid.Permutation(characters()).Draw(t, "order")
		secret := rapid.SampledFrom(order).Draw(t, "secret")
		tokens := rapid.IntRange(0, 55).Draw(t, "tokens")
		named := slices.DeleteFunc(order, func(c [3]int) bool { return c == secret })[:tokens]

		story := "mog 1 2 {\"rounds\":1}\n 1 secret " + string(value(secret))
		for _, card := range append(named, secret) {
			story += "\n2 designate " + string(value(card))
		}
		facts, err := gametest.Tell(book(), story)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			if d, ok := f.What.(Debrief); ok {
				if diff := cmp.Diff(enumerated(secret, named), d.Left); diff != "" {
					t.Fatalf("debrief (-want +got):\n%s", diff)
				}
				return
			}
		}
		t.Fatal("no debrief")
	}))
}
