package hw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/host/v3/sysfs"
)

// OpenI2C opens an I²C bus by its name, "I2C1" or "/dev/i2c-1". Without one it is I2C1, which is on
// the header's pins 3 and 5 on every Pi with 40 of them; the others that are there may well be
// those of the HDMI sockets.
//
// Several may have the same bus open. Each transaction has it alone
// (Documentation/i2c/dev-interface.rst of the kernel).
func OpenI2C(name string) (i2c.BusCloser, error) {
	number, err := busNumber(name)
	if err != nil {
		return nil, err
	}
	// Not by the library's registry, which knows only the buses that were there when it was first
	// asked.
	bus, err := sysfs.NewI2C(number)
	if err != nil {
		node, _ := I2CNode(name)
		return nil, explainI2C(node, err)
	}
	return bus, nil
}

func busNumber(name string) (int, error) {
	if name == "" {
		return 1, nil
	}
	digits, found := strings.CutPrefix(name, "/dev/i2c-")
	if !found {
		digits, found = strings.CutPrefix(name, "I2C")
	}
	number, err := strconv.ParseUint(digits, 10, 16)
	if !found || err != nil {
		return 0, fmt.Errorf("%q is no I²C bus: it is named like I2C1 or /dev/i2c-1", name)
	}
	return int(number), nil
}

// explainI2C says what to do about a bus that can't be opened. The library keeps the kernel's error
// to itself.
func explainI2C(node string, err error) error {
	switch access := unix.Access(node, unix.R_OK|unix.W_OK); {
	case errors.Is(access, fs.ErrNotExist) && node == "/dev/i2c-1":
		return fmt.Errorf("there is no %s: switch it on with dtparam=i2c_arm=on in /boot/firmware/config.txt and load "+
			"i2c-dev (sudo raspi-config nonint do_i2c 0 does both): %w", node, access)
	case errors.Is(access, fs.ErrNotExist):
		return fmt.Errorf("there is no %s: i2cdetect -l prints the buses that there are: %w", node, access)
	case errors.Is(access, fs.ErrPermission):
		return fmt.Errorf("this user may not use %s: add it to the group i2c (sudo usermod -aG i2c $USER) "+
			"and log in again: %w", node, access)
	}
	return fmt.Errorf("%s can't be used: %w", node, err)
}

// I2CNode returns the device file of the bus that [OpenI2C] opens by this name.
func I2CNode(name string) (string, error) {
	number, err := busNumber(name)
	return fmt.Sprintf("/dev/i2c-%d", number), err
}

// Errors of KnockI2C that call for different remedies.
var (
	ErrI2CSilent = errors.New("nothing answers")
	ErrI2CStuck  = errors.New("the bus is stuck")
)

// KnockI2C checks whether an OLED answers at an address of a bus, such as /dev/i2c-1. It sends the
// command to do nothing, which other users of the display don't notice. It returns [ErrI2CSilent]
// if nothing is there, and [ErrI2CStuck] if the bus's lines can't move.
func KnockI2C(node string, addr uint16) error {
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
