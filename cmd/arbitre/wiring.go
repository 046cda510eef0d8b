package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"arbitre/hw/header"
)

func wiringCommand() command {
	return command{
		name: "wiring", args: "[--svg FILE] [--config FILE]",
		about: "draw the Pi's 40-pin header with every wire, or say what can't be wired",
		details: `
  --svg FILE     write the drawing as a sheet of A4, for print, instead of text
  --config FILE  draw this configuration instead of /etc/arbitre/arbitre.toml

A line that two parts use, or that can't do what its part needs, ends it: the
message names all who use it, and the exit status is 2.`,
		example: "arbitre wiring --svg wiring.svg",
		run:     wiring,
	}
}

func wiring(w world, args []string) error {
	set := flag.NewFlagSet("wiring", flag.ContinueOnError)
	path := set.String("config", "", "")
	svg := set.String("svg", "", "")
	if _, err := flags(set, args, 0, "no argument"); err != nil {
		return err
	}
	c, err := readConfig(w, *path)
	if err != nil {
		return err
	}
	if *svg != "" {
		return os.WriteFile(*svg, []byte(header.SVG(parts(c))), 0o644)
	}
	_, err = fmt.Fprint(w.out, header.Text(parts(c)))
	return err
}

// parts is what a configuration has with wires. There is a lamp board where a lamp is on one.
func parts(c Config) []header.Part {
	var all []header.Part
	add := func(kind header.Kind, key, name string, lines ...string) *header.Part {
		all = append(all, header.Part{Name: name, Kind: kind, Lines: lines, Key: key})
		return &all[len(all)-1]
	}
	for i, line := range c.Buttons.Seats {
		add(header.Button, fmt.Sprintf("buttons.seats[%d]", i), fmt.Sprintf("seat %d button", i+1), line)
	}
	board := false
	for i, line := range c.Buttons.Lamps {
		add(header.Lamp, fmt.Sprintf("buttons.lamps[%d]", i), fmt.Sprintf("lamp %d", i+1), line)
		board = board || strings.HasPrefix(line, "PCA")
	}
	if board {
		p := add(header.Board, "board.address", "lamp board")
		p.Bus, p.Address = c.Board.Bus, uint16(c.Board.Address)
	}
	if c.Encoder.A != "" && c.Encoder.B != "" {
		add(header.Encoder, "encoder.a", "encoder", c.Encoder.A, c.Encoder.B)
	} else {
		add(header.Button, "judge.previous", "judge's previous", c.Judge.Previous)
		add(header.Button, "judge.next", "judge's next", c.Judge.Next)
	}
	add(header.Button, "judge.ok", "judge's OK", c.Judge.OK)
	if c.Judge.Back != "" {
		add(header.Button, "judge.back", "judge's back", c.Judge.Back)
	}
	for i, s := range c.Shortcuts {
		add(header.Button, fmt.Sprintf("shortcut[%d].line", i), fmt.Sprintf("shortcut %d %s", i+1, s.Value), s.Line)
	}
	if c.OLED.Enabled {
		p := add(header.OLED, "oled.address", "judge's OLED")
		p.Bus, p.Address = c.OLED.Bus, uint16(c.OLED.Address)
	}
	if c.Public.Enabled {
		p := add(header.OLED, "public.address", "public OLED")
		p.Bus, p.Address = c.Public.Bus, uint16(c.Public.Address)
	}
	if c.Buzzer.Enabled {
		kind := header.PassiveBuzzer
		if c.Buzzer.Kind == "active" {
			kind = header.ActiveBuzzer
		}
		add(kind, "buzzer.pin", "buzzer", c.Buzzer.Pin)
	}
	if c.Speaker.Header {
		add(header.SoundCard, "speaker.header", "sound card")
	}
	return all
}
