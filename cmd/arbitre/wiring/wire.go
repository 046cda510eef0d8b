package wiring

import (
	"cmp"
	"slices"
	"strings"

	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Signal is what a wire carries.
type Signal uint8

// The signals.
const (
	Contact Signal = iota // of a button, to the Pi
	Light
	Sound
	Bus
	Supply
	Ground
)

// A Wire goes from a part to a pin of the header, or to a line elsewhere; or it is a device's plug.
type Wire struct {
	End
	Of   string // the name of its part, or of several that share it
	Pin  int    // the header's; 0: elsewhere
	part int    // index of its part, or -1: of several
}

// An End is what a wire of a part goes to: a line, or a supply.
type End struct {
	Role    string // of the wire among those of its part, such as "SDA"; "" for the one that goes to the part's own line
	Line    string // as configured, or 3V3, 5V, GND
	Carries Signal
}

// Label names a wire: "seat 1 button", "seat 1 button ground", "judge's OLED SDA".
func (w Wire) Label() string { return strings.TrimSpace(hw.Printable(w.Of) + " " + w.Role) }

// IsPlug reports whether a wire is the plug of a device.
func (w Wire) IsPlug() bool { return evdev.IsPlace(w.Line) }

// ends returns what a part is wired to; its own line is the first.
func (p Part) ends(say wording.Say) []End {
	ground := End{say("ground"), "GND", Ground}
	switch p.Kind {
	case Button:
		return []End{{Line: p.Line, Carries: Contact}, ground}
	case Lamp:
		return []End{{Line: p.Line, Carries: Light}}
	case PassiveBuzzer, ActiveBuzzer:
		return append([]End{{Line: p.Line, Carries: Sound}}, power(say)...)
	case OLED:
		if at := p.bus(); at != "" {
			return []End{{"SDA", at + " SDA", Bus}, {"SCL", at + " SCL", Bus}}
		}
		return []End{{"SDA", "GPIO2", Bus}, {"SCL", "GPIO3", Bus}, {"3V3", "3V3", Supply}, ground}
	case SoundCard:
		return append([]End{{"CLK", "GPIO18", Sound}, {"FS", "GPIO19", Sound}, {"DIN", "GPIO20", Sound},
			{"DOUT", "GPIO21", Sound}}, power(say)...)
	}
	return nil
}

// power returns the supply of a part that needs more than a line can drive.
func power(say wording.Say) []End {
	return []End{{"5 V", "5V", Supply}, {say("ground"), "GND", Ground}}
}

// Wires returns all wires of the parts, by pin, and then those that are not on the header.
func Wires(parts []Part, say wording.Say) (wires []Wire) {
	for i, p := range parts {
		near := 0 // the first pin of the part; a part without any is fed elsewhere
		for _, e := range p.ends(say) {
			pin, _ := find(e.Line)
			number := pin.Number
			if e.Carries == Supply || e.Carries == Ground {
				if number = nearest(e.Line, near); near == 0 {
					continue
				}
			}
			near = cmp.Or(near, number)
			wires = append(wires, Wire{e, p.Name, number, i})
		}
	}
	if slices.ContainsFunc(parts, func(p Part) bool { return p.Kind == Lamp && !p.Plugged() }) {
		for _, e := range power(say) { // of all their transistors
			wires = append(wires, Wire{e, say("lamps"), nearest(e.Line, 2), -1})
		}
	}
	slices.SortStableFunc(wires, func(a, b Wire) int {
		if a.Pin == 0 || b.Pin == 0 {
			return cmp.Compare(b.Pin, a.Pin)
		}
		return cmp.Compare(a.Pin, b.Pin)
	})
	return wires
}

// nearest returns the pin of a supply that is nearest to another pin, on the same side if possible.
func nearest(supply string, to int) int {
	best, least := 0, 0
	for _, p := range Header() {
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

// Needs returns the lines of the Pi's config.txt, and what else the choice of lines asks for.
func Needs(parts []Part, say wording.Say) (firmware, mind []string) {
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
		if p.Kind == Lamp && pin.pulledUp() {
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
