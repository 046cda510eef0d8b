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
		for _, grid := range newGrids(a, rapid.Uint64().Draw(t, "seed")) {
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
		{"MOTUS-8 a column at the side", []int{9, 3, 6}, true},
		{"MOTUS-8 two of three columns", []int{9, 3, 2, 8}, false},
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

// A draw is worth points when a row, column or diagonal is full that was not before, wherever it is.
func TestEveryLineOfAnyGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 6).Draw(t, "size")
		covered := map[[2]int]bool{} // by row and column
		full := func() (lines int) {
			for i := range size {
				row, column := true, true
				for j := range size {
					row, column = row && covered[[2]int{i, j}], column && covered[[2]int{j, i}]
				}
				lines += count(row) + count(column)
			}
			down, up := true, true
			for i := range size {
				down, up = down && covered[[2]int{i, i}], up && covered[[2]int{i, size - 1 - i}]
			}
			return lines + count(down) + count(up)
		}
		grid := newGrid(size, 0)
		for _, square := range rapid.Permutation(squares(size)).Draw(t, "tokens") {
			before := full()
			covered[square] = true
			if got, want := grid.draw(square[0]*size+square[1]+1), full() > before; got != want {
				t.Fatalf("MOTUS-8: with %v covered, the draw of %v completes a line: %v, want %v", covered, square, got, want)
			}
		}
	})
}

// squares lists the squares of a grid by row and column, from 0.
func squares(size int) (all [][2]int) {
	for i := range size * size {
		all = append(all, [2]int{i / size, i % size})
	}
	return all
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func TestSeedFeedsTheTokens(t *testing.T) {
	bags := func(seed uint64) string {
		grids := newGrids(agreement{size: 5, blanks: 3, drawing: byHouse}, seed)
		return fmt.Sprint(grids[0].bag, grids[1].bag)
	}
	want := "[0 19 0 2 6 16 18 20 8 0 17 1 15 13 9 12 22 5 10 14 4 3 25 24 21 11 23 7] " +
		"[20 11 24 4 18 6 22 3 14 0 25 2 7 0 15 8 9 10 16 13 23 0 5 12 17 21 19 1]"
	if got := bags(7); got != want {
		t.Errorf("MOTUS-7: seed 7 draws %s, want %s", got, want)
	}
}
