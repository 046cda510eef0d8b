package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/games"

	"golang.org/x/text/unicode/norm"
)

// An entry is a line of the diary: who sits where from now on, or that a game began. Lines stand in
// the order of what happened, whatever the wall clock said. Boot and up are missing where
// nobody knows them. A seat without a name is one at which nobody is named any more.
//
//	{"from":"2026-03-14T20:15:00","boot":"0123","up":64000000000,"seat":1,"name":"Anna"}
//	{"from":"2026-03-14T20:20:00","boot":"0123","up":65000000000,"journal":"2026-03-14T20-20-00-X"}
type entry struct {
	From    Moment        `json:"from"`
	Boot    string        `json:"boot,omitempty"` // of the machine
	Up      time.Duration `json:"up,omitempty"`   // since then; in JSON nanoseconds
	Seat    games.Seat    `json:"seat,omitempty"`
	Name    string        `json:"name,omitempty"`
	Journal string        `json:"journal,omitempty"` // without its end
}

// LongestName is how many letters a name may have.
const LongestName = 30

// tidy writes a name as it is kept, or says what is wrong with it.
func tidy(name string) (string, error) {
	name = strings.Join(strings.Fields(norm.NFC.String(name)), " ")
	if n := utf8.RuneCountInString(name); n > LongestName {
		return "", games.Refuse(games.Text{Word: "name_long", Number: LongestName},
			fmt.Errorf("the name has %d letters: expected at most %d", n, LongestName))
	}
	if !utf8.ValidString(name) || !seen(name) {
		return "", games.Refuse(games.Text{Word: "name_letters"},
			fmt.Errorf("%q is no name: expected letters that can be seen", name))
	}
	return name, nil
}

// The runes that make one emoji of several: the zero width joiner, and what selects the coloured
// one.
const (
	joiner  = '\u200d'
	emojiVS = '\ufe0f'
)

// seen tells whether all of a name can be seen, and so told from other names: no blank letters, and
// joiners only within emoji.
func seen(name string) bool {
	visible, before := name == "", rune(0)
	for _, r := range name {
		emoji := (r == joiner || r == emojiVS) && (unicode.IsSymbol(before) || before == emojiVS)
		hidden := !unicode.IsPrint(r) || r == '\u2800' || // Braille without dots
			unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if hidden && !emoji {
			return false
		}
		visible = visible || !unicode.IsMark(r) && r != ' '
		before = r
	}
	return visible && before != joiner
}

// check refuses what could not have been said.
func (e entry) check() error {
	switch {
	case e.From.IsZero():
		return errors.New(`no "from": expected a moment such as "2026-03-14T20:15:00"`)
	case e.Journal != "" && (e.Seat != 0 || e.Name != ""):
		return errors.New("expected the name of a seat, or a journal")
	case e.Journal != "":
		return nil
	case e.Seat < 1:
		return fmt.Errorf("seat %d: expected a number from 1", e.Seat)
	}
	name, err := tidy(e.Name)
	if err == nil && name != e.Name {
		err = fmt.Errorf("the name %q: expected %q", e.Name, name)
	}
	return err
}

// parseEntry reads a line of the file.
func parseEntry(text []byte) (e entry, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&e); err == nil && !json.Valid(text) {
		err = errors.New("more than one value")
	}
	if err == nil {
		err = e.check()
	}
	return e, err
}

// readDiary reads the diary of a folder, which need not have one. A line that is wrong is left out,
// and said; one that a power cut left in pieces was never said.
func readDiary(folder string) (entries []entry, wrong, err error) {
	text, err := readLines(folder, diaryFile)
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line, whole := bytes.CutSuffix(line, []byte{'\n'})
		if e, bad := parseEntry(line); bad == nil {
			entries = append(entries, e)
		} else if whole || json.Valid(line) {
			wrong = errors.Join(wrong, fmt.Errorf("%s:%d: %w", diaryFile, number, bad))
		}
	}
	return entries, wrong, err
}
