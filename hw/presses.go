package hw

import (
	"context"
	"errors"
	"io"
	"time"
)

// A Press is a press of a button. It is reported twice: when it is certain, while the button is
// down, and when the button was released.
type Press struct {
	Button Button
	Source Source
	At     time.Duration // of the first touch
	Down   bool          // it is not released yet
	// Known once it is let go.
	Held    time.Duration
	Closing time.Duration // how long its contacts bounced when it was pressed, from the first edge to the last
	Opening time.Duration // the same when it was let go
}

// A Source is where a button is.
type Source struct {
	Place      string        // as in the configuration: a line, or a key of a device
	Device     string        // that has the key; empty for a line
	Resolution time.Duration // of that device: how late the stamp of a touch may be
}

// Presses watch all buttons outside a game, when somebody is asked to press one: lines, and keys of
// plugged-in devices. [Contacts] find the presses, as at the table; a button at fault presses
// nothing. One goroutine owns them.
type Presses struct {
	Lines, Keys <-chan Event // their events; nil where there are none
	Held        []Button     // buttons on lines that were down at the start, which is no press

	clock     func() time.Duration
	source    func(Button) Source
	closing   []io.Closer
	contacts  *Contacts
	quiet     time.Duration // contacts that were still for so long begin a new movement
	movements map[Button]*movement
	told      []Press // that Next has not returned yet
	lost      int
}

// Keys are the keys of plugged-in devices.
type Keys interface {
	Events() <-chan Event
	Source(Button) Source
	Close() error
}

// OpenPresses opens lines as [OpenButtons] does, if there are any, and watches keys, which may be
// nil. Close closes both; after an error the keys stay open.
func OpenPresses(d Debounce, lines map[Button]string, keys Keys) (*Presses, error) {
	p := NewPresses(d, Clock{}.Now, func(b Button) Source {
		if line, ok := lines[b]; ok || keys == nil {
			return Source{Place: line}
		}
		return keys.Source(b)
	})
	if len(lines) > 0 {
		buttons, err := OpenButtons(lines)
		if err != nil {
			return nil, err
		}
		if p.Held, err = buttons.Down(); err != nil {
			return nil, errors.Join(err, buttons.Close())
		}
		p.Lines, p.closing = buttons.Events(), append(p.closing, buttons)
	}
	if keys != nil {
		p.Keys, p.closing = keys.Events(), append(p.closing, keys)
	}
	return p, nil
}

// NewPresses watches the channels Lines and Keys, which the caller sets; a clock has stamped their
// events.
func NewPresses(d Debounce, clock func() time.Duration, source func(Button) Source) *Presses {
	p := &Presses{clock: clock, source: source, quiet: 2 * d.Lockout, movements: map[Button]*movement{}}
	p.contacts = NewContacts(d, DefaultWatch(), func(b Button, fault error) {
		if fault != nil {
			p.of(b).fault = fault
		}
	})
	return p
}

// Close closes lines and devices.
func (p *Presses) Close() (err error) {
	for _, c := range p.closing {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Next waits for the next press, or for the end of one. It gives up at a time on the clock, and
// when ctx ends.
func (p *Presses) Next(ctx context.Context, until time.Duration) (press Press, ok bool) {
	for {
		select { // what was read comes before any deadline
		case e := <-p.Lines:
			p.take(e)
			continue
		case e := <-p.Keys:
			p.take(e)
			continue
		default:
		}
		now := p.clock()
		p.tell(p.contacts.Elapse(now))
		if len(p.told) > 0 {
			press, p.told = p.told[0], p.told[1:]
			return press, true
		}
		if now >= until || ctx.Err() != nil {
			return Press{}, false
		}
		due := until
		if at, ok := p.contacts.Deadline(); ok {
			due = min(due, at)
		}
		wait := time.NewTimer(due - now)
		select {
		case e := <-p.Lines:
			p.take(e)
		case e := <-p.Keys:
			p.take(e)
		case <-wait.C:
		case <-ctx.Done():
		}
		wait.Stop()
	}
}

// Moved returns how many edges a button has had, whether they were presses or not.
func (p *Presses) Moved(b Button) int { return p.of(b).edges }

// Fault returns the last fault for which a button was left out, or nil.
func (p *Presses) Fault(b Button) error { return p.of(b).fault }

// Lost returns how many edges were lost, of all buttons.
func (p *Presses) Lost() int { return p.lost }

func (p *Presses) take(e Event) {
	if e.Lost > 0 {
		p.lost += e.Lost
		return
	}
	if !e.Resynced {
		p.of(e.Button).edge(e.Edge, p.quiet)
	}
	p.tell(p.contacts.Take(e))
}

// tell keeps presses and releases for Next.
func (p *Presses) tell(edges []Edge) {
	for _, e := range edges {
		m := p.of(e.Button)
		if e.Down {
			m.press = Press{Button: e.Button, Source: p.source(e.Button), At: e.At, Down: true}
		} else {
			m.rest()
			m.press.Down, m.press.Held = false, e.At-m.press.At
		}
		p.told = append(p.told, m.press)
	}
}

func (p *Presses) of(b Button) *movement {
	if p.movements[b] == nil {
		p.movements[b] = &movement{}
	}
	return p.movements[b]
}

// A movement is all edges of one button until its contacts are quiet: a press with its bounce if
// the first and the last edge close the contacts, a release if both open them.
type movement struct {
	first, last Edge
	moving      bool
	edges       int // of all movements
	press       Press
	fault       error
}

func (m *movement) edge(e Edge, quiet time.Duration) {
	if m.moving && e.At-m.last.At >= quiet {
		m.rest()
	}
	if !m.moving {
		m.first, m.moving = e, true
	}
	m.last = e
	m.edges++
}

// rest ends a movement. If it holds both a press and a release, their bounce can't be told apart.
func (m *movement) rest() {
	if bounce := m.last.At - m.first.At; m.moving && m.first.Down == m.last.Down {
		if m.first.Down {
			m.press.Closing = bounce
		} else {
			m.press.Opening = bounce
		}
	}
	m.moving = false
}
