package setup

import (
	"context"
	"math"
	"os"
	"slices"

	"arbitre/cmd/arbitre/lesson"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Machine describes the computer that is set up.
type Machine struct {
	Header  bool             // it has the header of a Pi
	Plugged bool             // a device with buttons is plugged in
	Presses <-chan hw.Source // of all buttons in reach; nil if nobody can press any, as with answers from a file
	Lamps   func() []lesson.Lamp
	Forget  func() // drops what was typed by a key that serves as a button; may be nil
}

// Look looks at this machine and watches all buttons in reach until the context ends. Report gets
// the errors of those that can't be watched, and nil when a device can be watched again.
func Look(ctx context.Context, report func(error)) (m Machine, err error) {
	root := os.DirFS("/")
	devices, err := evdev.List(root)
	if err != nil {
		return m, err
	}
	learner, err := evdev.Learn(nil, report)
	if err != nil {
		return m, err
	}
	header, free := lesson.FreeLines(root)
	watched, err := hw.OpenPresses(lesson.Calm(hw.DefaultDebounce()), free, learner)
	if err != nil {
		report(err)
		watched, _ = hw.OpenPresses(hw.DefaultDebounce(), nil, learner) // no line can be refused then
	}
	presses := make(chan hw.Source, 64)
	go func() {
		defer watched.Close()
		for p, ok := watched.Next(ctx, math.MaxInt64); ok; p, ok = watched.Next(ctx, math.MaxInt64) {
			if p.Down && len(presses) < cap(presses) { // a full channel does not block it
				presses <- p.Source
			}
		}
	}()
	return Machine{
		Header:  header,
		Plugged: slices.ContainsFunc(devices, evdev.Device.Plays),
		Presses: presses,
		Lamps:   func() []lesson.Lamp { return lesson.Lamps(root) },
	}, nil
}
