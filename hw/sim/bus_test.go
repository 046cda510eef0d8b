package sim_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"arbitre/hw/sim"
)

func TestAnAbsentAddressIsABusError(t *testing.T) {
	bus := sim.NewBus()
	bus.Attach(0x3C, sim.NewSSD1306(nil))
	if err := bus.Tx(0x3D, []byte{0, 0xAF}, nil); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("nobody at 0x3d: %v", err)
	}
	if err := bus.Tx(0x3C, []byte{0, 0xAF}, nil); err != nil {
		t.Error(err)
	}
	bus.Attach(0x3C, nil)
	if err := bus.Tx(0x3C, []byte{0, 0xAF}, nil); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("unplugged: %v", err)
	}
	if transactions, bytes := bus.Traffic(); transactions != 3 || bytes != 2 {
		t.Errorf("%d transactions and %d bytes, want 3 and 2", transactions, bytes)
	}
}

func TestFaults(t *testing.T) {
	bus, c := sim.NewBus(), sim.NewSSD1306(nil)
	bus.Attach(0x3C, c)
	bus.Inject(sim.Fault{Skip: 1, Taken: 3})
	bus.Inject(sim.Fault{Skip: 1, Times: 2, Err: syscall.EREMOTEIO})
	for i, tt := range []struct {
		err      error
		contrast uint8 // afterwards
		on       bool
	}{
		{nil, 1, true},
		{syscall.ENXIO, 2, true}, // broke off before AEh
		{nil, 3, false},
		{syscall.EREMOTEIO, 3, false},
		{syscall.EREMOTEIO, 3, false},
		{nil, 6, false},
	} {
		power := uint8(0xAE)
		if i == 0 {
			power = 0xAF
		}
		err := bus.Tx(0x3C, []byte{0, 0x81, uint8(i + 1), power}, nil)
		if !errors.Is(err, tt.err) {
			t.Errorf("transaction %d: error %v, want %v", i+1, err, tt.err)
		}
		if r := c.Registers(); r.Contrast != tt.contrast || r.On != tt.on {
			t.Errorf("transaction %d: contrast %d and on=%v, want %d and %v", i+1, r.Contrast, r.On, tt.contrast, tt.on)
		}
	}
}

func TestABusThatComesAndGoes(t *testing.T) {
	bus := sim.NewBus()
	bus.Attach(0x3C, sim.NewSSD1306(nil))
	on := []byte{0, 0xAF}
	bus.SetPresent(false)
	if _, err := bus.Open(); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("opened an absent bus: %v", err)
	}
	bus.SetPresent(true)
	first, err := bus.Open()
	if err != nil {
		t.Fatal(err)
	}
	second, err := bus.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := first.Tx(0x3C, on, nil); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if err := first.Close(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
	if err := second.Tx(0x3C, on, nil); err != nil || bus.Handles() != 1 {
		t.Errorf("the other one: %v; %d are open", err, bus.Handles())
	}
	for _, present := range []bool{false, true} {
		bus.SetPresent(present)
		if err := second.Tx(0x3C, on, nil); !errors.Is(err, syscall.ENODEV) {
			t.Errorf("it was gone, and is there: %v; got %v", present, err)
		}
	}
	if err := bus.Tx(0x3C, on, nil); err != nil {
		t.Error(err)
	}
}
