// Package keyboard reads USB keyboards, whenever they are plugged in: the judge's keys, and text.
package keyboard

import (
	"os"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// All is every keyboard that is plugged into the machine, now or later.
type All struct {
	layout Layout
	ports  *evdev.Ports
	queue  *hw.Queue
}

// Open reads every device that has the keys A to Z and Enter, now or later, unless spared says that
// its keys are somebody else's. It takes them for itself: the text console, for instance, sees
// nothing of what is typed, not even Ctrl+C. A laptop's own keyboard is left alone, or its owner
// could not end the program any more.
//
// An [hw.Event] of a keyboard is either a character or an edge of a judge's key: ← and ↑ are
// [hw.KeyPrevious], → and ↓ [hw.KeyNext], both Enter [hw.KeyOK], Backspace and Escape [hw.KeyBack].
// A key that is held is not repeated. The edges are the keyboard's own, which does not bounce. A
// keyboard that is unplugged lets go of its keys.
//
// No keyboard is no error. One that can't be read is tried again; report is that of the [hw.Outage]
// of all keyboards together.
func Open(layout Layout, spared func(evdev.Device) bool, report func(error)) (*All, error) {
	k := &All{layout: layout, queue: hw.NewQueue()}
	take := func(node string) (evdev.Taken, error) {
		device, err := evdev.Find(node)
		if err != nil || !device.Types() || device.Fixed || spared(device) {
			return nil, evdev.ErrUnwanted
		}
		file, err := evdev.Take(node, what)
		if err != nil {
			return nil, err
		}
		return &one{file, k}, nil
	}
	var err error
	if k.ports, err = (evdev.Hotplug{What: what, Take: take, Report: report}).Follow(); err != nil {
		return nil, err
	}
	return k, nil
}

const what = "keyboard"

// Events are the keyboards' events in the order in which they were read, stamped by the kernel on
// the clock of [hw.Clock].
func (k *All) Events() <-chan hw.Event { return k.queue.Events() }

// Close gives the keyboards back. No event follows.
func (k *All) Close() error {
	k.queue.Close()
	return k.ports.Close()
}

// One keyboard is read until it is unplugged or closed.
type one struct {
	*os.File
	all *All
}

// Read passes on what is typed, and lets go of the keys in the end.
func (o *one) Read() error {
	keys := newKeyDecoder(o.all.layout)
	err := evdev.Moves(o.File, func(m evdev.Move) { keys.take(m, o.all.queue.Send) })
	keys.release(hw.Clock{}.Now(), o.all.queue.Send)
	return err
}
