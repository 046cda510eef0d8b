package box

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// usePlugged lets the box use the keys of plugged-in devices as buttons. A race learns the time
// resolution of these devices, and during a game no button gets a coarser one.
func (b *Box) usePlugged(plugged *evdev.Buttons) {
	b.Plugged = plugged
	b.Polled = func(seats []games.Seat) []race.Device { return polled(plugged.Served(), seats) }
	b.Playing = func(start *games.Start) { plugged.Hold(served(start)) }
}

// polled returns the devices that hold these seats' buttons.
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

// served returns the devices that a game began with, and its players' buttons; none of both if no
// game is played.
func served(start *games.Start) (began []evdev.Served, buttons []hw.Button) {
	if start == nil {
		return nil, nil
	}
	if said, ok := start.Options.Of(games.RaceOption); ok {
		limits, _ := race.ParseLimits(said) // valid: the game has begun with them
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
