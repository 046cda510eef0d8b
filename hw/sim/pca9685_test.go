package sim_test

import (
	"errors"
	"syscall"
	"testing"
	"testing/synctest"

	"arbitre/hw/sim"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/pca9685"
	"pgregory.net/rapid"
)

func TestAfterItsResetTheLEDControllerSleeps(t *testing.T) {
	c := sim.NewPCA9685(nil)
	for register, want := range map[uint8]uint8{0x00: 0x11, 0x01: 0x04, 0x02: 0xE2, 0x05: 0xE0, 0x06: 0, 0x09: 0x10, 0x45: 0x10, 0xFE: 0x1E} {
		if got := c.Register(register); got != want {
			t.Errorf("register %#x is %#x after the reset, want %#x", register, got, want)
		}
	}
	c.Tx([]byte{0x07, 0x10}, nil) // LED0 always on, and not always off
	c.Tx([]byte{0x09, 0}, nil)
	if d := c.Duty(0); d != 0 {
		t.Errorf("asleep, output 0 is high %v of the time", d)
	}
	c.Tx([]byte{0x00, 0}, nil)
	if d := c.Duty(0); d != gpio.DutyMax {
		t.Errorf("awake, output 0 is high %v of the time", d)
	}
	c.PowerCycle()
	if d := c.Duty(0); d != 0 || !c.AnswersAll() {
		t.Errorf("after a power cut output 0 is high %v of the time; it answers all: %v", d, c.AnswersAll())
	}
}

func TestRegistersOfTheLEDController(t *testing.T) {
	read := func(c *sim.PCA9685, register uint8, n int) []byte {
		r := make([]byte, n)
		if err := c.Tx([]byte{register}, r); err != nil {
			t.Error(err)
		}
		return r
	}
	for _, tt := range []struct {
		what     string
		writes   [][]byte
		register uint8
		want     []byte
	}{
		{"without auto-increment everything is for one register", [][]byte{{0x06, 1, 2, 3}}, 0x06, []byte{3, 3}},
		{"with it for those that follow", [][]byte{{0x00, 0x20}, {0x06, 1, 2, 3, 4}}, 0x06, []byte{1, 2, 3, 4, 0}},
		{"it acts at once", [][]byte{{0x00, 0x20, 0x14}}, 0x00, []byte{0x20, 0x14}},
		{"after the last output comes the first register", [][]byte{{0x00, 0x20}, {0x45, 0x11, 0x30}}, 0x45, []byte{0x11, 0x30}},
		{"all outputs are written at once", [][]byte{{0x00, 0x20}, {0xFA, 5, 6, 7, 8}}, 0x42, []byte{5, 6, 7, 8}},
		{"and read as zero", [][]byte{{0x00, 0x20}, {0xFA, 5, 6, 7, 8}}, 0xFA, []byte{0, 0, 0, 0, 0x1E}},
		{"asleep, the frequency is set", [][]byte{{0xFE, 121}}, 0xFE, []byte{121}},
		{"but not below 3", [][]byte{{0xFE, 1}}, 0xFE, []byte{3}},
		{"awake, it is kept", [][]byte{{0x00, 0x01}, {0xFE, 121}}, 0xFE, []byte{0x1E}},
		{"the upper bits of a count can't be written", [][]byte{{0x07, 0xFF}}, 0x07, []byte{0x1F}},
		{"put to sleep while an output pulses, it says so", [][]byte{{0x00, 0x21}, {0x06, 0, 0, 0, 8}, {0x00, 0x31}}, 0x00, []byte{0xB1}},
		{"until that is cleared", [][]byte{{0x00, 0x21}, {0x06, 0, 0, 0, 8}, {0x00, 0x31}, {0x00, 0x21}, {0x00, 0xA1}}, 0x00, []byte{0x21}},
		{"with none that pulses there is nothing to restart", [][]byte{{0x00, 0x21}, {0x00, 0x31}}, 0x00, []byte{0x31}},
	} {
		c := sim.NewPCA9685(nil)
		for _, w := range tt.writes {
			if err := c.Tx(w, nil); err != nil {
				t.Errorf("%s: %v", tt.what, err)
			}
		}
		if got := read(c, tt.register, len(tt.want)); string(got) != string(tt.want) {
			t.Errorf("%s: % x, want % x", tt.what, got, tt.want)
		}
	}
	if err := sim.NewPCA9685(nil).Tx([]byte{0x46, 0}, nil); !errors.Is(err, syscall.EREMOTEIO) {
		t.Errorf("a reserved register: %v", err)
	}
}

// The driver as it is, on the model.
func TestTheDriverOfTheLEDController(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		changes := 0
		bus, c := sim.NewBus(), sim.NewPCA9685(func() { changes++ })
		bus.Attach(0x40, c)
		dev, err := pca9685.NewI2C(bus, 0x40)
		if err != nil {
			t.Fatal(err)
		}
		if mode := c.Register(0x00); mode&0x30 != 0x20 {
			t.Errorf("MODE1 is %#x: it should be awake and increment", mode)
		}
		// 25 MHz / 4096 / 50 Hz is 122; the data sheet takes one off (section 7.3.5), the driver does not.
		if p := c.Register(0xFE); p != 122 {
			t.Errorf("prescale %d, want 122", p)
		}
		for _, step := range []struct {
			what string
			do   func() error
			want gpio.Duty
		}{
			{"full on", func() error { return dev.SetFullOn(7) }, gpio.DutyMax},
			{"full off", func() error { return dev.SetFullOff(7) }, 0},
			{"full on again", func() error { return dev.SetFullOn(7) }, gpio.DutyMax},
			{"half", func() error { return dev.SetPwm(7, 0, 0x800) }, gpio.DutyHalf},
			{"half, moved", func() error { return dev.SetPwm(7, 0xC00, 0x400) }, gpio.DutyHalf},
			{"half at another frequency", func() error { return dev.SetPwmFreq(200 * physic.Hertz) }, gpio.DutyHalf},
		} {
			if err := step.do(); err != nil {
				t.Fatal(err)
			}
			if got := c.Duty(7); got != step.want {
				t.Errorf("%s: %v, want %v", step.what, got, step.want)
			}
			if got := c.Duty(8); got != 0 {
				t.Errorf("%s: the next output is high %v of the time", step.what, got)
			}
		}
		if changes == 0 {
			t.Error("no change was told")
		}
	})
}

func TestTheLEDControllerTakesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := sim.NewPCA9685(nil)
		t.Repeat(map[string]func(*rapid.T){
			"tx": func(t *rapid.T) {
				c.Tx(rapid.SliceOfN(rapid.Byte(), 0, 80).Draw(t, "written"), make([]byte, rapid.IntRange(0, 80).Draw(t, "read")))
			},
			"": func(t *rapid.T) {
				for output := range 16 {
					if d := c.Duty(output); d < 0 || d > gpio.DutyMax || d > 0 && c.Register(0x00)&0x10 != 0 {
						t.Fatalf("output %d is high %v of the time", output, d)
					}
				}
			},
		})
	})
}
