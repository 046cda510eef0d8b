package mastermind

import (
	"math/rand/v2"
	"slices"

	"arbitre/games"
)

// What lies face down in the box (MM-2).
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

// token asks somebody what it holds.
func (b board) token(asked games.Audience) games.Prompt {
	return games.Prompt{ID: "token", For: asked, Keys: games.Keys{Seat: b.seat, Board: b.number}, Shape: games.Token}
}

// A token is what a board holds: a colour, and a number from 1.
type token struct {
	colour   string
	position int
}

// reply is the peg a token answers, by itself alone (MM-5).
func (t token) reply(guess Code) Peg {
	switch {
	case guess[t.position-1] == t.colour:
		return Black
	case slices.Contains(guess[:], t.colour):
		return White
	}
	return None
}

// A deal is the tokens of the boards, in their order: the secret of a round.
type deal []token

// drawDeal takes, for each board in its order, a colour out of the bag and then a number, and puts
// neither back (MM-2).
func drawDeal(random *rand.Rand, colours []string, boards int) deal {
	bag := slices.Repeat(colours, ofEachColour)
	numbers := make([]int, places)
	for i := range numbers {
		numbers[i] = i + 1
	}
	drawn := make(deal, boards)
	for i := range drawn {
		drawn[i] = token{take(random, &bag), take(random, &numbers)}
	}
	return drawn
}

func take[T any](random *rand.Rand, from *[]T) T {
	i := random.IntN(len(*from))
	taken := (*from)[i]
	*from = slices.Delete(*from, i, i+1)
	return taken
}

// taken tells whether a token has that number.
func (d deal) taken(position int) bool {
	return slices.ContainsFunc(d, func(t token) bool { return t.position == position })
}

// code returns the secret code: each token's colour at its position; the other places are empty.
func (d deal) code() Code {
	var c Code
	for _, t := range d {
		c[t.position-1] = t.colour
	}
	return c
}

// knowledge is what one player can reason from: his own tokens, and all that was said aloud.
type knowledge struct {
	seat    games.Seat
	boards  []board
	deal    deal // only the seat's own are looked at
	colours []string
	heard   []Answers
	wrong   []Code // that others tried in vain
}

// possible counts the codes that can't be ruled out. With four boards at most, four tokens of each
// colour are enough for any of them.
func (k knowledge) possible() int {
	held := make([][]token, len(k.boards)) // that each board may hold
	for i := range held {
		held[i] = k.candidates(i)
	}
	codes := map[Code]bool{}
	var lay func(board int, code Code)
	lay = func(board int, code Code) {
		if board == len(held) {
			codes[code] = true
			return
		}
		for _, t := range held[board] {
			if place := t.position - 1; code[place] == "" {
				with := code
				with[place] = t.colour
				lay(board+1, with)
			}
		}
	}
	lay(0, Code{})
	for _, w := range k.wrong {
		delete(codes, w)
	}
	return len(codes)
}

// candidates lists the tokens that a board can hold after its own replies.
func (k knowledge) candidates(i int) []token {
	if k.boards[i].seat == k.seat {
		return k.deal[i : i+1]
	}
	var fit []token
	for _, colour := range k.colours {
		for position := 1; position <= places; position++ {
			if t := (token{colour, position}); k.fits(k.boards[i], t) {
				fit = append(fit, t)
			}
		}
	}
	return fit
}

func (k knowledge) fits(b board, t token) bool {
	for _, a := range k.heard {
		for _, r := range a.Replies {
			if r.Seat == b.seat && r.Board == b.number && r.Peg != t.reply(a.Guess) {
				return false
			}
		}
	}
	return true
}
