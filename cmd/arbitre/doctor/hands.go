package doctor

import (
	"fmt"
	"io"
	"slices"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Hands are on the buttons: those on lines, and all that are plugged in.
type hands struct {
	lines *hw.Buttons    // nil: there are none
	plugs *evdev.Learner // nil: there are none

	places map[hw.Button]evdev.Place
}

// takeButtons takes the buttons, or says why it can't. Talk hears of devices that can't be read.
func (d *Doctor) takeButtons(talk io.Writer) (h *hands, failed, mend string) {
	h = &hands{places: d.config.Places()}
	var err error
	if lines := d.config.Lines(); len(lines) > 0 {
		h.lines, err = hw.OpenButtons(lines)
	}
	plugs := len(h.places) > 0
	if err == nil && plugs && !d.refereeHas(finding.isPlug) {
		h.plugs, err = evdev.Learn(func(err error) {
			if err != nil {
				fmt.Fprintln(talk, err)
			}
		})
	}
	switch {
	case err == nil && (h.plugs != nil || !plugs):
		return h, "", ""
	case err == nil || d.refereeHas(func(finding) bool { return true }):
		h.Close()
		return nil, d.Say("The buttons can't be pressed: the referee itself has them."),
			d.Say("sudo systemctl stop arbitre, then once more; afterwards sudo systemctl start arbitre")
	}
	h.Close()
	return nil, d.Say("The buttons can't be pressed: %v.", err), d.Say("mend what is missing above first")
}

// refereeHas tells whether the referee itself has one of those that were found.
func (d *Doctor) refereeHas(which func(finding) bool) bool {
	return slices.ContainsFunc(d.found, func(f finding) bool { return which(f) && isReferee(f.Consumer) })
}

// isPlug tells what was found of a device's key from what was of a line.
func (f finding) isPlug() bool { return f.Device != "" }

func (h *hands) events() <-chan hw.Event {
	if h.lines == nil {
		return nil
	}
	return h.lines.Events()
}

func (h *hands) presses() <-chan evdev.Press {
	if h.plugs == nil {
		return nil
	}
	return h.plugs.Presses()
}

// wanted tells whether a device has buttons of this table.
func (h *hands) wanted(dev evdev.Device) bool {
	for _, place := range h.places {
		if dev.Serves(place) {
			return true
		}
	}
	return false
}

// down are the buttons on lines that are down. Of a key that was down before, its device tells when it goes up.
func (h *hands) down() ([]hw.Button, error) {
	if h.lines == nil {
		return nil, nil
	}
	return h.lines.Down()
}

func (h *hands) Close() {
	if h.lines != nil {
		h.lines.Close()
	}
	if h.plugs != nil {
		h.plugs.Close()
	}
}
