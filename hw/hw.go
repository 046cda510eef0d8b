// Package hw is the referee box's hardware: buttons and keys, with the kernel's own timestamps and
// a judgement of which can be believed; lamps, a buzzer and a small OLED panel. It knows no game.
package hw

import (
	"fmt"
	"time"
)

// A Button is one of the box's switches: the players' arcade buttons are numbered from 1 as their
// seats are, the judge's keys are the negative constants, and each [Shortcut] has its own. Zero is
// no button.
type Button int

// The judge's keys.
const (
	KeyPrevious Button = -(1 + iota)
	KeyNext
	KeyOK
	KeyBack
)

// The first buttons of each kind, far beyond all of the kind before: shortcuts, hands of bots, and
// the keys of devices, which are numbered as they are pressed while people choose buttons.
const (
	firstShortcut Button = 101
	firstHand     Button = 10_001
	FirstKey      Button = 1 << 16
)

// IsSeat reports whether a button is a player's: its number is that of the seat.
func (b Button) IsSeat() bool { return b > 0 && b < firstShortcut }

// Shortcut is the button of the i-th shortcut, from 0.
func Shortcut(i int) Button { return firstShortcut + Button(i) }

// Hand is the hand of a seat, from 1, that presses without a button: the box plays the seat.
func Hand(seat int) Button { return firstHand + Button(seat-1) }

// Hand returns the seat whose hand it is, if it is one.
func (b Button) Hand() (seat int, ok bool) {
	return int(b-firstHand) + 1, b >= firstHand && b < FirstKey
}

// Shortcut returns the index of the button's shortcut, if it has one.
func (b Button) Shortcut() (i int, ok bool) {
	if b < firstShortcut || b >= firstHand {
		return 0, false
	}
	return int(b - firstShortcut), true
}

func (b Button) String() string {
	if i, ok := b.Shortcut(); ok {
		return fmt.Sprintf("shortcut %d", i+1)
	}
	keys := []string{"key previous", "key next", "key OK", "key back"}
	if i := int(KeyPrevious - b); i >= 0 && i < len(keys) {
		return keys[i]
	}
	return fmt.Sprintf("button %d", int(b))
}

// An Edge is one change of a button's line. Raw ones bounce; those that [Contacts] return are
// presses and releases.
type Edge struct {
	At     time.Duration // on the kernel's CLOCK_MONOTONIC, as [Now] has it
	Button Button
	Down   bool // pressed, whatever the level on the wire
}

// An Event is an edge that was read, a character that was typed, or a notice that edges were lost.
type Event struct {
	Edge
	// Lost counts edges that were lost. If it is not 0, the event is no edge, and what the buttons
	// did from At to Until is unknown.
	Lost  int
	Until time.Duration
	// Resynced marks the state in which a button was found after edges of it were lost. It is no press,
	// even if the button is down. See [Contacts.Take].
	Resynced bool
	// Typed is a character that a keyboard typed, a capital letter or a digit; it has the edge's
	// time and no button.
	Typed rune
	// NoBounce marks an edge that does not bounce: that of a keyboard's key.
	NoBounce bool
	// Decided marks an edge that the program of a plugged-in device has decided. It picks up no
	// interference, so a press of it is one however short it is: many a buzzer lets go after a
	// millisecond, or at once, whatever the hand does.
	Decided bool
}
