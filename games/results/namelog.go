package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/games"

	"golang.org/x/text/unicode/norm"
)

// An entry is a line of the name log: who sits at a seat from then on, that a game began, or what
// time it is. Lines stand in the order of the events, whatever the wall clock said. Boot and up are missing if the
// machine does not tell them. A seat without a name is anonymous from then on. A colour, or a name
// of the team, that is missing stays as it was.
//
//	{"from":"2026-03-14T20:15:00","boot":"0123","up":64000000000,"seat":1,"name":"Anna","colour":"red"}
//	{"from":"2026-03-14T20:20:00","boot":"0123","up":65000000000,"journal":"2026-03-14T20-20-00-X"}
//	{"from":"2026-03-14T20:30:00","boot":"0123","up":66000000000,"sure":true}
type entry struct {
	From    Moment        `json:"from"`
	Boot    string        `json:"boot,omitempty"` // of the machine
	Up      time.Duration `json:"up,omitempty"`   // since then; in JSON nanoseconds
	Sure    bool          `json:"sure,omitempty"` // From is right: a network or a phone has told it
	Seat    games.Seat    `json:"seat,omitempty"`
	Name    string        `json:"name,omitempty"`
	Colour  string        `json:"colour,omitempty"`  // one of [games.Colours]
	Team    string        `json:"team,omitempty"`    // the name of the team for which the seat plays, if it plays for one
	Journal string        `json:"journal,omitempty"` // without its end
}

// isReading reports whether an entry says nothing but what time it is.
func (e entry) isReading() bool { return e.Sure && e.Seat == 0 && e.Name == "" && e.Journal == "" }

// LongestName is the greatest length of a name, in letters.
const LongestName = 30

// mostSharing is the greatest number of people who share a seat.
const mostSharing = 4

// People returns the names of those who share a seat: Anna and Ben of "Anna + Ben". A plus that
// stands between no two names, or between too many, belongs to the name.
func People(name string) (people []string) {
	parts := strings.Split(name, "+")
	for i, part := range parts {
		if parts[i] = strings.TrimSpace(part); !strings.ContainsFunc(part, isNamed) || len(parts) > mostSharing {
			return []string{name}
		}
	}
	for _, one := range parts {
		if !slices.ContainsFunc(people, func(other string) bool { return strings.EqualFold(one, other) }) {
			people = append(people, one)
		}
	}
	return people
}

// isNamed reports whether a rune can be all of a name: a letter or an emoji.
func isNamed(r rune) bool { return unicode.In(r, unicode.L, unicode.So) }

// shared joins the names of those who share a seat.
func shared(people []string) string { return strings.Join(people, " + ") }

// Tidy returns a name in the form in which it is kept. An error says what is wrong with it.
func Tidy(name string) (string, error) {
	name = shared(People(strings.Join(strings.Fields(norm.NFC.String(name)), " ")))
	if n := utf8.RuneCountInString(name); n > LongestName {
		return "", games.Refuse(games.Text{Word: "name_long", Number: LongestName},
			fmt.Errorf("the name has %d letters: expected at most %d", n, LongestName))
	}
	// In a sentence digits alone would be the number of a seat.
	isDigit := func(r rune) bool { return unicode.IsDigit(r) || r == ' ' }
	if name != "" && strings.TrimFunc(name, isDigit) == "" || !utf8.ValidString(name) || !seen(name) {
		return "", games.Refuse(games.Text{Word: "name_letters"},
			fmt.Errorf("%q is no name: expected letters that can be seen", name))
	}
	return name, nil
}

// The runes that join two letters or emoji, or keep letters from joining, and that select the
// coloured form of an emoji.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	emojiVS   = '\ufe0f'
)

// wholeEmoji are keycaps, and the flags of England, Scotland and Wales: a black flag and tags, which
// can't be seen elsewhere (Unicode Technical Standard 51, ED-14a and emoji tag sequences).
var wholeEmoji = regexp.MustCompile(`[0-9#*]\x{fe0f}\x{20e3}|\x{1f3f4}\x{e0067}\x{e0062}` +
	`(\x{e0065}\x{e006e}\x{e0067}|\x{e0073}\x{e0063}\x{e0074}|\x{e0077}\x{e006c}\x{e0073})\x{e007f}`)

// seen reports whether every letter of a name is visible, so that no two names look the same: no
// blank letters, and joiners only where they change what is seen.
func seen(name string) bool {
	runes := []rune(wholeEmoji.ReplaceAllString(name, "x"))
	visible := name == ""
	for i, r := range runes {
		hidden := !unicode.IsPrint(r) || r == '\u2800' || // Braille without dots
			unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if hidden && !joins(runes[:i], r, runes[i+1:]) {
			return false
		}
		visible = visible || !hidden && !unicode.IsMark(r) && r != ' '
	}
	return visible
}

// joining are the scripts whose letters join their neighbours, so that a joiner or a non-joiner
// between two of them can be seen.
var joining = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko,
	unicode.Mongolian, unicode.Adlam, unicode.Hanifi_Rohingya}

// joins reports whether a hidden rune changes how the runes around it look: within an emoji, between
// two letters that join, or behind the virama of an Indic letter (RFC 5892, appendix A.1 and A.2).
func joins(before []rune, r rune, after []rune) bool {
	if len(before) == 0 {
		return false
	}
	base := len(before) - 1
	for base > 0 && unicode.IsMark(before[base]) {
		base--
	}
	last, letter, next := before[len(before)-1], before[base], rune(0)
	if len(after) > 0 {
		next = after[0]
	}
	switch isEmoji := unicode.IsSymbol(last) || last == emojiVS && unicode.IsSymbol(letter); {
	case r == emojiVS:
		return unicode.IsSymbol(last)
	case r == joiner && isEmoji:
		return unicode.IsSymbol(next)
	case r != joiner && r != nonJoiner:
		return false
	case norm.NFC.PropertiesString(string(last)).CCC() == virama:
		return unicode.Is(unicode.Lo, letter)
	}
	return unicode.In(letter, joining...) && unicode.IsLetter(letter) &&
		unicode.In(next, joining...) && unicode.IsLetter(next)
}

// virama is the canonical combining class of the signs that take a letter's vowel away (Unicode
// Standard, table 4-3).
const virama = 9

// check returns an error for an entry that no Book would write.
func (e entry) check() error {
	switch {
	case e.From.Time.IsZero():
		return errors.New(`no "from": expected a moment such as "2026-03-14T20:15:00"`)
	case e.Journal != "" && (e.Seat != 0 || e.Name+e.Colour+e.Team != ""):
		return errors.New("expected the name of a seat, or a journal")
	case e.Sure && e.Boot == "":
		return errors.New(`"sure" without "boot"`)
	case e.Journal != "" || e.isReading():
		return nil
	case e.Seat < 1:
		return fmt.Errorf("seat %d: expected a number from 1", e.Seat)
	case e.Colour != "" && !slices.Contains(games.Colours(), e.Colour):
		return fmt.Errorf("the colour %q: expected one of %v", e.Colour, games.Colours())
	}
	for _, name := range []string{e.Name, e.Team} {
		if tidy, err := Tidy(name); err != nil {
			return err
		} else if tidy != name {
			return fmt.Errorf("the name %q: expected %q", name, tidy)
		}
	}
	return nil
}

// parseEntry reads a line of the name log, without its newline.
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

// readNameLog reads the name log of a folder, which need not have one. Bad lines are left out, and
// joined into the error wrong. A last line that a power cut left in pieces is no error.
func readNameLog(folder string) (entries []entry, wrong, err error) {
	text, err := readLines(folder, nameLogFile)
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line, whole := bytes.CutSuffix(line, []byte{'\n'})
		if e, bad := parseEntry(line); bad == nil {
			entries = append(entries, e)
		} else if whole || json.Valid(line) {
			wrong = errors.Join(wrong, fmt.Errorf("%s:%d: %w", nameLogFile, number, bad))
		}
	}
	return entries, wrong, err
}
