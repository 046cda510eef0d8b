package hw

import (
	"math"
	"slices"
	"time"
)

// Contacts turn the raw edges of buttons into presses and releases. They have no clock and no timer
// of their own.
//
// A button with a [Fault] is ignored. Its presses up to that moment count; then its release is
// returned, and nothing more until it has been up without any edge for [Watch].Quiet.
type Contacts struct {
	debounce Debounce
	watch    Watch
	report   func(Button, error)
	meter    *Meter     // nil unless the buttons are being tried
	buttons  []*contact // few: looking through them is as fast as a map
	out      []Edge
}

// NewContacts returns contacts that are all open. Take and Elapse call report with a button's
// [Fault] when they begin to ignore the button, and with nil when it counts again.
func NewContacts(d Debounce, w Watch, report func(Button, error)) *Contacts {
	return &Contacts{debounce: d, watch: w, report: report}
}

// Measure has a meter see all raw events from now on; nil for none.
func (c *Contacts) Measure(m *Meter) { c.meter = m }

// Take lets the time pass up to an event, and takes its edge: a raw one, one that does not bounce,
// or the state of a button after edges of it were lost. The edges of one button must come in the
// order of their time; an older one is dropped. Edges of different buttons may come in any order,
// but an edge that is later than [Debounce].Glitch or Lockout may come after a touch was taken for a
// press, or a bounce for a release. The presses and releases that Take returns are in the order in
// which they became certain, and valid until the next call.
func (c *Contacts) Take(e Event) []Edge {
	if c.meter != nil {
		c.meter.Take(e)
	}
	c.Elapse(e.At)
	if e.Lost > 0 || e.Typed != 0 {
		return c.out
	}
	if e.NoBounce {
		c.out = append(c.out, e.Edge)
		return c.out
	}
	b := c.button(e.Button)
	b.decided = e.Decided
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
			c.ignore(b, fault, e.At)
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
			c.ignore(b, Stuck, due)
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

// due returns when a button is pressed, released, stuck or no longer ignored, if no edge of it comes
// before.
func (c *Contacts) due(b *contact) time.Duration {
	switch {
	case b.phase == open:
		return never
	case b.phase == pressed && b.down:
		return b.first.At + c.watch.Held
	case b.phase == pressed:
		return b.since + c.debounce.Lockout
	case b.phase == touching && b.down:
		if b.decided {
			return b.since
		}
		return b.since + c.debounce.Glitch - b.sum
	case b.phase == ignored && !b.down:
		return b.moved + c.watch.Quiet
	}
	return never
}

func (c *Contacts) release(b *contact, at time.Duration) {
	if b.phase == pressed && !b.unreported {
		c.out = append(c.out, Edge{At: at, Button: b.button})
	}
	b.phase, b.unreported, b.unknown = open, false, false
}

func (c *Contacts) ignore(b *contact, why Fault, at time.Duration) {
	c.release(b, at)
	b.phase, b.bursts = ignored, bursts{}
	c.report(b.button, why)
}

// Resync sets which buttons are down at the start, before any edge. Since the time of their presses
// is unknown they count as none; their releases are returned as usual.
func (c *Contacts) Resync(at time.Duration, down []Button) {
	for _, button := range down {
		b := c.button(button)
		b.phase, b.first = pressed, Edge{At: at, Button: button}
		b.down, b.since, b.moved = true, at, at
	}
}

// Unknown reports whether a player holds a button whose press was lost, so that its time is unknown.
func (c *Contacts) Unknown() bool {
	return slices.ContainsFunc(c.buttons, func(b *contact) bool { return b.unknown && b.button.IsSeat() })
}

// Held reports whether any button counts as down, of those that are not ignored. While one does, the
// levels of the lines must be looked at every [LookAgain]: its release may be lost.
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
