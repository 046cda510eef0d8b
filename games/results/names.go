package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arbitre/games"
	"arbitre/games/disk"

	"golang.org/x/text/unicode/norm"
)

// namesFile is only ever appended to: with the journals it is where everything comes from.
const namesFile = "names.jsonl"

// mostNamed is the size up to which the names are read, of some hundred thousand.
const mostNamed = 16 << 20

// A naming says who sits where from a moment on: {"from":"2026-03-14T20:15:00","seat":1,"name":"Anna"}.
// The name "" says that nobody is named there any more.
type naming struct {
	From Moment     `json:"from"`
	Seat games.Seat `json:"seat"`
	Name string     `json:"name"`
}

// LongestName is how many letters a name may have.
const LongestName = 30

// tidy writes a name as it is kept, or says what is wrong with it.
func tidy(name string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	if n := utf8.RuneCountInString(name); n > LongestName {
		return "", fmt.Errorf("the name has %d letters: expected at most %d", n, LongestName)
	}
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("%q is no name: expected letters that can be seen", name)
	}
	return name, nil
}

// check refuses what could not have been said.
func (n naming) check() error {
	if n.From.IsZero() {
		return errors.New(`no "from": expected a moment such as "2026-03-14T20:15:00"`)
	}
	if n.Seat < 1 {
		return fmt.Errorf("seat %d: expected a number from 1", n.Seat)
	}
	name, err := tidy(n.Name)
	if err == nil && name != n.Name {
		err = fmt.Errorf("the name %q: expected %q", n.Name, name)
	}
	return err
}

// parseNames reads the file, in the order of time. A line that is wrong is left out, and said; one that a power cut
// left in pieces was never said. Whole is where the last whole line ends. Anna is anna, as she was last written.
func parseNames(text []byte) (names []naming, whole int, wrong error) {
	for number, rest := 1, text; len(rest) > 0; number++ {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		if !ended && !json.Valid(line) {
			break
		}
		rest = after
		whole = len(text) - len(rest)
		var n naming
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		err := d.Decode(&n)
		if err == nil {
			if _, more := d.Token(); more != io.EOF {
				err = errors.New("more than one value")
			}
		}
		if err == nil {
			err = n.check()
		}
		if err != nil {
			wrong = errors.Join(wrong, fmt.Errorf("%s:%d: %w", namesFile, number, err))
			continue
		}
		names = append(names, n)
	}
	slices.SortStableFunc(names, func(a, b naming) int { return a.From.Compare(b.From.Time) })
	spelling := map[string]string{}
	for _, n := range names {
		spelling[strings.ToLower(n.Name)] = n.Name
	}
	for i, n := range names {
		names[i].Name = spelling[strings.ToLower(n.Name)]
	}
	return names, whole, wrong
}

// appendName writes one line, durably. A last line that is in pieces is written over.
func appendName(folder string, n naming) (err error) {
	line, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := disk.Open(filepath.Join(folder, namesFile), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	_, whole, _ := parseNames(text)
	if whole > 0 && text[whole-1] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	if err := file.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = file.WriteAt(append(line, '\n'), int64(whole))
	return errors.Join(err, file.Sync(), disk.SyncFolder(folder))
}

// readNames reads the file of a folder, which need not be there. What can be read is returned with an error, too.
func readNames(folder string) ([]naming, error) {
	text, err := disk.Read(filepath.Join(folder, namesFile), mostNamed)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names, _, wrong := parseNames(text)
	return names, wrong
}
