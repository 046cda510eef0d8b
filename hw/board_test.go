package hw_test

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/hw"
	"arbitre/hw/sim"

	"periph.io/x/conn/v3/gpio"
	"pgregory.net/rapid"
)

// A rig is a lamp board on a bus, with what it told.
type rig struct {
	*hw.Board
	bus  *sim.Bus
	chip *sim.PCA9685
	told report // read after pass
}

func newRig(t *testing.T) *rig { return newRigOn(t, sim.NewBus()) }

func newRigOn(t *testing.T, bus *sim.Bus) *rig {
	r := &rig{bus: bus, chip: sim.NewPCA9685(nil)}
	r.bus.Attach(0x41, r.chip)
	var err error
	if r.Board, err = hw.NewBoard(r.bus.Open, 0x41, r.told.tell); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) out(t *testing.T, channel int, level gpio.Level) {
	pin, err := r.Output(fmt.Sprintf("PCA%d", channel))
	if err == nil {
		err = pin.Out(level)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// high are the outputs that are, all of the time.
func (r *rig) high() (channels []int) {
	for channel := range 16 {
		if r.chip.Duty(channel) == gpio.DutyMax {
			channels = append(channels, channel)
		}
	}
	return channels
}

func TestABoardDrivesItsOutputs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		for _, channel := range []int{0, 3, 15} {
			r.out(t, channel, gpio.High)
		}
		pass(time.Second)
		if got, want := r.high(), []int{0, 3, 15}; !slices.Equal(got, want) {
			t.Errorf("high are %v, want %v", got, want)
		}
		r.out(t, 3, gpio.Low)
		synctest.Wait() // no time passes
		if got, want := r.high(), []int{0, 15}; !slices.Equal(got, want) {
			t.Errorf("high are %v, want %v", got, want)
		}
		if r.chip.AnswersAll() {
			t.Error("the chip still answers at 0x70")
		}
		before, _ := r.bus.Traffic()
		r.out(t, 3, gpio.Low)
		pass(time.Hour)
		if after, _ := r.bus.Traffic(); after > before+1 {
			t.Errorf("%d transactions while nothing changed", after-before)
		}
		r.Close()
		r.Close()
		if len(r.high()) > 0 || r.bus.Handles() > 0 {
			t.Errorf("after Close, high are %v, the bus is open %d times", r.high(), r.bus.Handles())
		}
		if len(r.told) > 0 {
			t.Errorf("told %v", r.told)
		}
	})
}

func TestABoardMayComeLateAndGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := sim.NewBus()
		bus.SetPresent(false)
		r := newRigOn(t, bus)
		r.out(t, 1, gpio.High)
		pass(time.Hour)
		r.out(t, 2, gpio.High)
		r.bus.SetPresent(true)
		r.bus.Attach(0x41, nil)
		pass(time.Hour)
		r.bus.Attach(0x41, r.chip)
		pass(2 * time.Minute)
		if got, want := r.high(), []int{1, 2}; !slices.Equal(got, want) {
			t.Errorf("high are %v, want %v", got, want)
		}
		if len(r.told) != 2 || !errors.Is(r.told[0], syscall.ENOENT) || r.told[1] != nil {
			t.Errorf("told %v", r.told)
		}
		r.Close()
	})
}

// After a reset the chip acknowledges what it is told, but sleeps.
func TestABoardThatLostItsPowerIsSetUpAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		r.out(t, 1, gpio.High)
		pass(time.Second)
		r.chip.PowerCycle()
		r.out(t, 2, gpio.High)
		pass(2 * time.Second)
		if got, want := r.high(), []int{1, 2}; !slices.Equal(got, want) {
			t.Errorf("high are %v, want %v", got, want)
		}
		const says = "lamp board at 0x41 on virtual I²C bus does not work, check its wiring and address: it lost its power for a moment"
		if len(r.told) != 2 || r.told[0].Error() != says || r.told[1] != nil {
			t.Errorf("told %v", r.told)
		}
		r.Close()
	})
}

func TestABoardThatIsGoneIsLeftAtClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		r.bus.Attach(0x41, nil)
		pass(time.Minute)
		began := time.Now()
		r.Close()
		if d := time.Since(began); d > time.Second || r.bus.Handles() > 0 {
			t.Errorf("Close took %v; the bus is open %d times", d, r.bus.Handles())
		}
	})
}

// Whatever the bus and its power do: when all is well again, every output is as it should be.
func TestABoardIsRightAfterAnyFailures(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := story(rt, "toggle", "toggle", "fault", "power", "unplug", "plug", "unload", "load", "wait")
		var wrong error
		synctest.Test(t, func(t *testing.T) { wrong = boardThrough(t, steps) })
		if wrong != nil {
			rt.Fatal(wrong)
		}
	})
}

func boardThrough(t *testing.T, steps []step) error {
	r := newRig(t)
	var want [16]bool
	toggle := func(channel int) {
		want[channel] = !want[channel]
		r.out(t, channel, gpio.Level(want[channel]))
	}
	for _, s := range steps {
		switch s.what {
		case "toggle":
			toggle(s.b % 16)
		case "fault":
			r.bus.Inject(sim.Fault{Skip: s.b, Times: 1 + s.a%3, Taken: s.c})
		case "power":
			r.chip.PowerCycle()
		case "unplug":
			r.bus.Attach(0x41, nil)
		case "plug":
			r.bus.Attach(0x41, r.chip)
		case "unload", "load":
			r.bus.SetPresent(s.what == "load")
		case "wait":
			pass(time.Duration(s.a) * ms)
		}
	}
	r.bus.SetPresent(true)
	r.bus.Attach(0x41, r.chip)
	// A power cut is noticed when something changes, and so are the faults that are left.
	for range 40 * 31 {
		toggle(5)
		pass(time.Minute + time.Second)
	}
	for channel, high := range want {
		if got := slices.Contains(r.high(), channel); got != high {
			return fmt.Errorf("output %d is high: %v, want %v; told %q", channel, got, high, r.told)
		}
	}
	if err := r.told.works(); err != nil {
		return err
	}
	r.Close()
	if n := r.bus.Handles(); n != 0 {
		return fmt.Errorf("the bus is still open %d times", n)
	}
	return nil
}

func TestBoardErrors(t *testing.T) {
	for _, addr := range []uint16{0x3F, 0x70, 0x80} {
		if _, err := hw.NewBoard(sim.NewBus().Open, addr, nil); err == nil {
			t.Errorf("%#x is an address", addr)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		for _, name := range []string{"PCA", "PCA16", "PCA-1", "PCA01", "PCA+1", "GPIO1", "pca1"} {
			if _, err := r.Output(name); err == nil {
				t.Errorf("%s is an output", name)
			}
		}
		r.Close()
	})
}
