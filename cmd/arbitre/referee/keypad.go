package referee

import (
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/hw"
)

// A keypad turns debounced edges into the judge's keys: a long OK is Back, and a held arrow
// repeats. It has no clock of its own.
type keypad struct {
	held hw.Button     // the held key that acts when its time is up; 0 is none
	down time.Duration // when the last key went down
	due  time.Duration
	pace time.Duration // interval at which the held arrow repeats

	asked shown.Command // what was asked for last, while OK is held since; 0 for nothing

	offKey hw.Button     // OK or Back while it is held; 0 is none
	offDue time.Duration // when it has been held for long enough to switch the machine off
}

// A held arrow repeats after a pause, then faster and faster: a wheel of letters is long.
const (
	repeatAfter  = 500 * time.Millisecond
	repeatFirst  = 120 * time.Millisecond
	repeatFaster = 5 * time.Millisecond // less at each repeat
	repeatLeast  = 40 * time.Millisecond
)

// switches handles one edge of a judge's key only for switching the machine off.
func (k *keypad) switches(c config.Judge, e hw.Edge) {
	switch can := e.Button == hw.KeyOK || e.Button == hw.KeyBack; {
	case can && e.Down && c.Shutdown > 0:
		k.offKey, k.offDue = e.Button, e.At+c.Shutdown
	case k.offKey == e.Button:
		k.offKey = 0
	}
}

// command returns what an arrow asks to be said while OK is held; 0 for nothing. OK then means nothing else.
// Previous says it again; Next says what is now, and pressed once more who leads.
func (k *keypad) command(e hw.Edge) shown.Command {
	isArrow := e.Button == hw.KeyPrevious || e.Button == hw.KeyNext
	switch {
	case e.Button == hw.KeyOK:
		k.asked = 0
		return 0
	case !e.Down || !isArrow || k.held != hw.KeyOK && k.asked == 0:
		return 0
	case e.Button == hw.KeyPrevious:
		k.asked = shown.SayAgain
	case k.asked == shown.WhatNow:
		k.asked = shown.WhoLeads
	default:
		k.asked = shown.WhatNow
	}
	k.held, k.offKey, k.down = 0, 0, e.At
	return k.asked
}

// edge handles one edge of a judge's key and returns the key that acts, if one does.
func (k *keypad) edge(c config.Judge, e hw.Edge) (keys.Key, bool) {
	k.switches(c, e)
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
		k.held, k.due = e.Button, e.At+c.Long
		return 0, false // it acts when it is released, or has been held for long
	case hw.KeyBack:
		k.held = 0
		return keys.Back, true
	}
	k.held, k.due, k.pace = e.Button, e.At+repeatAfter, repeatFirst
	return arrow(e.Button), true
}

// forget cancels a long press or a repeat in progress: edges of the key were lost, so that it
// is unknown for how long it was held.
func (k *keypad) forget(b hw.Button) {
	if k.held == b {
		k.held = 0
	}
	if k.offKey == b {
		k.offKey = 0
	}
}

// elapse returns the key that a held key makes by now: Back, or a repeated arrow.
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

// off reports true once when a key has been held long enough to switch the machine off.
func (k *keypad) off(at time.Duration) bool {
	if k.offKey == 0 || at < k.offDue {
		return false
	}
	k.offKey = 0
	return true
}

// deadline returns when to call elapse and off next.
func (k *keypad) deadline() (time.Duration, bool) {
	if k.offKey != 0 && (k.held == 0 || k.offDue < k.due) {
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
