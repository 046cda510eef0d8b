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

// An entry is a line of the diary: who sits at a seat from then on, or that a game began. Lines
// stand in the order of the events, whatever the wall clock said. Boot and up are missing if the
// machine does not tell them. A seat without a name is anonymous from then on.
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

// LongestName is the greatest length of a name, in letters.
const LongestName = 30

// Tidy returns a name in the form in which it is kept. An error says what is wrong with it.
func Tidy(name string) (string, error) {
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

// The runes that join several emoji into one, and select the coloured form.
const (
	joiner  = '\u200d'
	emojiVS = '\ufe0f'
)

// seen reports whether every letter of a name is visible, so that no two names look the same: no
// blank letters, and joiners only within emoji.
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

// check returns an error for an entry that no Book would write.
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
	name, err := Tidy(e.Name)
	if err == nil && name != e.Name {
		err = fmt.Errorf("the name %q: expected %q", e.Name, name)
	}
	return err
}

// parseEntry reads a line of the diary, without its newline.
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

// readDiary reads the diary of a folder, which need not have one. Bad lines are left out, and
// joined into the error wrong. A last line that a power cut left in pieces is no error.
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
