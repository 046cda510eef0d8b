// Package hw is the referee box's hardware: buttons and keys with the kernel's own timestamps and a pure debouncer,
// lamps, a buzzer and a small OLED panel. It knows no game.
package hw

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// A Button is one of the box's switches: the players' arcade buttons are numbered from 1 as their seats are,
// the judge's keys are the negative constants. Zero is no button.
type Button int

// The judge's keys.
const (
	KeyPrevious Button = -(1 + iota)
	KeyNext
	KeyOK
	KeyBack
)

func (b Button) String() string {
	switch b {
	case KeyPrevious:
		return "key previous"
	case KeyNext:
		return "key next"
	case KeyOK:
		return "key OK"
	case KeyBack:
		return "key back"
	}
	return fmt.Sprintf("button %d", int(b))
}

// An Edge is one change of a button's line. Raw ones bounce; those a [Debouncer] returns are presses and releases.
type Edge struct {
	At     time.Duration // on the kernel's CLOCK_MONOTONIC, as [Clock] has it
	Button Button
	Down   bool   // pressed, whatever the level on the wire
	Seq    uint32 // counts the edges of all buttons together
}

// An Event is an edge that was read, a character that was typed, or the news that edges were lost.
type Event struct {
	Edge
	// Lost is how many edges the kernel dropped before they could be read. If it is not 0, there is no edge but
	// the time at which the loss was noticed, and any button may have moved: see [Debouncer.Resync].
	Lost int
	// Typed is a character that a keyboard typed, a capital letter or a digit; it has the edge's time and no button.
	Typed rune
}

// Clock tells the time on the clock that stamps the edges.
type Clock struct{}

// Now is the time since an arbitrary moment before the machine started (clock_gettime(2), CLOCK_MONOTONIC).
func (Clock) Now() time.Duration {
	var ts unix.Timespec
	// The call has no way to fail: the clock exists on every Linux and the address is good.
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return time.Duration(ts.Nano())
}
