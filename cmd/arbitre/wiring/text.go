package wiring

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/hw"
)

// labelWidth leaves 80 columns for two labels and what is between them, and plugWidth for one
// beside the key of a device.
const (
	labelWidth = 27
	plugWidth  = 46
)

// Text draws the header seen from above, each wire of the parts at its pin: 80 columns, no colours.
func Text(parts []Part, say wording.Say) string {
	var b strings.Builder
	wires := allWires(parts, say)
	if allPlugged(parts) {
		b.WriteString(say("Nothing goes to a header.") + "\n")
	} else {
		b.WriteString(say("The header from above. Pin 1 is at the end with the microSD card, the even pins") + "\n" +
			say("are at the board's edge. o: has a wire. (What a free line else serves.)") + "\n\n")
		drawPins(&b, wires)
	}
	for _, s := range sections(parts, wires, say) {
		b.WriteString("\n" + s.title + ":\n")
		columns := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, line := range s.lines {
			fmt.Fprintln(columns, "  "+strings.Join(broken(line, 76), "\n    "))
		}
		columns.Flush()
	}
	return b.String()
}

// allPlugged reports whether a box has no wire.
func allPlugged(parts []Part) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p Part) bool { return !p.Plugged() })
}

// drawPins draws the header with what goes to its pins.
func drawPins(b *strings.Builder, wires []wire) {
	for pair := range slices.Chunk(header(), 2) {
		left, odd := labels(pair[0], wires)
		right, even := labels(pair[1], wires)
		middle := fmt.Sprintf("%6s %2d %s %s %-2d %-6s", pair[0].Name, pair[0].Number, odd, even, pair[1].Number, pair[1].Name)
		rows := max(len(left), len(right), 1)
		left, right = append(left, make([]string, rows)...), append(right, make([]string, rows)...)
		for n := range rows {
			row := fmt.Sprintf("%*s %-23s %s", labelWidth, left[n], middle, right[n])
			b.WriteString(strings.TrimRight(row, " ") + "\n")
			middle = ""
		}
	}
}

// farEnd returns where a wire goes that is not on the header, cut to the width of its column.
func (w wire) farEnd() string {
	width := labelWidth
	if w.isPlug() {
		width = plugWidth
	}
	return clip(hw.Printable(w.line), width)
}

// labels returns the lines of text beside a pin, and the mark that says whether it has a wire.
func labels(p pin, wires []wire) (lines []string, mark string) {
	for _, w := range wires {
		if w.pin == p.Number {
			lines = append(lines, w.label)
		}
	}
	switch {
	case len(lines) > 0:
		return lines, "o"
	case p.Serves != "":
		return []string{"(" + p.Serves + ")"}, "."
	}
	return nil, "."
}

// clip shortens a text that is wider than its column.
func clip(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-1]) + "…"
}
