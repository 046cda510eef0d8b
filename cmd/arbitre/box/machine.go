package box

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/keyboard"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
)

// onMachine referees on this machine's hardware until a new configuration takes effect, which it
// returns. Only the buttons on lines must open at once: each other part opens itself, and reopens
// after a failure.
func onMachine(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	s.Supervisor.WaitForDevices(ctx, func() bool { return usable(c) })
	s.Health.Forget(configuration, ownSettings, journals)
	b := Box{Seed: seed, Learns: true}
	lines := c.Lines()
	if c.Learn {
		var keys *evdev.Learner
		if c, lines, keys, err = b.learnOnMachine(c, s); err != nil {
			return nil, err
		}
		defer keys.Close()
	} else {
		for i := range c.Buttons.Seats {
			b.Seats = append(b.Seats, games.Seat(i+1))
		}
	}

	if len(lines) > 0 {
		buttons, err := hw.OpenButtons(lines)
		if err != nil {
			return nil, err
		}
		defer buttons.Close()
		b.Buttons = buttons
		var end context.CancelCauseFunc
		ctx, end = context.WithCancelCause(ctx)
		defer end(nil)
		go func() { end(buttons.Wait()) }() // the table ends if the lines disappear
	}

	lamps, ofDevices := openLamps(c, func(lamp hw.Button) func(error) { return lampReport(s.Health, lamp) })
	defer closeLamps(ofDevices)
	b.Lamps = lamps

	isSeats := func(evdev.Device) bool { return false } // no keyboard belongs to a seat without places
	if places := c.Places(); len(places) > 0 && !c.Learn {
		plugged, err := evdev.Open(places, func(button hw.Button, err error) {
			s.Health.Device(button, err)
			for _, lamp := range ofDevices {
				if err == nil {
					lamp.Back() // its lamp may be on the same device
				}
			}
		})
		if err != nil {
			return nil, err
		}
		defer plugged.Close()
		b.usePlugged(plugged)
		isSeats = plugged.Claims
	}

	if c.Keyboard.Enabled && b.Learn == nil { // or the learner reads them
		failed := s.Health.Of("keyboard", games.Text{Word: "no_keyboard"})
		keyboards, err := keyboard.Open(keyboard.Layout(c.Keyboard.Layout), isSeats, failed)
		if err != nil {
			failed(err)
		} else {
			defer keyboards.Close()
			b.Typed = keyboards.Events()
		}
	}

	switch {
	case c.Buzzer.Enabled && c.Buzzer.Kind == "active":
		b.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPin(c.Buzzer.Pin) }
	case c.Buzzer.Enabled:
		b.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPWM(c.Buzzer.Pin) }
	}

	for _, display := range []struct {
		config.Panel
		into *Panel
	}{{c.OLED.Panel, &b.Panel}, {c.Public, &b.Public}} {
		if !display.Enabled {
			continue
		}
		bus := func() (i2c.BusCloser, error) { return hw.OpenI2C(display.Bus) }
		oled := hw.NewOLED(bus, uint16(display.Address))
		defer oled.Close()
		oled.Rotated, oled.Chip = display.Rotate, hw.Chip(display.Kind)
		*display.into = oled
	}

	if next, err = b.Run(ctx, c, s); err == nil && errors.Is(context.Cause(ctx), hw.ErrGone) {
		err = context.Cause(ctx)
	}
	return next, err
}

// usable reports whether this user may open the chip of the buttons, the plugged-in devices with
// buttons, and the I2C buses of the displays.
func usable(c config.Config) bool {
	if c.Learn {
		return false // all devices are needed
	}
	if lines := slices.Collect(maps.Values(c.Lines())); len(lines) > 0 {
		survey, err := hw.SurveyLines(lines)
		if err != nil || len(survey.Lines) < len(lines) {
			return false
		}
	}
	devices, _ := evdev.List(os.DirFS("/")) // without any, none is forbidden
	for _, p := range c.Places() {
		forbidden := func(d evdev.Device) bool { return d.Serves(p) && unix.Access(d.Node, unix.R_OK) != nil }
		if slices.ContainsFunc(devices, forbidden) {
			return false
		}
	}
	return !slices.ContainsFunc(c.Parts(fmt.Sprintf), func(p wiring.Part) bool {
		if p.Kind != wiring.OLED {
			return false
		}
		node, err := hw.I2CNode(os.DirFS("/"), p.Bus)
		return err != nil || unix.Access(node, unix.R_OK|unix.W_OK) != nil
	})
}

// openLamps returns a function per seat that opens its lamp: a line, or an LED of a plugged-in
// device. Lamps of devices run already and report their own failures.
func openLamps(c config.Config, report func(hw.Button) func(error)) (
	all map[hw.Button]func() (hw.Output, error), ofDevices []*evdev.Lamp) {
	all = map[hw.Button]func() (hw.Output, error){}
	turns := evdev.Turns{}
	for i, line := range c.Buttons.Lamps {
		seat := hw.Button(i + 1)
		if place, err := evdev.ParsePlace(line); err == nil {
			lamp := evdev.NewLamp(place, turns, report(seat))
			ofDevices = append(ofDevices, lamp)
			all[seat] = func() (hw.Output, error) { return lamp, nil }
		} else if line != "" {
			all[seat] = func() (hw.Output, error) { return hw.OpenPin(line) }
		}
	}
	return all, ofDevices
}

func closeLamps(ofDevices []*evdev.Lamp) {
	for _, lamp := range ofDevices {
		lamp.Close()
	}
}

// lampReport returns the function by which a button's lamp reports that it fails.
func lampReport(health *referee.Health, lamp hw.Button) func(error) {
	return health.Of(fmt.Sprint("lamp of ", lamp), games.Text{Word: "no_lamp", Number: int(lamp)})
}
