package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw/evdev"
)

// buttonLines returns the lines that hw/WIRING.md draws for buttons, the default ones first. They
// are free on every Pi.
func buttonLines(usual config.Config) []string {
	return slices.Concat(usual.Buttons.Seats, []string{"GPIO4", "GPIO8", "GPIO7"})
}

// lampLines returns the lines for lamps, one more than there are seats: the judge's key OK may have
// one of them. A sound card on the header needs four of the usual ones.
func (f *form) lampLines() []string {
	if f.config.Speaker.Header {
		return []string{"GPIO25", "GPIO16", "GPIO26", "GPIO10", "GPIO11", "GPIO9", "GPIO14", "GPIO15", "GPIO13"}
	}
	return slices.Concat(f.usual.Buttons.Lamps, []string{"GPIO18", "GPIO19", "GPIO13", otherOK})
}

// otherOK is the line of the judge's key OK if a lamp needs the default one.
const otherOK = "GPIO9"

// typed asks for the lines of the seats' buttons and lamps.
func (f *form) typed(seats int) {
	c := &f.config
	wired := func(into *[]string) func([]string) error {
		return func(lines []string) error {
			*into = lines
			c.Judge.OK = f.usual.Judge.OK
			if slices.Contains(slices.Concat(c.Buttons.Seats, c.Buttons.Lamps), c.Judge.OK) {
				c.Judge.OK = otherOK
			}
			return c.Check()
		}
	}
	c.Buttons.Lamps = []string{}
	f.several(f.say("Lines of the buttons, clockwise"), seats, buttonLines(f.usual), wired(&c.Buttons.Seats))
	if f.yesOrNo(f.say("Do the buttons have lamps (yes, no)"), true) {
		f.several(f.say("Lines of the lamps, in the same order"), seats, f.lampLines(), wired(&c.Buttons.Lamps))
	}
}

// several asks for n lines. Their preset is the first n that are proposed.
func (f *form) several(question string, n int, proposed []string, wired func(lines []string) error) {
	preset := strings.Join(proposed[:min(n, len(proposed))], " ")
	f.ask(question, preset, func(answer string) error {
		lines := strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' })
		for i := range lines {
			lines[i] = lineName(lines[i])
		}
		if len(lines) != n {
			return fmt.Errorf("expected %d lines, not %d", n, len(lines))
		}
		return wired(lines)
	})
}

// lineName returns the name of a line or key as in the configuration: "17" and "gpio17" become
// "GPIO17".
func lineName(typed string) string {
	if evdev.IsPlace(typed) {
		return typed
	}
	if _, err := strconv.ParseUint(typed, 10, 8); err == nil {
		return "GPIO" + typed
	}
	return strings.ToUpper(typed)
}
