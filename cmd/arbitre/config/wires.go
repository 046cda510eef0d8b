package config

import (
	"fmt"
	"slices"

	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/header"
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

// An Input is a button and its line, or the key of a device that is plugged in.
type Input struct {
	Button hw.Button
	At     string
}

// Inputs returns all buttons: the seats', the judge's, the shortcuts'.
func (c Config) Inputs() (all []Input) {
	for _, p := range c.Parts(fmt.Sprintf) {
		for i, b := range p.Buttons {
			all = append(all, Input{b, p.Lines[i]})
		}
	}
	return all
}

// Lines returns the GPIO lines of all buttons that are on a line.
func (c Config) Lines() map[hw.Button]string {
	lines := map[hw.Button]string{}
	for _, in := range c.Inputs() {
		if !evdev.IsPlace(in.At) {
			lines[in.Button] = in.At
		}
	}
	return lines
}

// Places returns the keys of all buttons that are on a device.
func (c Config) Places() map[hw.Button]evdev.Place {
	places := map[hw.Button]evdev.Place{}
	for _, in := range c.Inputs() {
		if place, err := evdev.ParsePlace(in.At); err == nil {
			places[in.Button] = place
		}
	}
	return places
}

// Parts returns everything that is wired or plugged in, with names in the language of say.
func (c Config) Parts(say header.Say) (all []header.Part) {
	add := func(p header.Part, buttons ...hw.Button) {
		p.Plugged = slices.ContainsFunc(p.Lines, evdev.IsPlace)
		p.Buttons = buttons
		all = append(all, p)
	}
	// on returns a part with one line.
	on := func(kind header.Kind, key, name, line string) header.Part {
		return header.Part{Name: name, Kind: kind, Key: key, Lines: []string{line}}
	}
	oled := func(key, name string, p Panel) {
		if p.Enabled {
			add(header.Part{Name: name, Kind: header.OLED, Key: key, Bus: p.Bus, Address: uint16(p.Address)})
		}
	}
	for i, line := range c.Buttons.Seats {
		add(on(header.Button, fmt.Sprintf("buttons.seats[%d]", i), say("seat %d button", i+1), line), hw.Button(i+1))
	}
	for i, line := range c.Buttons.Lamps {
		if line != "" {
			add(on(header.Lamp, fmt.Sprintf("buttons.lamps[%d]", i), say("lamp %d", i+1), line))
		}
	}
	if c.Encoder.A != "" && c.Encoder.B != "" {
		lines := []string{c.Encoder.A, c.Encoder.B}
		add(header.Part{Name: say("encoder"), Kind: header.Encoder, Key: "encoder.a", Lines: lines},
			hw.EncoderA, hw.EncoderB)
	} else if c.HasKeys() {
		add(on(header.Button, "judge.previous", say("judge's previous"), c.Judge.Previous), hw.KeyPrevious)
		add(on(header.Button, "judge.next", say("judge's next"), c.Judge.Next), hw.KeyNext)
	}
	if c.HasKeys() {
		add(on(header.Button, "judge.ok", say("judge's OK"), c.Judge.OK), hw.KeyOK)
	}
	if c.Judge.Back != "" {
		add(on(header.Button, "judge.back", say("judge's back"), c.Judge.Back), hw.KeyBack)
	}
	for i, s := range c.Shortcuts {
		key, name := fmt.Sprintf("shortcut[%d].line", i), say("shortcut %d %s", i+1, s.Value)
		add(on(header.Button, key, name, s.Line), hw.Shortcut(i))
	}
	oled("oled.address", say("judge's OLED"), c.OLED.Panel)
	oled("public.address", say("public OLED"), c.Public)
	if c.Buzzer.Enabled {
		kind := header.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = header.ActiveBuzzer
		}
		add(on(kind, "buzzer.pin", say("buzzer"), c.Buzzer.Pin))
	}
	if c.Speaker.Header {
		add(header.Part{Name: say("sound card"), Kind: header.SoundCard, Key: "speaker.header"})
	}
	return all
}
