package box

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/keyboard"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
)

// A machine is this machine's hardware, as far as it is open.
type machine struct {
	Box
	config  config.Config // of the file, or for as long as the buttons are learnt
	service Service
	parts
}

// onMachine referees on this machine's hardware until a new configuration takes effect, which it
// returns. Only the buttons on lines must open at once: each other part opens itself, and reopens
// after a failure.
func onMachine(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	s.Supervisor.WaitForDevices(ctx, func() bool { return usable(c) })
	s.Health.Forget(configuration, ownSettings, journals)
	m := machine{Box: Box{Seed: seed, Learns: true}, config: c, service: s}
	defer func() { m.parts.close() }()
	lines := c.Lines()
	if c.Run.Learn {
		if lines, err = m.learn(); err != nil {
			return nil, err
		}
	} else {
		m.Seats = games.FirstSeats(len(c.Buttons.Seats))
	}
	if ctx, err = m.openLines(ctx, lines); err != nil {
		return nil, err
	}
	ofDevices := m.openLamps()
	isSeats, err := m.openPlugged(ofDevices)
	if err != nil {
		return nil, err
	}
	m.openKeyboards(isSeats)
	m.openBuzzer()
	m.Panel, m.Public = m.display(m.config.OLED.Panel), m.display(m.config.Public)
	if next, err = m.Run(ctx, m.config, s); err == nil && errors.Is(context.Cause(ctx), hw.ErrGone) {
		err = context.Cause(ctx)
	}
	return next, err
}

// openLines opens the buttons on lines. The context that it returns ends if the lines disappear.
func (m *machine) openLines(ctx context.Context, lines map[hw.Button]string) (context.Context, error) {
	if len(lines) == 0 {
		return ctx, nil
	}
	buttons, err := hw.OpenButtons(lines)
	if err != nil {
		return ctx, err
	}
	m.onClose(func() { buttons.Close() })
	m.Buttons = buttons
	ctx, end := context.WithCancelCause(ctx)
	m.onClose(func() { end(nil) })
	go func() { end(buttons.Wait()) }()
	return ctx, nil
}

// openLamps notes for each seat what opens its lamp: a line, or an LED of a plugged-in device. Lamps
// of devices, which it returns, run already and report their own failures.
func (m *machine) openLamps() (ofDevices []*evdev.Lamp) {
	m.Lamps = map[hw.Button]func() (hw.Output, error){}
	turns := evdev.Turns{}
	for i, line := range m.config.Buttons.Lamps {
		seat := hw.Button(i + 1)
		if place, err := evdev.ParsePlace(line); err == nil {
			lamp := evdev.NewLamp("/", place, turns, lampReport(m.service.Health, seat))
			m.onClose(func() { lamp.Close() })
			ofDevices = append(ofDevices, lamp)
			m.Lamps[seat] = func() (hw.Output, error) { return lamp, nil }
		} else if line != "" {
			m.Lamps[seat] = func() (hw.Output, error) { return hw.OpenPin(line) }
		}
	}
	return ofDevices
}

// openPlugged opens the buttons on plugged-in devices, which may have lamps, too. It returns whether a
// device has one of them, so that it is no keyboard.
func (m *machine) openPlugged(lamps []*evdev.Lamp) (isSeats func(evdev.Device) bool, err error) {
	places := m.config.Places()
	if len(places) == 0 || m.Learn != nil {
		return func(evdev.Device) bool { return false }, nil
	}
	plugged, err := evdev.Open(places, func(button hw.Button, err error) {
		m.service.Health.Device(button, err)
		for _, lamp := range lamps {
			if err == nil {
				lamp.Back() // its lamp may be on the same device
			}
		}
	})
	if err != nil {
		return nil, err
	}
	m.onClose(func() { plugged.Close() })
	m.usePlugged(plugged)
	return plugged.Claims, nil
}

// openKeyboards opens the keyboards, which the learner reads while the buttons are learnt.
func (m *machine) openKeyboards(isSeats func(evdev.Device) bool) {
	if !m.config.Keyboard.Enabled || m.Learn != nil {
		return
	}
	failed := m.service.Health.Of("keyboard", games.Text{Word: "no_keyboard"})
	keyboards, err := keyboard.Open(keyboard.Layout(m.config.Keyboard.Layout), isSeats, failed)
	if err != nil {
		failed(err)
		return
	}
	m.onClose(func() { keyboards.Close() })
	m.Typed = keyboards.Events()
}

func (m *machine) openBuzzer() {
	switch b := m.config.Buzzer; {
	case b.Enabled && b.Kind == "active":
		m.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPin(b.Pin) }
	case b.Enabled:
		m.Buzzer = func() (hw.ToneOutput, error) { return hw.OpenPWM(b.Pin) }
	}
}

// display returns a display of the configuration; nil if it has none.
func (m *machine) display(c config.Panel) *hw.OLED {
	if !c.Enabled {
		return nil
	}
	oled := hw.NewOLED(func() (i2c.BusCloser, error) { return hw.OpenI2C(c.Bus) }, uint16(c.Address))
	m.onClose(func() { oled.Close() })
	oled.Rotated, oled.Chip = c.Rotate, hw.Chip(c.Kind)
	return oled
}

// usable reports whether this user may open the chip of the buttons, the plugged-in devices with
// buttons, and the I2C buses of the displays.
func usable(c config.Config) bool {
	if c.Run.Learn {
		return false // all devices are needed
	}
	if lines := slices.Collect(maps.Values(c.Lines())); len(lines) > 0 {
		survey, err := hw.SurveyLines(lines)
		if err != nil || len(survey.Lines) < len(lines) {
			return false
		}
	}
	devices := evdev.List(os.DirFS("/"))
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
