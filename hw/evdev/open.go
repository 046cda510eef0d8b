package evdev

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"
	"unsafe"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// An openDevice is a device with buttons that is being read.
type openDevice struct {
	Device
	buttons *Buttons
	keys    []key
	file    *os.File
	conn    syscall.RawConn

	// What follows is guarded by the queue's lock; down by the mutex of the buttons.
	decoder decoder
	sent    buffer
	pass    func(hw.Event)
	fd      uintptr // while it is read
	lamps   byte
	lost    int           // how often the kernel has dropped moves, as sent says
	until   time.Duration // the last move in sent, if moves were dropped
	down    keySet

	// Its own methods as values, so that none is allocated for each edge.
	move  func(Move)
	empty func(fd uintptr)
}

// A key is a button.
type key struct {
	code   uint16
	button hw.Button
}

func (b *Buttons) opened(known Device, keys []key, file *os.File) (*openDevice, error) {
	d := &openDevice{Device: known, buttons: b, keys: keys, file: file}
	d.move, d.empty = d.moved, d.emptyQueue
	var err error
	if d.conn, err = file.SyscallConn(); err == nil {
		err = d.conn.Control(func(fd uintptr) { d.down = state(fd) }) // a key held before is an edge when released
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return d, nil
}

// state returns which keys are down. The kernel drops from its queue the events that the state
// includes.
func state(fd uintptr) (down keySet) {
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, getDown, uintptr(unsafe.Pointer(&down))) // fails on a device that goes
	return down
}

// read passes on the edges until the device is unplugged or closed, and then releases its buttons.
func (d *openDevice) read() error {
	gone := d.buttons.queue.Read(d.conn, d.fetch)
	d.buttons.release(d)
	if gone == nil {
		return fs.ErrClosed
	}
	return gone
}

// Close closes the device.
func (d *openDevice) Close() error { return d.file.Close() }

// catchUp passes on the edges that the kernel still has.
func (d *openDevice) catchUp(pass func(hw.Event)) {
	d.pass = pass
	_ = d.conn.Control(d.empty) // it fails when the device is closed
}

// emptyQueue reads all that was stamped by now. The kernel stamps and queues a move under a lock of
// the device, and a request for the state of its lamps waits for that lock.
func (d *openDevice) emptyQueue(fd uintptr) {
	// It fails on a device that goes.
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, getLEDs, uintptr(unsafe.Pointer(&d.lamps)))
	for more := true; more; {
		more, _ = d.fetch(fd, d.pass) // its reader learns of the error, too
	}
}

// fetch reads moves without waiting and passes them on. It reports whether there were any. An error
// is permanent.
func (d *openDevice) fetch(fd uintptr, pass func(hw.Event)) (more bool, err error) {
	n, err := unix.Read(int(fd), d.sent.bytes())
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		return false, nil
	case err != nil:
		return false, err
	case n == 0:
		return false, io.EOF
	}
	d.pass, d.fd, d.lost = pass, fd, 0
	d.decoder.decode(d.sent.first(n), d.move)
	if d.lost > 0 {
		d.loses()
	}
	return true, nil
}

// moved passes on a move of a button as an edge. Where the kernel dropped moves, it asks for the
// state of the keys instead. Later moves in the same buffer are older than that state, and some
// between the two may be missing: they count as lost, too.
func (d *openDevice) moved(m Move) {
	switch {
	case m.Lost:
		down := state(d.fd)
		d.buttons.mu.Lock()
		d.down = down
		d.buttons.mu.Unlock()
		d.lost, d.until = d.lost+1, m.At
	case d.lost > 0:
		d.until = m.At
	case m.Key <= keyMax && m.Down != d.down.has(m.Key):
		d.buttons.mu.Lock()
		d.down[m.Key/8] ^= 1 << (m.Key % 8)
		d.buttons.mu.Unlock()
		d.edges(m)
	}
}

// loses passes on that moves were lost since everything was last read, and the state of the
// buttons.
func (d *openDevice) loses() {
	until := max(d.until, d.buttons.known)
	d.pass(hw.Event{Edge: hw.Edge{At: d.buttons.known}, Lost: d.lost, Until: until})
	for _, k := range d.keys {
		d.pass(hw.Event{Edge: hw.Edge{At: until, Button: k.button, Down: d.down.has(k.code)}, Resynced: true})
	}
}

// edges passes on the edge of a key, if it is a button.
func (d *openDevice) edges(m Move) {
	for _, k := range d.keys {
		if k.code == m.Key {
			d.pass(hw.Event{Edge: hw.Edge{At: m.At, Button: k.button, Down: m.Down}, Decided: true})
		}
	}
}

// release releases the buttons of a device that is no longer read.
func (b *Buttons) release(gone *openDevice) {
	b.queue.Lock()
	defer b.queue.Unlock()
	b.mu.Lock()
	down := gone.down
	gone.down = keySet{}
	b.devices = slices.DeleteFunc(b.devices, func(d *openDevice) bool { return d == gone })
	b.mu.Unlock()
	at := hw.Now()
	for _, k := range gone.keys {
		if down.has(k.code) {
			b.queue.Send(hw.Event{Edge: hw.Edge{At: at, Button: k.button}, Decided: true})
		}
	}
}
