package doctor

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

const (
	idleTime      = 10 * time.Second // in which nobody touches anything
	pressPatience = 30 * time.Second // for each button
)

// pressAll asks for a press of every button, one after the other.
func (m *Machine) pressAll(ctx context.Context, found []finding, talk io.Writer) *pressReport {
	if slices.ContainsFunc(found, func(f finding) bool { return isReferee(f.Consumer) }) {
		return notPressed(talk, m.says(missing, "The buttons can't be pressed: the referee itself has them.").
			mend("sudo systemctl stop arbitre, then once more; afterwards sudo systemctl start arbitre"))
	}
	presses, err := m.openPresses(talk)
	if err != nil {
		return notPressed(talk, m.says(missing, "The buttons can't be pressed: %v.", err).
			mend("mend what is missing above first"))
	}
	defer presses.Close()
	p := m.examination(talk, presses, hw.Clock{}.Now)
	light, dark := m.Lamps(func(lamp hw.Button, err error) {
		if err != nil {
			p.note("the lamp of seat %d can't be lit: %v", lamp, err)
		}
	})
	defer dark()
	p.lamp = light
	return p.run(ctx)
}

// An examination asks for one button after the other, and watches all of them.
type examination struct {
	*Machine
	out     io.Writer
	presses *hw.Presses
	clock   func() time.Duration      // stamps the presses
	lamp    func(hw.Button, hw.Light) // sets the lamp beside a button, if there is one
	buttons map[hw.Button]*pressedButton
	call    rollCall
}

func (m *Machine) examination(out io.Writer, presses *hw.Presses, clock func() time.Duration) *examination {
	p := &examination{
		Machine: m, out: out, presses: presses, clock: clock,
		buttons: map[hw.Button]*pressedButton{},
		call:    rollCall{answers: map[hw.Button]hw.Button{}},
	}
	for _, w := range m.inputs() {
		p.buttons[w.button] = &pressedButton{wire: w, Stuck: slices.Contains(presses.Held, w.button)}
		p.call.asked = append(p.call.asked, w.button)
	}
	return p
}

// openPresses takes the lines of buttons and, if a button is on a device, reads all devices.
func (m *Machine) openPresses(talk io.Writer) (presses *hw.Presses, err error) {
	var keys hw.Keys
	if places := m.config.Places(); len(places) > 0 {
		keys, err = evdev.Learn(places, func(err error) {
			if err != nil {
				fmt.Fprintln(talk, err)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if presses, err = hw.OpenPresses(m.config.Contacts(), m.config.Lines(), keys); err != nil && keys != nil {
		keys.Close()
	}
	return presses, err
}

// run asks for every button and returns the report. When the context ends, the report is on the
// buttons so far.
func (p *examination) run(ctx context.Context) *pressReport {
	fmt.Fprintln(p.out)
	p.tell("Hands off the table for %.0f seconds.", idleTime.Seconds())
	for untouched := p.clock() + idleTime; ; {
		if _, pressed := p.presses.Next(ctx, untouched); !pressed {
			break
		}
	}
	for _, asked := range p.call.asked {
		b := p.buttons[asked]
		if b.Stuck {
			p.note("%s is down although nobody presses it", b.Part)
		}
		if b.Noise = p.presses.Moved(b.button); b.Noise > 0 {
			p.note("%s moved %d times by itself", b.Part, b.Noise)
		}
	}
	for ctx.Err() == nil && len(p.call.asked) > 0 {
		asked := p.call.asked[0]
		answered := func() bool { return len(p.call.asked) == 0 || p.call.asked[0] != asked }
		p.ask(p.buttons[asked])
		p.lamp(asked, hw.Lit)
		p.watch(ctx, pressPatience, answered)
		p.lamp(asked, hw.Dark)
		p.watch(ctx, time.Second, p.released) // its bounces are printed before the next question
		if ctx.Err() == nil && !answered() {
			p.note("no answer in %.0f seconds", pressPatience.Seconds())
			p.call.asked = p.call.asked[1:]
		}
	}
	return p.report()
}

// ask tells the person which button to press.
func (p *examination) ask(b *pressedButton) {
	lamps := p.config.Buttons.Lamps
	if seat := int(b.button); seat > 0 && seat <= len(lamps) && lamps[seat-1] != "" {
		p.tell("Press the %s. Its lamp is lit.", b.Part)
	} else {
		p.tell("Press the %s.", b.Part)
	}
}

// released reports whether no button is down.
func (p *examination) released() bool {
	for _, b := range p.buttons {
		if b.held {
			return false
		}
	}
	return true
}

// watch handles presses for a time, until enough reports true, or until the context ends.
func (p *examination) watch(ctx context.Context, span time.Duration, enough func() bool) {
	for end := p.clock() + span; !enough(); {
		press, ok := p.presses.Next(ctx, end)
		if !ok {
			return
		}
		p.hear(press)
	}
}

// hear records a press or a release, and tells what was measured.
func (p *examination) hear(press hw.Press) {
	b, ofTable := p.buttons[press.Button]
	if !ofTable {
		if press.Down && len(p.call.asked) > 0 {
			p.buttons[p.call.asked[0]].instead = press.Source.Place
			p.note("that was %s of %v, which is no button of this table", press.Source.Place, press.Source.Device)
		}
		return
	}
	if b.held = press.Down; !b.held {
		b.Bounce, b.Release = max(b.Bounce, press.Closing), max(b.Release, press.Opening)
		p.note("%s: pressed for %d ms; bounced %s when pressed, %s when let go",
			b.Part, press.Held.Milliseconds(), millis(press.Closing), millis(press.Opening))
		return
	}
	b.Presses++
	if len(p.call.asked) == 0 {
		return
	}
	asked := p.call.asked[0]
	if !p.call.press(press.Button) {
		p.note("that was the %s again", b.Part)
	} else if press.Button != asked {
		p.note("the %s answered, not the %s", b.Part, p.buttons[asked].Part)
	}
}

// tell prints a line for the person at the buttons; note prints an indented one below it.
func (p *examination) tell(format string, args ...any) { fmt.Fprintln(p.out, p.Say(format, args...)) }
func (p *examination) note(format string, args ...any) {
	fmt.Fprintln(p.out, "  "+p.Say(format, args...))
}

// A rollCall asks for buttons one after the other and records whose line answers. It asks again for
// a button if another one was pressed in its place by mistake.
type rollCall struct {
	asked   []hw.Button             // still to come; the first is asked for now
	answers map[hw.Button]hw.Button // whose line moved when this one was asked for
}

// press records a press as the answer for the button that is asked for. It reports false if the
// pressed button is known to answer for another one.
func (r *rollCall) press(b hw.Button) (answers bool) {
	asked := r.asked[0]
	for earlier, was := range r.answers {
		switch {
		case was == b && asked != b:
			return false
		case was == b: // earlier the wrong button was pressed; the wires are right
			delete(r.answers, earlier)
			r.asked = append(r.asked, earlier)
		}
	}
	r.asked, r.answers[asked] = r.asked[1:], b
	return true
}
