// Package keyboard reads USB keyboards, whichever are plugged in and whenever: the judge's keys, and what is typed.
package keyboard

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
	"unsafe"

	"arbitre/games/retry"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// All is every keyboard that is plugged into the machine, now or later.
type All struct {
	folder   string // of the input devices' nodes
	open     func(path string) (io.ReadCloser, error)
	patience time.Duration // how long permissions may be missing before it is told
	layout   Layout
	outage   retry.Outage // guarded by mu

	events   chan hw.Event
	closing  chan struct{}
	inotify  *os.File
	parent   int            // the watch of the folder's parent
	watching sync.WaitGroup // for the folder's changes
	reading  sync.WaitGroup // the keyboards

	opening sync.Mutex // held while a device is tried, so that two never do so at once

	mu      sync.Mutex // of what follows
	files   map[string]io.Closer
	denied  map[string]bool  // nodes that may not be read yet
	grace   *time.Timer      // runs while some are denied, until that is told
	failing map[string]error // by node; "" is the folder
	again   *time.Timer      // runs while something fails
	closed  bool
}

// Open reads every device that has the keys A to Z and Enter, and those that are plugged in later. It takes
// them for itself: nobody else, such as the text console, sees what is typed, not even Ctrl+C.
//
// An [hw.Event] of a keyboard is either a character or an edge of a judge's key: ← and ↑ are [hw.KeyPrevious], → and ↓
// [hw.KeyNext], both Enter [hw.KeyOK], Backspace and Escape [hw.KeyBack]. A key that is held is not repeated. The edges are
// the keyboard's own, which does not bounce, and have no sequence number. A keyboard that is unplugged lets go of its keys.
//
// No keyboard is no error. One that is there and can't be read is an outage of all of them, which report is told as that
// of a [retry.Outage], and it is tried again.
func Open(layout Layout, report func(error)) (*All, error) {
	k := &All{folder: "/dev/input", open: openKeyboard, patience: 2 * time.Second, layout: layout, outage: retry.Outage{Report: report}}
	if err := k.start(); err != nil {
		return nil, err
	}
	return k, nil
}

// Events are the keyboards' events in the order in which they were read, stamped by the kernel on the clock of [hw.Clock].
func (k *All) Events() <-chan hw.Event { return k.events }

// Close gives the keyboards back. No event follows.
func (k *All) Close() error {
	k.mu.Lock()
	closed := k.closed
	k.closed = true
	k.grace.Stop()
	k.again.Stop()
	k.mu.Unlock()
	if closed {
		return nil
	}
	close(k.closing)
	err := k.inotify.Close()
	k.watching.Wait()
	k.opening.Lock() // from now on no keyboard is opened
	defer k.opening.Unlock()
	k.mu.Lock()
	for _, file := range k.files {
		file.Close()
	}
	k.mu.Unlock()
	k.reading.Wait()
	return err
}

func (k *All) start() error {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return fmt.Errorf("noticing when a keyboard is plugged in: %w", err)
	}
	k.inotify = os.NewFile(uintptr(fd), "inotify")
	k.events = make(chan hw.Event, 256)
	k.closing = make(chan struct{})
	k.files, k.denied, k.failing = map[string]io.Closer{}, map[string]bool{}, map[string]error{}
	k.grace = time.AfterFunc(k.patience, k.complain)
	k.again = time.AfterFunc(time.Hour, k.retry)
	k.again.Stop() // until something fails
	// The folder itself comes with the first device and goes with the last.
	if k.parent, err = k.watch(filepath.Dir(k.folder), unix.IN_CREATE); err == nil {
		err = k.look()
	}
	if err != nil {
		k.Close()
		return fmt.Errorf("noticing when a keyboard is plugged in: %w", err)
	}
	k.watching.Go(k.follow)
	return nil
}

// look takes all keyboards that are there.
func (k *All) look() error {
	_, err := k.watch(k.folder, unix.IN_CREATE|unix.IN_ATTRIB|unix.IN_DELETE)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	nodes, err := os.ReadDir(k.folder) // after the watch, so that none is missed between
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, node := range nodes {
		k.plugged(node.Name())
	}
	return nil
}

func (k *All) watch(folder string, changes uint32) (watch int, err error) {
	conn, err := k.inotify.SyscallConn()
	if err != nil {
		return 0, err
	}
	if e := conn.Control(func(fd uintptr) {
		watch, err = unix.InotifyAddWatch(int(fd), folder, changes|unix.IN_ONLYDIR)
	}); e != nil {
		return 0, e
	}
	if err != nil {
		return 0, &fs.PathError{Op: "watch", Path: folder, Err: err}
	}
	return watch, nil
}

// follow follows the changes of the folder until the keyboards are closed.
func (k *All) follow() {
	buf := make([]byte, 4096)
	for {
		n, err := k.inotify.Read(buf)
		if err != nil {
			if !errors.Is(err, fs.ErrClosed) {
				k.fails("", err)
			}
			return
		}
		for _, c := range changes(buf[:n]) {
			switch {
			case c.mask&unix.IN_Q_OVERFLOW != 0, c.watch == k.parent && c.name == filepath.Base(k.folder):
				k.fails("", k.look())
			case c.watch == k.parent:
			case c.mask&unix.IN_DELETE != 0:
				k.unplugged(c.name)
			default: // it appeared, or who may read it has changed
				k.plugged(c.name)
			}
		}
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

// plugged reads a device, if it is a keyboard, may be read and is not read already.
func (k *All) plugged(name string) {
	k.opening.Lock()
	defer k.opening.Unlock()
	k.mu.Lock()
	_, skip := k.files[name]
	skip = skip || k.closed || !strings.HasPrefix(name, "event")
	k.mu.Unlock()
	if skip {
		return
	}
	file, err := k.open(filepath.Join(k.folder, name))
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.denied, name)
	switch {
	case err == nil:
		k.files[name] = file
		k.reading.Go(func() { k.read(name, file) })
	case errors.Is(err, fs.ErrPermission) && k.failing[name] == nil:
		k.denied[name] = true // udev gives the permissions in several steps after the device has appeared
		k.grace.Reset(k.patience)
		return
	case errors.Is(err, errNoKeyboard), isGone(err):
		err = nil
	}
	k.note(name, err)
}

func (k *All) unplugged(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.denied, name)
	if file, ok := k.files[name]; ok {
		delete(k.files, name)
		file.Close() // its reader does the rest
	}
	k.note(name, nil)
}

// complain gives up waiting for the permissions of those that still may not be read.
func (k *All) complain() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name := range k.denied {
		k.failing[name] = fs.ErrPermission
	}
	clear(k.denied)
	k.tell()
}

// fails notes that a device, or the folder, fails for this reason, or for none.
func (k *All) fails(name string, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.note(name, err)
}

func (k *All) note(name string, err error) {
	if err == nil {
		delete(k.failing, name)
	} else {
		k.failing[name] = err
	}
	k.tell()
}

// tell tells when the first begins to fail, and when none does any more.
func (k *All) tell() {
	if fails := len(k.failing) > 0; fails != k.outage.Lasts() && !k.closed {
		k.tried()
	}
}

// tried tells the outage how it stands, and has all that fail tried again in due time.
func (k *All) tried() {
	k.again.Stop()
	if pause := k.outage.Tried(k.why()); pause > 0 {
		k.again.Reset(pause)
	}
}

// retry tries again all that fail.
func (k *All) retry() {
	k.mu.Lock()
	names := slices.Collect(maps.Keys(k.failing))
	k.mu.Unlock()
	for _, name := range names {
		if name == "" {
			k.fails("", k.look())
		} else {
			k.plugged(name)
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.failing) > 0 && !k.closed {
		k.tried()
	}
}

// why is what there is to know of all that fail, or nil.
func (k *All) why() error {
	var denied []string
	for _, name := range slices.Sorted(maps.Keys(k.failing)) {
		switch err := k.failing[name]; {
		case errors.Is(err, fs.ErrPermission) && name != "":
			denied = append(denied, name)
		case name == "":
			return fmt.Errorf("keyboards that are plugged in from now on are not noticed: %w", err)
		default:
			return err
		}
	}
	if len(denied) == 0 {
		return nil
	}
	return fmt.Errorf("this user may not read %s/%s, so that a keyboard there can't be used: add it to the group input (sudo usermod -aG input $USER) and log in again",
		k.folder, strings.Join(denied, ", "))
}

// read reads one keyboard until it is unplugged or closed.
func (k *All) read(name string, file io.ReadCloser) {
	keys := newKeyDecoder(k.layout)
	buf := make([]byte, 4096)
	for {
		n, err := file.Read(buf)
		k.send(keys.decode(buf[:n]))
		if err == nil {
			continue
		}
		k.send(keys.release(hw.Clock{}.Now()))
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.files[name] == file {
			delete(k.files, name)
		}
		file.Close()
		if !isGone(err) {
			k.note(name, fmt.Errorf("keyboard %s is not read any more: %w", name, err))
		}
		return
	}
}

func (k *All) send(events []hw.Event) {
	for _, e := range events {
		select {
		case k.events <- e:
		case <-k.closing:
			return
		}
	}
}

// isGone tells that a keyboard was unplugged or closed.
func isGone(err error) bool {
	return errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.ENXIO) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, fs.ErrClosed) || errors.Is(err, io.EOF)
}

var errNoKeyboard = errors.New("not a keyboard")

// openKeyboard opens an input device and takes it for this process alone, if it is a keyboard.
func openKeyboard(path string) (io.ReadCloser, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	conn, err := file.SyscallConn()
	if err == nil {
		if e := conn.Control(func(fd uintptr) { err = takeKeyboard(int(fd)) }); e != nil {
			err = e
		}
	}
	if err != nil {
		file.Close()
		return nil, explainKeyboard(err, path)
	}
	return file, nil
}

// Requests of linux/input.h.
const (
	keyBytes = 0x2ff/8 + 1                              // one bit a key, up to KEY_MAX
	getKeys  = 2<<30 | keyBytes<<16 | 'E'<<8 | 0x20 + 1 // EVIOCGBIT(EV_KEY, keyBytes)
	setGrab  = 1<<30 | 4<<16 | 'E'<<8 | 0x90            // EVIOCGRAB
	setClock = 1<<30 | 4<<16 | 'E'<<8 | 0xa0            // EVIOCSCLOCKID
)

func takeKeyboard(fd int) error {
	var keys [keyBytes]byte
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), getKeys, uintptr(unsafe.Pointer(&keys)))
	if errno == unix.ENOTTY || errno == unix.EINVAL || errno == 0 && !canType(keys[:]) {
		return errNoKeyboard
	}
	if errno != 0 {
		return errno
	}
	if err := unix.IoctlSetPointerInt(fd, setClock, unix.CLOCK_MONOTONIC); err != nil {
		return err
	}
	return unix.IoctlSetInt(fd, setGrab, 1)
}

// canType tells a keyboard from mice, power buttons and remote controls: it has all letters, and Enter.
func canType(keys []byte) bool {
	codes, _ := QWERTY.characters()
	maps.DeleteFunc(codes, func(_ uint16, c rune) bool { return c < 'A' })
	codes[codeEnter] = 0
	for code := range codes {
		if keys[code/8]>>(code%8)&1 == 0 {
			return false
		}
	}
	return true
}

func explainKeyboard(err error, path string) error {
	if errors.Is(err, syscall.EBUSY) {
		return fmt.Errorf("another program has taken keyboard %s: end it: %w", path, err)
	}
	return fmt.Errorf("keyboard %s can't be used: %w", path, err)
}
