package games_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"arbitre/games"
	"arbitre/games/gametest"
)

// Numbers at both sides of their limits, and other notations.
func TestWhatANumberMayBe(t *testing.T) {
	for v, want := range map[string]bool{
		`2147483647`: true, `2147483648`: false, `-2147483648`: true, `-2147483649`: false, `1.0`: false,
		`1e2`: false, `"1"`: false,
	} {
		if n, err := gametest.Value(v).Int(); err == nil != want {
			t.Errorf("the number %s: %d, %v; want it taken: %v", v, n, err, want)
		}
	}
}

// Spans at both sides of their limits, and other notations.
func TestWhatASpanMayBe(t *testing.T) {
	for v, want := range map[string]bool{
		`"1h2m3.5s"`: true, `"1.5µs"`: true, `"0"`: true, `"-1s"`: false, `"5"`: false, `5`: false, `"8784h"`: true,
		`"8784h1ns"`: false,
	} {
		if span, err := gametest.Value(v).Duration(); err == nil != want {
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

// Values are read and written as by encoding/json, and no text makes the reader panic.
func FuzzValue(f *testing.F) {
	for _, text := range []string{
		`[]`, `["red","","blue","",""]`, `["r\u0065d", "\\" , ",", "]" ,"\""]`, ` {"a" : { } , "b":-0}`,
		`[[1,[2]],{"a":[3]},null,true,-1.5e3]`, `[1,`, `[`, `{}`, `"word"`, ``, `1`, `null`, `18446744073709551615`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var want, got any
		isJSON := json.Unmarshal(text, &want) == nil && utf8.Valid(text)
		var v games.Value
		if err := json.Unmarshal(text, &v); isJSON != (err == nil) {
			t.Fatalf("%q: %v", text, err)
		}
		if !isJSON || want == nil { // of null, encoding/json asks no reader
			return
		}
		if err := json.Unmarshal([]byte(v.JSON()), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read and written as %q, %v", text, v.JSON(), err)
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
			var want games.Value
			json.Unmarshal(object[field.Key], &want)
			if err == nil && !field.Value.Equal(want) {
				t.Errorf("%q: %q is %q, want %q", text, field.Key, field.Value, want)
			}
		}
	})
}
