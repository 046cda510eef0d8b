package header

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"arbitre/hw"
)

// A Kind says what a part needs of the header.
type Kind uint8

// The kinds of parts.
const (
	Button        Kind = iota + 1 // a switch between its line and ground
	Encoder                       // a rotary encoder: the lines A and B, and ground
	Lamp                          // behind a transistor: one line
	PassiveBuzzer                 // needs a square wave: one line with PWM
	ActiveBuzzer                  // has a pitch of its own: one line
	OLED                          // an SSD1306 on I²C
	SoundCard                     // on I2S
)

// A Part is something of the box that has wires.
type Part struct {
	Name string // what people call it, such as "seat 1 button"
	Kind Kind
	// Lines are those it is configured to use, by name: "GPIO17", or as another chip names its own.
	// What sits on I²C or I2S has none: those pins are fixed.
	Lines []string
	// Bus is the I²C bus of an OLED. Empty or I2C1 is the one on the header.
	Bus string
	// Address is that of an OLED.
	Address uint16
	// Plugged tells that it is a key or a lamp of a device that is plugged in, and has no wire.
	Plugged bool
	// Key is where the configuration has it, for those who say so.
	Key string
}

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

// A wire goes from a part to a pin of the header, or to a line elsewhere.
type wire struct {
	label string // unique: "seat 1 button", "seat 1 button ground", "judge's OLED SDA"
	line  string // as configured, or 3V3, 5V, GND
	pin   int    // the header's; 0: elsewhere
	part  int    // index of its part, or -1: of several
	carry signal
	fixed bool // the part has no other choice

	plugged bool // it is no wire but the plug of a device
}

// carries is what the lines of a part carry.
func (k Kind) carries() signal {
	switch k {
	case Lamp:
		return light
	case PassiveBuzzer, ActiveBuzzer:
		return sound
	}
	return contact
}

// wiring is all wires of the parts, by pin, and then those that are not on the header.
func wiring(parts []Part, say Say) []wire {
	var h harness
	lamps := false
	for i, p := range parts {
		h.part, h.name, h.near, h.plugged = i, p.Name, 0, p.Plugged
		h.lines(p)
		lamps = lamps || p.Kind == Lamp && !p.Plugged
		switch p.Kind {
		case Button, Encoder:
			h.feed(say("ground"), "GND", ground)
		case PassiveBuzzer, ActiveBuzzer:
			h.feed("5 V", "5V", supply)
			h.feed(say("ground"), "GND", ground)
		case OLED:
			if !onHeader(p.Bus) {
				h.fix("SDA", p.Bus+" SDA", bus)
				h.fix("SCL", p.Bus+" SCL", bus)
				continue
			}
			h.fix("SDA", "GPIO2", bus)
			h.fix("SCL", "GPIO3", bus)
			h.feed("3V3", "3V3", supply)
			h.feed(say("ground"), "GND", ground)
		case SoundCard:
			h.fix("CLK", "GPIO18", sound)
			h.fix("FS", "GPIO19", sound)
			h.fix("DIN", "GPIO20", sound)
			h.fix("DOUT", "GPIO21", sound)
			h.feed("5 V", "5V", supply)
			h.feed(say("ground"), "GND", ground)
		}
	}
	if lamps {
		h.part, h.name, h.near, h.plugged = -1, say("lamps"), 2, false
		h.feed("5 V", "5V", supply)
		h.feed(say("ground"), "GND", ground)
	}
	slices.SortStableFunc(h.wires, func(a, b wire) int {
		if a.pin == 0 || b.pin == 0 {
			return cmp.Compare(b.pin, a.pin)
		}
		return cmp.Compare(a.pin, b.pin)
	})
	return h.wires
}

// A harness is wired part by part.
type harness struct {
	wires []wire
	part  int
	name  string
	near  int // the first pin of the part, or 0

	plugged bool
}

// lines adds the wires of a part to the lines that the configuration names.
func (h *harness) lines(p Part) {
	for n, line := range p.Lines {
		role := ""
		if p.Kind == Encoder {
			role = string(rune('A' + n))
		}
		h.choose(role, line, p.Kind.carries())
	}
}

// choose adds a wire to a line that the configuration names.
func (h *harness) choose(role, line string, carry signal) {
	pin, _ := find(line)
	h.near = cmp.Or(h.near, pin.Number)
	label := clip(hw.Printable(h.name), labelWidth)
	if role != "" {
		label = clip(hw.Printable(h.name), labelWidth-1-len(role)) + " " + role
	}
	h.wires = append(h.wires,
		wire{label: label, line: line, pin: pin.Number, part: h.part, carry: carry, plugged: h.plugged})
}

// fix adds one to a line that can't be another.
func (h *harness) fix(role, line string, carry signal) {
	h.choose(role, line, carry)
	h.wires[len(h.wires)-1].fixed = true
}

// feed adds one to the pin of a supply that is nearest to the part's first, so that a button's two
// wires make a pair. A part that is elsewhere is fed there.
func (h *harness) feed(role, supply string, carry signal) {
	if h.near == 0 {
		return
	}
	h.fix(role, supply, carry)
	h.wires[len(h.wires)-1].pin = nearest(supply, h.near)
}

// onHeader tells whether a bus, as periph names them, is the one on GPIO2 and GPIO3.
func onHeader(bus string) bool {
	return slices.Contains([]string{"", "I2C1", "1", "/dev/i2c-1"}, bus)
}

// nearest is the pin of a supply that is nearest to another pin, on the same side if there is one.
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

// setup is what the Pi's firmware must be told, and what else the choice of lines asks for.
func setup(parts []Part, say Say) (firmware, mind []string) {
	add := func(list *[]string, line string) {
		if !slices.Contains(*list, line) {
			*list = append(*list, line)
		}
	}
	for _, p := range parts {
		if p.Kind == OLED && onHeader(p.Bus) {
			add(&firmware, "dtparam=i2c_arm=on")
		}
		if p.Kind == SoundCard {
			add(&firmware, say("dtoverlay=… that of the sound card, such as hifiberry-dac or max98357a"))
		}
		for _, line := range p.Lines {
			pin, ok := find(line)
			if !ok {
				continue
			}
			if p.Kind == PassiveBuzzer {
				function := 4 // alternate function 0
				if pin.gpio > 15 {
					function = 2 // 5
				}
				add(&firmware, fmt.Sprintf("dtoverlay=pwm,pin=%d,func=%d", pin.gpio, function))
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
	}
	return firmware, mind
}

// escape makes a text fit for XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}
