package games

import (
	"fmt"
	"time"
)

// A Kind is the kind of an [Input].
type Kind uint8

// The kinds of input, as in journal/FORMAT.md. Elapse has no line in a journal.
const (
	Elapse  Kind = iota // nothing but time; never reaches a table
	Press               // Seat's button went down
	Release             // Seat's button came up
	Answer              // an open prompt is answered
	Lost                // the kernel dropped Edges before they could be read (RACE-8)
	Undo                // the last input that had an effect is taken back; never reaches a game
	Redo                // the last undo is taken back; never reaches a game
)

// An Input is one thing that happens to a game.
type Input struct {
	At   time.Duration // since the game began, on the kernel's monotonic clock
	Kind Kind
	Seat Seat // of a press or a release

	Prompt string // of an answer: the id of the prompt
	Keys   Keys   // of an answer: select one of several prompts of that id, or name who laid the card (MITO-14)
	Value  Value  // of an answer

	Edges int // of lost edges: their number

	// Spent marks a press or release that came after a line which was undone: the button moved, and
	// the press may still count as a slap (RACE-5), but has no other effect. Why is the reason for
	// which it was ignored when it came.
	Spent bool
	Why   string
}

// movesButton reports whether an input is a press or a release.
func (in Input) movesButton() bool { return in.Kind == Press || in.Kind == Release }

// BeginsEntry reports whether an answer is the empty word, which says that a person begins to
// enter one: the clock of its prompt stops (MOTUS-15, QUIZ-5).
func (in Input) BeginsEntry() bool { return in.Kind == Answer && in.Value.Is("") }

// Keys name what a prompt concerns. Zero stands for none.
type Keys struct {
	Seat  Seat `json:"seat,omitempty"`
	Hunt  int  `json:"hunt,omitempty"`
	Board int  `json:"board,omitempty"`
	Line  int  `json:"line,omitempty"`
	Team  int  `json:"team,omitempty"`
}

// Read sets the key that a field of an answer names, and reports whether it is a key.
func (k *Keys) Read(f Field) (isKey bool, err error) {
	var key *int
	switch f.Key {
	case "seat":
		key = (*int)(&k.Seat)
	case "hunt":
		key = &k.Hunt
	case "board":
		key = &k.Board
	case "line":
		key = &k.Line
	case "team":
		key = &k.Team
	default:
		return false, nil
	}
	*key, err = f.Value.AtLeast(1)
	return true, err
}

// selects reports whether every key that k gives is the same in p, the keys of a prompt.
func (k Keys) selects(p Keys) bool {
	return (k.Seat == 0 || k.Seat == p.Seat) &&
		(k.Hunt == 0 || k.Hunt == p.Hunt) &&
		(k.Board == 0 || k.Board == p.Board) &&
		(k.Line == 0 || k.Line == p.Line) &&
		(k.Team == 0 || k.Team == p.Team)
}

// A Start is the first line of a journal: the game, its seats, its seed and its options.
type Start struct {
	Game    string
	Seats   []Seat // distinct, from 1, ascending
	Seed    uint64 // feeds every random draw
	Options Agreed
}

// CheckSeats returns an error unless the seats are distinct, ascending, from 1, and from least to
// most in number.
func (s Start) CheckSeats(least, most int) error {
	for i, seat := range s.Seats {
		if seat < 1 || i > 0 && seat <= s.Seats[i-1] {
			return fmt.Errorf("seats %v: expected different numbers from 1, ascending", s.Seats)
		}
	}
	if n := len(s.Seats); n < least || n > most {
		return fmt.Errorf("%s with %d seats: expected %d to %d", s.Game, n, least, most)
	}
	return nil
}
