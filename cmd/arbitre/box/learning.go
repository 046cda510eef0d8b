package box

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/keyboard"
)

// learn lets the box learn the buttons of this machine, with a configuration for as long as that takes.
// It returns the free lines.
func (m *machine) learn() (lines map[hw.Button]string, err error) {
	root, c := os.DirFS("/"), m.config
	header, lines := freeLines(root)
	if header && len(lines) == 0 {
		return nil, errors.New("none of the header's lines can be read: this user may not, or others have them")
	}
	answers := keyboard.Answers
	if !c.Keyboard.Enabled {
		answers = nil
	}
	keys, err := evdev.Learn(answers, m.service.Health.Of("devices", games.Text{}))
	if err != nil {
		return nil, err
	}
	m.onClose(func() { keys.Close() })
	if len(c.Buttons.Seats) == 0 {
		c = detect(c, header)
	}
	m.service.Log.Info("nobody has said where the buttons are: press each when it is asked for", "free_lines", len(lines),
		"display", c.OLED.Enabled, "buzzer", c.Buzzer.Enabled)
	source := func(button hw.Button) (hw.Source, bool) {
		if line, ok := lines[button]; ok {
			return hw.Source{Place: line}, true
		}
		return keys.Source(button)
	}
	lamps := evdev.Lamps(root)
	m.Learn = &layers.Buttons{Before: c, Source: source, Lamps: slices.SortedFunc(maps.Keys(lamps), evdev.Place.Compare),
		Light: func(lamp evdev.Place, on bool) error { return lamps[lamp](on) }}
	m.Plugged = listener{keys}
	c.Buttons.Glitch, c.Buttons.Lamps = lenientDebounce, lampsMeanwhile(c, header, lines)
	m.Seats, m.config = games.FirstSeats(len(c.Buttons.Lamps)), c
	return lines, nil
}

// lenientDebounce is the shortest press while wires may lead to no button, which pick up more than
// others.
const lenientDebounce = 5 * time.Millisecond

// freeLines reports whether there is a Pi's header, and returns the unused lines to watch for buttons.
func freeLines(root fs.FS) (header bool, free map[hw.Button]string) {
	lines := wiring.Watchable()
	survey, _ := hw.SurveyLines(lines) // a line that can't be looked at is not free
	free = map[hw.Button]string{}
	for i, line := range lines {
		status, ok := survey.Lines[line]
		spi := line == wiring.FallbackOK && survey.Lines["GPIO8"].Used // its driver uses this line, too, and does not say so
		if ok && !status.Used && !spi {
			free[hw.Button(i+1)] = line
		}
	}
	return len(survey.Lines) > 0 || strings.HasPrefix(hw.Model(root), "Raspberry Pi"), free
}

// lampsMeanwhile returns the lamps of the pairs that may be learnt, "" where none may be driven:
// without a header, or on a line that is watched, as it may be the key OK's.
func lampsMeanwhile(c config.Config, header bool, watched map[hw.Button]string) (lamps []string) {
	lines := slices.Collect(maps.Values(watched))
	for _, pair := range c.Wires().Pairs(c.Others(fmt.Sprintf)) {
		if !evdev.IsPlace(pair.Lamp) && (!header || slices.Contains(lines, pair.Lamp)) {
			pair.Lamp = ""
		}
		lamps = append(lamps, pair.Lamp)
	}
	return lamps
}

// detect returns the configuration of a box that was never configured, by its hardware: the
// displays that answer, and a buzzer where a line has PWM, which only an overlay of the machine
// gives it.
func detect(c config.Config, header bool) config.Config {
	panels := []*config.Panel{&c.OLED.Panel, &c.Public}
	for _, p := range panels {
		p.Enabled = false
	}
	for _, bus := range hw.I2CBuses(os.DirFS("/")) {
		for _, address := range []config.Address{0x3C, 0x3D} {
			if len(panels) > 0 && hw.ProbeI2C(bus.Node, uint16(address)) == nil {
				panels[0].Enabled, panels[0].Bus, panels[0].Address = true, bus.Name(), address
				panels = panels[1:]
			}
		}
	}
	c.Buzzer.Enabled = false
	if !header {
		return c
	}
	for _, line := range []string{c.Buzzer.Pin, "GPIO18"} {
		if pwm, err := hw.OpenPWM(line); err == nil {
			pwm.Close()
			c.Buzzer.Enabled, c.Buzzer.Pin = true, line
			break
		}
	}
	return c
}

// A listener is all devices that are plugged in, while their keys are learnt.
type listener struct{ *evdev.Learner }

// CatchUp passes on all edges that were read, and returns the time: what is learnt is no race.
func (l listener) CatchUp(pass func(hw.Event)) time.Duration {
	for {
		now := hw.Now()
		select {
		case e := <-l.Events():
			pass(e)
		default:
			return now
		}
	}
}

// Down returns none: what a key did before it was looked at is not known.
func (listener) Down() ([]hw.Button, error) { return nil, nil }
