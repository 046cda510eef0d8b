package realkernel

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"arbitre/hw"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// A pwmChannel is channel 0 of the chip that stands for the Pi's, seen through the kernel's own
// files.
type pwmChannel struct {
	testing.TB
	chip string
}

func newPWMChannel(t testing.TB) pwmChannel {
	t.Helper()
	guest(t)
	chip := hw.SurveyPWM("/", "GPIO12")
	if chip == "" {
		t.Fatal("the guest has no PWM chip whose device is named like a Pi's, 3f20c000.pwm")
	}
	return pwmChannel{t, chip}
}

// is what the kernel says of the channel: its period and duty cycle in nanoseconds, and whether it
// is enabled.
func (c pwmChannel) is() (period, duty int64, enabled bool) {
	c.Helper()
	says := func(attribute string) int64 {
		n, err := strconv.ParseInt(strings.TrimSpace(read(c, filepath.Join(c.chip, "pwm0", attribute))), 10, 64)
		if err != nil {
			c.Fatal(err)
		}
		return n
	}
	return says("period"), says("duty_cycle"), says("enable") == 1
}

func (c pwmChannel) exported() bool {
	_, err := os.Stat(filepath.Join(c.chip, "pwm0"))
	return err == nil
}

func (c pwmChannel) open() *hw.PWMLine {
	c.Helper()
	p, err := hw.OpenPWM("GPIO12")
	if err != nil {
		c.Fatal(err)
	}
	return p
}

func TestTheKernelsPWM(t *testing.T) {
	c := newPWMChannel(t)
	p := c.open()
	if _, duty, _ := c.is(); duty != 0 {
		t.Errorf("it begins with a pulse of %d ns", duty)
	}
	for _, hertz := range []int64{440, 4000, 20, 20_000, 523} {
		if err := p.PWM(gpio.DutyHalf, physic.Frequency(hertz)*physic.Hertz); err != nil {
			t.Fatal(err)
		}
		period, duty, enabled := c.is()
		if want := 1_000_000_000 / hertz; period < want-1 || period > want+1 || duty != period/2 || !enabled {
			t.Errorf("%d Hz: period %d ns, pulse %d ns, enabled %v", hertz, period, duty, enabled)
		}
		if err := p.Out(gpio.Low); err != nil {
			t.Fatal(err)
		}
		if _, duty, enabled := c.is(); duty != 0 || !enabled {
			t.Errorf("silence after %d Hz: pulse %d ns, enabled %v", hertz, duty, enabled)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if c.exported() {
		t.Error("the channel was not given back")
	}
}

// A program that was killed leaves the channel exported, and sounding.
func TestThePWMOfAProgramThatWasKilledIsSilencedAndTakenOver(t *testing.T) {
	c := newPWMChannel(t)
	write(c, filepath.Join(c.chip, "export"), "0")
	write(c, filepath.Join(c.chip, "pwm0/period"), "3000000")
	write(c, filepath.Join(c.chip, "pwm0/duty_cycle"), "1500000")
	write(c, filepath.Join(c.chip, "pwm0/enable"), "1")
	p := c.open()
	if _, duty, _ := c.is(); duty != 0 {
		t.Errorf("it still sounds, with a pulse of %d ns", duty)
	}
	if err := p.PWM(gpio.DutyHalf, 880*physic.Hertz); err != nil {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
