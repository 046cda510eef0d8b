package mastermind

import (
	"math/rand/v2"
	"slices"

	"arbitre/games"
)

// How many tokens and numbers there are to draw from (MM-2).
const (
	ofEachColour = 4
	colourCount  = 6
	places       = len(Code{})
)

// A board belongs to a seat, which has one, or two numbered 1 and 2.
type board struct {
	seat   games.Seat
	number int
}

// askToken asks a player for the token on the board.
func (b board) askToken(asked games.Audience) games.Prompt {
	return games.Prompt{ID: "token", For: asked, Keys: games.Keys{Seat: b.seat, Board: b.number}, Shape: games.Token}
}

// A token lies on a board. It has a colour and a number, from 1, which is its position in the code.
type token struct {
	colour   string
	position int
}

// reply returns the peg that a token answers to a guess, by itself alone (MM-5).
func (t token) reply(guess Code) Peg {
	switch {
	case guess[t.position-1] == t.colour:
		return Black
	case slices.Contains(guess[:], t.colour):
		return White
	}
	return None
}

// A deal holds the tokens of all boards, in their order: the secret of a round.
type deal []token

// drawDeal draws for each board, in order, a colour and a number, and puts neither back (MM-2).
func drawDeal(random *rand.Rand, colours []string, boards int) deal {
	bag := slices.Repeat(colours, ofEachColour)
	numbers := make([]int, places)
	for i := range numbers {
		numbers[i] = i + 1
	}
	drawn := make(deal, boards)
	for i := range drawn {
		drawn[i] = token{drawFrom(random, &bag), drawFrom(random, &numbers)}
	}
	return drawn
}

// drawFrom removes a random item from a bag.
func drawFrom[T any](random *rand.Rand, bag *[]T) T {
	i := random.IntN(len(*bag))
	drawn := (*bag)[i]
	*bag = slices.Delete(*bag, i, i+1)
	return drawn
}

// code returns the secret code: each token's colour at its position; the other places are empty.
func (d deal) code() Code {
	var c Code
	for _, t := range d {
		c[t.position-1] = t.colour
	}
	return c
}

// answerers returns the indexes of the others' boards, clockwise from the left of the guesser.
func answerers(boards []board, guesser games.Seat) []int {
	own := slices.IndexFunc(boards, func(b board) bool { return b.seat == guesser })
	others := make([]int, 0, len(boards)-1)
	for n := range boards {
		if i := (own + n) % len(boards); boards[i].seat != guesser {
			others = append(others, i)
		}
	}
	return others
}

// tokensFor returns the tokens that each board may have for a player: one on his own boards, and on the
// others those that fit what was said.
func (g *Game) tokensFor(seat games.Seat, heard []Answers) []deal {
	all := make([]deal, len(g.boards))
	for i, b := range g.boards {
		if all[i] = b.fitting(g.colours, heard); b.seat == seat {
			all[i] = g.deal[i : i+1]
		}
	}
	return all
}

// codes returns the codes of which each board may have one of its tokens, without those called in vain.
func codes(boards []deal, called []Code) map[Code]bool {
	codes := map[Code]bool{{}: true}
	for _, tokens := range boards {
		codes = withOneOf(tokens, codes)
	}
	for _, wrong := range called {
		delete(codes, wrong)
	}
	return codes
}

// withOneOf returns the codes with each of the tokens for which they have room.
func withOneOf(tokens deal, codes map[Code]bool) map[Code]bool {
	filled := map[Code]bool{}
	for code := range codes {
		for _, t := range tokens {
			if place := t.position - 1; code[place] == "" {
				with := code
				with[place] = t.colour
				filled[with] = true
			}
		}
	}
	return filled
}

// fitting returns the tokens that would have given all replies of a board.
func (b board) fitting(colours []string, heard []Answers) (fit deal) {
	for _, colour := range colours {
		for position := 1; position <= places; position++ {
			t := token{colour, position}
			contradicts := func(a Answers) bool {
				return slices.ContainsFunc(a.Replies, func(r Reply) bool {
					return r.Seat == b.seat && r.Board == b.number && r.Peg != t.reply(a.Guess)
				})
			}
			if !slices.ContainsFunc(heard, contradicts) {
				fit = append(fit, t)
			}
		}
	}
	return fit
}
