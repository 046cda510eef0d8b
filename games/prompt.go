package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Shape is what kind of answer a prompt wants: how a surface asks, and how a [Value] looks.
type Shape uint8

// The shapes of prompts. A surface renders each once, for all games.
const (
	Choice  Shape = iota // one of Options, words or seats: "guilty" or 3
	Hand                 // what is left in a hand, of each of the Counts
	Card                 // so many different attributes of those that there are: [1,4,7]
	Code                 // an entry for each place, a colour or "": ["yellow","red","","blue","green"]
	Token                // a colour at a position: {"colour":"blue","position":3}
	Letters              // a word: "ETAGE"
	Amount               // a whole number within Min and Max, or one of Options
	Peek                 // nothing to enter: the player looks while the button is held
)

// A Prompt is what a game asks, and of whom. It is open until it is answered or closed.
type Prompt struct {
	ID  string
	For Audience // the judge or one player
	Keys
	Serial  int // tells this asking from every other: see [Question]. A game leaves it to its table
	Shape   Shape
	Options []Value // of a choice, in the order in which they are shown
	Seats   bool    // the numbers among the options are seats
	Decides bool    // the answer says who was first or last of a race or queue, where the arbiter could not tell
	Buttons Buttons // what the buttons of these seats do

	// What a surface may need to ask well; the journal does not repeat it.

	// Background prompts wait below the scene until a key opens them (MITO-14): they are open most
	// of the time.
	Background bool
	Preset     Value // the option that is chosen unless another is
	// Labels are what is said of the options instead of their words, in their order; a zero text
	// leaves it to the word.
	Labels []Text
	// Until is when the prompt closes by itself, on the game's clock; 0 is never. The empty word
	// stops that clock: the box says it when an entry begins, and before a choice, so that one
	// which is taken back was made in time.
	Until   time.Duration
	Asks    Text     // the question, where other words say it better than those of the ID
	Offers  []Offer  // stand before the options, for they may be what is meant (MITO-16)
	Namings []Naming // whom some options are about, where that is a question
	// Min and Max are those of an amount. Of a card and a code they are how many are entered, the
	// same number; of Letters, Max is the length.
	Min, Max int
	Places   int     // positions of a code and a token; of a card, how many of the first Options are attributes
	Counts   []Count // of a hand: what is counted in it, three kinds at most
	Known    string  // of Letters: what everyone knows of the word, a dot for each other letter
}

// Buttons says what the button of a seat among the options does for the prompt that the display
// asks.
type Buttons uint8

// What buttons do for a prompt.
const (
	Play   Buttons = iota // nothing: a press is the game's alone
	Point                 // a press goes to its seat, for the judge to take; it is the game's as well
	Select                // a press answers, and means nothing to the game
)

// A Naming asks whom the answer is about, once one of its options is chosen: by whom the card was
// laid, say, that it declares. Where no more than one of its seats is left nobody asks, and no seat
// is named.
type Naming struct {
	Options []Value
	Asks    string      // the question, by the word of its sentence; its {extra} is the option
	Seats   []Candidate // the likeliest first: that one is chosen unless another is
	Buttons []Seat      // those of them whose button names them: to the game it means nothing now
}

// A Candidate is a seat that may be named.
type Candidate struct {
	Seat Seat
	// Until is the last moment at which it may, on the game's clock; 0 is as long as it is listed.
	Until time.Duration
}

// Names is the question that an option leads to, if it does: whom the answer is about.
func (p Prompt) Names(option Value) (n Naming, ok bool) {
	for _, n := range p.Namings {
		if slices.Contains(n.Options, option) {
			return n, true
		}
	}
	return n, false
}

// Left lists the seats that may be named at a time; none where fewer than two are left.
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

// A Count is one kind of what is left in a hand.
type Count struct {
	Key   string // in the answer; the word that names it
	Most  int    // that there can be
	Worth int    // points of each
}

// Hand reads what is left in a hand, {"KEY":n,…}: every count, and none negative.
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
		expected := p.handOf(func(i int) Value { return Value(p.Counts[i].Key[:1]) })
		return nil, fmt.Errorf("%s: expected %s", string(v), string(expected))
	}
	return counts, nil
}

// HandOf is a hand as a journal has it.
func (p Prompt) HandOf(counts []int) Value {
	return p.handOf(func(i int) Value { return Number(counts[i]) })
}

func (p Prompt) handOf(count func(i int) Value) Value {
	fields := make([]Field, len(p.Counts))
	for i, c := range p.Counts {
		fields[i] = Field{c.Key, count(i)}
	}
	return Object(fields...)
}

// Unchanged is the hand that a surface begins with.
func (p Prompt) Unchanged() Value { return p.handOf(func(i int) Value { return Number(p.Usual(i)) }) }

// Usual is how many of a kind a surface begins with: as many as in the preset hand, else as many as
// come with three of the first kind.
func (p Prompt) Usual(kind int) int {
	if p.Preset != "" {
		if hand, err := p.Hand(p.Preset); err == nil {
			return hand[kind]
		}
	}
	return p.Likely(min(3, p.Counts[0].Most), kind)
}

// Likely is how many of a kind most likely come with so many of the first kind: in proportion to
// how many of each there can be.
func (p Prompt) Likely(first, kind int) int {
	of := max(1, p.Counts[0].Most)
	return (2*first*p.Counts[kind].Most + of) / (2 * of)
}

// Points is what a hand comes to.
func (p Prompt) Points(hand []int) int {
	points := 0
	for i, c := range p.Counts {
		points += hand[i] * c.Worth
	}
	return points
}

// asksTheSame tells whether one answer would do for either prompt.
func (p Prompt) asksTheSame(other Prompt) bool { return p.ID == other.ID && p.Keys == other.Keys }

// ErrAmbiguous is wrapped by the error of [Find] for an answer that several open prompts share.
var ErrAmbiguous = errors.New("the answer must say which")

// Find returns the open prompt that an answer is for. Where several share the id, the answer's keys
// must tell which; of several that ask the same, it is for the oldest (MOTUS-7).
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
			given.Seat = 0 // here it says whom the answer is about, not which prompt it is for (MITO-14)
		}
		if given.covers(p.Keys) && !slices.ContainsFunc(found, p.asksTheSame) {
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

// Given is the letter with which the word is known to begin, or "".
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
	return "", fmt.Errorf("%s is no answer to %q: expected one of %s", string(v), p.ID, listed(p.Options))
}

// Label is what is said of an option instead of its word; zero where the word says it.
func (p Prompt) Label(v Value) Text {
	if i := slices.Index(p.Options, v); i >= 0 && i < len(p.Labels) {
		return p.Labels[i]
	}
	return Text{}
}

func listed(options []Value) string {
	words := make([]string, len(options))
	for i, o := range options {
		words[i] = string(o)
	}
	return strings.Join(words, ", ")
}

// Words are the options of a choice between words.
func Words(words ...string) []Value {
	options := make([]Value, len(words))
	for i, w := range words {
		options[i] = Word(w)
	}
	return options
}

// Decision asks the judge who was first, or last, where the arbiter could not tell.
func Decision(id string, options []Value) Prompt {
	return Prompt{ID: id, For: Judge, Options: options, Seats: true, Decides: true, Buttons: Point}
}

// SeatsOr are the options of a choice between seats, and words beside them.
func SeatsOr(seats []Seat, words ...string) []Value {
	options := make([]Value, 0, len(seats)+len(words))
	for _, s := range seats {
		options = append(options, Number(s))
	}
	return append(options, Words(words...)...)
}

func ids(prompts []Prompt) string {
	quoted := make([]string, len(prompts))
	for i, p := range prompts {
		quoted[i] = fmt.Sprintf("%q", p.ID)
	}
	return strings.Join(quoted, " or ")
}
