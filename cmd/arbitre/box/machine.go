package box

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/header"
	"arbitre/hw/keyboard"
	"arbitre/systemd"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
)

// onMachine referees on this machine's hardware, as a configuration has it, until another is to be taken, which it returns.
func onMachine(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	systemd.Settle(ctx, func() bool { return usable(c) })
	s.Health.Forget(configuration, journals)
	var b Box
	for i := range c.Buttons.Seats {
		b.Seats = append(b.Seats, games.Seat(i+1))
	}
	gone := func() error { return nil }
	if lines := c.Lines(); len(lines) > 0 {
		buttons, err := hw.OpenButtons(lines)
		if err != nil {
			return nil, err
		}
		defer buttons.Close()
		b.Buttons, gone = buttons, buttons.Err
		var end context.CancelFunc
		ctx, end = context.WithCancel(ctx)
		defer end()
		go func() {
			<-buttons.Done()
			end()
		}()
	}
	lamps, shut, err := b.openOutputs(c, s.Health)
	defer shut()
	if err != nil {
		return nil, err
	}
	spares := func(evdev.Device) bool { return false }
	if plugged, err := b.openPlugged(c, s.Health, lamps); err != nil {
		return nil, err
	} else if plugged != nil {
		defer plugged.Close()
		spares = plugged.Spares
	}
	if c.Keyboard.Enabled {
		layout, err := keyboard.ParseLayout(c.Keyboard.Layout)
		if err != nil {
			return nil, config.Wrong(err)
		}
		report := s.Health.Of("keyboard", games.Text{Word: "no_keyboard"})
		keyboards, err := keyboard.Open(layout, spares, report)
		if err != nil {
			report(err)
		} else {
			defer keyboards.Close()
			b.Typed = keyboards.Events()
		}
	}
	if next, err = b.Run(ctx, c, s); err == nil {
		err = gone()
	}
	return next, err
}

// usable tells whether this user may use the chip of the buttons, those devices of theirs that are plugged in, and the
// buses of what stands on one.
func usable(c config.Config) bool {
	if lines := slices.Collect(maps.Values(c.Lines())); len(lines) > 0 {
		survey, err := hw.SurveyLines(lines)
		if err != nil || len(survey.Lines) < len(lines) {
			return false
		}
	}
	devices, _ := evdev.List(os.DirFS("/")) // where there are none, none can be used
	for _, p := range c.Places() {
		if slices.ContainsFunc(devices, func(d evdev.Device) bool { return d.Serves(p) && unix.Access(d.Node, unix.R_OK) != nil }) {
			return false
		}
	}
	return !slices.ContainsFunc(c.Parts(fmt.Sprintf), func(p header.Part) bool {
		node, err := hw.I2CNode(p.Bus)
		return p.Kind == header.OLED && err == nil && unix.Access(node, unix.R_OK|unix.W_OK) != nil
	})
}

// openOutputs is what the table can do without. Each part opens itself, and again when it has failed. Lamps are those of
// devices that are plugged in.
func (b *Box) openOutputs(c config.Config, health *referee.Health) (lamps []*evdev.Lamp, shut func(), err error) {
	var closing []func()
	shut = func() {
		for _, end := range closing {
			end()
		}
	}
	b.Lamps = map[hw.Button]func() (hw.Output, error){}
	turns := evdev.Turns{}
	for i, line := range c.Buttons.Lamps {
		open := func() (hw.Output, error) { return hw.OpenPin(line) }
		if place, err := evdev.ParsePlace(line); err == nil {
			lamp := evdev.NewLamp(place, turns, lampHealth(health, hw.Button(i+1)))
			lamps, closing = append(lamps, lamp), append(closing, func() { lamp.Close() })
			open = func() (hw.Output, error) { return lamp, nil }
		}
		if line != "" {
			b.Lamps[hw.Button(i+1)] = open
		}
	}
	if c.Buzzer.Enabled && c.Buzzer.Kind == "active" {
		b.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPin(c.Buzzer.Pin) }
	} else if c.Buzzer.Enabled {
		b.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPWM(c.Buzzer.Pin) }
	}
	for _, p := range []struct {
		config.Panel
		into *Panel
	}{{c.OLED.Panel, &b.Panel}, {c.Public, &b.Public}} {
		if !p.Enabled {
			continue
		}
		oled, err := hw.NewOLED(func() (i2c.BusCloser, error) { return hw.OpenI2C(p.Bus) }, uint16(p.Address), p.Height)
		if err != nil {
			return nil, shut, config.Wrong(err)
		}
		closing = append(closing, func() { oled.Close() })
		oled.Rotated = p.Rotate
		*p.into = oled
	}
	return lamps, shut, nil
}

// lampHealth is how the lamp of a button tells that it fails.
func lampHealth(health *referee.Health, lamp hw.Button) func(error) {
	return health.Of(fmt.Sprint("lamp of ", lamp), games.Text{Word: "no_lamp", Number: int(lamp)})
}

// SeatLamps opens the lamps of a table, and nothing else of it.
func SeatLamps(c config.Config) func(func(hw.Button, error)) (set func(hw.Button, hw.Light), shut func(), err error) {
	return func(report func(hw.Button, error)) (func(hw.Button, hw.Light), func(), error) {
		c.OLED.Enabled, c.Public.Enabled, c.Buzzer.Enabled = false, false, false
		var b Box
		_, shut, err := b.openOutputs(c, referee.NewHealth(slog.New(slog.DiscardHandler)))
		if err != nil {
			shut()
			return nil, nil, err
		}
		lamps := hw.NewLamps(b.Lamps, report)
		return lamps.Set, func() { lamps.Close(); shut() }, nil
	}
}
