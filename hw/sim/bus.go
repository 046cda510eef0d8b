package sim

import (
	"fmt"
	"sync"
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
// (Documentation/i2c/fault-codes.rst of the kernel: "no such device").
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.transactions++
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
