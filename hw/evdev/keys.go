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

// names are what linux/input-event-codes.h calls the codes of keys. Of two names for one code the
// first is used.
//
//go:embed keys.txt
var names string

// buttonTrigger is BTN_TRIGGER, the first button of joysticks: those before it are of mice. From
// buttonTool, which is BTN_TOOL_PEN, to lastTool they tell what touches a tablet or a touchpad.
// From buttonHappy on, BTN_TRIGGER_HAPPY1, they are of joysticks again.
const (
	buttonTrigger = 0x120
	buttonTool    = 0x140
	lastTool      = 0x14f
	buttonHappy   = 0x2c0
)

// Plays tells joysticks, gamepads and boxes of buttons from mice and keyboards.
func (d Device) Plays() bool {
	for _, code := range keys {
		if d.Has(code) && (code >= buttonTrigger && code < buttonTool || code >= buttonHappy) {
			return true
		}
	}
	return false
}

// Within says how late at most the stamp of a touch is, for people: "± 8 ms".
func Within(resolution time.Duration) string {
	return "± " + strconv.FormatFloat(float64(resolution)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

// keys passes each name and its code, until it is told to stop. A line of names begins with a code
// and what each of them begins with; the codes count up.
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

// KeyName is what a key is called; one without a name by its number.
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
