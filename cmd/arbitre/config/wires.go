package config

import (
	"maps"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Contacts returns how the buttons are debounced. If the lockout is shorter than contacts usually
// bounce, it also limits the assumed bounce.
func (c Config) Contacts() hw.Debounce {
	d := hw.DefaultDebounce()
	d.Glitch, d.Lockout = c.Buttons.Glitch, c.Buttons.Lockout
	d.Bounce = min(d.Bounce, d.Lockout-d.Glitch)
	return d
}

// Watch returns when a button counts as stuck.
func (c Config) Watch() hw.Watch {
	w := hw.DefaultWatch()
	w.Held = c.Buttons.Stuck
	return w
}

// Wires returns where the buttons and the lamps are.
func (c Config) Wires() wiring.Lines {
	l := wiring.Lines{Seats: c.Buttons.Seats, Lamps: c.Buttons.Lamps,
		Previous: c.Judge.Previous, Next: c.Judge.Next, OK: c.Judge.OK, Back: c.Judge.Back}
	for _, s := range c.Shortcuts {
		l.Shortcuts = append(l.Shortcuts, wiring.Shortcut{Line: s.Line, Answer: s.Value})
	}
	return l
}

// WithWires returns the configuration with other wires. A shortcut without a line is left out.
func (c Config) WithWires(l wiring.Lines) Config {
	c.Buttons.Seats, c.Buttons.Lamps = l.Seats, l.Lamps
	c.Judge.Previous, c.Judge.Next, c.Judge.OK, c.Judge.Back = l.Previous, l.Next, l.OK, l.Back
	before := c.Shortcuts
	c.Shortcuts = []Shortcut{}
	for i, s := range before {
		if s.Line = l.Shortcuts[i].Line; s.Line != "" {
			c.Shortcuts = append(c.Shortcuts, s)
		}
	}
	return c
}

// HasKeys reports whether the judge has keys. Without them the judge uses a keyboard.
func (c Config) HasKeys() bool { return c.Wires().HasKeys() }

// Lines returns the GPIO lines of all buttons that are on a line.
func (c Config) Lines() map[hw.Button]string {
	lines := c.Wires().Of()
	maps.DeleteFunc(lines, func(_ hw.Button, line string) bool { return evdev.IsPlace(line) })
	return lines
}

// Places returns the keys of all buttons that are on a device.
func (c Config) Places() map[hw.Button]evdev.Place {
	places := map[hw.Button]evdev.Place{}
	for button, line := range c.Wires().Of() {
		if place, err := evdev.ParsePlace(line); err == nil {
			places[button] = place
		}
	}
	return places
}

// Parts returns everything that is wired or plugged in, with names in the language of say.
func (c Config) Parts(say wording.Say) []wiring.Part {
	return append(c.Wires().Parts(say), c.Others(say)...)
}

// Others returns the parts that are neither buttons nor lamps.
func (c Config) Others(say wording.Say) (all []wiring.Part) {
	if c.OLED.Enabled {
		all = append(all, c.OLED.part("oled.address", say("judge's OLED")))
	}
	if c.Public.Enabled {
		all = append(all, c.Public.part("public.address", say("public OLED")))
	}
	if c.Buzzer.Enabled {
		kind := wiring.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = wiring.ActiveBuzzer
		}
		all = append(all, wiring.Part{Name: say("buzzer"), Kind: kind, Key: "buzzer.pin", Line: c.Buzzer.Pin})
	}
	if c.Speaker.Header {
		all = append(all, wiring.Part{Name: say("sound card"), Kind: wiring.SoundCard, Key: "speaker.header"})
	}
	return all
}

func (p Panel) part(key, name string) wiring.Part {
	return wiring.Part{Name: name, Kind: wiring.OLED, Key: key, Bus: p.Bus, Address: uint16(p.Address)}
}
