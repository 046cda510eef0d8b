package evdev

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arbitre/hw"

	"periph.io/x/conn/v3/gpio"
)

// A Lamp is an LED of a device that is plugged in, now or later. It is driven from a goroutine of
// its own, for a write to it may wait for the device.
type Lamp struct {
	place   Place
	turn    *sync.Mutex   // of [Turns]: held while a lamp of such a device is written
	root    string        // of the machine
	wanted  atomic.Bool   // lit
	changed chan struct{} // signals that wanted has changed
	back    chan struct{} // signals that its device was plugged in again
	end     context.CancelFunc
	work    sync.WaitGroup // the goroutine

	file string // of its brightness; only its goroutine uses it
}

// Turns let only one lamp of equal devices be written at a time. A driver such as hid-sony sends
// all lamps whenever one changes, and takes no lock (drivers/hid/hid-sony.c, buzz_set_leds): of two
// changes at once the device might keep only one. One goroutine makes all the lamps.
type Turns map[string]*sync.Mutex

// of returns the lock for a lamp and all others on equal devices.
func (t Turns) of(p Place) *sync.Mutex {
	devices := Place{Vendor: p.Vendor, Product: p.Product}.Device()
	if t[devices] == nil {
		t[devices] = new(sync.Mutex)
	}
	return t[devices]
}

// NewLamp returns a dark lamp of a machine; root is its "/". All lamps share their turns. Report is called as
// [hw.Outage.Report].
func NewLamp(root string, place Place, turns Turns, report func(error)) *Lamp {
	ctx, end := context.WithCancel(context.Background())
	l := &Lamp{place: place, turn: turns.of(place), root: root, changed: make(chan struct{}, 1),
		back: make(chan struct{}, 1), end: end}
	l.changed <- struct{}{}
	l.work.Go(func() { l.run(ctx, hw.Outage{Report: report}) })
	return l
}

// Out takes no time and never fails: the lamp does it later, or reports why it can't.
func (l *Lamp) Out(level gpio.Level) error {
	l.wanted.Store(bool(level))
	ring(l.changed)
	return nil
}

// Back sets the lamp anew after its device was plugged in again.
func (l *Lamp) Back() { ring(l.back) }

func ring(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default: // it is signalled already
	}
}

// Close makes the lamp dark, if its device is there.
func (l *Lamp) Close() error {
	_ = l.Out(gpio.Low) // which never fails
	l.end()
	l.work.Wait()
	return nil
}

// run drives the lamp when its level changes, when its device comes back, after each pause of an
// outage, and a last time when it is closed.
func (l *Lamp) run(ctx context.Context, outage hw.Outage) {
	var again <-chan time.Time // the end of the pause; nil while the lamp works
	try := func() {
		again = nil
		if pause := outage.Tried(l.drive()); pause > 0 {
			again = time.After(pause)
		}
	}
	for {
		select {
		case <-l.changed:
			if !outage.Lasts() {
				try()
			}
		case <-again:
			try()
		case <-l.back:
			try()
		case <-ctx.Done():
			try()
			return
		}
	}
}

// drive sets the lamp to the wanted level. It looks for the lamp's file anew when that can't be
// written: after its device was plugged in again, the lamp has another.
func (l *Lamp) drive() error {
	if l.file != "" && l.write() == nil {
		return nil
	}
	var err error
	if l.file, err = l.find(); err == nil {
		err = l.write()
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("this user may not light %v: %s: %w", l.place, joinInput, err)
	}
	return err
}

func (l *Lamp) write() error {
	value := brightness(l.wanted.Load())
	l.turn.Lock()
	defer l.turn.Unlock()
	return os.WriteFile(path.Join(l.root, l.file), value, 0)
}

// find returns the file of the lamp's brightness.
func (l *Lamp) find() (string, error) {
	var names []string
	for _, d := range List(os.DirFS(l.root)) {
		for _, led := range d.LEDs {
			if d.Is(l.place) && led.Name == l.place.Name {
				return led.Brightness, nil
			} else if d.Is(l.place) {
				names = append(names, led.Name)
			}
		}
	}
	if len(names) > 0 {
		return "", fmt.Errorf("%v: it has no such lamp, but %s", l.place, strings.Join(names, ", "))
	}
	return "", fmt.Errorf("lamp %v: %w", l.place, ErrMissing)
}

// Lamps returns a function that lights each lamp of the devices that are plugged in, except
// keyboards.
func Lamps(root fs.FS) map[Place]func(on bool) error {
	devices := List(root)
	lamps := map[Place]func(on bool) error{}
	seen := map[string]bool{} // a device may have two nodes
	for _, d := range devices {
		alike := slices.ContainsFunc(devices, func(other Device) bool {
			return other.Socket != d.Socket && other.Vendor == d.Vendor && other.Product == d.Product
		})
		for _, led := range d.LEDs {
			place := Place{Vendor: d.Vendor, Product: d.Product, Name: led.Name}
			if alike {
				place.Socket = d.Socket
			}
			if !d.Types() && !seen[led.Brightness] {
				seen[led.Brightness] = true
				lamps[place] = func(on bool) error { return os.WriteFile(led.Brightness, brightness(on), 0) }
			}
		}
	}
	return lamps
}

// brightness is the value written to a lamp: as bright as it gets, for it lowers 255 to that
// (led_set_brightness).
func brightness(on bool) []byte {
	if on {
		return []byte("255")
	}
	return []byte("0")
}
