package games

import (
	"fmt"
	"slices"
)

// An Option is one thing that a table agrees on before a game, and its start line says.
type Option struct {
	Key string
	// Default returns the value of the option where a start line leaves it out; nil where leaving
	// it out has a meaning of its own, such as no clock.
	Default func(seats []Seat) Value
	// Offer returns the lobby's choices. A single choice is taken without asking. With no choice,
	// or with a nil Offer, the option is left out of the start line.
	Offer      Choices
	Seats      bool            // the choices are seats
	StartValue map[Value]Value // of choices that the start line writes otherwise; "" leaves the option out
	// Preset is how the configuration may say it for every game of the box, by the option's own
	// key; zero where it may not.
	Preset Setting
}

// A Setting is a key that the configuration has for a game, in the table of the game's name.
type Setting struct {
	Key   string
	Form  Form
	Count int    // how many names, of the form Names
	Says  string // what it means, in a sentence without its full stop
}

// A Form is what a setting looks like, and what it is for.
type Form uint8

// The forms of settings.
const (
	Names    Form = iota + 1 // so many different names, or none: for an option
	WordList                 // the path of a file with a word a line, or none: for Rules.Doubts
	Reveal                   // true or false: whether Rules.Cover stays away
)

// Agreed is what a table has agreed on, as its start line says it: options in their order, each
// once.
type Agreed struct{ fields []Field }

// With agrees on some options, too. One that was agreed on before keeps its place and has its new
// value.
func (a Agreed) With(fields ...Field) Agreed {
	all := slices.Clone(a.fields)
	for _, f := range fields {
		if i := slices.IndexFunc(all, f.sameKey); i >= 0 {
			all[i] = f
		} else {
			all = append(all, f)
		}
	}
	return Agreed{all}
}

// Without leaves some options out.
func (a Agreed) Without(keys ...string) Agreed {
	return Agreed{slices.DeleteFunc(a.All(), func(f Field) bool { return slices.Contains(keys, f.Key) })}
}

// Of is what was agreed on for a key, if something was.
func (a Agreed) Of(key string) (v Value, ok bool) {
	if i := slices.IndexFunc(a.fields, Field{Key: key}.sameKey); i >= 0 {
		return a.fields[i].Value, true
	}
	return "", false
}

// All are the options in their order.
func (a Agreed) All() []Field { return slices.Clone(a.fields) }

// MarshalJSON writes an object: {"rounds":3,"first":1}.
func (a Agreed) MarshalJSON() ([]byte, error) { return []byte(Object(a.fields...)), nil }

// UnmarshalJSON reads an object.
func (a *Agreed) UnmarshalJSON(text []byte) (err error) {
	a.fields, err = ParseObject(text)
	return err
}

func (f Field) sameKey(other Field) bool { return f.Key == other.Key }

// Terms are what a table has agreed on so far.
type Terms struct {
	Seats  []Seat
	Agreed Agreed
}

// Is tells whether a word was agreed on.
func (t Terms) Is(key, word string) bool {
	v, ok := t.Agreed.Of(key)
	return ok && v == Word(word)
}

// Choices are what the lobby offers of an option on those terms, and the one that it begins at, ""
// for the first.
type Choices func(Terms) (choices []Value, preset Value)

// mostRounds is how many rounds the lobby offers; a start line may ask for more.
const mostRounds = 12

// Rounds is the option of how many rounds are played, as many as there are seats unless it is said.
func Rounds() Option {
	return Option{
		Key:     "rounds",
		Default: func(seats []Seat) Value { return Number(len(seats)) },
		Offer:   func(t Terms) ([]Value, Value) { return Numbers(1, mostRounds), Number(len(t.Seats)) },
	}
}

// First is the option of who begins, the first seat unless it is said.
func First() Option {
	return Option{
		Key:     "first",
		Default: func(seats []Seat) Value { return Number(seats[0]) },
		Offer:   func(t Terms) ([]Value, Value) { return SeatsOr(t.Seats), Number(t.Seats[0]) },
		Seats:   true,
	}
}

// Always returns a Default that is the same at every table.
func Always(v Value) func([]Seat) Value { return func([]Seat) Value { return v } }

// Among is an Offer of words.
func Among(words ...string) Choices {
	return func(Terms) ([]Value, Value) { return Words(words...), "" }
}

// OfferIf makes an offer only if a word was agreed on.
func OfferIf(key, word string, offer Choices) Choices { return onlyIf(true, key, word, offer) }

// OfferUnless makes an offer unless a word was agreed on.
func OfferUnless(key, word string, offer Choices) Choices { return onlyIf(false, key, word, offer) }

func onlyIf(is bool, key, word string, offer Choices) Choices {
	return func(t Terms) ([]Value, Value) {
		if t.Is(key, word) != is {
			return nil, ""
		}
		return offer(t)
	}
}

// OfferOnly offers one value: the box gives it to every new game, whatever holds where a start
// line leaves the option out.
func OfferOnly(value Value) Choices {
	return func(Terms) ([]Value, Value) { return []Value{value}, "" }
}

// Numbers are the values of whole numbers.
func Numbers(from, to int) []Value {
	var values []Value
	for n := from; n <= to; n++ {
		values = append(values, Number(n))
	}
	return values
}

// A Reader reads the options of a start line, each once. An option that is not there is zero.
type Reader struct {
	start Start
	err   error
}

// Read begins to read the options.
func (s Start) Read() *Reader { return &Reader{start: s} }

// Err is what is wrong with the first option that was misread.
func (r *Reader) Err() error { return r.err }

// Read reads one option, by a function that says what it expected.
func Read[T any](r *Reader, key string, parse func(Value) (T, error)) T {
	var zero T
	said, ok := r.start.Options.Of(key)
	if !ok {
		return zero
	}
	value, err := parse(said)
	if err != nil {
		if r.err == nil {
			r.err = fmt.Errorf("option %q: %w", key, err)
		}
		return zero
	}
	return value
}

// Has tells whether an option is there.
func (r *Reader) Has(key string) bool {
	_, ok := r.start.Options.Of(key)
	return ok
}

// Seats are those that play.
func (r *Reader) Seats() []Seat { return r.start.Seats }

// Seat is one that plays.
func (r *Reader) Seat(key string) Seat {
	return Read(r, key, func(v Value) (Seat, error) { return v.PlayingSeat(r.start.Seats) })
}

// Word is one of some words.
func (r *Reader) Word(key string, words ...string) string {
	return Read(r, key, func(v Value) (string, error) { return v.OneOf(words...) })
}

// AtLeast is a whole number that is not below least.
func (r *Reader) AtLeast(key string, least int) int {
	return Read(r, key, func(v Value) (int, error) { return v.AtLeast(least) })
}

// Within is a whole number from least to most.
func (r *Reader) Within(key string, least, most int) int {
	return Read(r, key, func(v Value) (int, error) { return v.Within(least, most) })
}

// Names are so many different ones.
func (r *Reader) Names(key string, count int) []string {
	return Read(r, key, func(v Value) ([]string, error) { return v.Names(count) })
}

// Bool is true or false.
func (r *Reader) Bool(key string) bool { return Read(r, key, Value.Bool) }

// Rounds are how many rounds were played before, with other players, and the number of the last
// one.
func (r *Reader) Rounds() (played, last int) {
	played = r.AtLeast(PlayedOption, 0)
	return played, played + r.AtLeast("rounds", 1)
}

// Totals are what everyone begins with: nothing, but for the points that seats bring along.
func (r *Reader) Totals() Totals {
	totals := NewTotals(r.start.Seats)
	Read(r, TotalsOption, func(v Value) (Totals, error) { return totals, totals.Bring(v) })
	return totals
}
