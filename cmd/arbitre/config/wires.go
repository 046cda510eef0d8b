package config

import (
	"fmt"
	"strings"

	"arbitre/hw"
	"arbitre/hw/header"
)

// Contacts are how the buttons bounce. A lockout that is shorter than contacts are known to bounce is all they may.
func (c Config) Contacts() hw.Debounce {
	d := hw.DefaultDebounce()
	d.Glitch, d.Lockout = c.Buttons.Glitch.Duration, c.Buttons.Lockout.Duration
	d.Bounce = min(d.Bounce, d.Lockout-d.Glitch)
	return d
}

// Lines are where the buttons are.
func (c Config) Lines() map[hw.Button]string {
	lines := map[hw.Button]string{hw.KeyOK: c.Judge.OK}
	if c.Encoder.A != "" {
		lines[hw.EncoderA], lines[hw.EncoderB] = c.Encoder.A, c.Encoder.B
	} else {
		lines[hw.KeyPrevious], lines[hw.KeyNext] = c.Judge.Previous, c.Judge.Next
	}
	if c.Judge.Back != "" {
		lines[hw.KeyBack] = c.Judge.Back
	}
	for i, line := range c.Buttons.Seats {
		lines[hw.Button(i+1)] = line
	}
	for i, s := range c.Shortcuts {
		lines[hw.Shortcut(i)] = s.Line
	}
	return lines
}

// Parts is what a configuration has with wires, as it is called in some language. There is a lamp board where a lamp is on one.
func (c Config) Parts(say header.Say) []header.Part {
	var all []header.Part
	add := func(kind header.Kind, key, name string, lines ...string) *header.Part {
		all = append(all, header.Part{Name: name, Kind: kind, Lines: lines, Key: key})
		return &all[len(all)-1]
	}
	for i, line := range c.Buttons.Seats {
		add(header.Button, fmt.Sprintf("buttons.seats[%d]", i), say("seat %d button", i+1), line)
	}
	board := false
	for i, line := range c.Buttons.Lamps {
		add(header.Lamp, fmt.Sprintf("buttons.lamps[%d]", i), say("lamp %d", i+1), line)
		board = board || strings.HasPrefix(line, "PCA")
	}
	if board {
		p := add(header.Board, "board.address", say("lamp board"))
		p.Bus, p.Address = c.Board.Bus, uint16(c.Board.Address)
	}
	if c.Encoder.A != "" && c.Encoder.B != "" {
		add(header.Encoder, "encoder.a", say("encoder"), c.Encoder.A, c.Encoder.B)
	} else {
		add(header.Button, "judge.previous", say("judge's previous"), c.Judge.Previous)
		add(header.Button, "judge.next", say("judge's next"), c.Judge.Next)
	}
	add(header.Button, "judge.ok", say("judge's OK"), c.Judge.OK)
	if c.Judge.Back != "" {
		add(header.Button, "judge.back", say("judge's back"), c.Judge.Back)
	}
	for i, s := range c.Shortcuts {
		add(header.Button, fmt.Sprintf("shortcut[%d].line", i), say("shortcut %d %s", i+1, s.Value), s.Line)
	}
	if c.OLED.Enabled {
		p := add(header.OLED, "oled.address", say("judge's OLED"))
		p.Bus, p.Address = c.OLED.Bus, uint16(c.OLED.Address)
	}
	if c.Public.Enabled {
		p := add(header.OLED, "public.address", say("public OLED"))
		p.Bus, p.Address = c.Public.Bus, uint16(c.Public.Address)
	}
	if c.Buzzer.Enabled {
		kind := header.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = header.ActiveBuzzer
		}
		add(kind, "buzzer.pin", say("buzzer"), c.Buzzer.Pin)
	}
	if c.Speaker.Header {
		add(header.SoundCard, "speaker.header", say("sound card"))
	}
	return all
}
