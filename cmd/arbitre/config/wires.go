package config

import (
	"fmt"

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

// Lines returns the GPIO lines of all buttons that are on a line.
func (c Config) Lines() map[hw.Button]string {
	lines := map[hw.Button]string{}
	for _, p := range c.Parts(fmt.Sprintf) {
		if p.Button != 0 && !p.Plugged {
			lines[p.Button] = p.Line
		}
	}
	return lines
}

// Places returns the keys of all buttons that are on a device.
func (c Config) Places() map[hw.Button]evdev.Place {
	places := map[hw.Button]evdev.Place{}
	for _, p := range c.Parts(fmt.Sprintf) {
		if place, err := evdev.ParsePlace(p.Line); err == nil && p.Button != 0 {
			places[p.Button] = place
		}
	}
	return places
}

// Parts returns everything that is wired or plugged in, with names in the language of say.
func (c Config) Parts(say header.Say) (all []header.Part) {
	for i, line := range c.Buttons.Seats {
		all = append(all, button(hw.Button(i+1), fmt.Sprintf("buttons.seats[%d]", i), say("seat %d button", i+1), line))
	}
	for i, line := range c.Buttons.Lamps {
		if line != "" {
			all = append(all, part(header.Lamp, fmt.Sprintf("buttons.lamps[%d]", i), say("lamp %d", i+1), line))
		}
	}
	if c.HasKeys() {
		all = append(all,
			button(hw.KeyPrevious, "judge.previous", say("judge's previous"), c.Judge.Previous),
			button(hw.KeyNext, "judge.next", say("judge's next"), c.Judge.Next),
			button(hw.KeyOK, "judge.ok", say("judge's OK"), c.Judge.OK))
	}
	if c.Judge.Back != "" {
		all = append(all, button(hw.KeyBack, "judge.back", say("judge's back"), c.Judge.Back))
	}
	for i, s := range c.Shortcuts {
		key, name := fmt.Sprintf("shortcut[%d].line", i), say("shortcut %d %s", i+1, s.Value)
		all = append(all, button(hw.Shortcut(i), key, name, s.Line))
	}
	if c.OLED.Enabled {
		all = append(all, c.OLED.part("oled.address", say("judge's OLED")))
	}
	if c.Public.Enabled {
		all = append(all, c.Public.part("public.address", say("public OLED")))
	}
	if c.Buzzer.Enabled {
		kind := header.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = header.ActiveBuzzer
		}
		all = append(all, part(kind, "buzzer.pin", say("buzzer"), c.Buzzer.Pin))
	}
	if c.Speaker.Header {
		all = append(all, part(header.SoundCard, "speaker.header", say("sound card"), ""))
	}
	return all
}

func part(kind header.Kind, key, name, line string) header.Part {
	return header.Part{Name: name, Kind: kind, Key: key, Line: line, Plugged: evdev.IsPlace(line)}
}

func button(b hw.Button, key, name, line string) header.Part {
	p := part(header.Button, key, name, line)
	p.Button = b
	return p
}

func (p Panel) part(key, name string) header.Part {
	return header.Part{Name: name, Kind: header.OLED, Key: key, Bus: p.Bus, Address: uint16(p.Address)}
}
