// Package words reads the files in which translators write what is said, and tells what a translation still lacks.
package words

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// An Entry is one text of a file: the line "key (note) = text" below the heading "[section]". Most have no note.
type Entry struct{ Section, Key, Note, Text string }

// Read reads the file of a folder in which one language stands. A folder need not have it.
func Read(folder fs.FS, name string) ([]Entry, error) {
	text, err := fs.ReadFile(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	entries, err := Parse(string(text))
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return entries, err
}

// Parse reads a file in which empty lines and lines that begin with # say nothing.
// A line that is wrong is named in the error, and all the others are read in spite of it.
func Parse(text string) (entries []Entry, err error) {
	entries = make([]Entry, 0, strings.Count(text, "\n"))
	var section string
	var wrong []error
	number := 0
	for line := range strings.Lines(text) {
		number++
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[' && line[len(line)-1] == ']':
			section = line[1 : len(line)-1]
			continue
		}
		key, said, ok := strings.Cut(line, " = ")
		if !ok || section == "" {
			wrong = append(wrong, fmt.Errorf(`line %d: expected "key = text" below a [section]: %s`, number, line))
			continue
		}
		var note string
		if strings.HasSuffix(key, ")") {
			key, note, _ = strings.Cut(key[:len(key)-1], " (")
		}
		entries = append(entries, Entry{section, key, note, strings.TrimSpace(said)})
	}
	return entries, errors.Join(wrong...)
}

// Compare names what a translation of a file has to add, to take out, or to fill in otherwise.
func Compare(english, other []Entry) (faults []string) {
	type name struct{ section, key string }
	theirs := map[name]string{}
	for _, e := range other {
		at := name{e.Section, e.Key}
		if _, twice := theirs[at]; twice {
			faults = append(faults, fmt.Sprintf("[%s] %s stands twice", e.Section, e.Key))
		}
		theirs[at] = e.Text
	}
	for _, e := range english {
		at := name{e.Section, e.Key}
		text, ok := theirs[at]
		switch want, got := gaps(e.Text), gaps(text); {
		case !ok:
			faults = append(faults, fmt.Sprintf("[%s] %s is missing: %s", e.Section, e.Key, e.Text))
		case !slices.Equal(want, got):
			faults = append(faults, fmt.Sprintf("[%s] %s has the gaps %q, expected %q", e.Section, e.Key, got, want))
		}
		delete(theirs, at)
	}
	for _, e := range other {
		if _, ok := theirs[name{e.Section, e.Key}]; ok {
			faults = append(faults, fmt.Sprintf("[%s] %s is not said in English", e.Section, e.Key))
		}
	}
	return faults
}

// gaps are those of a text that its translation has, too: a language may have other plurals. One that is not closed goes on
// to the end.
func gaps(text string) (named []string) {
	for {
		_, rest, opens := strings.Cut(text, "{")
		if !opens {
			slices.Sort(named)
			return named
		}
		gap, after, closes := strings.Cut(rest, "}")
		plural := (strings.HasPrefix(gap, "s:") || strings.HasPrefix(gap, "n:")) && strings.Contains(gap, "|")
		switch {
		case !closes:
			named = append(named, "{"+gap)
		case !plural:
			named = append(named, "{"+gap+"}")
		}
		text = after
	}
}
