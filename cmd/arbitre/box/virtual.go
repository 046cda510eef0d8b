package box

import (
	"fmt"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/sim"
)

// AsInDrawing returns the configuration of a virtual table that is wired as hw/WIRING.md draws it,
// and has nothing else on its lines that the configuration may name.
func AsInDrawing(c config.Config) config.Config {
	wires := wiring.Default()
	wires.Seats, wires.Lamps = wiring.Buttons()[:max(0, min(c.Demo.Seats, wiring.Most))], []string{}
	c.Shortcuts = []config.Shortcut{}
	c = c.WithWires(wires)
	c.Buzzer.Pin, c.OLED.Bus, c.Public.Enabled, c.Speaker.Header = wiring.DefaultBuzzer, "", false, false
	return c
}

// FromConfig returns a box whose hardware is a web page. Its display driver is real, on a virtual bus.
// The configuration may have learnt the buttons of the table in another order than they are drawn in,
// or has still to learn them.
func FromConfig(table *sim.Table, c config.Config) Box {
	bus := sim.NewBus()
	bus.Attach(uint16(c.OLED.Address), table.Panel)
	b := Box{
		Buttons: table.Buttons,
		Lamps:   map[hw.Button]func() (hw.Output, error){},
		Panel:   hw.NewOLED(bus.Open, uint16(c.OLED.Address)),
		Buzzer:  func() (hw.ToneOutput, error) { return table.Buzzer, nil },
		Virtual: true,
		Learns:  true,
		Seed:    seed,
	}
	lines, of := AsInDrawing(c).Lines(), map[string]hw.Button{}
	for button, line := range lines {
		of[line] = button
	}
	seat := func(line string) {
		b.Seats = append(b.Seats, games.Seat(len(b.Seats)+1))
		if lamp, ok := table.Lamps[of[line]]; ok {
			b.Lamps[hw.Button(len(b.Seats))] = func() (hw.Output, error) { return lamp, nil }
		}
	}
	table.Rewire(nil)
	if c.Run.Learn {
		for _, pair := range c.Wires().Pairs(c.Others(fmt.Sprintf)) {
			seat(pair.Button)
		}
		b.Learn = &layers.Buttons{Before: c, Source: func(button hw.Button) (hw.Source, bool) {
			line, ok := lines[button]
			return hw.Source{Place: line}, ok
		}}
		return b
	}
	wired := map[hw.Button]hw.Button{}
	for button := range lines {
		wired[button] = 0
	}
	for button, line := range c.Lines() {
		wired[of[line]] = button
	}
	for _, line := range c.Buttons.Seats {
		seat(line)
	}
	table.Rewire(wired)
	return b
}
