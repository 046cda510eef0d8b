package hw

import "time"

// A Source is where a button is, and what else its key is for.
type Source struct {
	Place      string        // as in the configuration: a line, or a key of a device
	Device     string        // the name of the device that has the key; empty for a line
	Resolution time.Duration // of that device: how late the stamp of a touch may be
	Use        Use
	Answers    Button // the judge's key that a keyboard's key stands for, or 0
}

// A Use is what a key of a device is for, beside being a button.
type Use uint8

// The uses of keys.
const (
	Presses  Use = iota // none: a button
	Types               // it types, or answers, on a keyboard
	Modifies            // Ctrl, Shift, Alt, Meta
	Locks               // Num Lock and its like: never a button
	Directs             // a direction of a stick: never a button
)
