// Package keyboard reads USB keyboards, whenever they are plugged in: the judge's keys, and text.
package keyboard

import (
	"io"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Open reads every device that has the keys A to Z and Enter, now or later, unless spared says that
// its keys belong to another program. It grabs them: the text console, for instance, sees nothing of what
// is typed, not even Ctrl+C. A laptop's own keyboard is left alone, or its owner could not end the
// program any more.
//
// An [hw.Event] of a keyboard is either a character or an edge of a judge's key: ← and ↑ are
// [hw.KeyPrevious], → and ↓ [hw.KeyNext], both Enter [hw.KeyOK], Backspace and Escape [hw.KeyBack].
// A key that is held is not repeated. The edges are the keyboard's own, which does not bounce. A
// keyboard that is unplugged releases its keys.
//
// No keyboard is no error. One that can't be read is tried again; report is called as
// [hw.Outage.Report], once for all keyboards together.
func Open(layout Layout, spared func(evdev.Device) bool, report func(error)) (*evdev.Ports, error) {
	const what = "keyboard"
	queue := hw.NewQueue()
	open := func(device evdev.Device) (evdev.Reader, error) {
		if !device.Types() || device.Fixed || spared(device) {
			return evdev.Reader{}, evdev.ErrUnwanted
		}
		file, err := evdev.Grab(device.Node, what)
		if err != nil {
			return evdev.Reader{}, err
		}
		return evdev.Reader{Closer: file, Read: func() error { return read(file, layout, queue.Send) }}, nil
	}
	return evdev.Hotplug{What: what, Open: open, Queue: queue, Report: report}.Follow()
}

// read passes on what is typed on one keyboard until it is unplugged, and then releases its keys.
func read(keyboard io.Reader, layout Layout, pass func(hw.Event)) error {
	keys := newKeyDecoder(layout)
	err := evdev.Moves(keyboard, func(m evdev.Move) { keys.take(m, pass) })
	keys.release(hw.Now(), pass)
	return err
}
