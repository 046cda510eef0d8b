package setup

import (
	"context"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Machine describes the computer that is set up.
type Machine struct {
	Header  bool             // it has the header of a Pi
	Plugged bool             // a device with buttons is plugged in
	Presses <-chan hw.Source // of all buttons in reach; nil if nobody can press any, as with answers from a file
	Lamps   func() []Lamp
	Forget  func() // drops what was typed by a key that serves as a button; may be nil
}

// A Lamp is a lamp of a device that is plugged in.
type Lamp struct {
	Place evdev.Place
	Light func(on bool) error
}

// Look looks at this machine and watches all buttons in reach until the context ends. Report gets
// the errors of those that can't be watched, and nil when a device can be watched again.
func Look(ctx context.Context, usual config.Config, report func(error)) (m Machine, err error) {
	root := os.DirFS("/")
	devices, err := evdev.List(root)
	if err != nil {
		return m, err
	}
	learner, err := evdev.Learn(nil, report)
	if err != nil {
		return m, err
	}
	header, free := freeLines(usual, root)
	contacts := hw.DefaultDebounce()
	contacts.Glitch = 5 * time.Millisecond // wires that lead to no button pick up more than others
	watched, err := hw.OpenPresses(contacts, free, learner)
	if err != nil {
		report(err)
		watched, _ = hw.OpenPresses(contacts, nil, learner) // no line can be refused then
	}
	presses := make(chan hw.Source, 64)
	go func() {
		defer watched.Close()
		for p, ok := watched.Next(ctx, math.MaxInt64); ok; p, ok = watched.Next(ctx, math.MaxInt64) {
			if p.Down && len(presses) < cap(presses) { // a full channel does not block it
				presses <- p.Source
			}
		}
	}()
	return Machine{
		Header:  header,
		Plugged: slices.ContainsFunc(devices, evdev.Device.Plays),
		Presses: presses,
		Lamps:   func() []Lamp { return lampsOf(root) },
	}, nil
}

// freeLines reports whether there is a Pi's header, and returns the lines to watch for buttons:
// those that hw/WIRING.md draws for buttons and that nobody uses. Lines for lamps are not watched:
// the pull-up resistor of a button would make a lamp glow.
func freeLines(usual config.Config, root fs.FS) (header bool, free map[hw.Button]string) {
	lines := append(buttonLines(usual), usual.Judge.Previous, usual.Judge.Next, usual.Judge.OK, otherOK)
	survey, _ := hw.SurveyLines(lines) // a line that can't be looked at is not free
	free = map[hw.Button]string{}
	for i, line := range lines {
		status, ok := survey.Lines[line]
		spi := line == otherOK && survey.Lines["GPIO8"].Used // its driver uses this line, too, and does not say so
		if ok && !status.Used && !spi {
			free[hw.Button(i+1)] = line
		}
	}
	return len(survey.Lines) > 0 || strings.HasPrefix(hw.Model(root), "Raspberry Pi"), free
}

// lampsOf lists the lamps of all devices that are plugged in, except keyboards.
func lampsOf(root fs.FS) (lamps []Lamp) {
	devices, _ := evdev.List(root) // Look has listed it without an error
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
