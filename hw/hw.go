// Package hw is the referee box's hardware: buttons and keys with the kernel's own timestamps, and
// what may be believed of them, lamps, a buzzer and a small OLED panel. It knows no game.
package hw

import (
	"fmt"
	"time"
)

// A Button is one of the box's switches: the players' arcade buttons are numbered from 1 as their
// seats are, the judge's keys are the negative constants, and each [Shortcut] has its own. Zero is
// no button.
type Button int

// The judge's keys, and the two contacts of the rotary encoder that may stand for previous and
// next: [Contacts] makes those keys of it.
const (
	KeyPrevious Button = -(1 + iota)
	KeyNext
	KeyOK
	KeyBack
	EncoderA
	EncoderB
)

// shortcuts is where their buttons begin, far from any seat.
const shortcuts Button = 101

// Shortcut is the button of the i-th shortcut, from 0.
func Shortcut(i int) Button { return shortcuts + Button(i) }

// Shortcut tells whether the button is one of a shortcut, and of which.
func (b Button) Shortcut() (i int, ok bool) { return max(0, int(b-shortcuts)), b >= shortcuts }

func (b Button) String() string {
	if i, ok := b.Shortcut(); ok {
		return fmt.Sprintf("shortcut %d", i+1)
	}
	keys := []string{"key previous", "key next", "key OK", "key back", "encoder A", "encoder B"}
	if i := int(KeyPrevious - b); i >= 0 && i < len(keys) {
		return keys[i]
	}
	return fmt.Sprintf("button %d", int(b))
}

// An Edge is one change of a button's line. Raw ones bounce; those that [Contacts] return are
// presses and releases.
type Edge struct {
	At     time.Duration // on the kernel's CLOCK_MONOTONIC, as [Clock] has it
	Button Button
	Down   bool // pressed, whatever the level on the wire
}

// An Event is an edge that was read, a character that was typed, or the news that edges were lost.
type Event struct {
	Edge
	// Lost is how many edges were lost. If it is not 0, there is no edge but the time since when
	// nobody can know what the buttons did; up to Until, from when on they are known again.
	Lost  int
	Until time.Duration
	// Anew tells the state in which a button is found after edges of it were lost; what moved it
	// has not pressed. See [Contacts.Take].
	Anew bool
	// Typed is a character that a keyboard typed, a capital letter or a digit; it has the edge's
	// time and no button.
	Typed rune
	// Steady is an edge that does not bounce: a key of a keyboard moved.
	Steady bool
}
