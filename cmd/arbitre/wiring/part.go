package wiring

import (
	"slices"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Kind says what a part needs of the header.
type Kind uint8

// The kinds of parts.
const (
	Button        Kind = iota + 1 // a switch between its line and ground
	Lamp                          // behind a transistor: one line
	PassiveBuzzer                 // needs a square wave: one line with PWM
	ActiveBuzzer                  // has a pitch of its own: one line
	OLED                          // a display on I²C
	SoundCard                     // on I2S
)

// A Part is something of the box that has wires.
type Part struct {
	Name string // what people call it, such as "seat 1 button"
	Kind Kind
	// Line is the one it is configured to use, by name: "GPIO17", or as another chip names its own.
	// What sits on I²C or I2S has none: those pins are fixed.
	Line string
	// Button is what the switch is to the table, 0 for other parts.
	Button hw.Button
	// Bus is the I²C bus of an OLED. Empty or I2C1 is the one on the header.
	Bus string
	// Address is the I²C address of an OLED.
	Address uint16
	// Key is its key in the configuration, for messages.
	Key string
}

// Plugged reports whether it is a key or a lamp of a device that is plugged in, and has no wire.
func (p Part) Plugged() bool { return evdev.IsPlace(p.Line) }

// bus returns the I²C bus of an OLED, or "" by any name that periph has for the one on GPIO2 and GPIO3.
func (p Part) bus() string {
	if slices.Contains([]string{"I2C1", "1", "/dev/i2c-1"}, p.Bus) {
		return ""
	}
	return p.Bus
}
