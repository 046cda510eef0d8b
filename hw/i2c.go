package hw

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/sysfs"
)

// An I2CBus is an I²C bus of a machine.
type I2CBus struct {
	Node string // its device file, such as /dev/i2c-1
	// Place is its node in the device tree, such as soc/i2c@7e804000, or on a machine without one the
	// device below /sys/devices that makes the bus. Unlike the number in Node it is the same after
	// each start: drivers number their buses as they come.
	Place string
}

// I2CBuses returns the buses on which a display may be looked for, the header's first. Those of
// screens and of a PC's mainboard are left out. Root is the machine's "/".
func I2CBuses(root fs.FS) []I2CBus {
	buses := slices.DeleteFunc(allI2CBuses(root), func(b I2CBus) bool { return b.isReserved(root) })
	slices.SortStableFunc(buses, func(a, b I2CBus) int {
		switch {
		case a.onHeader() == b.onHeader():
			return cmp.Or(cmp.Compare(len(a.Node), len(b.Node)), cmp.Compare(a.Node, b.Node))
		case a.onHeader():
			return -1
		}
		return 1
	})
	return buses
}

func allI2CBuses(root fs.FS) (buses []I2CBus) {
	nodes, _ := fs.Glob(root, "dev/i2c-*") // the pattern is good
	for _, node := range nodes {
		link := path.Join("sys/bus/i2c/devices", path.Base(node))
		place := ""
		if tree, err := fs.ReadLink(root, path.Join(link, "of_node")); err == nil {
			_, place, _ = strings.Cut(tree, "devicetree/base/")
		} else if device, err := fs.ReadLink(root, link); err == nil {
			_, place, _ = strings.Cut(path.Dir(device), "devices/")
		}
		buses = append(buses, I2CBus{"/" + node, place})
	}
	return buses
}

// address returns the last six hexadecimal digits of the address of the bus's controller: that which
// its node in the device tree has, i2c@7e804000, or its device, fe804000.i2c. What stands before them
// differs between the models.
func (b I2CBus) address() string {
	digits := "0" + strings.TrimSuffix(strings.TrimPrefix(path.Base(b.Place), "i2c@"), ".i2c")
	return digits[max(0, len(digits)-6):]
}

// onHeader reports whether the bus is on pins 3 and 5 of a Pi's header.
func (b I2CBus) onHeader() bool {
	switch b.address() {
	case "804000", // Zero to 4 (bcm283x.dtsi of the kernel)
		"074000": // Pi 5 (RP1 Peripherals, section 2.2)
		return true
	}
	return false
}

// isReserved reports whether the bus belongs to a screen or to the chips of a PC's mainboard.
func (b I2CBus) isReserved(root fs.FS) bool {
	switch b.address() {
	case "805000", // Zero to 3 (bcm283x.dtsi)
		"f04500", "f09500", // Pi 4 (bcm2711.dtsi)
		"508200", "508280": // Pi 5 (bcm2712.dtsi)
		return true
	}
	// PCI's classes: 03 is a display controller, 0C05 an SMBus.
	class, _ := fs.ReadFile(root, path.Join("sys/devices", b.Place, "class"))
	return strings.Contains(b.Place, "/drm/") || strings.HasPrefix(string(class), "0x03") ||
		strings.HasPrefix(string(class), "0x0c05")
}

// Name returns a name by which [OpenI2C] opens the bus after another start, too, as far as that is
// known: "" for the header's, else its place.
func (b I2CBus) Name() string {
	if b.onHeader() {
		return ""
	}
	return cmp.Or(b.Place, b.Node)
}

// OpenI2C opens an I²C bus by its name: "" for the bus on pins 3 and 5 of a Pi's header, an
// [I2CBus.Place], or a number, as in "I2C3" or "/dev/i2c-3".
//
// Several may have the same bus open. Each transaction has it alone
// (Documentation/i2c/dev-interface.rst of the kernel).
func OpenI2C(name string) (i2c.BusCloser, error) {
	node, err := I2CNode(os.DirFS("/"), name)
	if err != nil {
		return nil, err
	}
	// Not by the library's registry, which knows only the buses that were there when it was first
	// asked.
	number, _ := strconv.Atoi(strings.TrimPrefix(node, "/dev/i2c-"))
	bus, err := sysfs.NewI2C(number)
	if err != nil {
		return nil, explainI2C(node, err)
	}
	return bus, nil
}

// I2CNode returns the device file of the bus that [OpenI2C] opens by a name. Root is the machine's
// "/". A bus that is not there is an error that wraps [fs.ErrNotExist]; a number is not looked for.
func I2CNode(root fs.FS, name string) (string, error) {
	const usual = "/dev/i2c-1"
	switch {
	case name == "":
		// Other boards have no place that is known here. On a Pi the usual number may be an HDMI
		// socket's.
		buses := I2CBuses(root)
		isUsual := func(b I2CBus) bool { return b.Node == usual }
		if len(buses) > 0 && buses[0].onHeader() {
			return buses[0].Node, nil
		}
		if slices.ContainsFunc(buses, isUsual) {
			return usual, nil
		}
		return "", fmt.Errorf("the header's I²C bus is not there: switch it on with dtparam=i2c_arm=on in "+
			"/boot/firmware/config.txt and load i2c-dev (sudo raspi-config nonint do_i2c 0 does both): %w", fs.ErrNotExist)
	case strings.ContainsAny(name, "/@") && !strings.HasPrefix(name, "/dev/"):
		var places []string
		for _, b := range allI2CBuses(root) {
			if b.Place == name {
				return b.Node, nil
			}
			places = append(places, b.Place)
		}
		return "", fmt.Errorf("there is no I²C bus %s, only %q: %w", name, places, fs.ErrNotExist)
	}
	digits, found := strings.CutPrefix(name, "/dev/i2c-")
	if !found {
		digits, found = strings.CutPrefix(name, "I2C")
	}
	number, err := strconv.ParseUint(digits, 10, 16)
	if !found || err != nil {
		return "", fmt.Errorf("%q is no I²C bus: it is named like I2C3 or /dev/i2c-3, and nothing means the header's", name)
	}
	return fmt.Sprintf("/dev/i2c-%d", number), nil
}

// explainI2C says what to do about a bus that can't be opened. The library keeps the kernel's error
// to itself.
func explainI2C(node string, err error) error {
	switch access := unix.Access(node, unix.R_OK|unix.W_OK); {
	case errors.Is(access, fs.ErrNotExist):
		return fmt.Errorf("there is no %s: i2cdetect -l prints the buses that there are: %w", node, access)
	case errors.Is(access, fs.ErrPermission):
		return fmt.Errorf("this user may not use %s: add it to the group i2c (sudo usermod -aG i2c $USER) "+
			"and log in again: %w", node, access)
	}
	return fmt.Errorf("%s can't be used: %w", node, err)
}

// Errors of ProbeI2C that call for different remedies.
var (
	ErrI2CSilent = errors.New("nothing answers")
	ErrI2CStuck  = errors.New("the bus is stuck")
)

// ProbeI2C checks whether an OLED answers at an address of a bus, such as /dev/i2c-1. It sends the
// command to do nothing, which other users of the display don't notice. It returns [ErrI2CSilent]
// if nothing is there, and [ErrI2CStuck] if the bus's lines can't move.
func ProbeI2C(node string, addr uint16) error {
	bus, err := os.OpenFile(node, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer bus.Close()
	say := []byte{0x00, 0xE3} // one command of the SSD1306, "no operation" (datasheet, table 9-1)
	// linux/i2c-dev.h: struct i2c_rdwr_ioctl_data with one struct i2c_msg.
	const transfer = 0x0707
	message := struct {
		addr, flags, length uint16
		buf                 *byte
	}{addr: addr, length: uint16(len(say)), buf: unsafe.SliceData(say)}
	transaction := struct {
		messages unsafe.Pointer
		n        uint32
	}{unsafe.Pointer(&message), 1}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, bus.Fd(), transfer, uintptr(unsafe.Pointer(&transaction)))
	switch errno {
	case 0:
		return nil
	case syscall.ENXIO, syscall.EREMOTEIO, syscall.EIO: // Documentation/i2c/fault-codes.rst; drivers differ
		return fmt.Errorf("%w at %#x: %w", ErrI2CSilent, addr, errno)
	case syscall.ETIMEDOUT, syscall.EBUSY, syscall.EAGAIN:
		return fmt.Errorf("%w: %w", ErrI2CStuck, errno)
	}
	return errno
}
