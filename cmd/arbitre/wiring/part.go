package wiring

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Kind says what a part needs of the header.
type Kind uint8

// The kinds of parts.
const (
	Button        Kind = iota + 1 // a switch between its line and ground
	Lamp                          // behind a transistor: one line
	PassiveBuzzer                 // needs a square wave: one line with PWM
	ActiveBuzzer                  // has a pitch of its own: one line
	OLED                          // a display on I²C
	SoundCard                     // on I2S
)

// A Part is something of the box that has wires.
type Part struct {
	Name string // what people call it, such as "seat 1 button"
	Kind Kind
	// Line is the one it is configured to use, by name: "GPIO17", or as another chip names its own.
	// What sits on I²C or I2S has none: those pins are fixed.
	Line string
	// Button is what the switch is to the table, 0 for other parts.
	Button hw.Button
	// Bus is the I²C bus of an OLED. Empty or I2C1 is the one on the header.
	Bus string
	// Address is the I²C address of an OLED.
	Address uint16
	// Key is its key in the configuration, for messages.
	Key string
}

// Plugged reports whether it is a key or a lamp of a device that is plugged in, and has no wire.
func (p Part) Plugged() bool { return evdev.IsPlace(p.Line) }

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

// bus returns the I²C bus of an OLED, or "" by any name that periph has for the one on GPIO2 and GPIO3.
func (p Part) bus() string {
	if slices.Contains([]string{"I2C1", "1", "/dev/i2c-1"}, p.Bus) {
		return ""
	}
	return p.Bus
}

// nearest returns the pin of a supply that is nearest to another pin, on the same side if possible.
func nearest(supply string, to int) int {
	best, least := 0, 0
	for _, p := range Pins() {
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

// needs returns the lines of the Pi's config.txt, and what else the choice of lines asks for.
func needs(parts []Part, say wording.Say) (firmware, mind []string) {
	add := func(list *[]string, line string) {
		if !slices.Contains(*list, line) {
			*list = append(*list, line)
		}
	}
	for _, p := range parts {
		if p.Kind == OLED && p.bus() == "" {
			add(&firmware, "dtparam=i2c_arm=on")
		}
		if p.Kind == SoundCard {
			add(&firmware, say("dtoverlay=… that of the sound card, such as hifiberry-dac or max98357a"))
		}
		pin, ok := find(p.Line)
		if !ok {
			continue
		}
		if p.Kind == PassiveBuzzer {
			overlay, _ := hw.PWMOverlay(pin.Name)
			add(&firmware, overlay)
			add(&mind, say("%s: a Pi up to 3 has its headphone jack on the same PWM; use one of them",
				hw.Printable(p.Name)))
		}
		if p.Kind == Lamp && pin.PulledUp() {
			add(&mind, say("%s: %s is lit from power-on until the program starts, the line being pulled up",
				pin.Name, hw.Printable(p.Name)))
		}
		switch first, _, _ := strings.Cut(pin.Serves, " "); first {
		case "UART":
			add(&mind, say("GPIO14, GPIO15: the serial console must be off (raspi-config, Interface Options)"))
		case "SPI":
			add(&mind, say("GPIO7 to GPIO11: SPI must be off, as it is by default"))
		case "1-Wire":
			add(&mind, say("GPIO4: 1-Wire must be off, as it is by default"))
		}
	}
	return firmware, mind
}

// escape escapes a text for XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}
