package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// ErrNotJSON is returned by [ParseObject] for text that is not one JSON object.
var ErrNotJSON = errors.New("not a JSON object")

// ParseObject reads one JSON object. Keys are taken exactly as written (encoding/json would take
// "T" for "t"). A key that stands twice is an error, with which the first field of
// each key is returned.
func ParseObject(text []byte) ([]Field, error) {
	var v Value
	if v.UnmarshalJSON(text) != nil {
		return nil, ErrNotJSON
	}
	fields, ok := v.of.([]Field)
	if !ok {
		return nil, ErrNotJSON
	}
	return eachOnce(fields)
}

// UnmarshalJSON reads any JSON value.
func (v *Value) UnmarshalJSON(text []byte) error {
	if !utf8.Valid(text) || !json.Valid(text) {
		return fmt.Errorf("%q: expected JSON", text)
	}
	r := reader{text}
	*v = r.value()
	return nil
}

// MarshalJSON writes the value without white space.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// JSON returns the JSON of the value, as errors quote it.
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// AppendJSON writes the value without white space; nothing for the zero value.
func (v Value) AppendJSON(b []byte) []byte {
	switch of := v.of.(type) {
	case string:
		return appendWord(b, of)
	case int64:
		return strconv.AppendInt(b, of, 10)
	case bool:
		return strconv.AppendBool(b, of)
	case []Value:
		for i, item := range of {
			b = item.AppendJSON(append(b, "[,"[min(i, 1)]))
		}
		if len(of) == 0 {
			b = append(b, '[')
		}
		return append(b, ']')
	case []Field:
		for i, f := range of {
			b = appendWord(append(b, "{,"[min(i, 1)]), f.Key)
			b = f.Value.AppendJSON(append(b, ':'))
		}
		if len(of) == 0 {
			b = append(b, '{')
		}
		return append(b, '}')
	case odd:
		return append(b, of...)
	}
	return b
}

func appendWord(b []byte, w string) []byte {
	text, _ := json.Marshal(w) // a string always can be
	return append(b, text...)
}

// A reader reads the values of valid JSON. Read by a json.Decoder, a journal takes three times as
// long.
type reader struct{ rest []byte }

func (r *reader) value() Value {
	switch r.peek() {
	case '"':
		return Word(r.word())
	case '[':
		items := []Value{}
		for r.more() {
			items = append(items, r.value())
		}
		return List(items)
	case '{':
		fields := make([]Field, 0, 4)
		for r.more() {
			r.peek()
			key := r.word()
			r.next() // the colon
			fields = append(fields, Field{key, r.value()})
		}
		return Row(fields...)
	}
	return r.literal()
}

// literal reads a number, true, false or null.
func (r *reader) literal() Value {
	end := bytes.IndexAny(r.rest, ",]} \t\r\n")
	if end < 0 {
		end = len(r.rest)
	}
	text := string(r.rest[:end])
	r.rest = r.rest[end:]
	if text == "true" || text == "false" {
		return Bool(text == "true")
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || text == "-0" {
		return Value{of: odd(text)}
	}
	return Value{of: n}
}

// word reads a string.
func (r *reader) word() (w string) {
	end := 1
	for ; r.rest[end] != '"'; end++ {
		if r.rest[end] == '\\' {
			end++
		}
	}
	text := r.rest[:end+1]
	r.rest = r.rest[end+1:]
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text[1:end])
	}
	_ = json.Unmarshal(text, &w) // it is a string
	return w
}

// more steps over the bracket or comma before an element, and reports whether there is one.
func (r *reader) more() bool {
	switch r.next() {
	case ']', '}':
		return false
	case '[', '{':
		if c := r.peek(); c == ']' || c == '}' {
			r.next()
			return false
		}
	}
	return true
}

// next steps over white space and one byte, which it returns.
func (r *reader) next() byte {
	c := r.peek()
	r.rest = r.rest[1:]
	return c
}

// peek steps over white space and returns the byte behind it.
func (r *reader) peek() byte {
	r.rest = bytes.TrimLeft(r.rest, " \t\r\n")
	return r.rest[0]
}
