package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A wire is the GPIO line of a button, a lamp or a buzzer, or the key or lamp of a device in its
// place. The checks fill in its finding.
type wire struct {
	finding
	button hw.Button // 0 for an output
}

// isPlug reports whether the wire is a key or lamp of a device rather than a line.
func (w wire) isPlug() bool { return evdev.IsPlace(w.Line) }

// worst returns the state of the wire if it does not work: a game needs its buttons.
func (w wire) worst() state {
	if w.button != 0 {
		return missing
	}
	return warning
}

// inputs returns the wires of all buttons. The referee requests those on lines together.
func (m *Machine) inputs() (wires []wire) {
	for _, p := range m.config.Parts(fmt.Sprintf) {
		part := m.Say(p.Button.String())
		if i, ok := p.Button.Shortcut(); ok {
			part = m.Say("shortcut %s", m.config.Shortcuts[i].Value)
		} else if p.Button > 0 {
			part = m.Say("button of seat %d", int(p.Button))
		}
		if p.Button != 0 {
			wires = append(wires, wire{finding{Part: part, Line: p.Line}, p.Button})
		}
	}
	return wires
}

// outputs returns the wires of lamps and of an active buzzer.
func (m *Machine) outputs() (wires []wire) {
	for i, line := range m.config.Buttons.Lamps {
		if line != "" {
			wires = append(wires, wire{finding{Part: m.Say("lamp of seat %d", i+1), Line: line}, 0})
		}
	}
	if b := m.config.Buzzer; b.Enabled && b.Kind == "active" {
		wires = append(wires, wire{finding{Part: m.Say("buzzer"), Line: b.Pin}, 0})
	}
	return wires
}

// lines looks at the GPIO lines of buttons, lamps and an active buzzer.
func lines(m *Machine) (found []finding) {
	for _, wires := range [][]wire{m.inputs(), m.outputs()} {
		if wires = slices.DeleteFunc(wires, wire.isPlug); len(wires) == 0 {
			continue
		}
		names := make([]string, len(wires))
		for i, w := range wires {
			names[i] = w.Line
		}
		survey, err := hw.SurveyLines(names)
		if err == nil && len(survey.Chips) == 0 && len(survey.Denied) == 0 {
			v := m.says(missing, "this machine has none").
				mend("seats = [] in the configuration, and the box asks for buttons on USB; arbitre demo plays without any hardware")
			return append(found, finding{Part: m.Say("GPIO lines"), verdict: v})
		}
		for _, w := range wires {
			if w.verdict = m.line(w, survey); err != nil {
				w.verdict = m.fails(w.worst(), err).about(w.Line)
			}
			status := survey.Lines[w.Line]
			w.Chip, w.Consumer = status.Chip, status.Consumer
			found = append(found, w.finding)
		}
	}
	return found
}

// line returns the verdict on one line.
func (m *Machine) line(w wire, survey hw.Survey) verdict {
	status, ok := survey.Lines[w.Line]
	device, _, _ := strings.Cut(status.Chip, " ")
	switch {
	case !ok && len(survey.Denied) > 0:
		v, _ := m.refused(survey.Denied[0], w.worst())
		return v.about(w.Line)
	case !ok:
		return m.says(w.worst(), "%s: there is no such line on %s", w.Line, strings.Join(survey.Chips, ", ")).
			mend("gpioinfo (sudo apt install gpiod) prints the names of all lines; arbitre wiring the usual ones")
	case w.button != 0 && status.Chip != survey.Most:
		return m.says(w.worst(), "%s: is on %s, but the other buttons are on %s", w.Line, status.Chip, survey.Most).
			mend("put all buttons on one chip: only so their edges stand in one queue")
	case isReferee(status.Consumer):
		return m.ofReferee(w)
	case status.Used:
		return m.taken(w, status.Consumer)
	case w.button != 0 && m.unit.Active():
		return m.leftFree(w)
	}
	if v, refused := m.refused("/dev/"+device, w.worst()); refused {
		return v.about(w.Line)
	}
	return m.says(fine, "%s: line %d of %s, free", w.Line, status.Offset, status.Chip)
}

// ofReferee returns the verdict on a wire that the running referee uses.
func (m *Machine) ofReferee(w wire) verdict {
	return m.says(fine, "%s: the referee itself has it: it is running", w.Line)
}

// leftFree returns the verdict on a button that the running service does not use.
func (m *Machine) leftFree(w wire) verdict {
	return m.says(warning, "%s: free, although the service runs: it has another configuration", w.Line).
		run("sudo systemctl restart arbitre")
}

// isReferee reports whether the consumer of a line is the referee.
func isReferee(consumer string) bool { return consumer == "arbitre" }

// taken returns the verdict on a line that another program or a driver uses. It knows the drivers
// that use lines of a Pi's header.
func (m *Machine) taken(w wire, consumer string) verdict {
	by := strconv.Quote(consumer)
	if consumer == "" {
		by = m.Say("the kernel, which does not say for what")
	}
	v := m.says(w.worst(), "%s: taken by %s", w.Line, by)
	switch {
	case strings.HasPrefix(consumer, "spi"):
		return v.mend("sudo raspi-config nonint do_spi 1 and restart, or use another line: SPI needs GPIO7 to GPIO11")
	case strings.HasPrefix(consumer, "onewire"), strings.HasPrefix(consumer, "w1"):
		return v.mend("sudo raspi-config nonint do_onewire 1 and restart, or use another line")
	}
	return v.mend("end that program or remove its dtoverlay= from %s, or use another line", configTxt)
}

// lamps reports a table without lamps. Where there are some, they are checked with the lines and
// devices.
func lamps(m *Machine) (v verdict) {
	if len(m.config.Buttons.Lamps) == 0 {
		v = m.says(off, "none are configured")
	}
	return v
}
