package referee

import (
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/hw"
)

// A keypad makes the judge's keys of debounced edges: OK held for long is Back,
// the arrows repeat while they are held. It has no clock of its own.
type keypad struct {
	config config.Judge

	held hw.Button     // the key that waits for its time to pass; 0 is none
	down time.Duration // when the key that acts went down
	due  time.Duration
	pace time.Duration // of the arrow that is held

	leaning hw.Button // OK or Back, while it is held; 0 is neither
	offDue  time.Duration
}

// An arrow that is held repeats after a pause, then faster and faster: a wheel of letters is long.
const (
	repeatAfter  = 500 * time.Millisecond
	repeatFirst  = 120 * time.Millisecond
	repeatFaster = 5 * time.Millisecond // each time
	repeatLeast  = 40 * time.Millisecond
)

// lean takes one edge of a judge's key for switching off alone.
func (k *keypad) lean(e hw.Edge) {
	switch leans := e.Button == hw.KeyOK || e.Button == hw.KeyBack; {
	case leans && e.Down && k.config.Shutdown > 0:
		k.leaning, k.offDue = e.Button, e.At+k.config.Shutdown
	case k.leaning == e.Button:
		k.leaning = 0
	}
}

// edge takes one edge of a judge's key.
func (k *keypad) edge(e hw.Edge) (keys.Key, bool) {
	k.lean(e)
	if !e.Down {
		short := k.held == e.Button && e.Button == hw.KeyOK
		if k.held == e.Button {
			k.held = 0
		}
		return keys.OK, short
	}
	k.down = e.At
	switch e.Button {
	case hw.KeyOK:
		k.held, k.due = e.Button, e.At+k.config.Long
		return 0, false // it acts when it is let go, or has been held for long
	case hw.KeyBack:
		k.held = 0
		return keys.Back, true
	}
	k.held, k.due, k.pace = e.Button, e.At+repeatAfter, repeatFirst
	return arrow(e.Button), true
}

// forget cancels a long press or a repeat in progress: edges of the key were lost, so nobody knows
// for how long it was held.
func (k *keypad) forget(b hw.Button) {
	if k.held == b {
		k.held = 0
	}
	if k.leaning == b {
		k.leaning = 0
	}
}

// elapse lets the time pass for the key that is held.
func (k *keypad) elapse(at time.Duration) (keys.Key, bool) {
	if k.held == 0 || at < k.due {
		return 0, false
	}
	if k.held == hw.KeyOK {
		k.held = 0
		return keys.Back, true
	}
	k.due = at + k.pace
	k.pace = max(repeatLeast, k.pace-repeatFaster)
	return arrow(k.held), true
}

// off tells, once, that a key has been held for so long that the machine is to be switched off.
func (k *keypad) off(at time.Duration) bool {
	if k.leaning == 0 || at < k.offDue {
		return false
	}
	k.leaning = 0
	return true
}

// deadline is when to call elapse and off next.
func (k *keypad) deadline() (time.Duration, bool) {
	if k.leaning != 0 && (k.held == 0 || k.offDue < k.due) {
		return k.offDue, true
	}
	return k.due, k.held != 0
}

func arrow(b hw.Button) keys.Key {
	if b == hw.KeyPrevious {
		return keys.Previous
	}
	return keys.Next
}
