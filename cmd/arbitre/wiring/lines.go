package wiring

import (
	"cmp"
	"fmt"
	"slices"

	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A table has Fewest to Most seats.
const (
	Fewest = 3
	Most   = 8
)

// Lines say where the buttons and the lamps of a table are: lines by name, or keys and lamps of
// devices.
type Lines struct {
	Seats                    []string // clockwise from seat 1
	Lamps                    []string // of the same seats, "" for one without; or none at all
	Previous, Next, OK, Back string   // the judge's keys, "" for one that is missing
	Shortcuts                []Shortcut
}

// A Shortcut is the line of a button that answers a question at once.
type Shortcut struct{ Line, Answer string }

// Default returns the lines of five seats, as hw/WIRING.md draws them: those of the 40-pin header
// that have the same name on every Pi and kernel (4 and 7 to 11 do not) and serve neither I²C nor
// the UART. Those of the lamps are pulled down at power-on (BCM2835 ARM Peripherals, table 6-31):
// lamps are dark until the program drives them.
func Default() Lines {
	return Lines{
		Seats: Buttons()[:5], Lamps: lampLines(nil)[:5],
		Previous: "GPIO5", Next: "GPIO6", OK: "GPIO13",
	}
}

// DefaultBuzzer is the line of the buzzer, which has PWM.
const DefaultBuzzer = "GPIO12"

// FallbackOK is the line of the judge's key OK if a lamp needs the default one.
const FallbackOK = "GPIO9"

// Buttons returns the lines for the seats' buttons, of which the first are free on every Pi.
func Buttons() []string {
	return []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24", "GPIO4", "GPIO8", "GPIO7"}
}

// lampLines returns the lines for lamps in the order of [Buttons], and one more, as the judge's key OK
// may have one of them. A sound card among the other parts needs four of the usual ones.
func lampLines(others []Part) []string {
	if slices.ContainsFunc(others, func(p Part) bool { return p.Kind == SoundCard }) {
		return []string{"GPIO25", "GPIO16", "GPIO26", "GPIO10", "GPIO11", FallbackOK, "GPIO14", "GPIO15", "GPIO13"}
	}
	return []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21", "GPIO18", "GPIO19", "GPIO13", FallbackOK}
}

// Watchable returns the lines on which a box that knows none of its buttons looks for them. Lines
// for lamps are not among them: the pull-up resistor of a button would make a lamp glow.
func Watchable() []string {
	d := Default()
	return append(Buttons(), d.Previous, d.Next, d.OK, FallbackOK)
}

// A Pair is the line of a button with that of the lamp in it.
type Pair struct{ Button, Lamp string }

// Pairs returns which line is the lamp's of which button, beside other parts: as it is here, and of other
// lines as it is drawn.
func (l Lines) Pairs(others []Part) (pairs []Pair) {
	for i, line := range l.Seats[:min(len(l.Seats), len(l.Lamps))] {
		pairs = append(pairs, Pair{line, l.Lamps[i]})
	}
	paired := func(line string) bool {
		return slices.ContainsFunc(pairs, func(p Pair) bool { return p.Button == line || p.Lamp == line })
	}
	free := slices.DeleteFunc(lampLines(others), func(line string) bool { return line == Default().OK })
	for i, line := range Buttons() {
		if !paired(line) && !paired(free[i]) {
			pairs = append(pairs, Pair{line, free[i]})
		}
	}
	return pairs
}

// HasKeys reports whether the judge has keys.
func (l Lines) HasKeys() bool { return cmp.Or(l.Previous, l.Next, l.OK, l.Back) != "" }

// Parts returns the buttons and the lamps, with names in the language of say.
func (l Lines) Parts(say wording.Say) (all []Part) {
	button := func(b hw.Button, key, name, line string) {
		all = append(all, Part{Name: name, Kind: Button, Button: b, Key: key, Line: line})
	}
	for i, line := range l.Seats {
		button(hw.Button(i+1), fmt.Sprintf("buttons.seats[%d]", i), say("seat %d button", i+1), line)
	}
	for i, line := range l.Lamps {
		if line != "" {
			all = append(all, Part{Name: say("lamp %d", i+1), Kind: Lamp, Key: fmt.Sprintf("buttons.lamps[%d]", i), Line: line})
		}
	}
	if l.HasKeys() {
		button(hw.KeyPrevious, "judge.previous", say("judge's previous"), l.Previous)
		button(hw.KeyNext, "judge.next", say("judge's next"), l.Next)
		button(hw.KeyOK, "judge.ok", say("judge's OK"), l.OK)
	}
	if l.Back != "" {
		button(hw.KeyBack, "judge.back", say("judge's back"), l.Back)
	}
	for i, s := range l.Shortcuts {
		button(hw.Shortcut(i), fmt.Sprintf("shortcut[%d].line", i), say("shortcut %d %s", i+1, s.Answer), s.Line)
	}
	return all
}

// Of returns the lines of all buttons that have one.
func (l Lines) Of() map[hw.Button]string {
	of := map[hw.Button]string{}
	for _, p := range l.Parts(fmt.Sprintf) {
		if p.Button != 0 && p.Line != "" {
			of[p.Button] = p.Line
		}
	}
	return of
}

// with returns the lines with that of one button changed; that of the seat or the shortcut behind
// the last one is added.
func (l Lines) with(b hw.Button, line string) Lines {
	switch i, isShortcut := b.Shortcut(); {
	case isShortcut:
		l.Shortcuts = append(slices.Clone(l.Shortcuts), make([]Shortcut, max(0, i+1-len(l.Shortcuts)))...)
		l.Shortcuts[i].Line = line
	case b > 0:
		l.Seats = append(slices.Clone(l.Seats), make([]string, max(0, int(b)-len(l.Seats)))...)
		l.Seats[b-1] = line
	case b == hw.KeyPrevious:
		l.Previous = line
	case b == hw.KeyNext:
		l.Next = line
	case b == hw.KeyOK:
		l.OK = line
	case b == hw.KeyBack:
		l.Back = line
	}
	return l
}

// same reports whether two texts name one line, or one key or lamp of a device.
func same(one, other string) bool {
	a, err := evdev.ParsePlace(one)
	b, failed := evdev.ParsePlace(other)
	return one == other || err == nil && failed == nil && a.Same(b)
}
