package wiring

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A signal is what a wire carries; it decides how the wire is drawn.
type signal uint8

const (
	contact signal = iota // of a button, to the Pi
	light
	sound
	bus
	supply
	ground
)

// A wire goes from a part to a pin of the header, or to a line elsewhere; or it is a device's plug.
type wire struct {
	label string // unique: "seat 1 button", "seat 1 button ground", "judge's OLED SDA"
	line  string // as configured, or 3V3, 5V, GND
	pin   int    // the header's; 0: elsewhere
	part  int    // index of its part, or -1: of several
	carry signal
	fixed bool // the part has no other choice
}

// isPlug reports whether a wire is the plug of a device.
func (w wire) isPlug() bool { return evdev.IsPlace(w.line) }

// An end is what a wire of a part goes to: a line, or a supply.
type end struct {
	role  string // of the wire, among those of its part
	line  string
	carry signal
}

// ends returns what a part is wired to; its own line is the first.
func (p Part) ends(say wording.Say) []end {
	ground := end{say("ground"), "GND", ground}
	switch p.Kind {
	case Button:
		return []end{{line: p.Line, carry: contact}, ground}
	case Lamp:
		return []end{{line: p.Line, carry: light}}
	case PassiveBuzzer, ActiveBuzzer:
		return append([]end{{line: p.Line, carry: sound}}, power(say)...)
	case OLED:
		if at := p.bus(); at != "" {
			return []end{{"SDA", at + " SDA", bus}, {"SCL", at + " SCL", bus}}
		}
		return []end{{"SDA", "GPIO2", bus}, {"SCL", "GPIO3", bus}, {"3V3", "3V3", supply}, ground}
	case SoundCard:
		return append([]end{{"CLK", "GPIO18", sound}, {"FS", "GPIO19", sound}, {"DIN", "GPIO20", sound},
			{"DOUT", "GPIO21", sound}}, power(say)...)
	}
	return nil
}

// power returns the supply of a part that needs more than a line can drive.
func power(say wording.Say) []end {
	return []end{{"5 V", "5V", supply}, {say("ground"), "GND", ground}}
}

// allWires returns all wires of the parts, by pin, and then those that are not on the header.
func allWires(parts []Part, say wording.Say) (wires []wire) {
	for i, p := range parts {
		near := 0 // the first pin of the part; a part without any is fed elsewhere
		for _, e := range p.ends(say) {
			pin, _ := find(e.line)
			number := pin.Number
			if e.carry == supply || e.carry == ground {
				if number = nearest(e.line, near); near == 0 {
					continue
				}
			}
			near = cmp.Or(near, number)
			wires = append(wires, wire{label: label(p.Name, e.role), line: e.line, pin: number, part: i,
				carry: e.carry, fixed: e.role != ""})
		}
	}
	if slices.ContainsFunc(parts, func(p Part) bool { return p.Kind == Lamp && !p.Plugged() }) {
		for _, e := range power(say) { // of all their transistors
			wires = append(wires, wire{label: label(say("lamps"), e.role), line: e.line, pin: nearest(e.line, 2),
				part: -1, carry: e.carry, fixed: true})
		}
	}
	slices.SortStableFunc(wires, func(a, b wire) int {
		if a.pin == 0 || b.pin == 0 {
			return cmp.Compare(b.pin, a.pin)
		}
		return cmp.Compare(a.pin, b.pin)
	})
	return wires
}

// label names a wire by its part and its role. Only the part's name is cut.
func label(part, role string) string {
	if role != "" {
		role = " " + role
	}
	return clip(hw.Printable(part), labelWidth-utf8.RuneCountInString(role)) + role
}

// nearest returns the pin of a supply that is nearest to another pin, on the same side if possible.
func nearest(supply string, to int) int {
	best, least := 0, 0
	for _, p := range header() {
		far := max(p.Number-to, to-p.Number)
		if (p.Number-to)%2 != 0 {
			far += 40
		}
		if p.Name == supply && (best == 0 || far < least) {
			best, least = p.Number, far
		}
	}
	return best
}
