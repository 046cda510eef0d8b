package hw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// PWMLine is a line of the header on which the kernel makes a square wave
// (Documentation/ABI/testing/sysfs-class-pwm). One goroutine owns it.
type PWMLine struct {
	chip    string // the folder of its chip in sysfs
	channel int
	write   func(path, value string) error
	period  time.Duration
}

// OpenPWM opens GPIO12, GPIO13, GPIO18 or GPIO19, the lines with PWM on Pis from Zero to 5, and
// silences it. A channel that is taken already, as by a program that was killed, is taken over. It
// waits up to two seconds for udev to give this user the permissions.
func OpenPWM(line string) (*PWMLine, error) {
	return openPWM("/sys/class/pwm", line, func(path, value string) error {
		return os.WriteFile(path, []byte(value), 0)
	})
}

// A pwmRoute is a line and the PWM channel that drives it.
type pwmRoute struct {
	line     string
	bcm, rp1 int // the channel on a Pi up to 4, and on a Pi 5
	function int // BCM2835_FSEL of the overlay: ALT0 or ALT5
}

// pwmRouteOf returns the route of the overlay pwm for a line (BCM2835 ARM Peripherals, section 9.5;
// RP1 Peripherals, table 4), if it has one.
func pwmRouteOf(line string) (route pwmRoute, ok bool) {
	for _, r := range []pwmRoute{
		{line: "GPIO12", bcm: 0, rp1: 0, function: 4},
		{line: "GPIO13", bcm: 1, rp1: 1, function: 4},
		{line: "GPIO18", bcm: 0, rp1: 2, function: 2},
		{line: "GPIO19", bcm: 1, rp1: 3, function: 2},
	} {
		if r.line == line {
			return r, true
		}
	}
	return pwmRoute{}, false
}

// PWMOverlay returns the entry of the firmware's config.txt that gives a line PWM, such as
// "dtoverlay=pwm,pin=12,func=4". It is not ok for a line that can't have PWM.
func PWMOverlay(line string) (overlay string, ok bool) {
	r, ok := pwmRouteOf(line)
	return fmt.Sprintf("dtoverlay=pwm,pin=%s,func=%d", strings.TrimPrefix(line, "GPIO"), r.function), ok
}

func openPWM(root, line string, write func(path, value string) error) (*PWMLine, error) {
	p := &PWMLine{write: write}
	if err := p.find(root, line); err != nil {
		return nil, err
	}
	if err := p.take(); err != nil {
		return nil, explainPWM(line, err)
	}
	return p, nil
}

func (p *PWMLine) find(root, name string) error {
	route, ok := pwmRouteOf(name)
	if !ok {
		return fmt.Errorf("line %s has no PWM: it is on GPIO12, GPIO13, GPIO18 and GPIO19", name)
	}
	chips, _ := filepath.Glob(filepath.Join(root, "pwmchip*")) // the pattern is valid
	for _, chip := range chips {
		device, err := os.Readlink(filepath.Join(chip, "device"))
		if err != nil {
			continue // it has just gone
		}
		// Chips are known by their address, 20C000h on a BCM2835 to 2711 and 98000h on an RP1:
		// their numbers change from kernel to kernel, and others drive fans and the headphones.
		switch {
		case strings.HasSuffix(device, "20c000.pwm"):
			p.chip, p.channel = chip, route.bcm
			return nil
		case strings.HasSuffix(device, "98000.pwm"):
			p.chip, p.channel = chip, route.rp1
			return nil
		}
	}
	overlay, _ := PWMOverlay(name)
	return fmt.Errorf("no kernel PWM for %s: add %s to /boot/firmware/config.txt and reboot, "+
		`or use a buzzer that needs none, with buzzer.kind = "active"`, name, overlay)
}

const (
	pwmPatience = 2 * time.Second
	pwmGlance   = 20 * time.Millisecond
)

// take exports the channel and makes it a silent, steady low.
func (p *PWMLine) take() error {
	err := p.write(filepath.Join(p.chip, "export"), strconv.Itoa(p.channel))
	if err != nil && !errors.Is(err, syscall.EBUSY) {
		return err
	}
	// The files appear at once; udev sets their permissions file by file.
	for end := time.Now().Add(pwmPatience); ; time.Sleep(pwmGlance) {
		err := p.silence()
		if err == nil {
			return nil
		}
		if !errors.Is(err, fs.ErrPermission) || time.Now().After(end) {
			p.release()
			return err
		}
	}
}

// silence makes a channel a steady low, whatever its state. As long as it has no period, as after a
// boot, the kernel accepts nothing else; and it accepts no period shorter than the pulse.
func (p *PWMLine) silence() error {
	if err := p.set("duty_cycle", 0); err != nil && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	p.period = time.Millisecond
	if err := p.set("period", p.period); err != nil {
		return err
	}
	if err := p.set("duty_cycle", 0); err != nil {
		return err
	}
	// Only an output that is enabled is surely low (Documentation/driver-api/pwm.rst).
	return p.set("enable", 1)
}

// PWM makes a square wave that is high for a part of the time.
func (p *PWMLine) PWM(duty gpio.Duty, f physic.Frequency) error {
	if f <= 0 {
		return fmt.Errorf("no square wave has a frequency of %v", f)
	}
	// With no pulse every period may follow.
	if err := p.set("duty_cycle", 0); err != nil {
		return err
	}
	period := f.Period()
	if err := p.set("period", period); err != nil {
		return err
	}
	p.period = period
	return p.set("duty_cycle", time.Duration(int64(period)*int64(duty)/int64(gpio.DutyMax)))
}

// Out sets a steady level, without a tone.
func (p *PWMLine) Out(level gpio.Level) error {
	if level {
		return p.set("duty_cycle", p.period)
	}
	return p.set("duty_cycle", 0)
}

// Close silences the line and closes it.
func (p *PWMLine) Close() error {
	return errors.Join(p.set("duty_cycle", 0), p.set("enable", 0), p.release())
}

func (p *PWMLine) release() error {
	return p.write(filepath.Join(p.chip, "unexport"), strconv.Itoa(p.channel))
}

func (p *PWMLine) set(attribute string, value time.Duration) error {
	folder := filepath.Join(p.chip, fmt.Sprintf("pwm%d", p.channel))
	return p.write(filepath.Join(folder, attribute), strconv.FormatInt(int64(value), 10))
}

func explainPWM(line string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("this user may not use the PWM of %s: add it to the group gpio "+
			"(sudo usermod -aG gpio $USER) and log in again: %w", line, err)
	case errors.Is(err, fs.ErrNotExist): // it could not be exported
		return fmt.Errorf("the PWM of %s is used by a driver of the kernel, "+
			"see dtoverlay= in /boot/firmware/config.txt: %w", line, err)
	case errors.Is(err, syscall.EROFS):
		return fmt.Errorf("the PWM of %s may not be used: "+
			"the service needs ReadWritePaths=/sys in its unit: %w", line, err)
	}
	return fmt.Errorf("the PWM of %s can't be used: %w", line, err)
}
