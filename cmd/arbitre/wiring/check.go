package wiring

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"arbitre/hw"
)

// A Problem says what can't be wired as configured, and what to do.
type Problem struct {
	What  string
	Parts []Part // that have it
}

// Check finds lines, keys and lamps that two parts use, lines that can't do what a part needs, and
// I²C addresses used twice.
func Check(parts []Part) []Problem {
	c := checker{parts: parts, wires: Wires(parts, fmt.Sprintf), taken: map[string]bool{}}
	for _, w := range c.wires {
		c.taken[w.place()] = true
	}
	c.shared()
	c.twins()
	for _, p := range parts {
		if !p.Plugged() {
			c.line(p)
		}
	}
	return c.found
}

type checker struct {
	parts []Part
	wires []Wire
	taken map[string]bool // by place, with those that were proposed already
	found []Problem
}

func (c *checker) complain(of []Part, format string, args ...any) {
	c.found = append(c.found, Problem{fmt.Sprintf(format, args...), of})
}

// place names where a wire ends, in the same way for all names of a line.
func (w Wire) place() string {
	if pin, ok := find(w.Line); ok {
		return pin.Name
	}
	return w.Line
}

// shared complains about places where several wires end, as only those of a bus may, and about the
// pins of a HAT's EEPROM.
func (c *checker) shared() {
	ends := map[string][]Wire{}
	var places []string
	for _, w := range c.wires {
		if w.Carries == Supply || w.Carries == Ground || w.IsPlug() || w.Line == "" {
			continue
		}
		at := w.place()
		if ends[at] == nil {
			places = append(places, at)
		}
		ends[at] = append(ends[at], w)
	}
	for _, at := range places {
		wires := ends[at]
		notOfBus := func(w Wire) bool { return w.Carries != Bus }
		switch {
		case at == "GPIO0" || at == "GPIO1":
			c.clash(at, wires, "the EEPROM of a HAT")
		case len(wires) > 1 && slices.ContainsFunc(wires, notOfBus):
			c.clash(at, wires)
		}
	}
}

// twins complains about parts that a program could not tell apart: keys or lamps of devices at one
// place, and displays at one address of a bus.
func (c *checker) twins() {
	for i, p := range c.parts {
		for _, other := range c.parts[:i] {
			switch {
			case p.Plugged() && other.Plugged() && same(p.Line, other.Line):
				c.complain([]Part{p, other}, "%s: %s and %s; each must be one of its own", p.Line, other.Name, p.Name)
			case p.Kind == OLED && other.Kind == OLED && p.Address == other.Address && p.bus() == other.bus():
				c.complain([]Part{other, p}, "I2C address 0x%02X: %s and %s; give one of them another", p.Address,
					hw.Printable(other.Name), hw.Printable(p.Name))
			}
		}
	}
}

// clash complains about wires that end at the same place, where others may be, too. If only one can
// be moved, it names that.
func (c *checker) clash(at string, wires []Wire, others ...string) {
	var users, movable []string
	var parts []Part
	var mover Part
	for _, w := range wires {
		users = append(users, w.Label())
		parts = append(parts, c.parts[w.part])
		if w.Role == "" { // other wires of a part have their pins
			movable = append(movable, w.Label())
			mover = c.parts[w.part]
		}
	}
	what := "one of them"
	if len(movable) == 1 {
		what = movable[0]
	}
	users = append(users, others...)
	c.complain(parts, "%s: %s; move %s%s", hw.Printable(at), list(users), what, c.instead(mover))
}

// line complains about a line that the header does not have, or that lacks the PWM for its part.
func (c *checker) line(p Part) {
	pin, onHeader := find(p.Line)
	_, isGPIO := number(p.Line)
	name := hw.Printable(p.Name)
	switch {
	case isGPIO && !onHeader:
		c.complain([]Part{p}, "%s: %s, but the header has no such line; move it%s", hw.Printable(p.Line), name,
			c.instead(p))
	case p.Kind == PassiveBuzzer && onHeader && !pin.hasPWM():
		c.complain([]Part{p}, "%s: %s, passive, needs a line with PWM; move it%s, or take an active one", pin.Name,
			name, c.instead(p))
	}
}

// instead proposes a free line that would do for the part, and proposes it to no other part.
func (c *checker) instead(p Part) string {
	free := slices.DeleteFunc(Header(), func(line Pin) bool {
		return line.gpio <= 3 || c.taken[line.Name] || p.Kind == PassiveBuzzer && !line.hasPWM() ||
			p.Kind == Lamp && line.pulledUp()
	})
	if len(free) == 0 {
		return ""
	}
	best := slices.MinFunc(free, func(a, b Pin) int { return cmp.Compare(a.reluctance(), b.reluctance()) })
	c.taken[best.Name] = true
	return ", to " + best.Name + " for example"
}

// reluctance is small for a line that serves nothing else and has one name on every kernel.
func (p Pin) reluctance() int { return 2*len(p.Also) + len(p.Serves) }

// list joins "a", "a and b", "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
