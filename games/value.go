package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Value is the JSON text of an answer or an option, without white space between its parts. A game
// reads it with the method for the type that it expects; the error says what was expected.
type Value string

// Number returns the value of a whole number or a seat.
func Number[N ~int](n N) Value { return Value(strconv.Itoa(int(n))) }

// Word returns the value of a word.
func Word(w string) Value { return encode(w) }

// List returns the value of a list of words or numbers.
func List[T any](items []T) Value { return encode(items) }

func encode(v any) Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // words and numbers always marshal
	}
	return Value(b)
}

// Object returns the value of an object.
func Object(fields ...Field) Value {
	b := []byte{'{'}
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%s:%s", string(Word(f.Key)), string(f.Value))
	}
	return Value(append(b, '}'))
}

// MarshalJSON writes the value as it stands.
func (v Value) MarshalJSON() ([]byte, error) { return []byte(v), nil }

// Int reads a whole number.
func (v Value) Int() (int, error) {
	n, err := strconv.ParseInt(string(v), 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: expected a whole number", string(v))
	}
	return int(n), nil
}

// AtLeast reads a whole number that is not below least.
func (v Value) AtLeast(least int) (int, error) {
	n, err := v.Int()
	if err != nil {
		return 0, err
	}
	if n < least {
		return 0, fmt.Errorf("%d: expected at least %d", n, least)
	}
	return n, nil
}

// Within reads a whole number from least to most.
func (v Value) Within(least, most int) (int, error) {
	n, err := v.AtLeast(least)
	if err == nil && n > most {
		err = fmt.Errorf("%d: expected at most %d", n, most)
	}
	return n, err
}

// Word reads a string.
func (v Value) Word() (string, error) {
	if len(v) < 2 || v[0] != '"' {
		return "", fmt.Errorf("%s: expected a word in quotes", string(v))
	}
	if plain := v[1 : len(v)-1]; !strings.ContainsAny(string(plain), `"\`) {
		return string(plain), nil
	}
	var w string
	if err := json.Unmarshal([]byte(v), &w); err != nil {
		return "", fmt.Errorf("%s: expected a word in quotes", string(v))
	}
	return w, nil
}

// OneOf reads one of some words.
func (v Value) OneOf(words ...string) (string, error) {
	w, err := v.Word()
	if err != nil || !slices.Contains(words, w) {
		return "", fmt.Errorf("%s: expected one of %s", string(v), listed(Words(words...)))
	}
	return w, nil
}

// Names reads a list of count different names, none of them blank.
func (v Value) Names(count int) ([]string, error) {
	wrong := fmt.Errorf("%s: expected a list of %d different names, none blank", string(v), count)
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
	if v != "true" && v != "false" {
		return false, fmt.Errorf("%s: expected true or false", string(v))
	}
	return v == "true", nil
}

// longest is the longest span of time in an option. A few of them can be added to a time before it
// overflows.
const longest = 366 * 24 * time.Hour

// Duration reads a string such as "1.5s", never negative, and not longer than a year.
func (v Value) Duration() (time.Duration, error) {
	w, err := v.Word()
	if err != nil {
		return 0, fmt.Errorf(`%s: expected a duration such as "10ms"`, string(v))
	}
	d, err := time.ParseDuration(w)
	switch {
	case err != nil || d < 0:
		return 0, fmt.Errorf(`%s: expected a duration such as "10ms"`, string(v))
	case d > longest:
		return 0, fmt.Errorf("%s: expected a year at most", string(v))
	}
	return d, nil
}

// Span reads a duration that is longer than nothing.
func (v Value) Span() (time.Duration, error) {
	d, err := v.Duration()
	if err == nil && d == 0 {
		err = fmt.Errorf("%s: expected longer than nothing", string(v))
	}
	return d, err
}

// List reads an array.
func (v Value) List() ([]Value, error) {
	var items []json.RawMessage
	if err := json.Unmarshal([]byte(v), &items); err != nil || items == nil {
		return nil, fmt.Errorf("%s: expected a list", string(v))
	}
	list := make([]Value, len(items))
	for i, item := range items {
		list[i] = Value(item)
	}
	return list, nil
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

// Fields reads an object.
func (v Value) Fields() ([]Field, error) {
	fields, err := ParseObject([]byte(v))
	switch {
	case errors.Is(err, ErrNotJSON):
		return nil, fmt.Errorf("%s: expected an object in braces", string(v))
	case err != nil:
		return nil, err
	}
	return fields, nil
}

// Equal reports whether two values are the same word, however it is escaped, or the same JSON.
func (v Value) Equal(other Value) bool {
	if v == other {
		return true
	}
	a, errA := v.Word()
	b, errB := other.Word()
	return errA == nil && errB == nil && a == b
}

// String returns a word without its quotes, and any other value as it is.
func (v Value) String() string {
	if w, err := v.Word(); err == nil {
		return w
	}
	return string(v)
}

// A Field is one key of a JSON object with its value.
type Field struct {
	Key   string
	Value Value
}

// ErrNotJSON is returned by [ParseObject] for text that is not one JSON object.
var ErrNotJSON = errors.New("not a JSON object")

// ParseObject reads one JSON object. Keys are taken exactly as written (encoding/json would take
// "T" for "t"). A key that stands twice is an error, with which the first field of each key is
// returned.
func ParseObject(text []byte) ([]Field, error) {
	var compact bytes.Buffer
	if !utf8.Valid(text) || json.Compact(&compact, text) != nil || compact.Bytes()[0] != '{' {
		return nil, ErrNotJSON
	}
	fields := make([]Field, 0, 4)
	given := map[string]bool{}
	var twice error
	// The text is valid and has no white space: it is enough to find the end of each key and value.
	// Read by a json.Decoder, a journal takes three times as long.
	for rest := compact.Bytes()[1:]; rest[0] != '}'; rest = bytes.TrimPrefix(rest, []byte{','}) {
		end := stringEnd(rest)
		key, _ := Value(rest[:end]).Word() // it is one
		rest = rest[end+len(":"):]
		end = valueEnd(rest)
		if given[key] {
			twice = fmt.Errorf("key %q is given twice", key)
		} else {
			given[key] = true
			fields = append(fields, Field{key, Value(rest[:end])})
		}
		rest = rest[end:]
	}
	return fields, twice
}

// stringEnd returns the length of the JSON string at the start of a text.
func stringEnd(text []byte) int {
	i := 1
	for ; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd returns the length of the JSON value at the start of a text, which is the rest of an
// object.
func valueEnd(text []byte) int {
	i, depth := 0, 0
	for {
		switch c := text[i]; {
		case c == '"':
			i += stringEnd(text[i:])
			continue
		case c == '{' || c == '[':
			depth++
		case depth == 0 && (c == ',' || c == '}'):
			return i
		case c == '}' || c == ']':
			depth--
		}
		i++
	}
}
