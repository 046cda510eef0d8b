package games

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A Value is an answer, or the value of an option: a word, a whole number, true or false, a list, or
// a row of named values. A game reads it with the method for the type that it expects; the error
// says what was expected. The zero value is none of them.
type Value struct {
	_  [0]func() // values are compared by Equal
	of any       // a string, int64, bool, []Value, []Field or odd
}

// odd is the JSON of a value that no game expects, such as null or 1.5.
type odd string

// A Field is one named value of a row.
type Field struct {
	Key   string
	Value Value
}

// Number returns the value of a whole number or a seat.
func Number[N ~int](n N) Value { return Value{of: int64(n)} }

// Word returns the value of a word.
func Word(w string) Value { return Value{of: w} }

// Bool returns true or false as a value.
func Bool(is bool) Value { return Value{of: is} }

// List returns the value of a list, which it copies.
func List(items []Value) Value { return Value{of: append([]Value{}, items...)} }

// Row returns the value of a row, which it copies.
func Row(fields ...Field) Value { return Value{of: append([]Field{}, fields...)} }

// Words makes a word of each.
func Words(words ...string) []Value {
	values := make([]Value, len(words))
	for i, w := range words {
		values[i] = Word(w)
	}
	return values
}

// Numbers lists the whole numbers from one to another as values.
func Numbers(from, to int) []Value {
	var values []Value
	for n := from; n <= to; n++ {
		values = append(values, Number(n))
	}
	return values
}

// SeatsOr lists seats and words.
func SeatsOr(seats []Seat, words ...string) []Value {
	values := make([]Value, 0, len(seats)+len(words))
	for _, s := range seats {
		values = append(values, Number(s))
	}
	return append(values, Words(words...)...)
}

// IsZero reports whether there is no value.
func (v Value) IsZero() bool { return v.of == nil }

// Equal reports whether two values are the same.
func (v Value) Equal(other Value) bool { return reflect.DeepEqual(v.of, other.of) }

// Equal reports whether two fields are the same.
func (f Field) Equal(other Field) bool { return f.Key == other.Key && f.Value.Equal(other.Value) }

// Whole reads a whole number of 64 bits.
func (v Value) Whole() (int64, error) {
	if n, ok := v.of.(int64); ok {
		return n, nil
	}
	return 0, v.wrong("a whole number")
}

// Int reads a whole number of 32 bits.
func (v Value) Int() (int, error) {
	n, err := v.Whole()
	if err == nil && int64(int32(n)) != n {
		return 0, v.wrong("a whole number")
	}
	return int(n), err
}

// AtLeast reads a whole number that is not below least.
func (v Value) AtLeast(least int) (int, error) {
	n, err := v.Int()
	if err != nil {
		return 0, err
	}
	if n < least {
		return 0, v.wrong("at least %d", least)
	}
	return n, nil
}

// Within reads a whole number from least to most.
func (v Value) Within(least, most int) (int, error) {
	n, err := v.AtLeast(least)
	if err == nil && n > most {
		err = v.wrong("at most %d", most)
	}
	return n, err
}

// Word reads a word.
func (v Value) Word() (string, error) {
	if w, ok := v.of.(string); ok {
		return w, nil
	}
	return "", v.wrong("a word in quotes")
}

// Is reports whether a value is this word.
func (v Value) Is(word string) bool { return v.of == any(word) }

// OneOf reads one of some words.
func (v Value) OneOf(words ...string) (string, error) {
	w, err := v.Word()
	if err != nil || !slices.Contains(words, w) {
		return "", v.wrong("one of %s", listed(Words(words...)))
	}
	return w, nil
}

// Names reads a list of count different names, none of them blank.
func (v Value) Names(count int) ([]string, error) {
	wrong := v.wrong("a list of %d different names, none blank", count)
	list, err := v.List()
	if err != nil || len(list) != count {
		return nil, wrong
	}
	names := make([]string, 0, count)
	for _, item := range list {
		name, err := item.Word()
		if err != nil || strings.TrimSpace(name) == "" || slices.Contains(names, name) {
			return nil, wrong
		}
		names = append(names, name)
	}
	return names, nil
}

// Bool reads true or false.
func (v Value) Bool() (bool, error) {
	if is, ok := v.of.(bool); ok {
		return is, nil
	}
	return false, v.wrong("true or false")
}

// longest is the longest span of time in an option. A few of them can be added to a time before it
// overflows.
const longest = 366 * 24 * time.Hour

// Duration reads a word such as "1.5s", never negative, and not longer than a year.
func (v Value) Duration() (time.Duration, error) {
	w, _ := v.Word()
	d, err := time.ParseDuration(w)
	switch {
	case err != nil || d < 0:
		return 0, v.wrong(`a duration such as "10ms"`)
	case d > longest:
		return 0, v.wrong("a year at most")
	}
	return d, nil
}

// Span reads a duration that is longer than nothing.
func (v Value) Span() (time.Duration, error) {
	d, err := v.Duration()
	if err == nil && d == 0 {
		err = v.wrong("longer than nothing")
	}
	return d, err
}

// List reads a list.
func (v Value) List() ([]Value, error) {
	if items, ok := v.of.([]Value); ok {
		return items, nil
	}
	return nil, v.wrong("a list")
}

// Seats reads a list of numbers as seats, without checking them.
func (v Value) Seats() ([]Seat, error) {
	list, err := v.List()
	if err != nil {
		return nil, err
	}
	seats := make([]Seat, len(list))
	for i, item := range list {
		n, err := item.Int()
		if err != nil {
			return nil, err
		}
		seats[i] = Seat(n)
	}
	return seats, nil
}

// Fields reads a row in which no key stands twice.
func (v Value) Fields() ([]Field, error) {
	fields, ok := v.of.([]Field)
	if !ok {
		return nil, v.wrong("an object in braces")
	}
	return eachOnce(fields)
}

// eachOnce returns the first field of each key, and an error if a key stands twice.
func eachOnce(fields []Field) (once []Field, err error) {
	given := make(map[string]bool, len(fields))
	once = make([]Field, 0, len(fields))
	for _, f := range fields {
		if given[f.Key] {
			err = fmt.Errorf("key %q is given twice", f.Key)
			continue
		}
		given[f.Key] = true
		once = append(once, f)
	}
	return once, err
}

// wrong returns the error of a value that is not what was expected.
func (v Value) wrong(expected string, args ...any) error {
	return fmt.Errorf("%s: expected %s", v.JSON(), fmt.Sprintf(expected, args...))
}

// String returns a word as it is, and the JSON of any other value.
func (v Value) String() string {
	if w, ok := v.of.(string); ok {
		return w
	}
	return v.JSON()
}
