package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// An Entry is one text of a file of words: the line "key = text" below the heading "[section]". A
// note in brackets may stand behind the key.
type Entry struct{ Section, Key, Text string }

// Read is what the file of a name says in a language, "NAME.en.txt" in English. What a language
// lacks is said in English, whose order all have. A folder need not have the file, and a line that
// can't be read says nothing: a test has named it.
func Read(folder fs.FS, name string, l Language) []Entry {
	entries, _ := readFile(folder, name, English)
	if l != English {
		other, _ := readFile(folder, name, l)
		entries = override(entries, other)
	}
	return entries
}

func readFile(folder fs.FS, name string, l Language) ([]Entry, error) {
	text, _ := fs.ReadFile(folder, name+"."+string(l)+".txt") // there need be none
	return parse(string(text))
}

// parse reads a file in which empty lines and lines that begin with # say nothing. A line that is
// wrong is named in the error, and all the others are read in spite of it.
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

// override replaces the texts that others say otherwise, and adds those that they alone have.
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
