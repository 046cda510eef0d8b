package box

import (
	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/sim"
)

// Virtual returns a box whose hardware is a web page. Its display driver is real, on a virtual bus.
func Virtual(table *sim.Table, c config.Config) Box {
	bus := sim.NewBus()
	bus.Attach(uint16(c.OLED.Address), table.Panel)
	b := Box{
		Buttons: table.Buttons,
		Lamps:   map[hw.Button]func() (hw.Output, error){},
		Panel:   hw.NewOLED(bus.Open, uint16(c.OLED.Address), c.OLED.Height),
		Buzzer:  func() (hw.ToneOutput, error) { return table.Buzzer, nil },
		Seed:    seed,
	}
	for seat := range c.Demo.Seats {
		b.Seats = append(b.Seats, games.Seat(seat+1))
		b.Lamps[hw.Button(seat+1)] = func() (hw.Output, error) { return table.Lamps[hw.Button(seat+1)], nil }
	}
	return b
}
