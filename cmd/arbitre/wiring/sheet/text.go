// Package sheet draws the wires of a box, which package wiring decides: as text for a terminal, and on a sheet of
// A4 for print.
package sheet

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
)

// Text draws the header seen from above, each wire of the parts at its pin: 80 columns, no colours.
func Text(parts []wiring.Part, say wording.Say) string {
	var b strings.Builder
	wires := wiring.Wires(parts, say)
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
func allPlugged(parts []wiring.Part) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p wiring.Part) bool { return !p.Plugged() })
}

// drawPins draws the header with what goes to its pins.
func drawPins(b *strings.Builder, wires []wiring.Wire) {
	for pair := range slices.Chunk(wiring.Header(), 2) {
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

// labels returns the lines of text beside a pin, and the mark that says whether it has a wire.
func labels(p wiring.Pin, wires []wiring.Wire) (lines []string, mark string) {
	for _, w := range wires {
		if w.Pin == p.Number {
			lines = append(lines, label(w))
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
