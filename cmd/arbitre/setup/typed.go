package setup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/lesson"
	"arbitre/hw/evdev"
)

// typed asks for the lines of the seats' buttons and lamps.
func (f *form) typed() {
	c := &f.config
	seats, _ := strconv.Atoi(f.oneOf(f.say("How many seats, 3 to 8"), "5", "3", "4", "5", "6", "7", "8"))
	buttons, lamps := lesson.Drawn(*c)
	wired := func(into *[]string) func([]string) error {
		return func(lines []string) error {
			*into = lines
			c.Judge.OK = lesson.Usual().Judge.OK
			if slices.Contains(slices.Concat(c.Buttons.Seats, c.Buttons.Lamps), c.Judge.OK) {
				c.Judge.OK = lesson.OtherOK
			}
			return c.Check()
		}
	}
	c.Buttons.Lamps = []string{}
	f.several(f.say("Lines of the buttons, clockwise"), seats, buttons, wired(&c.Buttons.Seats))
	if f.yesOrNo(f.say("Do the buttons have lamps (yes, no)"), true) {
		f.several(f.say("Lines of the lamps, in the same order"), seats, lamps, wired(&c.Buttons.Lamps))
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
