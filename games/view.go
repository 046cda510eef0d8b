package games

import (
	"cmp"
	"slices"
	"time"
)

// A View is what one audience may see of a game at one moment. It says what, in the journal's words;
// how large, where and in which language is the display's business.
type View struct {
	Game          string
	Round, Rounds int // zero where nothing is played yet
	Over          bool

	Headline Text   // what matters now: whose turn, who lost the race
	Lines    []Text // what else, the most important first

	// Result counts the results that people play for and that the headline tells, so far: a word found, a call that was right.
	// A surface that would go on to the next question leaves a new one to be seen first.
	Result int
	// Secret is what a player alone knows and may look at again: his token, his character, his word.
	Secret []Text

	Seats []Place // every seat that plays, ascending

	// Race is the photo finish of the race that is open or was the last; nil before the first.
	Race *Photo

	Slates []Slate // of Motus: the hunts that are on
	Grids  []Grid  // of Motus: by team, from 1

	// Prompts are the open ones that this audience answers, the most urgent first.
	// One that is open in the background (MITO-14) comes last.
	Prompts []Prompt
}

// Asks tells whether a prompt of that id is open.
func (v View) Asks(id string) bool {
	return slices.ContainsFunc(v.Prompts, func(p Prompt) bool { return p.ID == id })
}

// A Text is one sentence of the table: Word names it in the displays' dictionaries, the other fields fill its gaps.
type Text struct {
	Word   string
	Seat   Seat
	Seats  []Seat
	Number int
	Span   time.Duration
	Extra  string // a name, a card, a word of Motus: shown as it is
}

// IsZero tells whether there is nothing to say.
func (t Text) IsZero() bool { return t.Word == "" }

// A Place is one seat as everyone sees it.
type Place struct {
	Seat  Seat
	Total int
	Lamp  Lamp
	Mark  string // a word beside the seat: "guardian", "turn", "out"; or ""
}

// A Lamp is what the lamp in a seat's button does.
type Lamp uint8

// What lamps do.
const (
	Dark     Lamp = iota
	Lit           // this seat is in turn, or has won
	Blinking      // press!
)

// A Photo is a race as everyone sees it.
type Photo struct {
	Open bool
	RaceOver
	// Uncounted are the first presses of the missing that did not count, by time: too old where After is negative,
	// too late where it is not. Those of a race that is over may still come until its quiet is over (RACE-6).
	Uncounted []Finish
}

// Pressed lists by time who pressed, those whose presses came too late among them.
func (p *Photo) Pressed() []Finish {
	pressed := p.Order
	if len(pressed) == 0 {
		return pressed
	}
	for _, f := range p.Uncounted {
		if f.After >= 0 {
			pressed = append(slices.Clip(pressed), f)
		}
	}
	if len(pressed) > len(p.Order) {
		slices.SortStableFunc(pressed, func(a, b Finish) int { return cmp.Compare(a.After, b.After) })
	}
	return pressed
}

// Silent lists, ascending, who is missing among those.
func (p *Photo) Silent() []Seat {
	silent := p.Missing
	for _, f := range p.Uncounted {
		if f.After >= 0 && len(p.Order) > 0 {
			silent = Without(silent, f.Seat)
		}
	}
	return silent
}

// TooEarly is when a missing seat pressed before the race; 0 if it did not.
func (p *Photo) TooEarly(s Seat) time.Duration {
	for _, f := range p.Uncounted {
		if f.Seat == s && f.After < 0 {
			return f.After
		}
	}
	return 0
}

// A Slate is one hunt for a word.
type Slate struct {
	Hunt   int
	Seats  []Seat        // who proposes next
	Line   int           // that is proposed next
	Until  time.Duration // when that line is lost to the shot clock, on the game's clock; 0 is never
	Known  string        // what everyone knows of the word: "E.A.."
	Word   string        // the last proposal, "" before the first
	Marks  string        // its marks: "X" in place, "O" misplaced, "-" absent
	Secret string        // the word itself, for those who may see it
}

// A Grid is one team's numbered squares, row by row from the top left.
type Grid struct {
	Size    int // squares in a row
	Covered []bool
}
