package evdev

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The requests of linux/input.h that this package makes.
const (
	setGrab  = 1<<30 | 4<<16 | 'E'<<8 | 0x90        // EVIOCGRAB
	setClock = 1<<30 | 4<<16 | 'E'<<8 | 0xa0        // EVIOCSCLOCKID
	getDown  = 2<<30 | keyBytes<<16 | 'E'<<8 | 0x18 // EVIOCGKEY(keyBytes)
	getLEDs  = 2<<30 | 1<<16 | 'E'<<8 | 0x19        // EVIOCGLED(1)
	getAxis  = 2<<30 | 24<<16 | 'E'<<8 | 0x40       // EVIOCGABS(0)
)

// axisRange returns the least and the greatest value of an axis (struct input_absinfo).
func axisRange(file *os.File, axis uint16) (least, most int32, err error) {
	var info struct{ value, least, most, fuzz, flat, resolution int32 }
	err = control(file, func(fd int) error {
		_, _, failed := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), getAxis+uintptr(axis), uintptr(unsafe.Pointer(&info)))
		if failed != 0 {
			return failed
		}
		return nil
	})
	return info.least, info.most, err
}

// Grab opens a device for this process alone, stamped on the clock of [arbitre/hw.Now]: the text
// console, for instance, gets nothing from it. A file that is no input device is [ErrUnwanted]; in
// messages, what names the kind of device.
func Grab(node, what string) (*os.File, error) {
	file, err := os.OpenFile(node, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	err = control(file, func(fd int) error {
		if err := unix.IoctlSetPointerInt(fd, setClock, unix.CLOCK_MONOTONIC); err != nil {
			return err
		}
		return unix.IoctlSetInt(fd, setGrab, 1)
	})
	if err != nil {
		file.Close()
		return nil, explainGrab(err, node, what)
	}
	return file, nil
}

// ungrab lets other processes read the device again.
func ungrab(file *os.File) error {
	return control(file, func(fd int) error { return unix.IoctlSetInt(fd, setGrab, 0) })
}

// control calls a function with the descriptor of a file, and keeps the file open meanwhile.
func control(file *os.File, call func(fd int) error) error {
	conn, err := file.SyscallConn()
	if err != nil {
		return err
	}
	if closed := conn.Control(func(fd uintptr) { err = call(int(fd)) }); closed != nil {
		return closed
	}
	return err
}

func explainGrab(err error, node, what string) error {
	switch {
	case errors.Is(err, syscall.ENOTTY), errors.Is(err, syscall.EINVAL):
		return ErrUnwanted
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("another program has taken %s %s: end it: %w", what, node, err)
	}
	return fmt.Errorf("%s %s can't be used: %w", what, node, err)
}
