package motus

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The house draws every token of a team's bag once, whatever the other team does.
func TestHouseDrawsWithoutReplacement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, blanks := rapid.IntRange(1, 4).Draw(t, "size"), rapid.IntRange(0, 4).Draw(t, "blanks")
		a := agreement{size: size, blanks: blanks, drawing: byHouse}
		for _, grid := range a.newGrids(rapid.Uint64().Draw(t, "seed")) {
			var drawn []int
			for grid.left > 0 {
				token := grid.next()
				grid.draw(token)
				drawn = append(drawn, token)
			}
			want := make([]int, blanks)
			for n := range size * size {
				want = append(want, n+1)
			}
			slices.Sort(drawn)
			if !slices.Equal(drawn, want) {
				t.Fatalf("MOTUS-7: drawn %v, expected %v", drawn, want)
			}
		}
	})
}

func TestLinesOfAGrid(t *testing.T) {
	for _, c := range []struct {
		name   string
		tokens []int
		motus  bool
	}{
		{"MOTUS-8 a row", []int{4, 6, 5}, true},
		{"MOTUS-8 no row goes on in the next", []int{3, 4, 5}, false},
		{"MOTUS-8 a column", []int{2, 8, 5}, true},
		{"MOTUS-8 the diagonal from the top left", []int{1, 9, 5}, true},
		{"MOTUS-8 the diagonal from the top right", []int{7, 3, 5}, true},
		{"MOTUS-8 half of either", []int{1, 5, 7}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			grid, motus := newGrid(3, 0), false
			for _, token := range c.tokens {
				motus = grid.draw(token)
			}
			if motus != c.motus {
				t.Errorf("%v complete a line: %v, want %v", c.tokens, motus, c.motus)
			}
		})
	}
}

func TestSeedFeedsTheTokens(t *testing.T) {
	bags := func(seed uint64) string {
		grids := agreement{size: 5, blanks: 3, drawing: byHouse}.newGrids(seed)
		return fmt.Sprint(grids[0].bag, grids[1].bag)
	}
	want := "[0 19 0 2 6 16 18 20 8 0 17 1 15 13 9 12 22 5 10 14 4 3 25 24 21 11 23 7] " +
		"[20 11 24 4 18 6 22 3 14 0 25 2 7 0 15 8 9 10 16 13 23 0 5 12 17 21 19 1]"
	if got := bags(7); got != want {
		t.Errorf("MOTUS-7: seed 7 draws %s, want %s", got, want)
	}
}
