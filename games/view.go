package games

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// A View is what one audience may see of a game at one moment. It says what, in the journal's
// words; how large, where and in which language is the display's business.
type View struct {
	Game          string
	Round, Rounds int // zero where nothing is played yet
	Over          bool
	Next          Seat // between two rounds, when players may leave and others join: who is to begin the next; else 0

	Headline Text   // what matters now: whose turn, who lost the race
	Lines    []Text // what else, the most important first
	Panel    Panel  // what is drawn beside them

	// Until is when the time is up that the headline gives somebody, on the game's clock; 0 is
	// never. Everyone may see it run.
	Until time.Duration

	// Result counts the results that people play for and that the headline tells, so far: a word
	// found, a call that was right. A surface that would go on to the next question leaves a new
	// one to be seen first.
	Result int
	// Secret is what a player alone knows and may look at again: his token, his character, his
	// word.
	Secret []Text

	Seats []Place // every seat that plays, ascending

	// Race is the photo finish of the race that is open or was the last; nil before the first.
	Race *Photo

	Slates []Slate    // the hunts for words that are on
	Grids  []Grid     // by team, from 1
	Rivals []Progress // who races to so many points, and how far each has come

	// Prompts are the open ones that this audience answers, the most urgent first.
	// One that is open in the background (MITO-14) comes last.
	Prompts []Prompt
}

// Asks tells whether a prompt of that id is open.
func (v View) Asks(id string) bool {
	return slices.ContainsFunc(v.Prompts, func(p Prompt) bool { return p.ID == id })
}

// A Panel is what is drawn beside the sentences of a view.
type Panel uint8

// The panels, each drawn from what the view has.
const (
	Nothing     Panel = iota
	Entrants          // who has pressed, by the headline, and who may: those whose lamps blink
	PhotoFinish       // how Race ended
	Standings         // the points of all Seats
	Replies           // the last guess, and what was answered to it: the lines that have a Code or a Reply
	Revealed          // the Code of one of the lines
	Hunts             // Slates
	Squares           // Grids, with the points of each team
	Rivalry           // Rivals
	Leaflet           // help, an advice a line
)

// A Role is what a sentence is for whoever hears it.
type Role uint8

// The roles.
const (
	State   Role = iota // how things stand, until they change: whose turn it is
	News                // something has happened: a card was given
	Verdict             // how a race or a queue ended, of which Race has the finish; news, too
	Round               // which round it is
	Leaders             // whose seats lead so far: the points of all tell that, too
	Winners             // whose seats have won the game; news, too
	Tally               // how far one of the rivals has come: their panel tells that, too
	Fault               // something is wrong with the table itself
)

// Happened tells whether a sentence of this role says what has happened, rather than how things
// stand.
func (r Role) Happened() bool { return r == News || r == Verdict || r == Winners }

// A Text is one sentence of the table: Word names it in the displays' dictionaries, the other
// fields fill its gaps.
type Text struct {
	Word   string
	Role   Role
	Seat   Seat
	Seats  []Seat
	Number int
	Span   time.Duration // by which something was won or lost
	Extra  string        // a name, a card, a secret word: shown as it is

	Code  []string // colours in the order of their places, "" for an empty one
	Reply *Reply   // that the sentence tells, to the last guess
	Grid  int      // the team whose grid it is about, from 1
}

// A Reply is what somebody answered to a guess.
type Reply struct {
	Of     int    // the seat that answered, or the board for which it did
	Colour string // of the peg; "" for none
}

// IsZero tells whether there is nothing to say.
func (t Text) IsZero() bool { return t.Word == "" }

// RoundOf says which of how many rounds it is.
func RoundOf(round, rounds int) Text {
	return Text{Word: "round", Role: Round, Extra: fmt.Sprintf("%d/%d", round, rounds)}
}

// Equal tells whether two sentences say the same.
func (t Text) Equal(other Text) bool { return reflect.DeepEqual(t, other) }

// As is the same sentence in another role.
func (t Text) As(r Role) Text {
	t.Role = r
	return t
}

// A Place is one seat as everyone sees it.
type Place struct {
	Seat  Seat
	Total int
	Lamp  Lamp
	Mark  string // a word beside the seat: "guardian", "turn", "out"; or ""
}

// Places are the seats with their points, each as show adds to it.
func Places(seats []Seat, totals Totals, show func(*Place)) []Place {
	places := make([]Place, len(seats))
	for i, s := range seats {
		places[i] = Place{Seat: s, Total: totals.Of(int(s))}
		show(&places[i])
	}
	return places
}

// A Lamp is what the lamp in a seat's button does.
type Lamp uint8

// What lamps do.
const (
	Dark     Lamp = iota
	Lit           // this seat is in turn, or has won
	Blinking      // press!
)

// LitIf is a lamp that is lit or dark.
func LitIf(lit bool) Lamp {
	if lit {
		return Lit
	}
	return Dark
}

// A Photo is a race as everyone sees it.
type Photo struct {
	Open bool
	RaceOver
	// Uncounted are the first presses of the missing that did not count, by time: too old where
	// After is negative, too late where it is not. Those of a race that is over may still come
	// until its quiet is over (RACE-6).
	Uncounted []Finish
}

// Pressed lists by time who pressed, those whose presses came too late among them; nobody where no
// press counted. Where none came too late, as nearly always, it allocates nothing: every picture of
// a photo finish asks for it.
func (p *Photo) Pressed() []Finish {
	pressed := p.Order
	for _, f := range p.Uncounted {
		if f.After >= 0 && len(p.Order) > 0 {
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

// With is the photo with a press that came when the race was over, if it is the first of a seat
// that is missing (RACE-6). The one that views share stays as it is.
func (p *Photo) With(late Finish) *Photo {
	shown := func(f Finish) bool { return f.Seat == late.Seat && f.After >= 0 }
	if p == nil || !slices.Contains(p.Missing, late.Seat) || slices.ContainsFunc(p.Uncounted, shown) {
		return p
	}
	with := *p
	with.Uncounted = append(slices.Clone(p.Uncounted), late)
	return &with
}

// A Slate is one hunt for a word.
type Slate struct {
	Hunt   int
	Seats  []Seat        // who proposes next
	Line   int           // that is proposed next
	Lines  int           // how many there are, but for one more that may follow a further hint
	Until  time.Duration // when that line is lost to the shot clock, on the game's clock; 0 is never
	Known  string        // what everyone knows of the word: "E.A.."
	Word   string        // the last proposal, "" before the first
	Marks  string        // its marks: "X" in place, "O" misplaced, "-" absent
	Secret string        // the word itself, for those who may see it
}

// A Progress is how far one of several rivals has come.
type Progress struct {
	Seat   Seat
	Points int
	ToWin  int
}

// A Grid is one team's numbered squares, row by row from the top left.
type Grid struct {
	Size    int // squares in a row
	Covered []bool
}
