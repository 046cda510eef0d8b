package box

import (
	"errors"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// openPlugged reads the buttons that are keys of devices which are plugged in, if there are such. One that is missing is
// told, and read when it comes.
func (b *Box) openPlugged(c config.Config, health *referee.Health, lamps []*evdev.Lamp) (*evdev.Buttons, error) {
	places := c.Places()
	if len(places) == 0 {
		return nil, nil
	}
	plugged, err := evdev.Open(places, func(button hw.Button, err error) {
		health.Device(button, err)
		for _, lamp := range lamps {
			if err == nil {
				lamp.Back() // it may be the same device's
			}
		}
	})
	if err != nil {
		return nil, err
	}
	b.Plugged = plugged
	b.Polled = func(seats []games.Seat) []race.Device { return polled(plugged.Served(), seats) }
	b.Playing = func(start *games.Start) {
		if start == nil {
			plugged.Hold(nil, nil)
			return
		}
		began, seats := served(*start)
		plugged.Hold(began, seats)
	}
	return plugged, nil
}

// polled are the devices of seats.
func polled(served []evdev.Served, seats []games.Seat) (devices []race.Device) {
	for _, s := range served {
		d := race.Device{Resolution: s.Resolution}
		for _, button := range s.Buttons {
			if slices.Contains(seats, games.Seat(button)) {
				d.Seats = append(d.Seats, games.Seat(button))
			}
		}
		if len(d.Seats) > 0 {
			devices = append(devices, d)
		}
	}
	return devices
}

// served are the devices that a game began with, and the buttons of who plays.
func served(start games.Start) (began []evdev.Served, buttons []hw.Button) {
	if said, ok := start.Options.Of(games.RaceOption); ok {
		limits, _ := race.ParseLimits(said) // the game has begun with them
		for _, d := range limits.Devices {
			s := evdev.Served{Resolution: d.Resolution}
			for _, seat := range d.Seats {
				s.Buttons = append(s.Buttons, hw.Button(seat))
			}
			began = append(began, s)
		}
	}
	for _, seat := range start.Seats {
		buttons = append(buttons, hw.Button(seat))
	}
	return began, buttons
}

// catchUp is [hw.Buttons.CatchUp] over all that buttons are read by: up to when all of them are known.
func (b *Box) catchUp(pass func(hw.Event)) time.Duration {
	known := b.now()
	if b.Buttons != nil {
		known = b.Buttons.CatchUp(pass)
	}
	if b.Plugged != nil {
		known = min(known, b.Plugged.CatchUp(pass))
	}
	return known
}

// down are the buttons that are down, of all.
func (b *Box) down() (down []hw.Button, err error) {
	for _, source := range []Buttons{b.Buttons, b.Plugged} {
		if source == nil {
			continue
		}
		buttons, failed := source.Down()
		down, err = append(down, buttons...), errors.Join(err, failed)
	}
	return down, err
}

// events are those of buttons that may not be there.
func events(b Buttons) <-chan hw.Event {
	if b == nil {
		return nil
	}
	return b.Events()
}
