// Package lesson learns which button is where.
package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A table has Fewest to Most seats.
const (
	Fewest = 3
	Most   = 8
)

// A Lesson learns where each button is: it asks for one after the other, the seats clockwise and
// then the judge's keys, and is told what was pressed. It has no clock and asks nobody itself.
type Lesson struct {
	Config config.Config // with what was learnt so far
	Asks   hw.Button     // what is to be pressed now; 0 once all is learnt
	Pairs  []Pair        // of lines that may be learnt
	Found  []Found       // what was learnt so far

	shortcuts []config.Shortcut // from before
	lit       map[int]string    // lamps of devices, by seat
}

// A Pair is the line of a button with that of the lamp in it.
type Pair struct{ Button, Lamp string }

// A Found is a button that was pressed, or named, and where it is.
type Found struct {
	Button hw.Button
	Line   string
}

// New begins with seat 1. A configuration before knows which button has which lamp; of the
// other lines the drawings know it.
func New(before config.Config) *Lesson {
	l := &Lesson{Config: before, Asks: 1, shortcuts: before.Shortcuts, lit: map[int]string{}}
	for i, line := range before.Buttons.Seats {
		if i < len(before.Buttons.Lamps) {
			l.Pairs = append(l.Pairs, Pair{line, before.Buttons.Lamps[i]})
		}
	}
	paired := func(line string) bool {
		return slices.ContainsFunc(l.Pairs, func(p Pair) bool { return p.Button == line || p.Lamp == line })
	}
	buttons, lamps := Drawn(before)
	lamps = slices.DeleteFunc(lamps, func(line string) bool { return line == Usual().Judge.OK })
	for i, line := range buttons {
		if !paired(line) && !paired(lamps[i]) {
			l.Pairs = append(l.Pairs, Pair{line, lamps[i]})
		}
	}
	c := &l.Config
	c.Learn, c.Buttons.Seats, c.Buttons.Lamps, c.Shortcuts = false, nil, []string{}, []config.Shortcut{}
	c.Judge.Previous, c.Judge.Next, c.Judge.OK, c.Judge.Back = "", "", "", ""
	return l
}

// MaySkip reports whether there need not be such a button.
func (l *Lesson) MaySkip() bool { return l.Asks > Fewest || l.Asks == hw.KeyOK }

// Skip says that there are no more seats, or no keys.
func (l *Lesson) Skip() {
	switch {
	case !l.MaySkip():
	case l.Asks == hw.KeyOK:
		l.Asks = 0
	default:
		l.Asks = hw.KeyOK
	}
}

// Press gives the line or key that was pressed to the button that is asked for, and asks for the
// next. An error says why it can't have it.
func (l *Lesson) Press(line string) error {
	seats := l.Config.Buttons.Seats
	if l.Asks > 0 {
		l.Config.Buttons.Seats = append(slices.Clone(seats), "")
	}
	if err := l.Take(l.Asks, line); err != nil {
		l.Config.Buttons.Seats = seats
		return err
	}
	switch l.Asks {
	case Most:
		l.Asks = hw.KeyOK
	case hw.KeyOK:
		l.Asks = hw.KeyPrevious
	case hw.KeyPrevious:
		l.Asks = hw.KeyNext
	case hw.KeyNext:
		l.Asks = 0
	default:
		l.Asks++
	}
	return nil
}

// Take gives a line or key to a button of the configuration. An error says why it can't have it.
func (l *Lesson) Take(b hw.Button, line string) error {
	if owner := l.Owner(line); owner != 0 {
		return games.Refuse(About(owner, "is_button"), fmt.Errorf("%s: that is %v already", line, owner))
	}
	key, into := l.place(b)
	*into = line
	for _, wrong := range l.Config.WrongWires() {
		if slices.Contains(wrong.Keys, key) {
			*into = ""
			return games.Refuse(games.Text{Word: "no_line", Extra: line}, errors.New(wrong.What))
		}
	}
	l.Found = append(l.Found, Found{b, line})
	return nil
}

// place returns the key of a button in the configuration, and where its line is.
func (l *Lesson) place(b hw.Button) (key string, line *string) {
	c := &l.Config
	if i, ok := b.Shortcut(); ok {
		return fmt.Sprintf("shortcut[%d].line", i), &c.Shortcuts[i].Line
	}
	switch b {
	case hw.KeyPrevious:
		return "judge.previous", &c.Judge.Previous
	case hw.KeyNext:
		return "judge.next", &c.Judge.Next
	case hw.KeyOK:
		return "judge.ok", &c.Judge.OK
	case hw.KeyBack:
		return "judge.back", &c.Judge.Back
	}
	return fmt.Sprintf("buttons.seats[%d]", b-1), &c.Buttons.Seats[b-1]
}

// Owner returns the button that already has a line or key, or 0.
func (l *Lesson) Owner(line string) hw.Button {
	for _, f := range l.Found {
		one, err := evdev.ParsePlace(f.Line)
		other, failed := evdev.ParsePlace(line)
		if f.Line == line || err == nil && failed == nil && one.Same(other) {
			return f.Button
		}
	}
	return 0
}

// Finish returns the configuration with what was learnt: each seat has the lamp that belongs to its
// button, and a shortcut whose line was given away is gone.
func (l *Lesson) Finish() config.Config {
	c := l.Config
	given := func(s config.Shortcut) bool { return l.Owner(s.Line) != 0 }
	c.Shortcuts = slices.DeleteFunc(slices.Clone(l.shortcuts), given)
	c.Buttons.Lamps = make([]string, len(c.Buttons.Seats))
	for i, line := range c.Buttons.Seats {
		if p := slices.IndexFunc(l.Pairs, func(p Pair) bool { return p.Button == line }); p >= 0 {
			c.Buttons.Lamps[i] = l.Pairs[p].Lamp
		}
		c.Buttons.Lamps[i] = cmp.Or(l.lit[i+1], c.Buttons.Lamps[i])
		key := fmt.Sprintf("buttons.lamps[%d]", i)
		if slices.ContainsFunc(c.WrongWires(), func(w config.Complaint) bool { return slices.Contains(w.Keys, key) }) {
			c.Buttons.Lamps[i] = ""
		}
	}
	if !slices.ContainsFunc(c.Buttons.Lamps, func(lamp string) bool { return lamp != "" }) {
		c.Buttons.Lamps = []string{}
	}
	return c
}

// About returns a sentence about a button.
func About(b hw.Button, word string) games.Text {
	said := games.Text{Word: word, Extra: b.String()}
	if i, isShortcut := b.Shortcut(); isShortcut {
		said.Extra, said.Number = "shortcut", i+1
	} else if b > 0 {
		said.Seat, said.Extra = games.Seat(b), ""
	}
	return said
}
