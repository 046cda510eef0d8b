package games

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// A View is what one audience may see of a game at one moment, in the journal's words. Sizes,
// places and languages are up to the displays.
type View struct {
	Game          string
	Round, Rounds int // from 1; zero before the first
	Over          bool
	Large         bool // letters are to be larger, for children
	Next          Seat // the seat that begins the next round, while players may leave and join before it; else 0

	Headline Text   // what matters most now: whose turn it is, who lost the race
	Lines    []Text // further sentences, the most important first
	Panel    Panel  // what is drawn beside the sentences

	// Until is the time on the game's clock at which the time limit of the headline ends; 0 for
	// none. Everyone may see it run.
	Until time.Duration

	// Result counts the results so far that the headline tells and people play for, such as a word
	// found. When it goes up, a surface shows the headline before it goes on to the next question.
	Result int
	// Secret is what only this player knows and may look at again: his token, character or word.
	Secret []Text

	Seats []Place // every seat that plays, ascending

	// Race is the photo finish of the open or else the last race; nil before the first.
	Race *Photo

	Slates []Slate    // the open hunts for words
	Grids  []Grid     // by team, from 1
	Rivals []Progress // the players who race to a number of points

	// Prompts are those that this audience answers, the most urgent first, and Background ones last
	// (MITO-14).
	Prompts []Prompt
}

// Asks reports whether a prompt of that id is open.
func (v View) Asks(id string) bool {
	return slices.ContainsFunc(v.Prompts, func(p Prompt) bool { return p.ID == id })
}

// A Panel selects the drawing beside the sentences of a view.
type Panel uint8

// The panels, with the fields of the view that they draw.
const (
	Nothing     Panel = iota
	Entrants          // the seats of the headline, which have pressed, and those with blinking lamps, which may
	Lineup            // the teams of all Seats: the lines that have one
	PhotoFinish       // how Race ended
	Standings         // the points of all Seats
	Replies           // the last guess and its answers: the lines that have a Code or a Reply
	Revealed          // the Code of one of the lines
	Hunts             // Slates
	Squares           // Grids, with the points of each team
	Rivalry           // Rivals
	Leaflet           // help, a piece of advice on each line
	Clocks            // the Clock of each of the Seats
)

// A Role says what kind of sentence a text is.
type Role uint8

// The roles.
const (
	State   Role = iota // how things stand until they change: whose turn it is
	News                // something has happened: a card was given
	Verdict             // news of how a race or a queue ended; Race has the finish
	Round               // which round it is
	Leaders             // who leads so far; the totals show it as well
	Winners             // news of who has won the game
	Tally               // how far one of the rivals has come; the panel Rivalry shows it as well
	Fault               // something is wrong with the table itself
)

// Happened reports whether sentences of this role tell of an event, rather than how things stand.
func (r Role) Happened() bool { return r == News || r == Verdict || r == Winners }

// A Text is one sentence: Word is its key in the dictionaries, the other fields fill its gaps.
type Text struct {
	Word   string
	Role   Role
	Seat   Seat
	Seats  []Seat
	Number int
	Team   int           // whose it is, of the seats that play together; it stands for {seat} and {seats}
	Span   time.Duration // the margin by which something was won or lost
	Extra  string        // a name, a card, a secret word: shown as it is

	Code  []string // colours in the order of their places, "" for an empty one
	Reply *Reply   // an answer to the last guess
	Grid  int      // the team whose grid it is about, from 1
}

// A Reply is an answer to a guess.
type Reply struct {
	Of     int    // the seat that answered, or the board that it is about
	Colour string // of the peg; "" for none
}

// IsZero reports whether there is nothing to say.
func (t Text) IsZero() bool { return t.Word == "" }

// RoundOf says the number of the round, and of how many.
func RoundOf(round, rounds int) Text {
	return Text{Word: "round", Role: Round, Extra: fmt.Sprintf("%d/%d", round, rounds)}
}

// Equal reports whether two sentences say the same.
func (t Text) Equal(other Text) bool { return reflect.DeepEqual(t, other) }

// As returns the same sentence in another role.
func (t Text) As(r Role) Text {
	t.Role = r
	return t
}

// A Place is one seat as everyone sees it.
type Place struct {
	Seat  Seat
	Bot   bool // the box plays it
	Team  int  // from 1, of the seats that win together; 0 where everyone plays for himself
	Total int  // of the seat, or of its team
	Lamp  Lamp
	Mark  string // a word beside the seat: "guardian", "turn", "out"; or ""
	Clock *Clock // nil where no time is kept
}

// A Clock is the time that a seat has to think.
type Clock struct {
	Left  time.Duration // while it stands
	Until time.Duration // the time on the game's clock at which nothing is left; 0 while it stands
}

// At returns what is left at a time on the game's clock. A clock that is to run out later than Left
// from then on does not count down yet.
func (c Clock) At(now time.Duration) time.Duration {
	if c.Until == 0 {
		return c.Left
	}
	return max(0, min(c.Left, c.Until-now))
}

// Stopped returns the seats with their clocks as they stand at a time on the game's clock.
func Stopped(seats []Place, at time.Duration) []Place {
	seats = slices.Clone(seats)
	for i, p := range seats {
		if p.Clock != nil {
			seats[i].Clock = &Clock{Left: p.Clock.At(at)}
		}
	}
	return seats
}

// LastTime is how much of a clock is shown with tenths of a second; when it begins it can be heard.
const LastTime = 10 * time.Second

// Shown returns what displays show of a clock: whole seconds, rounded up, or at the last tenths of
// them; and the one or the other.
func (c Clock) Shown(now time.Duration) (left, step time.Duration) {
	left, step = c.At(now), time.Second
	if left <= LastTime {
		step /= 10
	}
	return (left + step - 1) / step * step, step
}

// Places returns the seats with the totals of each, or of its team. Show may set the lamp and the
// mark of each.
func Places(seats []Seat, totals Totals, show func(*Place)) []Place {
	places := make([]Place, len(seats))
	for i, s := range seats {
		of := totals.side(s)
		places[i] = Place{Seat: s, Total: of.Total}
		if of.Team != nil {
			places[i].Team = of.Who
		}
		show(&places[i])
	}
	return places
}

// Sides returns the places of each team, ascending, or each place alone where everyone plays for
// himself.
func Sides(places []Place) (sides [][]Place) {
	for _, p := range places {
		i := slices.IndexFunc(sides, func(side []Place) bool { return p.Team > 0 && p.Team == side[0].Team })
		if i < 0 {
			i, sides = len(sides), append(sides, nil)
		}
		sides[i] = append(sides[i], p)
	}
	slices.SortStableFunc(sides, func(a, b []Place) int { return cmp.Compare(a[0].Team, b[0].Team) })
	return sides
}

// A Lamp is the state of the lamp in a seat's button.
type Lamp uint8

// The states of lamps.
const (
	Dark     Lamp = iota
	Lit           // this seat is in turn, or has won
	Blinking      // press!
)

// String returns the word for it, as pages use it; "" for Dark.
func (l Lamp) String() string { return [...]string{Dark: "", Lit: "lit", Blinking: "blinking"}[l] }

// LitIf returns Lit if lit is true, else Dark.
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
	// Uncounted are presses of missing seats that did not count: of each seat at most its last too
	// early, with a negative After, and its first too late. The late ones follow as they come,
	// until the quiet after the race ends (RACE-6).
	Uncounted []Finish
}

// Pressed lists by time the presses that counted and those that came too late. It is empty if none
// counted.
func (p *Photo) Pressed() []Finish {
	pressed := p.Order // nearly always all there is to list, and every picture asks for it
	for _, f := range p.Uncounted {
		if p.behind(f) {
			pressed = append(slices.Clip(pressed), f)
		}
	}
	if len(pressed) > len(p.Order) {
		slices.SortStableFunc(pressed, func(a, b Finish) int { return cmp.Compare(a.After, b.After) })
	}
	return pressed
}

// behind reports whether a press that did not count is shown behind those that did.
func (p *Photo) behind(f Finish) bool { return f.After >= 0 && len(p.Order) > 0 }

// Silent lists, ascending, the seats that are not in Pressed.
func (p *Photo) Silent() []Seat {
	silent := p.Missing
	for _, f := range p.Uncounted {
		if p.behind(f) {
			silent = Without(silent, f.Seat)
		}
	}
	return silent
}

// TooEarly returns the negative time at which a missing seat pressed before the race; 0 if it did
// not.
func (p *Photo) TooEarly(s Seat) time.Duration {
	for _, f := range p.Uncounted {
		if f.Seat == s && f.After < 0 {
			return f.After
		}
	}
	return 0
}

// With returns the photo with a press that came after the race, if it is the earliest of a missing
// seat (RACE-6). The receiver, which views share, stays as it is.
func (p *Photo) With(late Finish) *Photo {
	if p == nil || !slices.Contains(p.Missing, late.Seat) {
		return p
	}
	with := *p
	with.Uncounted = slices.Clone(p.Uncounted)
	shown := slices.IndexFunc(p.Uncounted, func(f Finish) bool { return f.Seat == late.Seat && f.After >= 0 })
	switch {
	case shown < 0:
		with.Uncounted = append(with.Uncounted, late)
	case late.After < p.Uncounted[shown].After: // delivered behind a later one
		with.Uncounted[shown] = late
	}
	return &with
}

// A Slate is one hunt for a word.
type Slate struct {
	Hunt   int
	Seats  []Seat        // who proposes next
	Line   int           // the number of the next proposal
	Lines  int           // the number of proposals, without one more that may follow a further hint
	Until  time.Duration // the time on the game's clock at which the shot clock takes that line; 0 for never
	Known  string        // the letters that everyone knows: "E.A.."
	Word   string        // the last proposal, "" before the first
	Marks  string        // its marks: "X" in place, "O" misplaced, "-" absent
	Secret string        // the word itself, for those who may see it
}

// A Progress is the score of one of several rivals.
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
