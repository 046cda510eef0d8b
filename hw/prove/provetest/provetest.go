// Package provetest stands in for a Pico that makes pulses: another program at the other end of a serial line.
package provetest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"arbitre/hw/prove"

	"golang.org/x/sys/unix"
)

// A Line is a serial line of the kernel's own, with two ends.
type Line struct {
	*os.File        // the end of a Pico
	Port     string // the path of the other one

	port *os.File
}

// Open makes a line.
func Open() (*Line, error) {
	line, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	number, err := unix.IoctlGetInt(int(line.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(line.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		line.Close()
		return nil, err
	}
	path := fmt.Sprintf("/dev/pts/%d", number)
	// Who reads while nobody has the other end open gets an error; so that is held open, too, and does not echo.
	port, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		line.Close()
		return nil, err
	}
	mode, err := unix.IoctlGetTermios(int(port.Fd()), unix.TCGETS)
	if err == nil {
		mode.Lflag, mode.Oflag = 0, 0
		err = unix.IoctlSetTermios(int(port.Fd()), unix.TCSETS, mode)
	}
	if err != nil {
		line.Close()
		port.Close()
		return nil, err
	}
	return &Line{line, path, port}, nil
}

// Close closes both ends.
func (l *Line) Close() error {
	l.port.Close()
	return l.File.Close()
}

// Serve answers as MicroPython does, and then as its program, which greets so. It plays steps by play, which tells whether
// they were made at their times. It returns when the line is closed.
func Serve(line io.ReadWriter, greeting string, play func([]prove.Step) bool) {
	in := bufio.NewReader(line)
	for {
		if _, err := in.ReadString('\x01'); err != nil {
			return
		}
		fmt.Fprint(line, "raw REPL; CTRL-B to exit\r\n>")
		if _, err := in.ReadString('\x04'); err != nil { // the program
			return
		}
		fmt.Fprintf(line, "OK%s\r\n", greeting)
		for {
			command, err := in.ReadString('\n')
			if err != nil {
				return
			}
			if !strings.HasPrefix(command, "play ") {
				fmt.Fprint(line, "\x04\x04>")
				break
			}
			steps := stepsOf(strings.Fields(command)[1:])
			word := "late"
			if play(steps) {
				word = "done"
			}
			fmt.Fprintf(line, "%s %d 0\r\n", word, len(steps))
		}
	}
}

// stepsOf reads steps, each "LINES:NS".
func stepsOf(words []string) (steps []prove.Step) {
	for _, word := range words {
		lines, span, _ := strings.Cut(word, ":")
		closed, err := strconv.ParseUint(lines, 16, 32)
		if err != nil {
			panic(err)
		}
		ns, err := strconv.ParseInt(span, 10, 64)
		if err != nil {
			panic(err)
		}
		steps = append(steps, prove.Step{Closed: uint(closed), For: time.Duration(ns)})
	}
	return steps
}
