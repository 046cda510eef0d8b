package doctor

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/messages"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

const (
	idleTime      = 10 * time.Second // in which nobody touches anything
	pressPatience = 30 * time.Second // for a button that is asked for
)

// pressAll has every button pressed, one after the other.
func (d *Doctor) pressAll(ctx context.Context, talk io.Writer) (*pressReport, error) {
	hands, failed, mend := d.takeButtons(talk)
	if failed != "" {
		fmt.Fprintf(talk, "\n%s\n-> %s\n", failed, mend)
		return &pressReport{Failed: failed, Mend: mend}, nil
	}
	defer hands.close()

	light, shut, err := d.Lamps(func(lamp hw.Button, err error) {
		if err != nil {
			fmt.Fprintln(talk, "  "+d.Say("the lamp of seat %d can't be lit: %v", lamp, err))
		}
	})
	if err != nil {
		return nil, err
	}
	defer shut()

	p := &examination{
		config: d.config, say: d.Say, wires: d.inputs(), out: talk, clock: hw.Clock{}.Now, lamp: light,
		events: hands.events, plugs: hands.presses, down: hands.down,
	}
	return p.run(ctx)
}

// An examination asks for one button after the other and watches the raw edges of all.
type examination struct {
	config config.Config
	say    messages.Say
	wires  []wire
	out    io.Writer
	clock  func() time.Duration // that stamps the edges
	lamp   func(hw.Button, hw.Light)
	events <-chan hw.Event    // of the lines
	plugs  <-chan evdev.Press // of all devices that are plugged in
	down   func() ([]hw.Button, error)

	contacts  *hw.Debouncer
	watched   *hw.Contacts // which know what hums and what chatters
	buttons   map[hw.Button]*examined
	lost      int
	listening bool // to the answers
	call      rollCall
}

// An examined button is one with what was found out about it so far.
type examined struct {
	wire
	bounce
	presses int
	pressed time.Duration // when it was pressed last
	held    bool          // now, by a finger
	stuck   bool          // it was down before anybody was asked to press it
	noise   int           // edges while nobody touched anything
	fault   error         // for which the referee would leave it out; nil where there is none
	instead evdev.Place   // what no part is that was pressed when this one was asked for; zero where nothing was
}

func (p *examination) run(ctx context.Context) (*pressReport, error) {
	contacts := p.config.Contacts()
	p.contacts = hw.NewDebouncer(contacts)
	p.buttons = map[hw.Button]*examined{}
	p.call = rollCall{answers: map[hw.Button]hw.Button{}}
	for _, w := range p.wires {
		p.buttons[w.button] = &examined{wire: w, bounce: bounce{quiet: 2 * contacts.Lockout}}
		p.call.asked = append(p.call.asked, w.button)
	}
	p.watched = hw.NewContacts(contacts, hw.DefaultWatch(), hw.FullStep, func(b hw.Button, err error) {
		if err != nil {
			p.buttons[b].fault = err
		}
	})
	down, err := p.down()
	if err != nil {
		return nil, err
	}
	down = slices.DeleteFunc(down, isEncoder) // an encoder may rest with its contacts closed
	for _, b := range down {
		p.buttons[b].stuck = true
	}
	p.contacts.Resync(p.clock(), down)

	fmt.Fprintln(p.out, "\n"+p.say("Hands off the table for %.0f seconds.", idleTime.Seconds()))
	p.watch(ctx, idleTime, func() bool { return false })
	for _, w := range p.wires {
		b := p.buttons[w.button]
		b.noise = b.edges
		b.bounce = bounce{quiet: b.quiet}
		if b.stuck {
			fmt.Fprintln(p.out, "  "+p.say("%s is down although nobody presses it", w.part))
		}
		if b.noise > 0 {
			fmt.Fprintln(p.out, "  "+p.say("%s moved %d times by itself", w.part, b.noise))
		}
	}

	p.listening = true
	for ctx.Err() == nil && len(p.call.asked) > 0 {
		asked := p.call.asked[0]
		p.ask(asked)
		p.lamp(asked, hw.Lit)
		p.watch(ctx, pressPatience, func() bool { return len(p.call.asked) == 0 || p.call.asked[0] != asked })
		p.lamp(asked, hw.Dark)
		p.watch(ctx, time.Second, p.released) // so that its bounces are told first
		if ctx.Err() == nil && len(p.call.asked) > 0 && p.call.asked[0] == asked {
			fmt.Fprintln(p.out, "  "+p.say("no answer in %.0f seconds", pressPatience.Seconds()))
			p.call.asked = p.call.asked[1:]
		}
	}
	report := p.report()
	printPressed(p.out, p.say, report)
	return report, nil
}

func (p *examination) ask(b hw.Button) {
	switch part := p.buttons[b].part; {
	case isEncoder(b):
		fmt.Fprintln(p.out, p.say("Turn the encoder one step clockwise."))
	case b > 0 && int(b) <= len(p.config.Buttons.Lamps) && p.config.Buttons.Lamps[b-1] != "":
		fmt.Fprintln(p.out, p.say("Press the %s. Its lamp is lit.", part))
	default:
		fmt.Fprintln(p.out, p.say("Press the %s.", part))
	}
}

func isEncoder(b hw.Button) bool { return b == hw.EncoderA || b == hw.EncoderB }

// released tells whether no finger is on a button.
func (p *examination) released() bool {
	for _, b := range p.buttons {
		if b.held {
			return false
		}
	}
	return true
}

// watch takes events for a time, until something is so, or the context ends.
func (p *examination) watch(ctx context.Context, span time.Duration, enough func() bool) {
	end := p.clock() + span
	timer := time.NewTimer(span)
	defer timer.Stop()
	for !enough() {
		select {
		case <-ctx.Done():
			return
		case e := <-p.events:
			p.event(e)
		case key := <-p.plugs:
			p.key(key)
		case <-timer.C:
		}
		now := p.clock()
		p.watched.Elapse(now)
		for _, e := range p.contacts.Elapse(now) {
			p.tell(e)
		}
		if now >= end {
			return
		}
		due := end
		if at, ok := p.contacts.Deadline(); ok {
			due = min(due, at)
		}
		timer.Reset(max(time.Millisecond, due-now))
	}
}

func (p *examination) event(e hw.Event) {
	if e.Lost > 0 {
		p.lost += e.Lost
		return
	}
	if b, ok := p.buttons[e.Button]; ok {
		b.edge(e.Edge)
	}
	p.watched.Edge(e.Edge)
	take := p.contacts.Edge
	if e.Anew {
		take = p.contacts.Anew
	}
	for _, told := range take(e.Edge) {
		p.tell(told)
	}
}

// key takes a key of a device, which may be no part of this table.
func (p *examination) key(key evdev.Press) {
	for _, w := range p.wires {
		if place, err := evdev.ParsePlace(w.line); err == nil && place.Same(key.Place) && key.Device.Serves(place) {
			p.event(hw.Event{Edge: hw.Edge{At: key.At, Button: w.button, Down: key.Down}})
			return
		}
	}
	if !key.Down || key.Aside || !p.listening || len(p.call.asked) == 0 {
		return
	}
	p.buttons[p.call.asked[0]].instead = key.Place
	fmt.Fprintln(p.out, "  "+p.say("that was %s of %v, which is no button of this table", key.Place, key.Device))
}

// tell takes a press or a release, without bounces.
func (p *examination) tell(e hw.Edge) {
	switch b := p.buttons[e.Button]; {
	case !p.listening || b == nil:
	case !e.Down:
		b.held = false
		b.rest()
		fmt.Fprintln(p.out, "  "+p.say("%s: pressed for %d ms; bounced %s when pressed, %s when let go",
			b.part, (e.At-b.pressed).Milliseconds(), millis(b.last[0]), millis(b.last[1])))
	default:
		b.held, b.pressed = true, e.At
		b.presses++
		if len(p.call.asked) == 0 {
			return
		}
		switch asked := p.call.asked[0]; p.call.press(e.Button) {
		case answersAgain:
			fmt.Fprintln(p.out, "  "+p.say("that was the %s again", b.part))
		case answersOther:
			fmt.Fprintln(p.out, "  "+p.say("the %s answered, not the %s", b.part, p.buttons[asked].part))
		}
	}
}

// A bounce measures how long the contacts of one button move when it is pressed and let go: a burst of edges that
// begins and ends after a quiet time. It is one movement if the line is after it as its first edge left it.
type bounce struct {
	quiet       time.Duration
	first, late hw.Edge // of the burst
	moving      bool
	edges       int
	last, most  [2]time.Duration // of presses and releases
}

func (b *bounce) edge(e hw.Edge) {
	if b.moving && e.At-b.late.At >= b.quiet {
		b.rest()
	}
	if !b.moving {
		b.first, b.moving = e, true
	}
	b.late = e
	b.edges++
}

// rest ends a burst.
func (b *bounce) rest() {
	if !b.moving {
		return
	}
	b.moving = false
	if b.first.Down != b.late.Down {
		return // a touch too short to tell its two ends apart
	}
	way := 1
	if b.first.Down {
		way = 0
	}
	b.last[way] = b.late.At - b.first.At
	b.most[way] = max(b.most[way], b.last[way])
}

// A rollCall asks for buttons one after the other and notes which line answers. Whoever is asked for first and answered
// by a wrong finger is asked for again.
type rollCall struct {
	asked   []hw.Button             // still to come; the first is asked for now
	answers map[hw.Button]hw.Button // whose line moved when this one was asked for
}

// A reply is how a press answers the question that is open.
type reply uint8

const (
	answersRight reply = iota
	answersOther       // another line moved
	answersAgain       // a line that has answered for another
)

// press takes the press of a line.
func (r *rollCall) press(b hw.Button) reply {
	asked := r.asked[0]
	if asked != b {
		for _, was := range r.answers {
			if was == b {
				return answersAgain
			}
		}
		r.answers[asked] = b
		r.asked = r.asked[1:]
		return answersOther
	}
	r.asked = r.asked[1:]
	for earlier, was := range r.answers {
		if was == b { // that was a slip of the finger, not of a wire
			delete(r.answers, earlier)
			r.asked = append(r.asked, earlier)
		}
	}
	r.answers[asked] = b
	return answersRight
}
