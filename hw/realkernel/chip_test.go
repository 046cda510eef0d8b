package realkernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warthog618/go-gpiocdev"
	"golang.org/x/sys/unix"
)

// A chip is a GPIO chip of the kernel's simulator (Documentation/admin-guide/gpio/gpio-sim.rst)
// that looks like that of a Raspberry Pi: its label, and 54 lines, GPIO0 to GPIO53. A test is the
// wires, the switches and the lamps.
type chip struct {
	testing.TB
	name   string // as in /dev
	folder string // in sysfs, one folder per line
	pulls  [lines]int
}

const lines = 54

const simulated = "/sys/kernel/config/gpio-sim/arbitre"

// newChip makes a chip that is in place until the test ends.
func newChip(t testing.TB) *chip {
	t.Helper()
	guest(t)
	c := &chip{TB: t}
	bank := simulated + "/bank0"
	c.make(bank)
	write(c, bank+"/num_lines", fmt.Sprint(lines))
	write(c, bank+"/label", "pinctrl-bcm2835")
	for i := range lines {
		line := fmt.Sprintf("%s/line%d", bank, i)
		c.make(line)
		write(c, line+"/name", fmt.Sprintf("GPIO%d", i))
	}
	write(c, simulated+"/live", "1")
	t.Cleanup(func() {
		write(c, simulated+"/live", "0")
		for i := range lines {
			c.remove(fmt.Sprintf("%s/line%d", bank, i))
		}
		c.remove(bank)
		c.remove(simulated)
	})
	c.attach()
	return c
}

// attach finds the chip that is simulated, and its switches.
func (c *chip) attach() {
	c.Helper()
	c.name = c.read(simulated + "/bank0/chip_name")
	c.folder = filepath.Join("/sys/devices/platform", c.read(simulated+"/dev_name"), c.name)
	for i := range c.pulls {
		fd, err := unix.Open(fmt.Sprintf("%s/sim_gpio%d/pull", c.folder, i), unix.O_WRONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			c.Fatal(err)
		}
		c.pulls[i] = fd
		c.Cleanup(func() { unix.Close(fd) })
	}
}

// lircd requests a line as another program, until the line is closed.
func (c *chip) lircd(offset int) *gpiocdev.Line {
	c.Helper()
	device, err := gpiocdev.NewChip(c.name, gpiocdev.WithConsumer("lircd"))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { device.Close() })
	line, err := device.RequestLine(offset)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { line.Close() })
	return line
}

// set closes a switch between the line and ground, or opens it. The kernel has stamped the edge
// when it returns, or is about to.
func (c *chip) set(line int, closed bool) {
	level := "pull-up"
	if closed {
		level = "pull-down"
	}
	if _, err := unix.Pwrite(c.pulls[line], []byte(level), 0); err != nil {
		c.Errorf("line %d: %v", line, err)
	}
}

// level returns the level of a line, which a program may drive.
func (c *chip) level(line int) string {
	return c.read(fmt.Sprintf("%s/sim_gpio%d/value", c.folder, line))
}

func (c *chip) make(folder string) {
	c.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		c.Fatal(err)
	}
}

func (c *chip) remove(folder string) {
	c.Helper()
	if err := os.Remove(folder); err != nil {
		c.Error(err)
	}
}

func (c *chip) read(path string) string {
	c.Helper()
	return strings.TrimSpace(read(c, path))
}
