package wiring

import (
	"fmt"
	"slices"
	"strings"
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
	section := func(title string, lines []string) {
		if len(lines) == 0 {
			return
		}
		b.WriteString("\n" + title + ":\n")
		for _, line := range lines {
			b.WriteString("  " + strings.Join(broken(line, 76), "\n    ") + "\n")
		}
	}
	for _, s := range offHeader(wires, say) {
		section(s.title, s.lines())
	}
	firmware, mind := needs(parts, say)
	section(say("In /boot/firmware/config.txt"), firmware)
	section(say("Mind"), mind)
	return b.String()
}

// allPlugged reports whether a box has no wire.
func allPlugged(parts []Part) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(p Part) bool { return !p.Plugged })
}

// drawPins draws the header with what goes to its pins.
func drawPins(b *strings.Builder, wires []wire) {
	pins := Pins()
	for i := 0; i < len(pins); i += 2 {
		left, odd := labels(pins[i], wires)
		right, even := labels(pins[i+1], wires)
		middle := fmt.Sprintf("%6s %2d %s %s %-2d %-6s", pins[i].Name, pins[i].Number, odd, even, pins[i+1].Number,
			pins[i+1].Name)
		rows := max(len(left), len(right), 1)
		left, right = append(left, make([]string, rows)...), append(right, make([]string, rows)...)
		for n := range rows {
			row := fmt.Sprintf("%*s %-23s %s", labelWidth, left[n], middle, right[n])
			b.WriteString(strings.TrimRight(row, " ") + "\n")
			middle = ""
		}
	}
}

// offWires go elsewhere than to the header, or are the plugs of devices.
type offWires struct {
	title string
	wires []wire
}

// offHeader lists the wires that are not on the header, and the plugs, without empty lists.
func offHeader(wires []wire, say wording.Say) []offWires {
	lists := []offWires{{title: say("Not on the header")}, {title: say("Plugged in")}}
	for _, w := range wires {
		switch {
		case w.plugged:
			lists[1].wires = append(lists[1].wires, w)
		case w.pin == 0:
			lists[0].wires = append(lists[0].wires, w)
		}
	}
	return slices.DeleteFunc(lists, func(l offWires) bool { return len(l.wires) == 0 })
}

// lines returns a line of text for each wire.
func (o offWires) lines() (lines []string) {
	widest := 0
	for _, w := range o.wires {
		widest = max(widest, utf8.RuneCountInString(w.farEnd()))
	}
	for _, w := range o.wires {
		lines = append(lines, fmt.Sprintf("%-*s  %s", widest, w.farEnd(), w.label))
	}
	return lines
}

// farEnd returns where a wire goes that is not on the header, cut to the width of its column.
func (w wire) farEnd() string {
	width := labelWidth
	if w.plugged {
		width = plugWidth
	}
	return clip(hw.Printable(w.line), width)
}

// labels returns the lines of text beside a pin, and the mark that says whether it has a wire.
func labels(p Pin, wires []wire) (lines []string, mark string) {
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

// broken breaks a line between words into pieces of at most width characters.
func broken(line string, width int) (pieces []string) {
	for utf8.RuneCountInString(line) > width {
		at := strings.LastIndex(string([]rune(line)[:width+1]), " ")
		if at <= 0 {
			break
		}
		pieces = append(pieces, line[:at])
		line = line[at+1:]
	}
	return append(pieces, line)
}
