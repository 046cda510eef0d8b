package prove

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Protocol is the version that [Generator] speaks; README.md beside this file has all of it.
const Protocol = 1

//go:embed pico.py
var program []byte

// A Generator is a Raspberry Pi Pico that holds lines to ground, and lets go of them, when it is told to.
type Generator struct {
	Lines int    // it has
	Clock int    // ticks a second
	About string // what it says of itself

	port     *os.File
	in       *bufio.Reader
	patience time.Duration
}

// A Step is which lines are held to ground for a while, the lowest bit for line 0.
type Step struct {
	Closed uint
	For    time.Duration
}

// Patience is for how long a Pico is waited for, beside what it was told to do.
const Patience = 3 * time.Second

// OpenGenerator sends its program to the Pico with MicroPython at a serial port, and starts it.
func OpenGenerator(path string, patience time.Duration) (*Generator, error) {
	port, err := openPort(path)
	if err != nil {
		return nil, err
	}
	g := &Generator{port: port, in: bufio.NewReader(port), patience: patience}
	if err := g.start(); err != nil {
		port.Close()
		return nil, fmt.Errorf("the generator at %s: %w", path, err)
	}
	return g, nil
}

func openPort(path string) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no %s: is the Pico plugged in, and MicroPython on it? ls /dev/ttyACM* tells its name", path)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("this user may not use %s: add it to the group dialout (sudo usermod -aG dialout $USER) and log in again: %w", path, err)
	case errors.Is(err, syscall.EBUSY):
		return nil, fmt.Errorf("another program has %s: end it", path)
	case err != nil:
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	mode, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err == nil {
		// As cfmakeraw(3) does: every byte as it is.
		mode.Iflag, mode.Oflag, mode.Lflag = 0, 0, 0
		mode.Cflag = mode.Cflag&^(unix.CSIZE|unix.PARENB) | unix.CS8 | unix.CREAD | unix.CLOCAL
		mode.Cc[unix.VMIN], mode.Cc[unix.VTIME] = 1, 0
		err = errors.Join(unix.IoctlSetTermios(fd, unix.TCSETS, mode), unix.IoctlSetInt(fd, unix.TIOCEXCL, 0))
	}
	if err != nil {
		unix.Close(fd)
		return nil, fmt.Errorf("%s is no serial port: %w", path, err)
	}
	return os.NewFile(uintptr(fd), path), nil
}

// The keys of MicroPython's raw mode (docs.micropython.org, "The MicroPython Interactive Interpreter Mode").
const (
	rawMode   = "\x01"
	normal    = "\x02"
	interrupt = "\x03"
	endOfText = "\x04"
)

// start sends the program and reads what it says of itself.
func (g *Generator) start() error {
	if err := g.send("\r" + interrupt + interrupt + "\r" + rawMode); err != nil {
		return err
	}
	if _, err := g.until("raw REPL; CTRL-B to exit\r\n>"); err != nil {
		return fmt.Errorf("it does not answer as MicroPython does: %w", err)
	}
	// MicroPython reads slower than USB brings, and its buffer is small.
	for rest := program; len(rest) > 0; time.Sleep(10 * time.Millisecond) {
		n := min(256, len(rest))
		if err := g.send(string(rest[:n])); err != nil {
			return err
		}
		rest = rest[n:]
	}
	if err := g.send(endOfText); err != nil {
		return err
	}
	if _, err := g.until("OK"); err != nil {
		return fmt.Errorf("it does not take its program: %w", err)
	}
	greeting, err := g.line(g.patience)
	if err != nil {
		return err
	}
	var version int
	if n, _ := fmt.Sscanf(greeting, "arbitre-pulse %d %d %d", &version, &g.Lines, &g.Clock); n == 0 || version == Protocol && n < 3 {
		return fmt.Errorf("it greets with %q instead of arbitre-pulse", greeting)
	}
	if version != Protocol {
		return fmt.Errorf("it speaks version %d of the protocol, this arbitre speaks %d", version, Protocol)
	}
	if words := strings.Fields(greeting); len(words) > 4 {
		g.About = strings.Join(words[4:], " ")
	}
	return nil
}

// Play has the lines held as the steps say, and returns when they were. The last one must leave all alone.
func (g *Generator) Play(steps []Step) error {
	command := bytes.NewBufferString("play")
	var all time.Duration
	for _, s := range steps {
		fmt.Fprintf(command, " %x:%d", s.Closed, s.For.Nanoseconds())
		all += s.For
	}
	if err := g.send(command.String() + "\n"); err != nil {
		return err
	}
	answer, err := g.line(all + g.patience)
	if err != nil {
		return err
	}
	var n int
	switch parts, _ := fmt.Sscanf(answer, "done %d", &n); {
	case strings.HasPrefix(answer, "late "):
		return fmt.Errorf("%w: %s", ErrLate, answer)
	case parts < 1 || n != len(steps):
		return fmt.Errorf("the generator answers %q", answer)
	}
	return nil
}

// ErrLate is that of steps which were not made at their times, as the generator itself has noticed: they show nothing.
var ErrLate = errors.New("the generator was late")

// Close ends the program, which leaves all lines alone.
func (g *Generator) Close() error {
	return errors.Join(g.send("end\n"+normal), g.port.Close())
}

func (g *Generator) send(text string) error {
	if err := g.port.SetWriteDeadline(time.Now().Add(g.patience)); err != nil {
		return err
	}
	_, err := g.port.WriteString(text)
	return err
}

// line reads a line, of a program that has not ended.
func (g *Generator) line(within time.Duration) (string, error) {
	if err := g.port.SetReadDeadline(time.Now().Add(within)); err != nil {
		return "", err
	}
	line, err := g.in.ReadString('\n')
	if err != nil {
		return "", quiet(err)
	}
	if trace, ended := strings.CutPrefix(line, endOfText); ended {
		rest, _ := g.in.ReadString(endOfText[0])
		said := strings.Split(strings.TrimSpace(trace+strings.TrimSuffix(rest, endOfText)), "\n")
		return "", fmt.Errorf("its program ends: %s", said[len(said)-1])
	}
	return strings.TrimSpace(line), nil
}

// until reads up to some text, and returns what stood before it.
func (g *Generator) until(text string) (string, error) {
	if err := g.port.SetReadDeadline(time.Now().Add(g.patience)); err != nil {
		return "", err
	}
	var read strings.Builder
	for !strings.HasSuffix(read.String(), text) {
		b, err := g.in.ReadByte()
		if err != nil {
			return "", quiet(err)
		}
		read.WriteByte(b)
	}
	return strings.TrimSuffix(read.String(), text), nil
}

// quiet says in plain words that nothing came.
func quiet(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errors.New("it says nothing")
	}
	return err
}
