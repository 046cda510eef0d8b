package hw

import (
	"slices"
	"time"
)

// Contacts turn the raw edges of all buttons into presses and releases, as a [Debouncer] does, without the buttons
// that can't be believed, and the turns of the encoder into presses of keys. They have no clock and no timer of their own.
//
// A button with a [Fault] is left out. Up to that moment all its presses count; then it is released, and tells nothing
// until it has been up and quiet for as long as [Watch] has it.
//
// A detent of the encoder is a press and a release of [KeyNext] or [KeyPrevious] at the time of its edge. Nothing is
// debounced there, so that the fastest turn counts, and nothing is watched: a contact of it that is stuck or restless
// turns nothing.
type Contacts struct {
	debouncer *Debouncer
	watch     Watch
	encoder   encoder
	report    func(Button, error)
	buttons   []*contact // few: looking through them is as fast as a map
	out       []Edge
}

// A contact is what is known of one button.
type contact struct {
	line   *line         // of the debouncer
	fault  Fault         // 0 while it is believed
	down   bool          // as its last edge says
	moved  time.Duration // when that was
	bursts bursts
}

// NewContacts has all buttons open. Of each button report is told its [Fault] when it is left out, and nil when it is
// believed again, from within the calls that follow.
func NewContacts(d Debounce, w Watch, detent Detent, report func(Button, error)) *Contacts {
	return &Contacts{debouncer: NewDebouncer(d), watch: w, encoder: encoder{detent: detent}, report: report}
}

// Take takes what was read of a button: a raw edge, or how it is found after edges of it were lost.
// What it returns holds until the next call.
func (c *Contacts) Take(e Event) []Edge {
	if e.Anew {
		return c.anew(e.Edge)
	}
	return c.Edge(e.Edge)
}

// Edge takes a raw edge. Those of one button must come in the order of their time, and those of the encoder.
// What it returns holds until the next call.
func (c *Contacts) Edge(e Edge) []Edge {
	c.out = c.out[:0]
	if e.Button == EncoderA || e.Button == EncoderB {
		if key := c.encoder.edge(e); key != 0 {
			c.out = append(c.out, Edge{At: e.At, Button: key, Down: true}, Edge{At: e.At, Button: key})
		}
		return c.out
	}
	b := c.button(e.Button)
	if e.At < b.moved {
		return c.out
	}
	c.elapse(b, e.At)
	b.down, b.moved = e.Down, e.At
	if b.fault != 0 {
		return c.out
	}
	c.out = append(c.out, c.debouncer.Edge(e)...)
	if fault, is := b.bursts.edge(e.At); is {
		c.leaveOut(b, fault, e.At)
	}
	return c.out
}

// Elapse lets the time pass, as [Debouncer.Elapse] does. What it returns holds until the next call.
func (c *Contacts) Elapse(at time.Duration) []Edge {
	c.out = append(c.out[:0], c.debouncer.Elapse(at)...)
	for _, b := range c.buttons {
		c.elapse(b, at)
	}
	return c.out
}

func (c *Contacts) elapse(b *contact, at time.Duration) {
	switch due, ok := c.due(b); {
	case !ok || due > at:
	case b.fault == 0:
		c.leaveOut(b, Stuck, due)
	default:
		b.fault = 0
		c.report(b.line.button, nil)
	}
}

// Deadline is when to call Elapse next, unless an edge comes first. There is none while no button moves, but for one
// that is held and not yet stuck.
func (c *Contacts) Deadline() (at time.Duration, ok bool) {
	at, ok = c.debouncer.Deadline()
	for _, b := range c.buttons {
		if due, is := c.due(b); is && (!ok || due < at) {
			at, ok = due, true
		}
	}
	return at, ok
}

// due is when a button that is held is stuck, or one that is left out is believed again.
func (c *Contacts) due(b *contact) (time.Duration, bool) {
	if b.fault != 0 {
		return b.moved + c.watch.Calm, !b.down
	}
	return b.line.first.At + c.watch.Held, b.line.phase == pressed && b.line.down
}

func (c *Contacts) leaveOut(b *contact, why Fault, at time.Duration) {
	b.fault, b.bursts = why, bursts{}
	if b.line.letGo(at) {
		c.out = append(c.out, Edge{At: at, Button: b.line.button})
	}
	c.report(b.line.button, why)
}

// Resync says at the start which buttons are down, and that all others are not, as [Debouncer.Resync] does.
func (c *Contacts) Resync(at time.Duration, down []Button) {
	var believed []Button
	for _, button := range down {
		if button != EncoderA && button != EncoderB && c.button(button).fault == 0 {
			believed = append(believed, button)
		}
	}
	for _, b := range c.buttons {
		if is := slices.Contains(down, b.line.button); is != b.down {
			b.down, b.moved = is, at
		}
	}
	c.debouncer.Resync(at, believed)
	c.encoder.resync(slices.Contains(down, EncoderA), slices.Contains(down, EncoderB))
}

// anew takes how a button is found after edges of it were lost, as [Debouncer.Anew] does.
func (c *Contacts) anew(e Edge) []Edge {
	c.out = c.out[:0]
	if e.Button == EncoderA || e.Button == EncoderB {
		c.encoder.anew(e)
		return c.out
	}
	b := c.button(e.Button)
	c.elapse(b, e.At)
	b.down, b.moved = e.Down, max(b.moved, e.At)
	if b.fault == 0 {
		c.out = append(c.out, c.debouncer.Anew(e)...)
	}
	return c.out
}

// Unknown tells whether a player's button is held of which nobody knows when it was pressed, for that edge was lost.
func (c *Contacts) Unknown() bool {
	return slices.ContainsFunc(c.buttons, func(b *contact) bool { return b.line.unknown && b.line.button > 0 })
}

func (c *Contacts) button(b Button) *contact {
	for _, known := range c.buttons {
		if known.line.button == b {
			return known
		}
	}
	known := &contact{line: c.debouncer.line(b)}
	c.buttons = append(c.buttons, known)
	return known
}
