package doctor

import (
	"fmt"
	"io"
	"slices"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Hands are on the buttons: those on lines, and all that are plugged in. A channel is nil where there are none.
type hands struct {
	events  <-chan hw.Event
	presses <-chan evdev.Press
	down    func() ([]hw.Button, error) // those on lines; of a key that was down before, its device tells when it goes up
	places  map[hw.Button]evdev.Place
	closing []io.Closer
}

func (h *hands) close() {
	for _, c := range h.closing {
		c.Close()
	}
}

// takeButtons takes the buttons, or says why it can't. Talk hears of devices that can't be read.
func (d *Doctor) takeButtons(talk io.Writer) (h *hands, failed, mend string) {
	h = &hands{places: d.config.Places(), down: func() ([]hw.Button, error) { return nil, nil }}
	plugs := len(h.places) > 0
	taken := plugs && d.refereeHas(func(f finding) bool { return f.Device != "" })
	var err error
	if lines := d.config.Lines(); len(lines) > 0 {
		var buttons *hw.Buttons
		if buttons, err = hw.OpenButtons(lines); err == nil {
			h.events, h.down, h.closing = buttons.Events(), buttons.Down, append(h.closing, buttons)
		}
	}
	if err == nil && plugs && !taken {
		var learner *evdev.Learner
		learner, err = evdev.Learn(func(err error) {
			if err != nil {
				fmt.Fprintln(talk, err)
			}
		})
		if err == nil {
			h.presses, h.closing = learner.Presses(), append(h.closing, learner)
		}
	}
	if err == nil && !taken {
		return h, "", ""
	}
	h.close()
	if err == nil || d.refereeHas(func(finding) bool { return true }) {
		return nil, d.Say("The buttons can't be pressed: the referee itself has them."),
			d.Say("sudo systemctl stop arbitre, then once more; afterwards sudo systemctl start arbitre")
	}
	return nil, d.Say("The buttons can't be pressed: %v.", err), d.Say("mend what is missing above first")
}

// refereeHas tells whether the referee itself has one of those that were found.
func (d *Doctor) refereeHas(which func(finding) bool) bool {
	return slices.ContainsFunc(d.found, func(f finding) bool { return which(f) && isReferee(f.Consumer) })
}
