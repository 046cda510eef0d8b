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
	hotplug Hotplug
	inotify *os.File
	work    sync.WaitGroup // the goroutines that watch the folder and read the devices

	mu      sync.Mutex          // guards what follows
	devices map[string]openPort // by node
	failing map[string]error    // by node; "" is the folder
	outage  hw.Outage
	again   *time.Timer // nil while nothing fails
	closed  bool
}

// A Hotplug says which devices are wanted, and how they are opened.
type Hotplug struct {
	What    string                       // the kind of device, as in messages: "keyboard"
	Open    func(Device) (Reader, error) // opens a device; ErrUnwanted for another kind
	Queue   *hw.Queue                    // buffers the events of all devices
	Changed func(*Ports)                 // called when devices may have come or gone; may be nil
	Report  func(error)                  // as [hw.Outage.Report], once for all devices together; may be nil

	root     string        // of the machine; empty: "/"
	patience time.Duration // how long a failure may last before it is reported; 0: the usual
}

// patience is how long udev may take to set a device's permissions, which it does in several steps
// after the device has appeared.
const patience = 2 * time.Second

// A Reader reads one open device.
type Reader struct {
	io.Closer
	Read func() error // sends the device's events until it is unplugged or closed, and returns why
}

// An openPort is a device that is read.
type openPort struct {
	Reader
	node fs.FileInfo // tells it from a later device with the same name
}

// ErrUnwanted is returned by Hotplug.Open for a device that is not of the wanted kind.
var ErrUnwanted = errors.New("not wanted")

// Follow reads every wanted device, now or later. A device that can't be opened is tried again.
func (h Hotplug) Follow() (*Ports, error) {
	h.root, h.patience = cmp.Or(h.root, "/"), cmp.Or(h.patience, patience)
	if h.Changed == nil {
		h.Changed = func(*Ports) {}
	}
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", h.What, err)
	}
	p := &Ports{hotplug: h, inotify: os.NewFile(uintptr(fd), "inotify"), outage: hw.Outage{Report: h.Report},
		devices: map[string]openPort{}, failing: map[string]error{}}
	// /dev/input itself comes with the first device and goes with the last.
	p.mu.Lock()
	if err = p.watch(filepath.Join(h.root, "dev"), unix.IN_CREATE); err == nil {
		err = p.scan()
	}
	p.scheduleRetry(false)
	p.mu.Unlock()
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", h.What, err)
	}
	p.work.Go(p.follow)
	return p, nil
}

// Events returns the events of all devices in the order in which they were read, stamped by the
// kernel on the clock of [hw.Now].
func (p *Ports) Events() <-chan hw.Event { return p.hotplug.Queue.Events() }

// Close closes the devices. No event follows.
func (p *Ports) Close() error {
	p.hotplug.Queue.Close()
	p.mu.Lock()
	closed := p.closed
	p.closed = true // from now on no device is opened
	if p.again != nil {
		p.again.Stop()
	}
	for _, device := range p.devices {
		device.Close()
	}
	p.mu.Unlock()
	if closed {
		return nil
	}
	err := p.inotify.Close()
	p.work.Wait()
	return err
}

// refresh opens wanted devices that are new, and closes those that are gone. Report says that what
// fails even now is reported.
func (p *Ports) refresh(report bool) {
	p.mu.Lock()
	if !p.closed {
		p.setFailure("", p.scan())
		p.scheduleRetry(report)
	}
	p.mu.Unlock()
	p.hotplug.Changed(p)
}

// scan lists /dev/input, opens new devices and closes those that are gone. The caller holds mu.
func (p *Ports) scan() error {
	folder := filepath.Join(p.hotplug.root, "dev/input")
	err := p.watch(folder, unix.IN_CREATE|unix.IN_ATTRIB|unix.IN_DELETE)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(folder) // after the watch, so that no device is missed between the two
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	nodes := map[string]fs.FileInfo{}
	for _, entry := range entries {
		if node, err := entry.Info(); err == nil && strings.HasPrefix(entry.Name(), "event") {
			nodes[entry.Name()] = node
		}
	}
	for name, device := range p.devices {
		if node, ok := nodes[name]; !ok || !os.SameFile(node, device.node) {
			delete(p.devices, name)
			device.Close() // ends read, which does the rest
		}
	}
	maps.DeleteFunc(p.failing, func(name string, _ error) bool { return nodes[name] == nil && name != "" })
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		if _, isOpen := p.devices[name]; !isOpen {
			p.setFailure(name, p.openNode(name, nodes[name]))
		}
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

// follow refreshes whenever the folder changes, until the ports are closed.
func (p *Ports) follow() {
	for buf := make([]byte, 4096); ; {
		if _, err := p.inotify.Read(buf); err != nil {
			return
		}
		p.refresh(false)
	}
}

// openNode opens a device and begins to read it, if it is wanted. The caller holds mu.
func (p *Ports) openNode(name string, node fs.FileInfo) error {
	device, err := find(os.DirFS(p.hotplug.root), name)
	if err != nil {
		return err
	}
	reader, err := p.hotplug.Open(device)
	if err != nil {
		return err
	}
	p.devices[name] = openPort{reader, node}
	p.work.Go(func() { p.read(name, reader) })
	return nil
}

// read reads one device until it is unplugged or closed. Any other end is reported at once.
func (p *Ports) read(name string, device Reader) {
	err := device.Read()
	p.mu.Lock()
	if p.devices[name].Closer == device.Closer {
		delete(p.devices, name)
	}
	device.Close()
	if isGone(err) {
		p.mu.Unlock()
		p.refresh(false) // another device may be wanted instead of it
		return
	}
	p.failing[name] = fmt.Errorf("%s %s is not read any more: %w", p.hotplug.What, name, err)
	p.scheduleRetry(true)
	p.mu.Unlock()
	p.hotplug.Changed(p)
}

// setFailure stores why a device, or the folder, fails; nil means that it works, or need not. The
// caller holds mu.
func (p *Ports) setFailure(name string, err error) {
	if err == nil || errors.Is(err, ErrUnwanted) || isGone(err) {
		delete(p.failing, name)
	} else {
		p.failing[name] = err
	}
}

// scheduleRetry has what fails tried again: at first after the hotplug's patience, and once that is
// over, it is reported, and tried after the pauses of an outage. The caller holds mu.
func (p *Ports) scheduleRetry(report bool) {
	pause := p.hotplug.patience
	switch {
	case p.closed:
		return
	case len(p.failing) == 0:
		p.outage.Tried(nil)
	case report:
		pause = p.outage.Tried(p.worst())
	case p.again != nil:
		return // it is scheduled
	}
	if p.again != nil {
		p.again.Stop()
		p.again = nil
	}
	if len(p.failing) > 0 {
		p.again = time.AfterFunc(pause, func() { p.refresh(true) })
	}
}

// worst returns the failure of the folder, or else of the first device that fails for another reason
// than permissions. If only permissions are missing, it names all those devices.
func (p *Ports) worst() error {
	if err := p.failing[""]; err != nil {
		return fmt.Errorf("a %s that is plugged in from now on is not noticed: %w", p.hotplug.What, err)
	}
	var denied []string
	for _, name := range slices.Sorted(maps.Keys(p.failing)) {
		if err := p.failing[name]; !errors.Is(err, fs.ErrPermission) {
			return err
		}
		denied = append(denied, name)
	}
	return fmt.Errorf("this user may not read /dev/input/%s, so that a %s there can't be used: %s",
		strings.Join(denied, ", "), p.hotplug.What, joinInput)
}

// failure returns why a device can't be read, or nil if no failure of it is known.
func (p *Ports) failure(d Device) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failing[filepath.Base(d.Node)]
}

// joinInput is the advice where permissions are missing.
const joinInput = "add it to the group input (sudo usermod -aG input $USER) and log in again"

// isGone reports whether an error means that the device was unplugged or closed.
func isGone(err error) bool {
	return errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.ENXIO) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, fs.ErrClosed) || errors.Is(err, io.EOF)
}
