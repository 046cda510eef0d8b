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

// Bus is an I²C bus. It is safe for concurrent use.
type Bus struct {
	mu      sync.Mutex
	devices map[uint16]Device
}

// NewBus has no devices.
func NewBus() *Bus { return &Bus{devices: map[uint16]Device{}} }

// Attach puts a device at an address; nil takes it away.
func (b *Bus) Attach(addr uint16, d Device) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.devices[addr] = d
}

// Open opens the bus once more.
func (b *Bus) Open() (i2c.BusCloser, error) { return b, nil }

// Close does nothing; the others who have it open go on.
func (b *Bus) Close() error { return nil }

func (b *Bus) String() string { return "virtual I²C bus" }

// SetSpeed accepts every speed. Transactions take no time.
func (b *Bus) SetSpeed(physic.Frequency) error { return nil }

// Tx does a transaction. An address without a device gives ENXIO
// (Documentation/i2c/fault-codes.rst of the kernel: "no such device").
func (b *Bus) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.devices[addr]
	if d == nil {
		return fmt.Errorf("address %#x: %w", addr, syscall.ENXIO)
	}
	return d.Tx(w, r)
}
