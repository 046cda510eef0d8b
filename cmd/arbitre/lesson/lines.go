package lesson

import (
	"io/fs"
	"slices"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
)

// Usual returns the defaults.
func Usual() config.Config { return config.Default(nil, func(string) string { return "" }) }

// Drawn returns the lines that hw/WIRING.md draws for buttons, the default ones first, which are
// free on every Pi; and those for lamps, one more than there are seats: the judge's key OK may have
// one of them. A sound card on the header needs four of the usual ones.
func Drawn(c config.Config) (buttons, lamps []string) {
	buttons = slices.Concat(Usual().Buttons.Seats, []string{"GPIO4", "GPIO8", "GPIO7"})
	if c.Speaker.Header {
		return buttons, []string{"GPIO25", "GPIO16", "GPIO26", "GPIO10", "GPIO11", OtherOK, "GPIO14", "GPIO15",
			"GPIO13"}
	}
	return buttons, slices.Concat(Usual().Buttons.Lamps, []string{"GPIO18", "GPIO19", "GPIO13", OtherOK})
}

// OtherOK is the line of the judge's key OK if a lamp needs the default one.
const OtherOK = "GPIO9"

// FreeLines reports whether there is a Pi's header, and returns the lines to watch for buttons:
// those that hw/WIRING.md draws for buttons and that nobody uses. Lines for lamps are not watched:
// the pull-up resistor of a button would make a lamp glow.
func FreeLines(root fs.FS) (header bool, free map[hw.Button]string) {
	lines, _ := Drawn(Usual())
	judge := Usual().Judge
	lines = append(lines, judge.Previous, judge.Next, judge.OK, OtherOK)
	survey, _ := hw.SurveyLines(lines) // a line that can't be looked at is not free
	free = map[hw.Button]string{}
	for i, line := range lines {
		status, ok := survey.Lines[line]
		spi := line == OtherOK && survey.Lines["GPIO8"].Used // its driver uses this line, too, and does not say so
		if ok && !status.Used && !spi {
			free[hw.Button(i+1)] = line
		}
	}
	return len(survey.Lines) > 0 || strings.HasPrefix(hw.Model(root), "Raspberry Pi"), free
}

// Calm is for wires that lead to no button, which pick up more than others.
func Calm(d hw.Debounce) hw.Debounce {
	d.Glitch = 5 * time.Millisecond
	return d
}
