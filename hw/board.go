package hw

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"arbitre/games/retry"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/pca9685"
)

// boardChannels is how many outputs a PCA9685 has.
const boardChannels = 16

// A Board is a lamp board: a PCA9685 on an I²C bus, whose 16 outputs are named PCA0 to PCA15. It waits for the bus in a
// goroutine of its own.
//
// When the bus or the board fails, it is opened again after the pauses of a [retry.Outage], and all outputs are set as they
// should be by that time. That a board lost its power is noticed when an output next changes.
type Board struct {
	open    func() (i2c.BusCloser, error)
	addr    uint16
	changed chan struct{} // has something when an output is to change
	closing chan struct{}
	done    chan struct{}

	mu     sync.Mutex
	wanted [boardChannels]gpio.Level
	closed bool

	// What follows belongs to the goroutine.
	bus   i2c.BusCloser // nil: to be opened
	dev   *pca9685.Dev
	shown [boardChannels]gpio.Level
}

// NewBoard has all outputs low. The address is 0x40 to 0x7F without 0x70, to which all such chips answer after a reset
// (PCA9685 data sheet, revision 4, sections 7.1.1 and 7.1.2). Open is called from another goroutine; report is that of
// a [retry.Outage].
func NewBoard(open func() (i2c.BusCloser, error), addr uint16, report func(error)) (*Board, error) {
	if addr < 0x40 || addr > 0x7F || addr == 0x70 {
		return nil, fmt.Errorf("no lamp board has the I²C address %#x: it is 0x40 to 0x7f, and not 0x70", addr)
	}
	b := &Board{open: open, addr: addr, changed: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{})}
	b.changed <- struct{}{}
	go b.run(retry.Outage{Report: report})
	return b, nil
}

// Output is one of the board's outputs by its name. To drive it takes no time and never fails: the board does it, or
// reports why it can't.
func (b *Board) Output(name string) (Output, error) {
	digits, found := strings.CutPrefix(name, "PCA")
	channel, err := strconv.Atoi(digits)
	if !found || err != nil || channel < 0 || channel >= boardChannels || digits != strconv.Itoa(channel) {
		return nil, fmt.Errorf("a lamp board has no output %q: they are PCA0 to PCA15", name)
	}
	return boardOutput{b, channel}, nil
}

type boardOutput struct {
	board   *Board
	channel int
}

func (o boardOutput) Out(level gpio.Level) error {
	o.board.mu.Lock()
	o.board.wanted[o.channel] = level
	o.board.mu.Unlock()
	select {
	case o.board.changed <- struct{}{}:
	default: // it will look anyway
	}
	return nil
}

// Close makes all outputs low, and gives the bus back.
func (b *Board) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.closing)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *Board) run(outage retry.Outage) {
	defer close(b.done)
	var again <-chan time.Time // set while the outage lasts
	for {
		closing := false
		select {
		case <-b.changed:
			if again != nil {
				continue
			}
		case <-again:
		case <-b.closing:
			if again != nil {
				return
			}
			closing = true
		}
		err := b.update(closing)
		if err != nil || closing {
			b.release()
		}
		if closing {
			return
		}
		again = nil
		if pause := outage.Tried(err); pause > 0 {
			again = time.After(pause)
		}
	}
}

// update brings the outputs to what is wanted, or all to low.
func (b *Board) update(low bool) error {
	var wanted [boardChannels]gpio.Level
	if !low {
		b.mu.Lock()
		wanted = b.wanted
		b.mu.Unlock()
	}
	fresh := b.bus == nil
	if fresh {
		if err := b.wake(); err != nil {
			return err
		}
	}
	for channel, level := range wanted {
		if !fresh && b.shown[channel] == level {
			continue
		}
		if err := b.drive(channel, level); err != nil {
			return b.explain(err)
		}
	}
	b.shown = wanted
	return b.check()
}

// drive does what the driver's pins are for, but their Out ignores the level and divides by zero (devices v3.7.4).
func (b *Board) drive(channel int, level gpio.Level) error {
	if level {
		return b.dev.SetFullOn(channel)
	}
	return b.dev.SetFullOff(channel)
}

// The register MODE1 (data sheet, table 5).
const (
	boardMode1 = 0x00

	boardAutoIncrement = 1 << 5
	boardSleep         = 1 << 4
)

func (b *Board) wake() error {
	bus, err := b.open()
	if err != nil {
		return err
	}
	b.bus = bus
	if b.dev, err = pca9685.NewI2C(bus, b.addr); err != nil {
		return b.explain(err)
	}
	// The driver leaves the chip answering at 0x70 as well, where another device may be.
	if err := bus.Tx(b.addr, []byte{boardMode1, boardAutoIncrement}, nil); err != nil {
		return b.explain(err)
	}
	return nil
}

var errBoardForgot = errors.New("it lost its power for a moment")

// check tells whether the chip was still set up when the outputs were driven. After a reset it sleeps and takes several
// bytes for one register: it acknowledges what it is told, and does nothing of it.
func (b *Board) check() error {
	var mode [1]byte
	if err := b.bus.Tx(b.addr, []byte{boardMode1}, mode[:]); err != nil {
		return b.explain(err)
	}
	if mode[0]&(boardAutoIncrement|boardSleep) != boardAutoIncrement {
		return b.explain(errBoardForgot)
	}
	return nil
}

func (b *Board) explain(err error) error {
	return fmt.Errorf("lamp board at %#x on %v does not work, check its wiring and address: %w", b.addr, b.bus, err)
}

func (b *Board) release() {
	if b.bus != nil {
		b.bus.Close()
	}
	b.bus, b.dev = nil, nil
}
