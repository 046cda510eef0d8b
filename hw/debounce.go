package hw

import (
	"slices"
	"time"
)

// Debounce says how the contacts of a button behave.
type Debounce struct {
	// Glitch is how long contacts must touch, in sum, to be a press. Anything less is interference on the wire.
	Glitch time.Duration
	// Bounce is how long after the first touch a contact that comes again is still the same press.
	Bounce time.Duration
	// Lockout is how long the contacts must stay open before the button counts as released.
	Lockout time.Duration
}

// DefaultDebounce suits microswitches: they bounce for a few milliseconds, and nobody presses twice within 15.
func DefaultDebounce() Debounce {
	return Debounce{Glitch: time.Millisecond, Bounce: 6 * time.Millisecond, Lockout: 15 * time.Millisecond}
}

// Late is how long after its own time a press may be reported: the race must wait for longer than that.
func (d Debounce) Late() time.Duration { return d.Glitch + d.Bounce }

// A Debouncer turns the raw edges of all buttons into presses and releases. It has no clock and no timer of its own.
//
// The first touch is the press, with the timestamp of its edge, however much the contacts bounce afterwards:
//
//	line    ____|‾|__|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|______________________
//	            ^ the press's time               ^ the release's time
//	                     ^ told                                    ^ told
//
// It is told once the contacts have touched for Glitch in sum, which tells it from interference: a clean press is
// told Glitch after its time, a bouncing one a little later, and none more than [Debounce.Late] after its time.
// From then on nothing is another press until the line has been open for Lockout without a touch.
// That is the release, with the timestamp of the edge at which it went open for good.
//
// Edges of one button are taken in the order of their time; an older one that comes later is ignored. Edges of different
// buttons may come in any order.
type Debouncer struct {
	contacts Debounce
	lines    []*line // few: looking through them is as fast as a map
	out      []Edge
}

// NewDebouncer has all buttons open.
func NewDebouncer(d Debounce) *Debouncer {
	return &Debouncer{contacts: d}
}

// A phase is what has been made of a button's edges so far.
type phase uint8

const (
	open     phase = iota // released
	touching              // it has touched since first, but not for long enough
	pressed               // the press was told, the release was not
)

type line struct {
	button Button
	phase  phase
	down   bool
	since  time.Duration // when down became what it is
	last   time.Duration // when its last edge was
	first  Edge          // the first touch, or when it was found down
	sum    time.Duration // how long it has touched since then, without the time from since on

	untold  bool // it counts as pressed after edges were lost, and nothing was told of that
	unknown bool // it was found down after edges were lost: nobody knows since when
}

// Edge takes a raw edge. What it returns holds until the next call.
func (d *Debouncer) Edge(e Edge) []Edge {
	d.out = d.out[:0]
	l := d.line(e.Button)
	if e.At < l.last {
		return d.out
	}
	// Only this line's time is known to have reached the edge: an edge of another may still be on its way.
	d.elapse(l, e.At)
	l.last = e.At
	if e.Down {
		d.touch(l, e)
	} else {
		l.leave(e.At)
	}
	return d.out
}

func (d *Debouncer) touch(l *line, e Edge) {
	if l.down {
		return // the edge between was lost or merged with this one
	}
	l.down, l.since = true, e.At
	if l.phase == open || l.phase == touching && e.At-l.first.At > d.contacts.Bounce {
		l.phase, l.first, l.sum = touching, e, 0
	}
}

func (l *line) leave(at time.Duration) {
	if l.down {
		l.sum += max(0, at-l.since)
	}
	l.down, l.since = false, at
}

// letGo makes the button open at once, whatever its line does, and tells whether it was pressed.
func (l *line) letGo(at time.Duration) (was bool) {
	was = l.phase == pressed && !l.untold
	l.phase, l.down, l.since = open, false, at
	l.untold, l.unknown = false, false
	return was
}

// Elapse lets the time pass. Edges up to then that were read should have been given first; one that is read later
// still counts from its own time, but may come too late to tell interference from a press, or bounce from a release.
// What it returns is in the order in which it became certain, and holds until the next call.
func (d *Debouncer) Elapse(at time.Duration) []Edge {
	d.out = d.out[:0]
	for l, due := d.next(); l != nil && due <= at; l, due = d.next() {
		d.elapse(l, due)
	}
	return d.out
}

func (d *Debouncer) elapse(l *line, at time.Duration) {
	due, ok := d.due(l)
	if !ok || due > at {
		return
	}
	if l.phase == touching {
		l.phase = pressed
		d.out = append(d.out, l.first)
		return
	}
	if !l.untold {
		d.out = append(d.out, Edge{At: l.since, Button: l.button})
	}
	l.phase, l.untold, l.unknown = open, false, false
}

// Deadline is when to call Elapse next, unless an edge comes first. There is none while no button moves.
func (d *Debouncer) Deadline() (at time.Duration, ok bool) {
	l, at := d.next()
	return at, l != nil
}

// next is the line that becomes certain first, and when.
func (d *Debouncer) next() (first *line, at time.Duration) {
	for _, l := range d.lines {
		if due, is := d.due(l); is && (first == nil || due < at) {
			first, at = l, due
		}
	}
	return first, at
}

func (d *Debouncer) due(l *line) (time.Duration, bool) {
	switch {
	case l.phase == touching && l.down:
		return l.since + d.contacts.Glitch - l.sum, true
	case l.phase == pressed && !l.down:
		return l.since + d.contacts.Lockout, true
	}
	return 0, false
}

// Resync says at the start which buttons are down, and that all others are not.
// A button that is found down has not pressed, for nobody knows when it did; its release is told.
// One that is found open is released in due time.
func (d *Debouncer) Resync(at time.Duration, down []Button) {
	for _, b := range down {
		if l := d.line(b); !l.down {
			l.down, l.since = true, at
			if l.phase == open {
				l.phase, l.first = pressed, Edge{At: at, Button: b}
			}
		}
	}
	for _, l := range d.lines {
		if l.down && !slices.Contains(down, l.button) {
			l.leave(at)
		}
	}
}

// Anew takes how a button is found after edges of it were lost. What moved it has not pressed, and how it bounces is no
// press either, until it has been open for Lockout; a release is told where a press was. What it returns holds until the
// next call.
func (d *Debouncer) Anew(e Edge) []Edge {
	d.out = d.out[:0]
	l := d.line(e.Button)
	d.elapse(l, e.At)
	l.last = max(l.last, e.At)
	if l.phase != pressed {
		l.phase, l.first, l.untold = pressed, e, true
	}
	l.down, l.since, l.unknown = e.Down, e.At, e.Down
	return d.out
}

func (d *Debouncer) line(b Button) *line {
	for _, l := range d.lines {
		if l.button == b {
			return l
		}
	}
	l := &line{button: b}
	d.lines = append(d.lines, l)
	return l
}
