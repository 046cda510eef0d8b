package evdev

import (
	"encoding/binary"
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

// Ports are the nodes of the machine's input devices, those that are there and those that come.
type Ports struct {
	Hotplug
	outage hw.Outage // guarded by mu

	inotify  *os.File
	parent   int            // the watch of the folder's parent
	watching sync.WaitGroup // for the folder's changes
	reading  sync.WaitGroup // the devices

	opening sync.Mutex // held while a device is tried, so that two never do so at once

	mu      sync.Mutex // of what follows
	taken   map[string]Taken
	nodes   map[string]fs.FileInfo // of those that were taken
	denied  map[string]bool        // nodes that may not be read yet
	grace   *time.Timer            // runs while some are denied, until that is told
	failing map[string]error       // by node; "" is the folder
	again   *time.Timer            // runs while something fails
	closed  bool
}

// A Hotplug says which devices are wanted, and who reads them.
type Hotplug struct {
	What     string                           // they are, for people: "keyboard"
	Take     func(node string) (Taken, error) // ErrUnwanted where a device is not one of them
	Changed  func(*Ports)                     // is told that a device has come or gone; nil: nobody is
	Report   func(error)                      // is that of the [hw.Outage] of all together; nil: nobody is told
	Folder   string                           // of the nodes
	Patience time.Duration                    // how long permissions may be missing before it is told
}

// A Taken device is one that is wanted, and is open.
type Taken interface {
	// Read passes on what the device sends, and returns why nothing more comes.
	Read() error
	Close() error
}

// ErrUnwanted is that of a device which somebody does not want.
var ErrUnwanted = errors.New("not wanted")

// InputDevices is the folder of all input devices' nodes.
const InputDevices = "/dev/input"

// Patience is how long udev may take until a device has its permissions.
const Patience = 2 * time.Second

// Follow takes every device that is wanted, and those that are plugged in later. One that can't be taken is tried again.
func (h Hotplug) Follow() (*Ports, error) {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", h.What, err)
	}
	p := &Ports{Hotplug: h, outage: hw.Outage{Report: h.Report}, inotify: os.NewFile(uintptr(fd), "inotify"),
		taken: map[string]Taken{}, nodes: map[string]fs.FileInfo{}, denied: map[string]bool{}, failing: map[string]error{}}
	p.grace = time.AfterFunc(p.Patience, p.complain)
	p.again = time.AfterFunc(time.Hour, p.retry)
	p.again.Stop() // until something fails
	// The folder itself comes with the first device and goes with the last.
	if p.parent, err = p.watch(filepath.Dir(p.Folder), unix.IN_CREATE); err == nil {
		err = p.Look()
	}
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("noticing when a %s is plugged in: %w", p.What, err)
	}
	p.watching.Go(p.follow)
	return p, nil
}

// Close gives the devices back, when all that was read is passed on.
func (p *Ports) Close() error {
	p.mu.Lock()
	closed := p.closed
	p.closed = true
	p.grace.Stop()
	p.again.Stop()
	p.mu.Unlock()
	if closed {
		return nil
	}
	err := p.inotify.Close()
	p.watching.Wait()
	p.opening.Lock() // whoever tries a device has done so, and from now on none is tried
	p.mu.Lock()
	for _, device := range p.taken {
		device.Close()
	}
	p.mu.Unlock()
	p.opening.Unlock()
	p.reading.Wait()
	return err
}

// Look takes all that are there, and wanted by now.
func (p *Ports) Look() error {
	_, err := p.watch(p.Folder, unix.IN_CREATE|unix.IN_ATTRIB|unix.IN_DELETE)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	nodes, err := os.ReadDir(p.Folder) // after the watch, so that none is missed between
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, node := range nodes {
		p.plugged(node.Name())
	}
	return nil
}

func (p *Ports) watch(folder string, changes uint32) (watch int, err error) {
	err = control(p.inotify, func(fd int) (err error) {
		watch, err = unix.InotifyAddWatch(fd, folder, changes|unix.IN_ONLYDIR)
		return err
	})
	if err != nil {
		return 0, &fs.PathError{Op: "watch", Path: folder, Err: err}
	}
	return watch, nil
}

// follow follows the changes of the folder until the devices are given back.
func (p *Ports) follow() {
	buf := make([]byte, 4096)
	for {
		n, err := p.inotify.Read(buf)
		if err != nil {
			if !errors.Is(err, fs.ErrClosed) {
				p.fails("", err)
			}
			return
		}
		for _, c := range changes(buf[:n]) {
			switch {
			case c.mask&unix.IN_Q_OVERFLOW != 0, c.watch == p.parent && c.name == filepath.Base(p.Folder):
				p.fails("", p.Look())
			case c.watch == p.parent:
			case c.mask&unix.IN_DELETE != 0:
				p.unplugged(c.name)
			default: // it appeared, or who may read it has changed
				p.plugged(c.name)
			}
		}
		p.changed()
	}
}

// A change is one in a folder that is watched.
type change struct {
	watch int
	mask  uint32
	name  string
}

// changes are what one read of an inotify descriptor returned (inotify(7)):
//
//	|  watch  |  mask   |  cookie  |  length  | name, filled up with zeros |
//	   32        32        32         32 bits    length bytes
func changes(p []byte) []change {
	var all []change
	for len(p) >= unix.SizeofInotifyEvent {
		c := change{watch: int(int32(binary.NativeEndian.Uint32(p))), mask: binary.NativeEndian.Uint32(p[4:])}
		length := uint64(binary.NativeEndian.Uint32(p[12:]))
		p = p[unix.SizeofInotifyEvent:]
		if length > uint64(len(p)) {
			break
		}
		c.name = unix.ByteSliceToString(p[:length])
		p = p[length:]
		all = append(all, c)
	}
	return all
}

// changed tells that devices may have come or gone.
func (p *Ports) changed() {
	if p.Changed != nil {
		p.Changed(p)
	}
}

// plugged takes a device, if it is wanted, may be read and is not taken already.
func (p *Ports) plugged(name string) {
	p.opening.Lock()
	defer p.opening.Unlock()
	p.mu.Lock()
	_, skip := p.taken[name]
	skip = skip || p.closed || !strings.HasPrefix(name, "event")
	p.mu.Unlock()
	if skip {
		return
	}
	node, _ := os.Lstat(filepath.Join(p.Folder, name)) // nil where it has gone again
	device, err := p.Take(filepath.Join(p.Folder, name))
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.denied, name)
	switch {
	case err == nil:
		p.taken[name], p.nodes[name] = device, node
		p.reading.Go(func() { p.read(name, device) })
	case errors.Is(err, fs.ErrPermission) && p.failing[name] == nil:
		p.denied[name] = true // udev gives the permissions in several steps after the device has appeared
		p.grace.Reset(p.Patience)
		return
	case errors.Is(err, ErrUnwanted), isGone(err):
		err = nil
	}
	p.note(name, err)
}

func (p *Ports) unplugged(name string) {
	p.mu.Lock()
	taken := p.nodes[name]
	p.mu.Unlock()
	if now, err := os.Lstat(filepath.Join(p.Folder, name)); err == nil && taken != nil && os.SameFile(now, taken) {
		return // it is another device that went, and this one has its name already
	}
	p.drop(name)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.denied, name)
	p.note(name, nil)
}

// drop gives a device back, until it is wanted again.
func (p *Ports) drop(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if device, ok := p.taken[name]; ok {
		delete(p.taken, name)
		device.Close() // its reader does the rest
	}
}

// complain gives up waiting for the permissions of those that still may not be read.
func (p *Ports) complain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name := range p.denied {
		p.failing[name] = fs.ErrPermission
	}
	clear(p.denied)
	p.tell()
}

// fails notes that a device, or the folder, fails for this reason, or for none.
func (p *Ports) fails(name string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note(name, err)
}

func (p *Ports) note(name string, err error) {
	if err == nil {
		delete(p.failing, name)
	} else {
		p.failing[name] = err
	}
	p.tell()
}

// tell tells when the first begins to fail, and when none does any more.
func (p *Ports) tell() {
	if fails := len(p.failing) > 0; fails != p.outage.Lasts() && !p.closed {
		p.tried()
	}
}

// tried tells the outage how it stands, and has all that fail tried again in due time.
func (p *Ports) tried() {
	p.again.Stop()
	if pause := p.outage.Tried(p.why()); pause > 0 {
		p.again.Reset(pause)
	}
}

// retry tries again all that fail.
func (p *Ports) retry() {
	p.mu.Lock()
	names := slices.Collect(maps.Keys(p.failing))
	p.mu.Unlock()
	for _, name := range names {
		if name == "" {
			p.fails("", p.Look())
		} else {
			p.plugged(name)
		}
	}
	p.mu.Lock()
	if len(p.failing) > 0 && !p.closed {
		p.tried()
	}
	p.mu.Unlock()
	p.changed()
}

// why is what there is to know of all that fail, or nil.
func (p *Ports) why() error {
	var denied []string
	for _, name := range slices.Sorted(maps.Keys(p.failing)) {
		switch err := p.failing[name]; {
		case errors.Is(err, fs.ErrPermission) && name != "":
			denied = append(denied, name)
		case name == "":
			return fmt.Errorf("a %s that is plugged in from now on is not noticed: %w", p.What, err)
		default:
			return err
		}
	}
	if len(denied) == 0 {
		return nil
	}
	return fmt.Errorf("this user may not read %s/%s, so that a %s there can't be used: %s",
		p.Folder, strings.Join(denied, ", "), p.What, joinInput)
}

// joinInput is what to do where permissions are missing.
const joinInput = "add it to the group input (sudo usermod -aG input $USER) and log in again"

// read reads one device until it is unplugged or closed.
func (p *Ports) read(name string, device Taken) {
	err := device.Read()
	p.mu.Lock()
	if p.taken[name] == device {
		delete(p.taken, name)
	}
	device.Close()
	if !isGone(err) {
		p.note(name, fmt.Errorf("%s %s is not read any more: %w", p.What, name, err))
	}
	p.mu.Unlock()
	p.changed()
}

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

// Take opens a device for this process alone, with stamps on the clock of [arbitre/hw.Clock]: nobody else, such as the
// text console, sees what comes of it. What can't be an input device is unwanted.
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
