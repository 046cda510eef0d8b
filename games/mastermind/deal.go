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

// askToken asks somebody for the token on the board.
func (b board) askToken(asked games.Audience) games.Prompt {
	return games.Prompt{ID: "token", For: asked, Keys: games.Keys{Seat: b.seat, Board: b.number}, Shape: games.Token}
}

// A token is on a board: a colour, and a number from 1.
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

// taken reports whether a token has that number.
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

// knowledge is all that one player can reason from: his own tokens, and what was said aloud.
type knowledge struct {
	seat    games.Seat
	boards  []board
	own     []token // of the seat's boards, in their order
	colours []string
	heard   []Answers
	called  []Code // wrong codes called in this round
}

// knowledgeOf returns what a player can reason from now.
func (g *Game) knowledgeOf(seat games.Seat) knowledge {
	k := knowledge{seat: seat, boards: g.boards, colours: g.colours, heard: g.heard, called: g.called}
	for i, b := range g.boards {
		if b.seat == seat {
			k.own = append(k.own, g.deal[i])
		}
	}
	return k
}

// possible returns how many codes can't be ruled out. The bag's limit of four tokens a colour needs
// no check: there are at most four boards.
func (k knowledge) possible() int {
	held := make([][]token, len(k.boards)) // that each board may hold
	for i, b := range k.boards {
		held[i] = k.candidates(b)
	}
	codes := map[Code]bool{}
	lay(held, Code{}, codes)
	for _, c := range k.called {
		delete(codes, c)
	}
	return len(codes)
}

// lay adds to codes every code that takes one token of each board into the free places of code.
func lay(held [][]token, code Code, codes map[Code]bool) {
	if len(held) == 0 {
		codes[code] = true
		return
	}
	for _, t := range held[0] {
		if place := t.position - 1; code[place] == "" {
			with := code
			with[place] = t.colour
			lay(held[1:], with, codes)
		}
	}
}

// candidates returns the tokens that a board can hold, given its replies.
func (k knowledge) candidates(b board) []token {
	if b.seat == k.seat {
		return k.own[b.number-1 : b.number]
	}
	var fit []token
	for _, colour := range k.colours {
		for position := 1; position <= places; position++ {
			if t := (token{colour, position}); k.fits(b, t) {
				fit = append(fit, t)
			}
		}
	}
	return fit
}

// fits reports whether a token on a board would have given all replies of that board.
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
