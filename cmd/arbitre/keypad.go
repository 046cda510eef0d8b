package main

import (
	"time"

	"arbitre/display"
	"arbitre/hw"
)

// A keypad makes the judge's keys of debounced edges: OK held for long is Back,
// the arrows repeat while they are held. It has no clock of its own.
type keypad struct {
	long time.Duration // how long OK must be held to be Back

	held hw.Button // the key that waits for its time to pass; 0 is none
	due  time.Duration
	pace time.Duration // of the arrow that is held
}

// An arrow that is held repeats after a pause, then faster and faster: a wheel of letters is long.
const (
	repeatAfter  = 500 * time.Millisecond
	repeatFirst  = 120 * time.Millisecond
	repeatFaster = 5 * time.Millisecond // each time
	repeatLeast  = 40 * time.Millisecond
)

// edge takes one edge of a judge's key.
func (k *keypad) edge(e hw.Edge) (display.Key, bool) {
	if !e.Down {
		short := k.held == e.Button && e.Button == hw.KeyOK
		if k.held == e.Button {
			k.held = 0
		}
		return display.OK, short
	}
	switch e.Button {
	case hw.KeyOK:
		k.held, k.due = e.Button, e.At+k.long
		return 0, false // it acts when it is let go, or has been held for long
	case hw.KeyBack:
		k.held = 0
		return display.Back, true
	}
	k.held, k.due, k.pace = e.Button, e.At+repeatAfter, repeatFirst
	return arrow(e.Button), true
}

// elapse lets the time pass for the key that is held.
func (k *keypad) elapse(at time.Duration) (display.Key, bool) {
	if k.held == 0 || at < k.due {
		return 0, false
	}
	if k.held == hw.KeyOK {
		k.held = 0
		return display.Back, true
	}
	k.due = at + k.pace
	k.pace = max(repeatLeast, k.pace-repeatFaster)
	return arrow(k.held), true
}

// deadline is when to call elapse next.
func (k *keypad) deadline() (time.Duration, bool) { return k.due, k.held != 0 }

func arrow(b hw.Button) display.Key {
	if b == hw.KeyPrevious {
		return display.Previous
	}
	return display.Next
}
