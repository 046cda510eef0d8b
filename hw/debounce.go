package hw

import "time"

// Debounce says how the contacts of a button behave.
type Debounce struct {
	// Glitch is how long contacts must touch, in sum, to be a press. Anything less is interference
	// on the wire.
	Glitch time.Duration
	// Bounce is how long after the first touch a contact that comes again is still the same press.
	Bounce time.Duration
	// Lockout is how long the contacts must stay open before the button counts as released.
	Lockout time.Duration
}

// DefaultDebounce suits microswitches, which bounce for a few milliseconds. People do not press twice
// within 15.
func DefaultDebounce() Debounce {
	return Debounce{Glitch: time.Millisecond, Bounce: 6 * time.Millisecond, Lockout: 15 * time.Millisecond}
}

// Late is how long after its own time a press may be reported: the race must wait for longer than
// that.
func (d Debounce) Late() time.Duration { return d.Glitch + d.Bounce }

// A contact is one button, and what has been made of its raw edges.
//
// The first touch is the press, with the timestamp of its edge, however much the contacts bounce
// afterwards:
//
//	line    ____|‾|__|‾|_|‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|_|‾|______________________
//	            ^ the press's time               ^ the release's time
//	                     ^ reported                                ^ reported
//
// It is reported once the contacts have touched for Glitch in sum, as interference does not: a clean
// press Glitch after its time, a bouncing one a little later, and none more than [Debounce.Late]
// after its time. From then on nothing is another press until the line has been open for Lockout
// without a touch. That is the release, with the timestamp of the edge at which the line opened.
type contact struct {
	button Button
	phase  phase
	down   bool          // as its last edge says
	moved  time.Duration // when that was
	since  time.Duration // when its last edge was, but for a down that repeats another
	first  Edge          // the first touch, or when it was found down
	sum    time.Duration // how long it has touched since then, without the time from since on
	bursts bursts        // how often it moves

	decided bool // by a device, so that no press is too short

	unreported bool // it counts as pressed since edges were lost, and no press was reported
	unknown    bool // it was found down after edges were lost, so that the time of its press is unknown
}

// A phase is the state of a contact.
type phase uint8

const (
	open     phase = iota // released
	touching              // it has touched since first, but not for long enough
	pressed               // the press was reported, the release was not
	ignored               // it can't be believed
)

// edge takes a raw edge of a button that is not ignored.
func (c *contact) edge(e Edge, bounce time.Duration) {
	switch {
	case e.Down && c.down:
		return // the release between was lost, or merged with this touch: both count as one
	case c.down:
		c.sum += e.At - c.since
	case e.Down && (c.phase == open || c.phase == touching && e.At-c.first.At > bounce):
		c.phase, c.first, c.sum = touching, e, 0
	}
	c.down, c.since = e.Down, e.At
}

// find takes the state of the button after edges of it were lost. Neither that state nor its
// bouncing is a press, until the button has been open for Lockout. The release is reported only if
// the press was.
func (c *contact) find(e Edge) {
	if c.phase != pressed {
		c.phase, c.first, c.unreported = pressed, e, true
	}
	c.down, c.since, c.unknown = e.Down, e.At, e.Down
}
