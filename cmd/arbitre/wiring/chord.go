package wiring

import (
	"slices"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Chords are keys that a device sends together for one press: Num Lock around each digit, or Shift before
// a letter. One of them is the button.
type chords struct {
	last    map[string]time.Duration // by device, when a key of it went down last
	pending []waiting                // for whether another key of the device follows; each a key that is down
}

// A waiting key may be pressed by its device along with another, which is the button then.
type waiting struct {
	source hw.Source
	until  time.Duration
	up     bool // it was let go
}

const (
	// lockWait is how long Num Lock may come before or after the key that a device presses it for.
	lockWait = 250 * time.Millisecond
	// chordWait is the same for Shift and its like.
	chordWait = 30 * time.Millisecond
)

// press reports whether a press is a button's by itself. If not, it waits, or belongs to another.
func (c *chords) press(at time.Duration, s hw.Source) bool {
	device := deviceOf(s.Place)
	if device == "" { // a line
		return true
	}
	last, pressed := c.last[device]
	since := at - last
	wait := map[hw.Use]time.Duration{hw.Locks: lockWait, hw.Modifies: max(chordWait, s.Resolution)}[s.Use]
	switch {
	case pressed && since <= s.Resolution, pressed && s.Use == hw.Locks && since <= lockWait:
		return false // the device presses it along with the last one
	case wait > 0:
		c.pending = append(c.pending, waiting{source: s, until: at + wait})
		return false
	}
	c.last[device] = at
	c.pending = slices.DeleteFunc(c.pending, func(w waiting) bool { return deviceOf(w.source.Place) == device })
	return true
}

// release notes that a key was let go.
func (c *chords) release(place string) {
	for i := range c.pending {
		c.pending[i].up = c.pending[i].up || c.pending[i].source.Place == place
	}
}

// alone returns a key that no other followed in time, once.
func (c *chords) alone(at time.Duration) (w waiting, ok bool) {
	i := slices.IndexFunc(c.pending, func(w waiting) bool { return at >= w.until })
	if i < 0 {
		return w, false
	}
	w = c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	return w, true
}

// due is when a key will have waited long enough.
func (c *chords) due() (at time.Duration, ok bool) {
	for _, w := range c.pending {
		if !ok || w.until < at {
			at, ok = w.until, true
		}
	}
	return at, ok
}

// deviceOf returns which device has a key, "" for a line.
func deviceOf(place string) string {
	p, err := evdev.ParsePlace(place)
	if err != nil {
		return ""
	}
	return p.Device()
}
