package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Shape is the kind of answer that a prompt wants: it decides how a surface asks, and how the
// [Value] is written.
type Shape uint8

// The shapes of prompts, with an example of each value. A surface draws each shape for all games.
const (
	Choice  Shape = iota // one of Options, words or seats: "guilty" or 3
	Hand                 // the cards left in a hand, for each of Counts: {"numbers":3,"actions":0}
	Card                 // Max different attributes, numbered from 1 to Places: [1,4,7]
	Code                 // an entry for each place, a colour or "": ["yellow","red","","blue","green"]
	Token                // a colour at a position: {"colour":"blue","position":3}
	Letters              // a word: "ETAGE"
	Amount               // a whole number within Min and Max, or one of Options
	Peek                 // nothing to enter: the player looks while the button is held
)

// String returns the word for it, as pages use it.
func (s Shape) String() string {
	return [...]string{
		Choice: "choice", Hand: "hand", Card: "card", Code: "code", Token: "token", Letters: "letters",
		Amount: "amount", Peek: "peek",
	}[s]
}

// A Prompt is a question of a game to one audience. It is open until it is answered or closed.
type Prompt struct {
	ID  string
	For Audience // the judge or one player
	Keys
	Serial  int // of its [Question]; the table sets it, and a game leaves it at 0
	Shape   Shape
	Options []Value // in the order in which they are shown
	Seats   bool    // the numbers among the options are seats
	Decides bool    // the answer says who was first or last in a race or queue that the arbiter could not decide
	Buttons Buttons // what the buttons of the seats among the options do

	// The rest is for surfaces; it is not in the facts.

	// A Background prompt is open most of the time (MITO-14). The display shows it once a key is
	// pressed.
	Background bool
	Preset     Value // the option that is chosen unless another is
	// Labels replace the words of the options, in their order. A zero text keeps the word.
	Labels []Text
	// Until is the time on the game's clock at which the prompt closes by itself; 0 for never. The
	// empty word as an answer stops that clock: the box sends it when an entry begins, and before a
	// choice, so that a choice which is undone was still made in time.
	Until   time.Duration
	Asks    Text     // the question, if it is not the one that the dictionary has for the ID
	Offers  []Offer  // answers to other prompts, shown before the options: the judge may mean one of those (MITO-16)
	Namings []Naming // ask whom an option is about
	// Min and Max limit an amount. For a card and a code both are the number of entries; for
	// letters, Max is the length.
	Min, Max int
	Places   int     // positions of a code or token; of a card, the attributes that there are, first in Options
	Counts   []Count // of a hand: the kinds of cards that are counted, three at most
	Known    string  // of letters: the letters that everyone knows, and a dot for each other one
}

// Buttons says what the button of a seat among the options does while the display asks the prompt.
// Where it does anything, the display says "or your button!".
type Buttons uint8

// What buttons do for a prompt.
const (
	PressesOnly Buttons = iota // nothing: a press is the game's alone
	Point                      // a press goes to its seat, for the judge to take; it is the game's as well
	Select                     // a press answers, and means nothing to the game
)

// A Naming asks whom an answer is about, once one of its options is chosen: for instance who laid
// the declared card. With fewer than two seats left there is no question, and no seat is named.
type Naming struct {
	Options []Value
	Asks    string      // the word of the question's sentence, whose {extra} is the option
	Seats   []Candidate // the likeliest first, which is preset
	Buttons bool        // the button of a seat that is left answers; the game does not get that press
}

// A Candidate is a seat that may be named.
type Candidate struct {
	Seat Seat
	// Until is the last moment for it on the game's clock; 0 for as long as the prompt is open.
	Until time.Duration
}

// Names returns the naming of an option, if it has one.
func (p Prompt) Names(option Value) (n Naming, ok bool) {
	for _, n := range p.Namings {
		if slices.ContainsFunc(n.Options, option.Equal) {
			return n, true
		}
	}
	return n, false
}

// Left lists the seats that may still be named at a time on the game's clock, or none if fewer than
// two are left.
func (n Naming) Left(at time.Duration) []Seat {
	var seats []Seat
	for _, c := range n.Seats {
		if c.Until == 0 || c.Until >= at {
			seats = append(seats, c.Seat)
		}
	}
	if len(seats) < 2 {
		return nil
	}
	return seats
}

// An Offer is an answer to another open prompt.
type Offer struct {
	Prompt string // its id; its Namings hold for this answer, too
	Option Value
}

// A Count is one kind of cards that are counted in a hand.
type Count struct {
	Key   string // in the answer; also the word that names it
	Most  int    // in a hand
	Worth int    // points of each
}

// Hand reads a hand, {"KEY":n,…}, in the order of Counts. Every count must be there, and none
// negative.
func (p Prompt) Hand(v Value) ([]int, error) {
	counts := make([]int, len(p.Counts))
	fields, err := v.Fields()
	ok := err == nil && len(fields) == len(counts)
	for i, c := range p.Counts {
		at := slices.IndexFunc(fields, func(f Field) bool { return f.Key == c.Key })
		if ok = ok && at >= 0; ok {
			counts[i], err = fields[at].Value.AtLeast(0)
			ok = err == nil
		}
	}
	if !ok {
		expected := p.handOf(func(i int) Value { return Value{of: odd(p.Counts[i].Key[:1])} })
		return nil, v.wrong("%s", expected)
	}
	return counts, nil
}

// HandOf writes a hand as an answer.
func (p Prompt) HandOf(counts []int) Value {
	return p.handOf(func(i int) Value { return Number(counts[i]) })
}

func (p Prompt) handOf(count func(i int) Value) Value {
	fields := make([]Field, len(p.Counts))
	for i, c := range p.Counts {
		fields[i] = Field{c.Key, count(i)}
	}
	return Row(fields...)
}

// CardOf writes the attributes of a card as an answer.
func CardOf(attributes ...int) Value {
	list := make([]Value, len(attributes))
	for i, a := range attributes {
		list[i] = Number(a)
	}
	return List(list)
}

// CodeOf writes the entries of a code as an answer.
func CodeOf(entries ...string) Value { return List(Words(entries...)) }

// TokenOf writes a colour at a position, from 1, as an answer.
func TokenOf(colour Value, position int) Value {
	return Row(Field{"colour", colour}, Field{"position", Number(position)})
}

// Unchanged returns the hand that a surface begins with.
func (p Prompt) Unchanged() Value { return p.handOf(func(i int) Value { return Number(p.Usual(i)) }) }

// Usual returns the number of a kind that a surface begins with: that of the preset hand, else the
// number likely beside three of the first kind.
func (p Prompt) Usual(kind int) int {
	if !p.Preset.IsZero() {
		if hand, err := p.Hand(p.Preset); err == nil {
			return hand[kind]
		}
	}
	return p.Likely(min(3, p.Counts[0].Most), kind)
}

// Likely returns the number of a kind that is likely beside first cards of the first kind: in
// proportion to the most of each.
func (p Prompt) Likely(first, kind int) int {
	of := max(1, p.Counts[0].Most)
	return (2*first*p.Counts[kind].Most + of) / (2 * of)
}

// Points returns the points of a hand.
func (p Prompt) Points(hand []int) int {
	points := 0
	for i, c := range p.Counts {
		points += hand[i] * c.Worth
	}
	return points
}

// asksTheSame reports whether one answer fits both prompts.
func (p Prompt) asksTheSame(other Prompt) bool { return p.ID == other.ID && p.Keys == other.Keys }

// ErrAmbiguous is wrapped by the error of [Find] for an answer that several open prompts share.
var ErrAmbiguous = errors.New("the answer must say which")

// Find returns the open prompt that an answer is for. If several share the id, the answer's keys
// must select one; of several with the same keys, it is for the oldest (MOTUS-7).
func Find(open []Prompt, in Input) (Prompt, error) {
	var found []Prompt
	sameID := false
	for _, p := range open {
		if p.ID != in.Prompt {
			continue
		}
		sameID = true
		given := in.Keys
		if p.Namings != nil {
			given.Seat = 0 // names whom the answer is about, not the prompt (MITO-14)
		}
		if given.selects(p.Keys) && !slices.ContainsFunc(found, p.asksTheSame) {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Prompt{}, fmt.Errorf("several prompts %q are open: %w", in.Prompt, ErrAmbiguous)
	case sameID:
		return Prompt{}, fmt.Errorf("no prompt %q is open with those keys", in.Prompt)
	case len(open) == 0:
		return Prompt{}, fmt.Errorf("no prompt %q is open: no answer is expected now", in.Prompt)
	}
	return Prompt{}, fmt.Errorf("no prompt %q is open: expected an answer to %s", in.Prompt, ids(open))
}

// Given returns the first letter of the word if everyone knows it, else "".
func (p Prompt) Given() string {
	if p.Known == "" || p.Known[0] == '.' {
		return ""
	}
	return p.Known[:1]
}

// Choose returns the option of a choice that an answer names.
func (p Prompt) Choose(v Value) (Value, error) {
	for _, o := range p.Options {
		if o.Equal(v) {
			return o, nil
		}
	}
	return Value{}, fmt.Errorf("%s is no answer to %q: expected one of %s", v.JSON(), p.ID, listed(p.Options))
}

// Label returns the text that replaces the word of an option; zero if none does.
func (p Prompt) Label(v Value) Text {
	if i := slices.IndexFunc(p.Options, v.Equal); i >= 0 && i < len(p.Labels) {
		return p.Labels[i]
	}
	return Text{}
}

func listed(options []Value) string {
	words := make([]string, len(options))
	for i, o := range options {
		words[i] = o.JSON()
	}
	return strings.Join(words, ", ")
}

// WhoWas makes the prompt that asks the judge who was first, or last, if the arbiter could not
// tell.
func WhoWas(id string, options []Value) Prompt {
	return Prompt{ID: id, For: Judge, Options: options, Seats: true, Decides: true, Buttons: Point}
}

func ids(prompts []Prompt) string {
	quoted := make([]string, len(prompts))
	for i, p := range prompts {
		quoted[i] = fmt.Sprintf("%q", p.ID)
	}
	return strings.Join(quoted, " or ")
}
