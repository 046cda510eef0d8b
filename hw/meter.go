package hw

import "time"

// A Meter measures for how long contacts bounce, from the raw edges of buttons under test.
type Meter struct {
	quiet     time.Duration // contacts that were still for so long begin a new movement
	movements map[Button]*movement
}

// Bounced says how long contacts bounced, from the first edge of a movement to the last; 0 where a
// press and its release can't be told apart.
type Bounced struct{ Closing, Opening time.Duration }

// NewMeter returns a meter for contacts with this debounce.
func NewMeter(d Debounce) *Meter {
	return &Meter{quiet: 2 * d.Lockout, movements: map[Button]*movement{}}
}

// Take takes an event as it was read.
func (m *Meter) Take(e Event) {
	if e.Lost > 0 || e.Resynced || e.Typed != 0 {
		return
	}
	of := m.movements[e.Button]
	if of == nil {
		of = &movement{}
		m.movements[e.Button] = of
	}
	of.edge(e.Edge, m.quiet)
}

// Strays returns, of the buttons that are not pressed, how many edges they had that were no part of
// a press, and forgets them.
func (m *Meter) Strays(now time.Duration, isPressed func(Button) bool) map[Button]int {
	strays := map[Button]int{}
	for b, of := range m.movements {
		if of.edges > 0 && now-of.last.At >= m.quiet && !isPressed(b) {
			strays[b], of.edges = of.edges, 0
		}
	}
	return strays
}

// Released returns how the last press of a button bounced, once [Contacts] say that it is over.
func (m *Meter) Released(b Button) (bounced Bounced) {
	if of := m.movements[b]; of != nil {
		of.rest()
		bounced, of.bounced, of.edges = of.bounced, Bounced{}, 0
	}
	return bounced
}

// A movement is all edges of one button until its contacts are quiet: a press with its bounce if
// the first and the last edge close the contacts, a release if both open them.
type movement struct {
	first, last Edge
	moving      bool
	edges       int // since the last press was over
	bounced     Bounced
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
			m.bounced.Closing = bounce
		} else {
			m.bounced.Opening = bounce
		}
	}
	m.moving = false
}
