package motus

import (
	"fmt"
	"math/rand/v2"

	"arbitre/games"
)

// blank is the token without a number: "pas de chance".
const blank = "blank"

// A grid holds a team's squares, numbered by rows from the top left, and its tokens (MOTUS-7).
type grid struct {
	size    int
	covered []bool // by number; the first is number 1
	left    int    // tokens that are not drawn yet
	blanks  int    // blank ones among them
	bag     []int  // tokens that the house will draw, the next one last; 0 is a blank
}

func newGrid(size, blanks int) *grid {
	return &grid{size: size, covered: make([]bool, size*size), left: size*size + blanks, blanks: blanks}
}

// fill puts all tokens into the house's bag, in random order.
func (g *grid) fill(chance *rand.Rand) {
	g.bag = make([]int, g.left)
	for i := range g.covered {
		g.bag[i] = i + 1
	}
	chance.Shuffle(len(g.bag), func(i, j int) { g.bag[i], g.bag[j] = g.bag[j], g.bag[i] })
}

// next takes the next token out of the bag.
func (g *grid) next() int {
	token := g.bag[len(g.bag)-1]
	g.bag = g.bag[:len(g.bag)-1]
	return token
}

// read reads a drawn token: a number that is not covered yet, or a blank.
func (g *grid) read(v games.Value) (int, error) {
	if v.Equal(games.Word(blank)) {
		if g.blanks == 0 {
			return 0, games.Refuse(games.Text{Word: "motus_no_blank"},
				fmt.Errorf("%s: this team has drawn all its blanks: expected a number", v.JSON()))
		}
		return 0, nil
	}
	n, err := v.Int()
	switch {
	case err != nil || n < 1 || n > len(g.covered):
		return 0, games.Refuse(games.Text{Word: "motus_no_number", Number: len(g.covered)},
			fmt.Errorf("%s: expected a number from 1 to %d, or %q", v.JSON(), len(g.covered), blank))
	case g.covered[n-1]:
		return 0, games.Refuse(games.Text{Word: "motus_drawn", Number: n},
			fmt.Errorf("%d: this team has drawn it already: expected another number, or %q", n, blank))
	}
	return n, nil
}

// draw covers the number of a token, nothing for 0, the blank. It reports whether that completes a
// row, a column or a diagonal (MOTUS-8).
func (g *grid) draw(token int) (completed bool) {
	g.left--
	if token == 0 {
		g.blanks--
		return false
	}
	g.covered[token-1] = true
	row, column := (token-1)/g.size, (token-1)%g.size
	return g.full(row*g.size, 1) ||
		g.full(column, g.size) ||
		row == column && g.full(0, g.size+1) ||
		row+column == g.size-1 && g.full(g.size-1, g.size-1)
}

// full reports whether a line of squares is covered: from, from+by and so on, counted from 0.
func (g *grid) full(from, by int) bool {
	for i := range g.size {
		if !g.covered[from+i*by] {
			return false
		}
	}
	return true
}
