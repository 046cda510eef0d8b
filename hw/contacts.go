package hw

import (
	"math"
	"slices"
	"time"
)

// Contacts turn the raw edges of buttons into presses and releases. They have no clock and no timer
// of their own.
//
// A button with a [Fault] is left out. Up to that moment all its presses count; then it is
// released, and tells nothing until it has been up and quiet for [Watch].Calm.
type Contacts struct {
	debounce Debounce
	watch    Watch
	report   func(Button, error)
	buttons  []*contact // few: looking through them is as fast as a map
	out      []Edge
}

// NewContacts returns contacts that are all open. Report is called with a button's [Fault] when it
// is left out, and with nil when it is believed again, from within the calls that follow.
func NewContacts(d Debounce, w Watch, report func(Button, error)) *Contacts {
	return &Contacts{debounce: d, watch: w, report: report}
}

// Take lets the time pass up to an event, and takes its edge: a raw one, a steady one, or the state
// of a button after edges of it were lost. The edges of one button must come in the order of their
// time; an older one that comes later is ignored. One that comes after a later one of another
// button still counts from its own time, but may come too late to tell interference from a press,
// or bounce from a release. The result is in the order in which it became certain, and valid until
// the next call.
func (c *Contacts) Take(e Event) []Edge {
	c.Elapse(e.At)
	if e.Lost > 0 || e.Typed != 0 {
		return c.out
	}
	if e.NoBounce {
		c.out = append(c.out, e.Edge)
		return c.out
	}
	b := c.button(e.Button)
	late := e.At < b.moved && !e.Resynced
	b.moved = max(b.moved, e.At)
	switch {
	case late:
	case b.phase == ignored:
		b.down = e.Down
	case e.Resynced:
		b.find(e.Edge)
	default:
		b.edge(e.Edge, c.debounce.Bounce)
		if fault, is := b.bursts.edge(e.At); is {
			c.leaveOut(b, fault, e.At)
		}
	}
	return c.out
}

// Elapse lets the time pass, as [Contacts.Take] does. Edges up to then that were read should have
// been given first.
func (c *Contacts) Elapse(at time.Duration) []Edge {
	c.out = c.out[:0]
	for b, due := c.next(); b != nil && due <= at; b, due = c.next() {
		switch {
		case b.phase == ignored:
			b.phase = open
			c.report(b.button, nil)
		case b.phase == touching:
			b.phase = pressed
			c.out = append(c.out, b.first)
		case b.down:
			c.leaveOut(b, Stuck, due)
		default:
			c.release(b, b.since)
		}
	}
	return c.out
}

// Deadline is when to call Elapse next, unless an edge comes first. There is none while no button
// moves, but for one that is held and not yet stuck.
func (c *Contacts) Deadline() (at time.Duration, ok bool) {
	b, at := c.next()
	return at, b != nil
}

// next returns the button with the earliest deadline, and that deadline; nil if there is none.
func (c *Contacts) next() (first *contact, at time.Duration) {
	at = never
	for _, b := range c.buttons {
		if due := c.due(b); due < at {
			first, at = b, due
		}
	}
	return first, at
}

// never is later than any deadline.
const never time.Duration = math.MaxInt64

// due returns the deadline of a button: unless it moves before, it is then pressed, released, stuck
// or believed again.
func (c *Contacts) due(b *contact) time.Duration {
	switch {
	case b.phase == open:
		return never
	case b.phase == pressed && b.down:
		return b.first.At + c.watch.Held
	case b.phase == pressed:
		return b.since + c.debounce.Lockout
	case b.phase == touching && b.down:
		return b.since + c.debounce.Glitch - b.sum
	case b.phase == ignored && !b.down:
		return b.moved + c.watch.Calm
	}
	return never
}

func (c *Contacts) release(b *contact, at time.Duration) {
	if b.phase == pressed && !b.unreported {
		c.out = append(c.out, Edge{At: at, Button: b.button})
	}
	b.phase, b.unreported, b.unknown = open, false, false
}

func (c *Contacts) leaveOut(b *contact, why Fault, at time.Duration) {
	c.release(b, at)
	b.phase, b.bursts = ignored, bursts{}
	c.report(b.button, why)
}

// Resync says which buttons are down at the start, before any edge. Nobody knows since when, so
// they are no presses; their release is reported.
func (c *Contacts) Resync(at time.Duration, down []Button) {
	for _, button := range down {
		b := c.button(button)
		b.phase, b.first = pressed, Edge{At: at, Button: button}
		b.down, b.since, b.moved = true, at, at
	}
}

// Unknown tells whether a player holds a button whose press was lost, so that its time is unknown.
func (c *Contacts) Unknown() bool {
	return slices.ContainsFunc(c.buttons, func(b *contact) bool { return b.unknown && b.button > 0 })
}

// Held reports whether a button counts as down that is not left out. If its release is lost, only
// the level of its line tells.
func (c *Contacts) Held() bool {
	return slices.ContainsFunc(c.buttons, func(b *contact) bool { return b.phase == pressed && b.down })
}

func (c *Contacts) button(button Button) *contact {
	for _, b := range c.buttons {
		if b.button == button {
			return b
		}
	}
	b := &contact{button: button}
	c.buttons = append(c.buttons, b)
	return b
}
