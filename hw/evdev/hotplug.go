package evdev

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// Ports watches /dev/input and reads every wanted device, also those plugged in later.
type Ports struct {
	of      Hotplug
	inotify *os.File
	work    sync.WaitGroup // follows the folder, and reads the devices

	looking sync.Mutex // held while devices are tried, and taken before mu

	mu      sync.Mutex // of what follows
	taken   map[string]taken
	failing map[string]error // by node; "" is the folder
	outage  hw.Outage
	again   *time.Timer // runs while something fails
	closed  bool
}

// A Hotplug says which devices are wanted, and who reads them.
type Hotplug struct {
	What    string                      // they are, for people: "keyboard"
	Take    func(Device) (Taken, error) // opens a device; ErrUnwanted where it is not one of them
	Queue   *hw.Queue                   // takes what is read
	Changed func()                      // is called when devices may have come or gone; nil: nobody is told
	Report  func(error)                 // is that of the [hw.Outage] of all together; nil: nobody is told

	root     string        // of the machine; empty: "/"
	patience time.Duration // how long something may fail before it is told; 0: the usual
}

// patience is how long udev may take until a device has its permissions, which it gives in several
// steps after the device has appeared.
const patience = 2 * time.Second

// A Taken device is one that is wanted, and is open.
type Taken struct {
	io.Closer
	Read func() error // passes on what the device sends, and returns why nothing more comes
}

type taken struct {
	Taken
	node fs.FileInfo // by which it is told from a later device of the same name
}

// ErrUnwanted is returned by Take for a device that is not one of the wanted kind.
var ErrUnwanted = errors.New("not wanted")

// Follow takes every device that is wanted, now or later. One that can't be taken is tried again.
func (h Hotplug) Follow() (*Ports, error) {
	h.root, h.patience = cmp.Or(h.root, "/"), cmp.Or(h.patience, patience)
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", h.What, err)
	}
	p := &Ports{of: h, inotify: os.NewFile(uintptr(fd), "inotify"), outage: hw.Outage{Report: h.Report},
		taken: map[string]taken{}, failing: map[string]error{}}
	p.again = time.AfterFunc(time.Hour, p.retry)
	p.again.Stop() // until something fails
	// The folder itself comes with the first device and goes with the last.
	if err = p.watch(filepath.Join(p.of.root, "dev"), unix.IN_CREATE); err == nil {
		err = p.look()
	}
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", p.of.What, err)
	}
	p.work.Go(p.follow)
	return p, nil
}

// Events are those of all devices in the order in which they were read, stamped by the kernel on
// the clock of [hw.Clock].
func (p *Ports) Events() <-chan hw.Event { return p.of.Queue.Events() }

// Close gives the devices back. No event follows.
func (p *Ports) Close() error {
	p.of.Queue.Close()
	p.mu.Lock()
	closed := p.closed
	p.closed = true
	p.again.Stop()
	p.mu.Unlock()
	if closed {
		return nil
	}
	err := p.inotify.Close()
	p.looking.Lock() // whoever tries a device has done so, and from now on none is tried
	p.mu.Lock()
	for _, device := range p.taken {
		device.Close()
	}
	p.mu.Unlock()
	p.looking.Unlock()
	p.work.Wait()
	return err
}

// refresh takes all wanted devices, and gives back those that are gone.
func (p *Ports) refresh() {
	err := p.look()
	p.mu.Lock()
	p.note("", err)
	p.mu.Unlock()
	if p.of.Changed != nil {
		p.of.Changed()
	}
}

func (p *Ports) look() error {
	p.looking.Lock()
	defer p.looking.Unlock()
	folder := filepath.Join(p.of.root, "dev/input")
	err := p.watch(folder, unix.IN_CREATE|unix.IN_ATTRIB|unix.IN_DELETE)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(folder) // after the watch, so that none is missed between
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	nodes := map[string]fs.FileInfo{}
	for _, entry := range entries {
		if node, err := entry.Info(); err == nil && strings.HasPrefix(entry.Name(), "event") {
			nodes[entry.Name()] = node
		}
	}
	p.giveBack(nodes)
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		p.try(name, nodes[name])
	}
	return nil
}

func (p *Ports) watch(folder string, changes uint32) error {
	err := control(p.inotify, func(fd int) error {
		_, err := unix.InotifyAddWatch(fd, folder, changes|unix.IN_ONLYDIR)
		return err
	})
	if err != nil {
		return &fs.PathError{Op: "watch", Path: folder, Err: err}
	}
	return nil
}

// follow looks whenever anything in the folder changes, until the ports are closed.
func (p *Ports) follow() {
	buf := make([]byte, 4096)
	for {
		_, err := p.inotify.Read(buf)
		if errors.Is(err, fs.ErrClosed) {
			return
		} else if err != nil {
			p.mu.Lock()
			p.note("", err)
			p.mu.Unlock()
			return
		}
		p.refresh()
	}
}

// giveBack closes the devices whose node is gone, and forgets what was wrong with such nodes.
func (p *Ports) giveBack(nodes map[string]fs.FileInfo) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, device := range p.taken {
		if node, ok := nodes[name]; !ok || !os.SameFile(node, device.node) {
			delete(p.taken, name)
			device.Close() // its reader does the rest
		}
	}
	for name := range p.failing {
		if _, ok := nodes[name]; !ok && name != "" {
			p.note(name, nil)
		}
	}
}

// try takes a device, if it is wanted and not taken already.
func (p *Ports) try(name string, node fs.FileInfo) {
	p.mu.Lock()
	_, skip := p.taken[name]
	skip = skip || p.closed
	p.mu.Unlock()
	if skip {
		return
	}
	var opened Taken
	device, err := find(os.DirFS(p.of.root), name)
	if err == nil {
		opened, err = p.of.Take(device)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil {
		p.taken[name] = taken{opened, node}
		p.work.Go(func() { p.read(name, opened) })
	} else if errors.Is(err, ErrUnwanted) || isGone(err) {
		err = nil
	}
	p.note(name, err)
}

// read reads one device until it is unplugged or closed. If it fails before, that is told at once.
func (p *Ports) read(name string, device Taken) {
	err := device.Read()
	p.mu.Lock()
	if p.taken[name].Closer == device.Closer {
		delete(p.taken, name)
	}
	device.Close()
	if isGone(err) {
		p.mu.Unlock()
		p.refresh() // another one may be wanted now
		return
	}
	p.note(name, fmt.Errorf("%s %s is not read any more: %w", p.of.What, name, err))
	p.tell()
	p.mu.Unlock()
	if p.of.Changed != nil {
		p.of.Changed()
	}
}

// note notes that a device, or the folder, fails for this reason, or for none. What begins to fail
// is tried once more before it is told. The caller holds mu.
func (p *Ports) note(name string, err error) {
	fine := len(p.failing) == 0
	if err == nil {
		delete(p.failing, name)
	} else {
		p.failing[name] = err
	}
	switch {
	case p.closed:
	case len(p.failing) == 0:
		p.again.Stop()
		p.outage.Tried(nil)
	case fine:
		p.again.Reset(p.of.patience)
	}
}

// retry tries again all that fail, and tells what still does.
func (p *Ports) retry() {
	p.refresh()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tell()
}

// tell reports what fails, if anything does, and has it tried again later. The caller holds mu.
func (p *Ports) tell() {
	if len(p.failing) > 0 && !p.closed {
		p.again.Reset(p.outage.Tried(p.why()))
	}
}

// why is what there is to know of all that fail.
func (p *Ports) why() error {
	if err := p.failing[""]; err != nil {
		return fmt.Errorf("a %s that is plugged in from now on is not noticed: %w", p.of.What, err)
	}
	var denied []string
	for _, name := range slices.Sorted(maps.Keys(p.failing)) {
		if err := p.failing[name]; !errors.Is(err, fs.ErrPermission) {
			return err
		}
		denied = append(denied, name)
	}
	return fmt.Errorf("this user may not read /dev/input/%s, so that a %s there can't be used: %s",
		strings.Join(denied, ", "), p.of.What, joinInput)
}

// failure is why a device can't be read, as far as that is known, or nil.
func (p *Ports) failure(d Device) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failing[filepath.Base(d.Node)]
}

// joinInput is what to do where permissions are missing.
const joinInput = "add it to the group input (sudo usermod -aG input $USER) and log in again"

// isGone tells that a device was unplugged or closed.
func isGone(err error) bool {
	return errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.ENXIO) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, fs.ErrClosed) || errors.Is(err, io.EOF)
}

// What linux/input.h asks of a device.
const (
	setGrab  = 1<<30 | 4<<16 | 'E'<<8 | 0x90        // EVIOCGRAB
	setClock = 1<<30 | 4<<16 | 'E'<<8 | 0xa0        // EVIOCSCLOCKID
	getDown  = 2<<30 | keyBytes<<16 | 'E'<<8 | 0x18 // EVIOCGKEY(keyBytes)
	getLEDs  = 2<<30 | 1<<16 | 'E'<<8 | 0x19        // EVIOCGLED(1)
)

// Take opens a device for this process alone, stamped on the clock of [arbitre/hw.Clock]: the text
// console, for instance, gets nothing from it. What can't be an input device is unwanted.
func Take(node, what string) (*os.File, error) {
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
		return nil, explain(err, node, what)
	}
	return file, nil
}

// share gives back what Take has for this process alone.
func share(file *os.File) error {
	return control(file, func(fd int) error { return unix.IoctlSetInt(fd, setGrab, 0) })
}

// control calls with the descriptor of a file, which stays open meanwhile.
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

func explain(err error, node, what string) error {
	switch {
	case errors.Is(err, syscall.ENOTTY), errors.Is(err, syscall.EINVAL):
		return ErrUnwanted
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("another program has taken %s %s: end it: %w", what, node, err)
	}
	return fmt.Errorf("%s %s can't be used: %w", what, node, err)
}
