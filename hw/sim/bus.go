package sim

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// A Device is a chip on the bus. It takes what is written, then fills what is read.
type Device interface {
	Tx(w, r []byte) error
}

// A Fault is something that goes wrong on the wires.
type Fault struct {
	Skip  int   // transactions that still get through
	Times int   // transactions that then fail; 0 is one
	Taken int   // bytes written of each that still reach the chip
	Err   error // nil is ENXIO, as of a chip that does not answer
}

// Bus is an I²C bus. It is safe for concurrent use.
type Bus struct {
	mu           sync.Mutex
	devices      map[uint16]Device
	absent       bool
	removals     int // how often it was taken away
	handles      int
	faults       []Fault
	transactions int
	bytes        int
}

var _ i2c.Bus = (*Bus)(nil)

// NewBus has no devices.
func NewBus() *Bus { return &Bus{devices: map[uint16]Device{}} }

// Attach puts a device at an address; nil takes it away.
func (b *Bus) Attach(addr uint16, d Device) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d == nil {
		delete(b.devices, addr)
		return
	}
	b.devices[addr] = d
}

// SetPresent takes the bus away with all that is on it, as if its driver were unloaded, or brings it back. Who had it
// open has to open it again.
func (b *Bus) SetPresent(present bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !present && !b.absent {
		b.removals++
	}
	b.absent = !present
}

// Open opens the bus once more. A bus that is absent gives ENOENT, as its node in /dev does.
func (b *Bus) Open() (i2c.BusCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.absent {
		return nil, fmt.Errorf("%v: %w", b, syscall.ENOENT)
	}
	b.handles++
	return &handle{Bus: b, removals: b.removals}, nil
}

// Handles counts those that are open.
func (b *Bus) Handles() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.handles
}

// A handle is the bus as one of its users has it open.
type handle struct {
	*Bus
	removals int // of the bus, before it was opened
	closed   atomic.Bool
}

func (h *handle) Tx(addr uint16, w, r []byte) error {
	if h.closed.Load() {
		return fmt.Errorf("%v: %w", h.Bus, os.ErrClosed)
	}
	h.mu.Lock()
	gone := h.removals != h.Bus.removals
	h.mu.Unlock()
	if gone {
		return fmt.Errorf("%v: %w", h.Bus, syscall.ENODEV)
	}
	return h.Bus.Tx(addr, w, r)
}

func (h *handle) Close() error {
	if h.closed.Swap(true) {
		return fmt.Errorf("%v: %w", h.Bus, os.ErrClosed)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handles--
	return nil
}

// Inject lets something go wrong, after what was injected before.
func (b *Bus) Inject(f Fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f.Times = max(1, f.Times)
	b.faults = append(b.faults, f)
}

// Traffic counts the transactions that were begun and the bytes written that were taken by a device.
func (b *Bus) Traffic() (transactions, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.transactions, b.bytes
}

func (b *Bus) String() string { return "virtual I²C bus" }

// SetSpeed accepts every speed. Transactions take no time.
func (b *Bus) SetSpeed(physic.Frequency) error { return nil }

// Tx does a transaction. An address without a device gives ENXIO
// (Documentation/i2c/fault-codes.rst of the kernel: "no such device"), a bus that is absent ENODEV.
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.transactions++
	if b.absent {
		return fmt.Errorf("%v: %w", b, syscall.ENODEV)
	}
	fault, failing := b.fault()
	d, ok := b.devices[addr]
	if !ok {
		return fmt.Errorf("address %#x: %w", addr, syscall.ENXIO)
	}
	if failing {
		w, r = w[:min(fault.Taken, len(w))], nil
	}
	b.bytes += len(w)
	if len(w) > 0 || !failing {
		if err := d.Tx(w, r); err != nil {
			return fmt.Errorf("address %#x: %w", addr, err)
		}
	}
	if !failing {
		return nil
	}
	err := fault.Err
	if err == nil {
		err = syscall.ENXIO
	}
	return fmt.Errorf("address %#x: %w", addr, err)
}

// fault tells whether this transaction fails, and how.
func (b *Bus) fault() (Fault, bool) {
	if len(b.faults) == 0 {
		return Fault{}, false
	}
	f := &b.faults[0]
	if f.Skip > 0 {
		f.Skip--
		return Fault{}, false
	}
	now := *f
	if f.Times--; f.Times == 0 {
		b.faults = b.faults[1:]
	}
	return now, true
}
