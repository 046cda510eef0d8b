package mastermind

import (
	"arbitre/games"
	"arbitre/games/race"
)

// A Code is five entries, for the numbers 1 to 5: a colour, or "" for a number without a player.
type Code [5]string

// A Peg is what a board answers to a guess (MM-5).
type Peg string

// The pegs.
const (
	Black Peg = "black" // its colour at its number
	White Peg = "white" // its colour elsewhere
	None  Peg = "none"
)

// A Reply is the peg of one board.
type Reply struct {
	Seat  games.Seat `json:"seat"`
	Board int        `json:"board"`
	Peg   Peg        `json:"peg"`
}

// Answers are the replies to a guess, clockwise from the left of the guesser (MM-5).
type Answers struct {
	Seat    games.Seat `json:"seat"`
	Guess   Code       `json:"guess"`
	Replies []Reply    `json:"replies"`
}

// Call says who called "MASTERMIND!" (MM-8).
type Call struct {
	Seat games.Seat `json:"seat"`
	race.Decision
}

// Solved says who said the right code (MM-8).
type Solved struct {
	Seat games.Seat `json:"seat"`
}

// Revealed is the code when the round is over (MM-8, MM-10).
type Revealed struct {
	Code Code `json:"code"`
}

// Eliminated says who said a wrong code and only answers from now on (MM-9).
type Eliminated struct {
	Seat games.Seat `json:"seat"`
}

// Consistent says that every answer given at the table was right (option "audit").
type Consistent struct {
	Answers int `json:"answers"`
}

// WrongAnswer names the first wrong answer given at the table (option "audit").
type WrongAnswer struct {
	Guess int        `json:"guess"` // of the round, from 1
	Asked games.Seat `json:"asked"` // whose guess it was
	Seat  games.Seat `json:"seat"`  // who answered
	Board int        `json:"board"`
	Said  Peg        `json:"said"`
	Peg   Peg        `json:"peg"` // that was due
}

func (Answers) Fact() string     { return "answers" }
func (Call) Fact() string        { return "call" }
func (Solved) Fact() string      { return "solved" }
func (Revealed) Fact() string    { return "revealed" }
func (Eliminated) Fact() string  { return "eliminated" }
func (Consistent) Fact() string  { return "consistent" }
func (WrongAnswer) Fact() string { return "wrong_answer" }

func (Call) Cue() games.Cue        { return games.CueCall }
func (Solved) Cue() games.Cue      { return games.CueRight }
func (Eliminated) Cue() games.Cue  { return games.CueWrong }
func (WrongAnswer) Cue() games.Cue { return games.CueWrong }
