package games

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// An Option is one thing that a table agrees on before a game. It stands in the start line.
type Option struct {
	Key string
	// Default returns the value of the option where a start line leaves it out; nil where leaving
	// it out has a meaning of its own, such as no clock.
	Default func(seats []Seat) Value
	// Offer returns the lobby's choices. A single choice is taken without asking. With no choice,
	// or with a nil Offer, the option is left out of the start line.
	Offer      Choices
	Seats      bool             // the choices are seats
	Teams      bool             // the choices are numbers of teams; the start line has their seats
	StartValue map[string]Value // of words that the start line writes otherwise; zero leaves the option out
	// WithChildren is the lobby's choice where children play, which it does not ask about then; zero
	// if the option is the same for them.
	WithChildren Value
	// Preset lets the configuration set the option for every game of the box, under the option's
	// key; zero if it may not.
	Preset Setting
}

// A Setting is a key of the configuration for one game, in the table of the game's name.
type Setting struct {
	Key   string
	Form  Form
	Count int    // how many names, of the form Names
	Says  string // its meaning, in a sentence without the full stop
}

// A Form is the type of a setting, and its use.
type Form uint8

// The forms of settings.
const (
	Names    Form = iota + 1 // a list of Count different names, or none: for an option
	WordList                 // the path of a file with one word a line, or none: for Rules.List
	Reveal                   // true or false: Rules.Cover is used unless it is true
)

// Agreed holds the options of a start line in their order, each once.
type Agreed struct{ fields []Field }

// With returns the options with some added. One that is there already keeps its place and gets the
// new value.
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

// Without returns the options other than those of some keys.
func (a Agreed) Without(keys ...string) Agreed {
	return Agreed{slices.DeleteFunc(a.All(), func(f Field) bool { return slices.Contains(keys, f.Key) })}
}

// Of returns the value of an option, if it is there.
func (a Agreed) Of(key string) (v Value, ok bool) {
	if i := slices.IndexFunc(a.fields, Field{Key: key}.sameKey); i >= 0 {
		return a.fields[i].Value, true
	}
	return Value{}, false
}

// All returns the options in their order.
func (a Agreed) All() []Field { return slices.Clone(a.fields) }

// MarshalJSON writes an object: {"rounds":3,"first":1}.
func (a Agreed) MarshalJSON() ([]byte, error) { return Row(a.fields...).MarshalJSON() }

// UnmarshalJSON reads an object.
func (a *Agreed) UnmarshalJSON(text []byte) (err error) {
	a.fields, err = ParseObject(text)
	return err
}

func (f Field) sameKey(other Field) bool { return f.Key == other.Key }

// Children reports whether the game is played with children.
func (a Agreed) Children() bool {
	v, ok := a.Of(ChildrenOption)
	return ok && v.Equal(Bool(true))
}

// Terms are the seats and the options that a lobby has agreed on so far.
type Terms struct {
	Seats  []Seat
	Bots   bool // the box plays some of them
	Agreed Agreed
}

// Is reports whether the word was chosen for an option.
func (t Terms) Is(key, word string) bool {
	v, ok := t.Agreed.Of(key)
	return ok && v.Is(word)
}

// Choices returns what the lobby offers for an option on the terms so far, and which choice is
// preset: zero for the first.
type Choices func(Terms) (choices []Value, preset Value)

// mostRounds is the highest number of rounds that the lobby offers; a start line may have more.
const mostRounds = 12

// Rounds is the option of how many rounds are played: by default as many as there are seats.
func Rounds() Option {
	return Option{
		Key:     "rounds",
		Default: func(seats []Seat) Value { return Number(len(seats)) },
		Offer:   func(t Terms) ([]Value, Value) { return Numbers(1, mostRounds), Number(len(t.Seats)) },
	}
}

// First is the option of who begins: by default the first seat.
func First() Option {
	return Option{
		Key:     "first",
		Default: func(seats []Seat) Value { return Number(seats[0]) },
		Offer:   func(t Terms) ([]Value, Value) { return SeatsOr(t.Seats), Number(t.Seats[0]) },
		Seats:   true,
	}
}

// Target is the option of how many points end a game: by default none.
func Target() Option {
	return Option{
		Key: "target", Offer: Among("no_target", "to_5", "to_10", "to_20"),
		StartValue: map[string]Value{"no_target": {}, "to_5": Number(5), "to_10": Number(10), "to_20": Number(20)},
	}
}

// MinusOne offers that something costs nothing, as it does with children, or a point; the first of the
// words is preset.
func MinusOne(key string, value int, words ...string) Option {
	return Option{
		Key: key, Default: Always(Number(value)), Offer: Among(words...),
		StartValue:   map[string]Value{"nothing": Number(0), "minus_1": Number(1)},
		WithChildren: Word("nothing"),
	}
}

// MostPoints is the most that one answer or slap can win or cost.
const MostPoints = 1000

// Always returns a Default that is the same at every table.
func Always(v Value) func([]Seat) Value { return func([]Seat) Value { return v } }

// Among offers words.
func Among(words ...string) Choices { return OfferOnly(Words(words...)...) }

// AmongFrom offers words, the first of them only from so many seats on.
func AmongFrom(seats int, words ...string) Choices {
	return func(t Terms) ([]Value, Value) {
		if len(t.Seats) < seats {
			return Words(words[1:]...), Value{}
		}
		return Words(words...), Value{}
	}
}

// Preset presets one of the choices of an offer; a zero value presets none.
func Preset(value Value, offer Choices) Choices {
	return func(t Terms) ([]Value, Value) {
		choices, _ := offer(t)
		return choices, value
	}
}

// OfferIf makes an offer only if the word was chosen for the option key.
func OfferIf(key, word string, offer Choices) Choices { return onlyIf(true, key, word, offer) }

// OfferUnless makes an offer unless the word was chosen for the option key.
func OfferUnless(key, word string, offer Choices) Choices { return onlyIf(false, key, word, offer) }

// WithoutBots makes an offer only its first choice where the box plays seats, which draw nothing by hand.
func WithoutBots(offer Choices) Choices {
	return func(t Terms) (choices []Value, preset Value) {
		choices, preset = offer(t)
		if t.Bots {
			return choices[:min(1, len(choices))], Value{}
		}
		return choices, preset
	}
}

func onlyIf(is bool, key, word string, offer Choices) Choices {
	return func(t Terms) ([]Value, Value) {
		if t.Is(key, word) != is {
			return nil, Value{}
		}
		return offer(t)
	}
}

// OfferOnly offers these values. If it is one, every start line of the box has it; it need not be the
// default.
func OfferOnly(values ...Value) Choices {
	return func(Terms) ([]Value, Value) { return slices.Clone(values), Value{} }
}

// A Reader reads the options of a start line and keeps the first error. A missing option reads as
// zero.
type Reader struct {
	start Start
	err   error
}

// Read returns a reader of the options.
func (s Start) Read() *Reader { return &Reader{start: s} }

// Reader returns a reader of an object in which only some keys may stand.
func (v Value) Reader(keys ...string) (*Reader, error) {
	var o Agreed
	var err error
	if o.fields, err = v.Fields(); err == nil {
		err = o.only(keys)
	}
	return Start{Options: o}.Read(), err
}

// only returns an error if another option than those of some keys is there.
func (a Agreed) only(keys []string) error {
	for _, f := range a.fields {
		if last := len(keys) - 1; !slices.Contains(keys, f.Key) {
			return fmt.Errorf("unknown option %q: expected %s or %s",
				f.Key, strings.Join(keys[:last], ", "), keys[last])
		}
	}
	return nil
}

// Err returns the error of the first option that is wrong.
func (r *Reader) Err() error { return r.err }

// Read reads one option by a function whose error says what it expected.
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

// Has reports whether an option is there.
func (r *Reader) Has(key string) bool {
	_, ok := r.start.Options.Of(key)
	return ok
}

// Seats returns the seats that play.
func (r *Reader) Seats() []Seat { return r.start.Seats }

// Seat reads a seat that plays.
func (r *Reader) Seat(key string) Seat {
	return Read(r, key, func(v Value) (Seat, error) {
		n, err := v.Int()
		if err != nil {
			return 0, err
		}
		return Seat(n), CheckSeat(r.start.Seats, Seat(n))
	})
}

// Word reads one of some words.
func (r *Reader) Word(key string, words ...string) string {
	return Read(r, key, func(v Value) (string, error) { return v.OneOf(words...) })
}

// AtLeast reads a whole number that is not below least.
func (r *Reader) AtLeast(key string, least int) int {
	return Read(r, key, func(v Value) (int, error) { return v.AtLeast(least) })
}

// Within reads a whole number from least to most.
func (r *Reader) Within(key string, least, most int) int {
	return Read(r, key, func(v Value) (int, error) { return v.Within(least, most) })
}

// Span reads a duration from least to most.
func (r *Reader) Span(key string, least, most time.Duration) time.Duration {
	return Read(r, key, func(v Value) (time.Duration, error) {
		d, err := v.Duration()
		if err == nil && (d < least || d > most) {
			err = fmt.Errorf("expected a span from %v to %v", least, most)
		}
		return d, err
	})
}

// Names reads a list of count different names.
func (r *Reader) Names(key string, count int) []string {
	return Read(r, key, func(v Value) ([]string, error) { return v.Names(count) })
}

// Bool reads true or false.
func (r *Reader) Bool(key string) bool { return Read(r, key, Value.Bool) }

// Rounds reads how many rounds were played before, in an earlier game with other players, and
// returns the number of the last round as well.
func (r *Reader) Rounds() (played, last int) {
	played = r.AtLeast(PlayedOption, 0)
	return played, played + r.AtLeast("rounds", 1)
}

// Totals reads the points that seats bring along. All others begin with zero.
func (r *Reader) Totals() Totals {
	totals := NewTotals(r.start.Seats)
	Read(r, TotalsOption, func(v Value) (Totals, error) { return totals, totals.Bring(v) })
	return totals
}
