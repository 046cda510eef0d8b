package games_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"arbitre/games"
)

// Numbers at both sides of their limits, and other notations.
func TestWhatANumberMayBe(t *testing.T) {
	for v, want := range map[games.Value]bool{
		`2147483647`: true, `2147483648`: false, `-2147483648`: true, `-2147483649`: false, `1.0`: false,
		`1e2`: false, `"1"`: false,
	} {
		if n, err := v.Int(); err == nil != want {
			t.Errorf("the number %s: %d, %v; want it taken: %v", v, n, err, want)
		}
	}
}

// Spans at both sides of their limits, and other notations.
func TestWhatASpanMayBe(t *testing.T) {
	for v, want := range map[games.Value]bool{
		`"1h2m3.5s"`: true, `"1.5µs"`: true, `"0"`: true, `"-1s"`: false, `"5"`: false, `5`: false, `"8784h"`: true,
		`"8784h1ns"`: false,
	} {
		if span, err := v.Duration(); err == nil != want {
			t.Errorf("the span %s: %v, %v; want it taken: %v", v, span, err, want)
		}
	}
}

// manyKeys returns an object with n keys.
func manyKeys(n int) string {
	text := "{"
	for i := range n {
		text += fmt.Sprintf(`"k%d":%d,`, i, i)
	}
	return strings.TrimSuffix(text, ",") + "}"
}

// Lists are read as by encoding/json, and no text makes the reader panic.
func FuzzList(f *testing.F) {
	for _, text := range []string{
		`[]`, `["red","","blue","",""]`, `["r\u0065d", "\\" , ",", "]" ,"\""]`,
		`[[1,[2]],{"a":[3]},null,true,-1.5e3]`, `[1,`, `[`, `{}`, `"word"`, ``, `1`, `null`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want []json.RawMessage
		isList := json.Unmarshal(text, &want) == nil && want != nil
		list, err := games.Value(bytes.Trim(text, " \t\r\n")).List()
		if isList != (err == nil) || len(list) != len(want) {
			t.Fatalf("%q: the list %q, %v; want %q", text, list, err, want)
		}
		for i, v := range list {
			if string(v) != string(want[i]) {
				t.Errorf("%q: element %d is %q, want %q", text, i, v, want[i])
			}
		}
	})
}

// Objects are read as by encoding/json, but for the case of keys and for keys that stand twice, and
// no text makes the reader panic.
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{}`, `{"t":1,"press":2}`, ` { "a" : [1, {"b":"]"}] , "c":"\"}" } `, `{"a":1,"a":2}`, `{"\u0061":1,"a":2}`,
		"\v{}", "{\"a\":\xff}", `{"a":1`, `[]`, `"word"`, ``, `1`, `null`,
		manyKeys(40), strings.Replace(manyKeys(40), `"k39"`, `"k3"`, 1),
		strings.Replace(manyKeys(40), `"k39"`, `"k38"`, 1),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var object map[string]json.RawMessage
		isObject := utf8.Valid(text) && json.Unmarshal(text, &object) == nil && object != nil
		fields, err := games.ParseObject(text)
		if isObject == errors.Is(err, games.ErrNotJSON) || len(fields) != len(object) {
			t.Fatalf("%q: the fields %q, %v; want %q", text, fields, err, object)
		}
		for i, field := range fields {
			if slices.ContainsFunc(fields[:i], func(f games.Field) bool { return f.Key == field.Key }) {
				t.Errorf("%q: %q stands twice in %q", text, field.Key, fields)
			}
			var want bytes.Buffer
			json.Compact(&want, object[field.Key])
			if err == nil && string(field.Value) != want.String() {
				t.Errorf("%q: %q is %q, want %q", text, field.Key, field.Value, &want)
			}
		}
	})
}
