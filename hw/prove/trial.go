package prove

import (
	"slices"
	"time"

	"arbitre/hw"
)

// A Trial finds out what the contacts of buttons do, from their raw edges.
type Trial struct {
	contacts *hw.Contacts
	meter    *hw.Meter
	down     map[hw.Button]bool
	found    map[hw.Button]*Contact
	lost     int
	pressed  time.Duration // when a button was pressed last
}

// NewTrial begins a trial of buttons with these lines at a time of the kernel's clock.
func NewTrial(lines map[hw.Button]string, d hw.Debounce, now time.Duration) *Trial {
	t := &Trial{contacts: hw.NewContacts(d, hw.DefaultWatch(), func(hw.Button, error) {}), meter: hw.NewMeter(d),
		down: map[hw.Button]bool{}, found: map[hw.Button]*Contact{}, pressed: now}
	t.contacts.Measure(t.meter)
	for b, line := range lines {
		t.found[b] = &Contact{Seat: b, Line: line}
	}
	return t
}

// Take takes an event as it was read.
func (t *Trial) Take(e hw.Event) {
	t.lost += e.Lost
	t.see(t.contacts.Elapse(e.At)) // so that the meter has a release before the edge that follows it
	t.see(t.contacts.Take(e))
}

// Elapse lets the time pass; edges up to then should have been given first. It returns when a button
// was pressed last.
func (t *Trial) Elapse(now time.Duration) (pressed time.Duration) {
	t.see(t.contacts.Elapse(now))
	for b, n := range t.meter.Strays(now, func(b hw.Button) bool { return t.down[b] }) {
		t.found[b].Strays += n
	}
	return t.pressed
}

func (t *Trial) see(edges []hw.Edge) {
	for _, e := range edges {
		t.down[e.Button] = e.Down
		c := t.found[e.Button]
		if e.Down {
			c.Presses++
			t.pressed = e.At
			continue
		}
		bounced := t.meter.Released(e.Button)
		c.Closing, c.Opening = max(c.Closing, micros(bounced.Closing)), max(c.Opening, micros(bounced.Opening))
	}
}

// Found returns what the contacts did so far, by ascending seats, and how many edges were lost.
func (t *Trial) Found() (all []Contact, lost int) {
	for _, c := range t.found {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b Contact) int { return int(a.Seat - b.Seat) })
	return all, t.lost
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// Micros returns how contacts are debounced, in µs.
func Micros(d hw.Debounce) Debounce {
	return Debounce{micros(d.Glitch), micros(d.Bounce), micros(d.Lockout)}
}
