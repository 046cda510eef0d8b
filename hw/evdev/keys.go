package evdev

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// keyMax is KEY_MAX of linux/input-event-codes.h.
const keyMax = 0x2ff

// names lists the names of key codes in linux/input-event-codes.h. Of two names for one code the
// first is used.
//
//go:embed keys.txt
var names string

// Buttons of joysticks begin at BTN_TRIGGER, after those of mice. Codes from BTN_TOOL_PEN to
// lastTool tell what touches a tablet or a touchpad. From BTN_TRIGGER_HAPPY1 on, they are of
// joysticks again.
const (
	buttonTrigger = 0x120
	buttonTool    = 0x140
	lastTool      = 0x14f
	buttonHappy   = 0x2c0
)

// Plays reports whether a device is a joystick, a gamepad or a box of buttons, and no mouse or
// keyboard.
func (d Device) Plays() bool {
	for _, code := range keys {
		if d.Has(code) && (code >= buttonTrigger && code < buttonTool || code >= buttonHappy) {
			return true
		}
	}
	return false
}

// FormatResolution writes a resolution for people: "± 8 ms".
func FormatResolution(resolution time.Duration) string {
	return "± " + strconv.FormatFloat(float64(resolution)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

// keys passes each name and its code, until pass returns false. A line of names begins with the
// first code and the prefix of all its names; the codes count up.
func keys(pass func(name string, code uint16) (more bool)) {
	for line := range strings.Lines(names) {
		words := strings.Fields(line)
		first, _ := strconv.ParseUint(words[0], 0, 16)
		for i, name := range words[2:] {
			if !pass(words[1]+name, uint16(first)+uint16(i)) {
				return
			}
		}
	}
}

// KeyNames are the names that a [Place] may have besides a number.
func KeyNames() (names []string) {
	for name := range keys {
		names = append(names, name)
	}
	return names
}

// KeyName returns the name of a key, or its number if it has none.
func KeyName(code uint16) string {
	for name, c := range keys {
		if c == code {
			return name
		}
	}
	return fmt.Sprint(code)
}

func keyCode(name string) (code uint16, ok bool) {
	for n, c := range keys {
		if n == name {
			return c, true
		}
	}
	return 0, false
}
