package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// An Entry is one text of a file of words: the line "key = text" below the heading "[section]". A
// note in brackets behind the key is ignored.
type Entry struct {
	Section   Section
	Key, Text string
}

// Read returns the texts of a file in a language, behind those of the file in English,
// "NAME.en.txt": of two with the same key the later one counts. A missing file has no texts. A line
// that can't be read is skipped: a test of the files reports it.
func Read(folder fs.FS, name string, l Language) []Entry {
	entries, _ := readFile(folder, name, English)
	if l != English {
		other, _ := readFile(folder, name, l)
		entries = append(entries, other...)
	}
	return entries
}

// Dictionary returns the texts of a file by their keys alone, whatever their sections.
func Dictionary(folder fs.FS, name string, l Language) map[string]string {
	texts := map[string]string{}
	for _, e := range Read(folder, name, l) {
		texts[e.Key] = e.Text
	}
	return texts
}

// readFile reads the file of a name in one language. A missing file has no entries.
func readFile(folder fs.FS, name string, l Language) ([]Entry, error) {
	text, _ := fs.ReadFile(folder, name+"."+string(l)+".txt") // there need be none
	return parse(string(text))
}

// parse reads a file of words. It ignores empty lines and lines that begin with #. Its error names
// each wrong line, and the entries are those of all other lines.
func parse(text string) (entries []Entry, err error) {
	var section Section
	var wrong []error
	number := 0
	for line := range strings.Lines(text) {
		number++
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[' && line[len(line)-1] == ']':
			section = Section(line[1 : len(line)-1])
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
