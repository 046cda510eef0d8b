package config

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/display/mqtt/address"
)

// A row is one key, or the head of a table, which has no value.
type row struct {
	name  string // "race.tie"
	says  string
	value any // points to a string, bool, int, time.Duration, Address, []string or []Shortcut
	reset func()

	bound
	ok func() bool // whether the value is within its bound
}

// A bound says in words which values a key accepts.
type bound struct {
	must  string // in a complaint
	brief string // in the sample; "" where the meaning of the key says it
	low   string // the key whose value is the lower limit
}

// table returns the head of a table and its keys, with their full names.
func table(name, says string, keys ...row) []row {
	head := row{name: name, says: says, reset: func() {}}
	return append([]row{head}, within(name, keys)...)
}

// key returns the row of a key, whose value at points to. It has at most one limit.
func key[T any](name string, at *T, preset T, says string, limits ...limit[T]) row {
	r := row{
		name: name, says: says, value: at,
		reset: func() { *at = preset },
		ok:    func() bool { return true },
	}
	for _, l := range limits {
		r.bound, r.ok = l.bound, func() bool { return l.ok(*at) }
	}
	return r
}

// within gives keys their full names: "race.tie" in place of "tie".
func within(table string, keys []row) []row {
	for i := range keys {
		keys[i].name = table + "." + keys[i].name
	}
	return keys
}

// A limit says which values of a type a key accepts.
type limit[T any] struct {
	bound
	ok func(T) bool
}

// says describes the limit, in the same words for complaints and sample.
func (l limit[T]) says(must string) limit[T] {
	l.must, l.brief = must, must
	return l
}

func span(low, high time.Duration) limit[time.Duration] {
	return limit[time.Duration]{ok: func(d time.Duration) bool { return low <= d && d <= high }}.
		says(durationText(low) + " to " + durationText(high))
}

// spanFrom is a span whose lower limit is the value of another key.
func spanFrom(key string, low, high time.Duration) limit[time.Duration] {
	l := span(low, high)
	l.bound = bound{low: key, must: fmt.Sprintf("%s (%s) to %s", durationText(low), key, durationText(high)),
		brief: key + " to " + durationText(high)}
	return l
}

// or accepts one more duration. The format describes both, with the words of the limit at %s.
func or(d time.Duration, format string, l limit[time.Duration]) limit[time.Duration] {
	within := l.ok
	l.ok = func(v time.Duration) bool { return v == d || within(v) }
	return l.says(fmt.Sprintf(format, l.must))
}

func count(low, high int) limit[int] {
	return limit[int]{ok: func(n int) bool { return low <= n && n <= high }}.says(fmt.Sprintf("%d to %d", low, high))
}

func among[T comparable](values ...T) limit[T] {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	last := len(words) - 1
	return limit[T]{ok: func(v T) bool { return slices.Contains(values, v) }}.
		says(strings.Join(words[:last], ", ") + " or " + words[last])
}

// text accepts a text as ok does. The meaning of its key says in the sample what it must be.
func text(must string, ok func(string) bool) limit[string] {
	return limit[string]{bound{must: must}, ok}
}

func given(what string) limit[string] {
	return text(what, func(text string) bool { return text != "" })
}

func lines(low, high int) limit[[]string] {
	return limit[[]string]{ok: func(lines []string) bool {
		return len(lines) == 0 || low <= len(lines) && len(lines) <= high
	}}.says(fmt.Sprintf("%d to %d lines", low, high))
}

// names accepts n different names, or none.
func names(n int) limit[[]string] {
	return limit[[]string]{bound{must: fmt.Sprintf("%d different names, or none", n)}, func(words []string) bool {
		different := slices.Compact(slices.Sorted(slices.Values(words)))
		return len(words) == 0 || len(words) == n && len(different) == n && !slices.Contains(words, "")
	}}
}

// broker accepts the URL of a broker, or none. What has a user in it is refused elsewhere: a
// complaint about this limit repeats the value, which may have a password.
func broker() limit[string] {
	return text("a URL such as mqtt://192.168.1.5, or mqtts, ws or wss", func(text string) bool {
		_, err := address.ParseURL(text)
		return text == "" || err == nil || strings.Contains(text, "@")
	})
}

// listenAt accepts an address to listen at, or one of the others.
func listenAt(what string, others ...string) limit[string] {
	return limit[string]{ok: func(text string) bool {
		_, port, err := net.SplitHostPort(text)
		if err == nil {
			_, err = strconv.ParseUint(port, 10, 16)
		}
		return err == nil || slices.Contains(others, text)
	}}.says(what)
}
