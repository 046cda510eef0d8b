package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// An Entry is one text of a file of words: the line "key = text" below the heading "[section]". A
// note in brackets behind the key is ignored.
type Entry struct{ Section, Key, Text string }

// Read returns the texts of a file in a language; in English it is "NAME.en.txt". Texts that the
// language lacks are English, and all are in the order of the English file. A missing file has no
// texts. A line that can't be read is skipped: a test of the files reports it.
func Read(folder fs.FS, name string, l Language) []Entry {
	entries, _ := readFile(folder, name, English)
	if l != English {
		other, _ := readFile(folder, name, l)
		entries = override(entries, other)
	}
	return entries
}

// readFile reads the file of a name in one language. A missing file has no entries.
func readFile(folder fs.FS, name string, l Language) ([]Entry, error) {
	text, _ := fs.ReadFile(folder, name+"."+string(l)+".txt") // there need be none
	return parse(string(text))
}

// parse reads a file of words. It ignores empty lines and lines that begin with #. Its error names
// each wrong line, and the entries are those of all other lines.
func parse(text string) (entries []Entry, err error) {
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
		if strings.HasSuffix(key, ")") {
			key, _, _ = strings.Cut(key, " (")
		}
		entries = append(entries, Entry{section, key, strings.TrimSpace(said)})
	}
	return entries, errors.Join(wrong...)
}

// override replaces the texts of entries by those of others with the same key, and appends the rest
// of others.
func override(entries, others []Entry) []Entry {
	type name struct{ section, key string }
	places := make(map[name]int, len(entries))
	for i, e := range entries {
		places[name{e.Section, e.Key}] = i
	}
	for _, e := range others {
		if i, ok := places[name{e.Section, e.Key}]; ok {
			entries[i].Text = e.Text
		} else {
			entries = append(entries, e)
		}
	}
	return entries
}
