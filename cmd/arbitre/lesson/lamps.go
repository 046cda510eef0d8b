package lesson

import (
	"fmt"
	"io/fs"
	"os"
	"slices"

	"arbitre/games"
	"arbitre/hw/evdev"
)

// A Lamp is a lamp of a device that is plugged in.
type Lamp struct {
	Place evdev.Place
	Light func(on bool) error
}

// Beside reports whether a lamp is on a device that has a seat's button, and nobody knows yet whose
// it is.
func (l *Lesson) Beside(lamp Lamp) bool {
	known := func(p Pair) bool { return p.Lamp == lamp.Place.String() && l.Owner(p.Button) > 0 }
	return !slices.ContainsFunc(l.Pairs, known) && slices.ContainsFunc(l.Config.Buttons.Seats, func(line string) bool {
		place, err := evdev.ParsePlace(line)
		return err == nil && place.Device() == lamp.Place.Device()
	})
}

// Light gives a lamp to the seat whose button is on a line or key. An error says why it can't have
// it.
func (l *Lesson) Light(lamp Lamp, line string) error {
	seat := int(l.Owner(line))
	if seat < 1 || seat > len(l.Config.Buttons.Seats) || l.lit[seat] != "" {
		return games.Refuse(games.Text{Word: "no_seat"}, fmt.Errorf("%s: no seat's, or one that has a lamp", line))
	}
	l.lit[seat] = lamp.Place.String()
	return nil
}

// Lamps lists the lamps of all devices that are plugged in, except keyboards.
func Lamps(root fs.FS) (lamps []Lamp) {
	devices, _ := evdev.List(root) // its pattern is valid
	seen := map[string]bool{}      // a device may have two nodes
	for _, d := range devices {
		alike := slices.ContainsFunc(devices, func(other evdev.Device) bool {
			return other.Socket != d.Socket && other.Vendor == d.Vendor && other.Product == d.Product
		})
		for _, led := range d.LEDs {
			place := evdev.Place{Vendor: d.Vendor, Product: d.Product, Name: led.Name}
			if alike {
				place.Socket = d.Socket
			}
			if !d.Types() && !seen[led.Brightness] {
				seen[led.Brightness] = true
				lamps = append(lamps, Lamp{place, func(on bool) error {
					level := "0"
					if on {
						level = "255" // or as bright as it gets: the kernel lowers it to that
					}
					return os.WriteFile(led.Brightness, []byte(level), 0)
				}})
			}
		}
	}
	return lamps
}
