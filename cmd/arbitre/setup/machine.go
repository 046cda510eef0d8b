package setup

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Look looks at this machine, and hears every button that is pressed until it is closed. Report is told of devices that
// can't be heard.
func Look(usual config.Config, report func(error)) (m Machine, shut func(), err error) {
	root := os.DirFS("/")
	devices, err := evdev.List(root)
	if err != nil {
		return m, nil, err
	}
	learner, err := evdev.Learn(report)
	if err != nil {
		return m, nil, err
	}
	presses := make(chan Press, 64)
	hear := func(p Press) {
		select {
		case presses <- p:
		default: // so many that nobody was asked for are in the queue before it
		}
	}
	ctx, end := context.WithCancel(context.Background())
	var hearing sync.WaitGroup
	hearing.Go(func() {
		for {
			select {
			case p := <-learner.Presses():
				if p.Down && !p.Aside {
					hear(Press{p.Place.String(), p.Device.Name, p.Device.Resolution})
				}
			case <-ctx.Done():
				return
			}
		}
	})
	header, free := freeLines(usual, root)
	if len(free) > 0 {
		buttons, err := hw.OpenButtons(free)
		if err != nil {
			report(err)
		} else {
			hearing.Go(func() { hearLines(ctx, buttons, free, hear) })
		}
	}
	shut = func() {
		end()
		learner.Close()
		hearing.Wait()
	}
	m = Machine{Header: header, Plugged: slices.ContainsFunc(devices, evdev.Device.Plays), Presses: presses, Lamps: func() []Lamp { return lampsOf(root) }}
	return m, shut, nil
}

// freeLines tells whether there is a Pi's header, and on which of the lines that hw/WIRING.md draws for buttons one may be
// listened to: nobody has them, and they lead to no lamp, which the pull-up of a button would make glow.
func freeLines(usualOnes config.Config, root fs.FS) (header bool, free map[hw.Button]string) {
	lines, _ := usual(usualOnes)
	judge := usualOnes.Judge
	lines = append(lines, judge.Previous, judge.Next, judge.OK, otherOK)
	survey, err := hw.SurveyLines(lines)
	if err == nil && len(survey.Lines) == 0 && len(survey.Denied) > 0 {
		return strings.HasPrefix(hw.Model(root), "Raspberry Pi"), nil
	}
	free = map[hw.Button]string{}
	for i, line := range lines {
		status, ok := survey.Lines[line]
		spi := line == otherOK && survey.Lines["GPIO8"].Used // whose driver does not say that it has this one, too
		if ok && !status.Used && !spi {
			free[hw.Button(i+1)] = line
		}
	}
	return len(survey.Lines) > 0, free
}

// touch is how long contacts must be closed to be those of a button that somebody presses.
const touch = 5 * time.Millisecond

// hearLines passes on each press of a line, when it has lasted for a touch.
func hearLines(ctx context.Context, buttons *hw.Buttons, lines map[hw.Button]string, hear func(Press)) {
	defer buttons.Close()
	before, _ := buttons.Down() // by whatever presses these, nobody was asked to
	for {
		select {
		case <-ctx.Done():
			return
		case <-buttons.Done():
			return
		case <-buttons.Events():
		}
		time.Sleep(touch)
		for len(buttons.Events()) > 0 {
			<-buttons.Events()
		}
		down, err := buttons.Down()
		for _, b := range down {
			if err == nil && !slices.Contains(before, b) {
				hear(Press{Place: lines[b]})
			}
		}
		before = down
	}
}

// lampsOf are the lamps of the devices that are plugged in, but for those of keyboards.
func lampsOf(root fs.FS) (lamps []Lamp) {
	devices, _ := evdev.List(root) // it was listed before
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
				lamps = append(lamps, Lamp{place, func(on bool) error { return light(led.Brightness, on) }})
			}
		}
	}
	return lamps
}

// light has a lamp as bright as it can be, or dark.
func light(brightness string, on bool) error {
	level := []byte("0")
	if on {
		most, err := os.ReadFile(path.Dir(brightness) + "/max_brightness")
		if err != nil {
			return err
		}
		level = most
	}
	return os.WriteFile(brightness, level, 0)
}
