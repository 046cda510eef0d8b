package sheet

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
	"arbitre/hw"
)

// labelWidth leaves 80 columns for two labels and what is between them, and plugWidth for one
// beside the key of a device.
const (
	labelWidth = 27
	plugWidth  = 46
)

// A section of the notes below the header has a title and lines of text, some in columns with a tab
// between them.
type section struct {
	title string
	lines []string
}

// sections lists the wires that are not on the header, the plugs, and what the choice of lines asks for,
// without empty sections.
func sections(parts []wiring.Part, wires []wiring.Wire, say wording.Say) []section {
	off, plugs := section{title: say("Not on the header")}, section{title: say("Plugged in")}
	for _, w := range wires {
		switch line := hw.Printable(w.Line); {
		case w.IsPlug():
			plugs.lines = append(plugs.lines, clip(line, plugWidth)+"\t"+label(w))
		case w.Pin == 0:
			off.lines = append(off.lines, clip(line, labelWidth)+"\t"+label(w))
		}
	}
	firmware, mind := wiring.Needs(parts, say)
	all := []section{off, plugs, {say("In /boot/firmware/config.txt"), firmware}, {say("Mind"), mind}}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.lines) == 0 })
}

// label names a wire. Only its part's name is cut.
func label(w wiring.Wire) string {
	room := labelWidth
	if w.Role != "" {
		room -= utf8.RuneCountInString(" " + w.Role)
	}
	w.Of = clip(hw.Printable(w.Of), room)
	return w.Label()
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
