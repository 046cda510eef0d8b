package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Complaint says one thing that is wrong, and about which keys. It is reported at the line of the
// first of these keys that the file has: the defaults alone are never wrong.
type Complaint struct {
	Keys []string // "shortcut[0].value"
	What string
}

// line returns the line of a complaint, 0 if the file has none of its keys.
func (w Complaint) line(lines map[string]int) (at int) {
	for _, key := range w.Keys {
		list, _, _ := strings.Cut(key, "[")
		at = cmp.Or(at, lines[key], lines[list])
	}
	return at
}

// placed joins complaints into an error, with their lines and in the order of the file.
func placed(wrong []Complaint, name string, lines map[string]int) error {
	slices.SortFunc(wrong, func(a, b Complaint) int {
		return cmp.Or(cmp.Compare(a.line(lines), b.line(lines)), cmp.Compare(a.What, b.What))
	})
	var all []error
	for _, w := range wrong {
		all = append(all, fmt.Errorf("%s:%d: %s", name, w.line(lines), w.What))
	}
	return errors.Join(all...)
}

// Refusal joins complaints into an error without line numbers, nil if there are none.
func Refusal(wrong []Complaint) error {
	var all []error
	for _, w := range wrong {
		all = append(all, errors.New(w.What))
	}
	return errors.Join(all...)
}

// A Mistake is an error in what a person wrote rather than in the world.
type Mistake struct{ error }

// Wrong marks an error as a mistake.
func Wrong(err error) Mistake { return Mistake{err} }

func (m Mistake) Unwrap() error { return m.error }
