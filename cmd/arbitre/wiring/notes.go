package wiring

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/hw"
)

// A section of the notes below the header has a title and lines of text, some in columns with a tab
// between them.
type section struct {
	title string
	lines []string
}

// sections lists the wires that are not on the header, the plugs, and what the choice of lines asks for,
// without empty sections.
func sections(parts []Part, wires []wire, say wording.Say) []section {
	off, plugs := section{title: say("Not on the header")}, section{title: say("Plugged in")}
	for _, w := range wires {
		switch line := w.farEnd() + "\t" + w.label; {
		case w.isPlug():
			plugs.lines = append(plugs.lines, line)
		case w.pin == 0:
			off.lines = append(off.lines, line)
		}
	}
	firmware, mind := needs(parts, say)
	all := []section{off, plugs, {say("In /boot/firmware/config.txt"), firmware}, {say("Mind"), mind}}
	return slices.DeleteFunc(all, func(s section) bool { return len(s.lines) == 0 })
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
