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
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"pgregory.net/rapid"
)

// A pwmClass stands for /sys/class/pwm: its folders and links are real; what is written to its
// attributes does what it does in the kernel (drivers/pwm/sysfs.c and core.c, Linux 6.12).
type pwmClass struct {
	root     string
	channels map[string]*pwmChannel // that are exported, by folder
	busy     map[string]bool        // folders of those that a driver of the kernel has
	denied   func(path string) bool // nil: nothing is
}

type pwmChannel struct {
	period, duty int64
	enabled      bool
	heard        []string // every change of what the line does
}

// newPWMClass makes the chips of a machine, each from its device's folder.
func newPWMClass(t *testing.T, devices ...string) *pwmClass {
	c := &pwmClass{root: t.TempDir(), channels: map[string]*pwmChannel{}, busy: map[string]bool{}}
	for i, device := range devices {
		chip := filepath.Join(c.root, fmt.Sprintf("pwmchip%d", i))
		check(t, os.Mkdir(chip, 0o755))
		check(t, os.Symlink("../../../"+device, filepath.Join(chip, "device")))
	}
	return c
}

func (c *pwmClass) write(path, value string) error {
	fail := func(err error) error { return &fs.PathError{Op: "write", Path: path, Err: err} }
	if c.denied != nil && c.denied(path) {
		return fail(syscall.EACCES)
	}
	folder, attribute := filepath.Split(path)
	folder = filepath.Clean(folder)
	number, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return fail(syscall.EINVAL)
	}
	channel := filepath.Join(folder, fmt.Sprintf("pwm%d", number))
	switch exported := c.channels[channel] != nil; {
	case attribute == "export" && (exported || c.busy[channel]):
		return fail(syscall.EBUSY)
	case attribute == "export":
		c.channels[channel] = &pwmChannel{}
		return nil
	case attribute == "unexport" && !exported:
		return fail(syscall.ENODEV)
	case attribute == "unexport":
		delete(c.channels, channel)
		return nil
	}
	ch := c.channels[folder]
	if ch == nil {
		return fail(syscall.ENOENT)
	}
	next := *ch
	switch attribute {
	case "period":
		next.period = number
	case "duty_cycle":
		next.duty = number
	case "enable":
		next.enabled = number == 1
	default:
		return fail(syscall.ENOENT)
	}
	if next.period == 0 || next.duty > next.period {
		return fail(syscall.EINVAL)
	}
	if sound := next.sound(); sound != ch.sound() {
		next.heard = append(next.heard, sound)
	}
	*ch = next
	return nil
}

// sound returns the present signal of the line.
func (ch *pwmChannel) sound() string {
	switch {
	case !ch.enabled:
		return "nothing"
	case ch.duty == 0:
		return "low"
	case ch.duty == ch.period:
		return "high"
	}
	return fmt.Sprintf("%d Hz, %d %%", (1e9+ch.period/2)/ch.period, (100*ch.duty+ch.period/2)/ch.period)
}

// channel returns the only exported channel.
func (c *pwmClass) channel(t rapid.TB) (folder string, ch *pwmChannel) {
	if len(c.channels) != 1 {
		t.Fatalf("%d channels are exported, want 1", len(c.channels))
	}
	for folder, ch = range c.channels {
	}
	rel := must(filepath.Rel(c.root, folder))
	return rel, ch
}

func TestWhichChannelALineHas(t *testing.T) {
	for _, tt := range []struct {
		machine string
		devices []string
		want    map[string]string
	}{
		{"Zero", []string{"2020c000.pwm"}, map[string]string{
			"GPIO12": "pwmchip0/pwm0", "GPIO13": "pwmchip0/pwm1", "GPIO18": "pwmchip0/pwm0",
			"GPIO19": "pwmchip0/pwm1"}},
		{"3", []string{"3f20c000.pwm"}, map[string]string{"GPIO12": "pwmchip0/pwm0", "GPIO19": "pwmchip0/pwm1"}},
		{"4, with headphones", []string{"fe20c800.pwm", "fe20c000.pwm"}, map[string]string{
			"GPIO12": "pwmchip1/pwm0", "GPIO13": "pwmchip1/pwm1"}},
		{"5, with a fan", []string{"1000120000.pcie:pwm_pio", "1f0009c000.pwm", "1f00098000.pwm", "107d517a80.pwm"},
			map[string]string{
				"GPIO12": "pwmchip2/pwm0", "GPIO13": "pwmchip2/pwm1", "GPIO18": "pwmchip2/pwm2",
				"GPIO19": "pwmchip2/pwm3"}},
	} {
		for line, want := range tt.want {
			c := newPWMClass(t, tt.devices...)
			p, err := openPWM(c.root, line, c.write)
			if err != nil {
				t.Errorf("Pi %s, %s: %v", tt.machine, line, err)
				continue
			}
			if got, _ := c.channel(t); got != want {
				t.Errorf("Pi %s: %s is %s, want %s", tt.machine, line, got, want)
			}
			check(t, p.Close())
			if len(c.channels) > 0 {
				t.Errorf("Pi %s, %s: it is still exported", tt.machine, line)
			}
		}
	}
}

// Whatever a program that was killed left behind, and whatever is played: no step is refused, what
// sounds is what was asked for, and at the beginning and the end there is silence.
func TestThePWMLineTakesEveryTone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newPWMClass(t, "1f00098000.pwm")
		if rapid.Bool().Draw(rt, "exported") {
			left := &pwmChannel{period: rapid.Int64Range(0, 1e8).Draw(rt, "period")}
			left.duty = rapid.Int64Range(0, left.period).Draw(rt, "duty")
			left.enabled = left.period > 0 && rapid.Bool().Draw(rt, "enabled")
			c.channels[filepath.Join(c.root, "pwmchip0/pwm0")] = left
		}
		p := must(openPWM(c.root, "GPIO12", c.write))
		_, ch := c.channel(rt)
		if got := ch.sound(); got != "low" {
			rt.Fatalf("it begins with %s", got)
		}
		for _, hertz := range rapid.SliceOf(rapid.Int64Range(20, 20_000)).Draw(rt, "tones") {
			if err := p.PWM(gpio.DutyHalf, physic.Frequency(hertz)*physic.Hertz); err != nil {
				rt.Fatal(err)
			}
			if got, want := ch.sound(), fmt.Sprint(hertz, " Hz, 50 %"); got != want {
				rt.Fatalf("it sounds %s, want %s", got, want)
			}
		}
		if err := p.PWM(gpio.DutyHalf, 0); err == nil {
			rt.Error("a wave of 0 Hz was made")
		}
		if err := p.Out(gpio.High); err != nil || ch.sound() != "high" {
			rt.Fatalf("at a steady level it sounds %s, %v", ch.sound(), err)
		}
		if err := p.Close(); err != nil {
			rt.Fatal(err)
		}
		if got := ch.sound(); got != "nothing" || len(c.channels) > 0 {
			rt.Fatalf("after Close it does %s", got)
		}
	})
}

// Whatever the kernel refuses is an error, at each step.
func TestAToneThatIsRefusedIsAnError(t *testing.T) {
	c := newPWMClass(t, "1f00098000.pwm")
	fails := -1 // how many writes from now on
	p := must(openPWM(c.root, "GPIO12", func(path, value string) error {
		if fails--; fails == 0 {
			return syscall.EIO
		}
		return c.write(path, value)
	}))
	for step := range 3 {
		fails = step + 1
		if err := p.PWM(gpio.DutyHalf, 440*physic.Hertz); !errors.Is(err, syscall.EIO) {
			t.Errorf("step %d is refused: %v", step, err)
		}
	}
}

// udev changes owner and mode of the attributes one after the other, when they are there already.
func TestPermissionsOfThePWMComeLater(t *testing.T) {
	c := newPWMClass(t, "3f20c000.pwm")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		c.denied = func(path string) bool {
			switch filepath.Base(path) {
			case "duty_cycle":
				return time.Since(began) < 300*time.Millisecond
			case "period":
				return time.Since(began) < 500*time.Millisecond
			case "enable":
				return time.Since(began) < 700*time.Millisecond
			}
			return false
		}
		p, err := openPWM(c.root, "GPIO12", c.write)
		if err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited > 800*time.Millisecond {
			t.Errorf("waited for %v", waited)
		}
		check(t, p.Close())

		began = time.Now()
		c.denied = func(path string) bool { return strings.Contains(path, "/pwm0/") }
		_, err = openPWM(c.root, "GPIO12", c.write)
		if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "usermod -aG gpio") {
			t.Errorf("permissions that never come: %v", err)
		}
		if waited := time.Since(began); waited > 3*time.Second || len(c.channels) > 0 {
			t.Errorf("waited for %v; still exported: %v", waited, c.channels)
		}
	})
}

func TestPWMErrorsSayWhatToDo(t *testing.T) {
	refuse := func(err error) func(string, string) error {
		return func(path, _ string) error { return &fs.PathError{Op: "open", Path: path, Err: err} }
	}
	busy := newPWMClass(t, "3f20c000.pwm")
	busy.busy[filepath.Join(busy.root, "pwmchip0/pwm1")] = true
	there := newPWMClass(t, "fe20c000.pwm")
	for _, tt := range []struct {
		class *pwmClass
		line  string
		write func(string, string) error
		want  string
	}{
		{there, "GPIO17", there.write, "line GPIO17 has no PWM: it is on GPIO12, GPIO13, GPIO18 and GPIO19"},
		{newPWMClass(t), "GPIO12", nil,
			"no kernel PWM for GPIO12: add dtoverlay=pwm,pin=12,func=4 to /boot/firmware/config.txt and reboot, " +
				`or use a buzzer that needs none, with buzzer.kind = "active"`},
		{newPWMClass(t, "fe20c800.pwm", "107d517a80.pwm"), "GPIO19", nil,
			"no kernel PWM for GPIO19: add dtoverlay=pwm,pin=19,func=2 to"},
		{busy, "GPIO13", busy.write, "the PWM of GPIO13 is used by a driver of the kernel, see dtoverlay="},
		{there, "GPIO12", refuse(syscall.EACCES),
			"this user may not use the PWM of GPIO12: add it to the group gpio (sudo usermod -aG gpio $USER)"},
		{there, "GPIO12", refuse(syscall.EROFS),
			"the PWM of GPIO12 may not be used: the service needs ReadWritePaths="},
		{there, "GPIO12", refuse(syscall.EIO), "the PWM of GPIO12 can't be used: open "},
	} {
		_, err := openPWM(tt.class.root, tt.line, tt.write)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v\nwant %s", tt.line, err, tt.want)
		}
	}
	if len(busy.channels) > 0 {
		t.Error("what another driver has was exported")
	}
}

// A channel that can't be exported is the error, not what follows from it.
func TestAChannelThatIsNotExported(t *testing.T) {
	c := newPWMClass(t, "1f00098000.pwm")
	_, err := openPWM(c.root, "GPIO12", func(path, value string) error {
		if filepath.Base(path) == "export" {
			return syscall.EIO
		}
		return c.write(path, value)
	})
	if !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v", err)
	}
}

// The overlay's functions are ALT0 on GPIO12 and 13, and ALT5 on GPIO18 and 19 (BCM2835 ARM
// Peripherals, section 6.2: GPFSELn has 100 for ALT0 and 010 for ALT5).
func TestPWMOverlays(t *testing.T) {
	for line, want := range map[string]string{
		"GPIO12": "dtoverlay=pwm,pin=12,func=4", "GPIO13": "dtoverlay=pwm,pin=13,func=4",
		"GPIO18": "dtoverlay=pwm,pin=18,func=2", "GPIO19": "dtoverlay=pwm,pin=19,func=2",
	} {
		if got, ok := PWMOverlay(line); got != want || !ok {
			t.Errorf("%s: %q, %v; want %q", line, got, ok, want)
		}
	}
	if _, ok := PWMOverlay("GPIO17"); ok {
		t.Error("GPIO17 has a PWM")
	}
}
