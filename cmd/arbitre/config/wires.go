package config

import (
	"fmt"
	"slices"

	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/header"
)

// Contacts are how the buttons bounce. A lockout that is shorter than contacts are known to bounce
// is all they may.
func (c Config) Contacts() hw.Debounce {
	d := hw.DefaultDebounce()
	d.Glitch, d.Lockout = c.Buttons.Glitch.Duration, c.Buttons.Lockout.Duration
	d.Bounce = min(d.Bounce, d.Lockout-d.Glitch)
	return d
}

// Watch is when a button is left out.
func (c Config) Watch() hw.Watch {
	w := hw.DefaultWatch()
	w.Held = c.Buttons.Stuck.Duration
	return w
}

// Lines are the GPIO lines of the buttons that are on one.
func (c Config) Lines() map[hw.Button]string {
	lines := map[hw.Button]string{}
	for _, w := range c.wired(fmt.Sprintf) {
		for i, b := range w.buttons {
			if !w.Plugged {
				lines[b] = w.Lines[i]
			}
		}
	}
	return lines
}

// Places are the keys of devices that are plugged in, of the buttons that are one.
func (c Config) Places() map[hw.Button]evdev.Place {
	places := map[hw.Button]evdev.Place{}
	for _, w := range c.wired(fmt.Sprintf) {
		for i, b := range w.buttons {
			if place, err := evdev.ParsePlace(w.Lines[i]); w.Plugged && err == nil {
				places[b] = place
			}
		}
	}
	return places
}

// Parts is what a configuration has with wires, as it is called in some language.
func (c Config) Parts(say header.Say) (parts []header.Part) {
	for _, w := range c.wired(say) {
		parts = append(parts, w.Part)
	}
	return parts
}

// A wired part has lines or stands on a bus; each line of a switch is a button.
type wired struct {
	header.Part
	buttons []hw.Button
}

func (c Config) wired(say header.Say) (all []wired) {
	add := func(kind header.Kind, key, name string, lines []string, buttons ...hw.Button) {
		plugged := slices.ContainsFunc(lines, evdev.IsPlace)
		all = append(all, wired{header.Part{Name: name, Kind: kind, Lines: lines, Key: key, Plugged: plugged}, buttons})
	}
	one := func(line string) []string { return []string{line} }
	oled := func(key, name, bus string, at Address) {
		part := header.Part{Name: name, Kind: header.OLED, Key: key, Bus: bus, Address: uint16(at)}
		all = append(all, wired{Part: part})
	}
	for i, line := range c.Buttons.Seats {
		add(header.Button, fmt.Sprintf("buttons.seats[%d]", i), say("seat %d button", i+1), one(line), hw.Button(i+1))
	}
	for i, line := range c.Buttons.Lamps {
		if line == "" {
			continue
		}
		add(header.Lamp, fmt.Sprintf("buttons.lamps[%d]", i), say("lamp %d", i+1), one(line))
	}
	if c.Encoder.A != "" && c.Encoder.B != "" {
		add(header.Encoder, "encoder.a", say("encoder"), []string{c.Encoder.A, c.Encoder.B}, hw.EncoderA, hw.EncoderB)
	} else if c.HasKeys() {
		add(header.Button, "judge.previous", say("judge's previous"), one(c.Judge.Previous), hw.KeyPrevious)
		add(header.Button, "judge.next", say("judge's next"), one(c.Judge.Next), hw.KeyNext)
	}
	if c.HasKeys() {
		add(header.Button, "judge.ok", say("judge's OK"), one(c.Judge.OK), hw.KeyOK)
	}
	if c.Judge.Back != "" {
		add(header.Button, "judge.back", say("judge's back"), one(c.Judge.Back), hw.KeyBack)
	}
	for i, s := range c.Shortcuts {
		key, name := fmt.Sprintf("shortcut[%d].line", i), say("shortcut %d %s", i+1, s.Value)
		add(header.Button, key, name, one(s.Line), hw.Shortcut(i))
	}
	if c.OLED.Enabled {
		oled("oled.address", say("judge's OLED"), c.OLED.Bus, c.OLED.Address)
	}
	if c.Public.Enabled {
		oled("public.address", say("public OLED"), c.Public.Bus, c.Public.Address)
	}
	if c.Buzzer.Enabled {
		kind := header.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = header.ActiveBuzzer
		}
		add(kind, "buzzer.pin", say("buzzer"), one(c.Buzzer.Pin))
	}
	if c.Speaker.Header {
		add(header.SoundCard, "speaker.header", say("sound card"), nil)
	}
	return all
}
