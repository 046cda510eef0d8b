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

// An openDevice is one that is read because it has buttons.
type openDevice struct {
	Device
	buttons *Buttons
	keys    []key
	file    *os.File
	conn    syscall.RawConn

	// What follows is guarded by the queue's lock; down by the mutex of the buttons.
	decoder decoder
	buffer  [64 * (16 + 8)]byte
	pass    func(hw.Event)
	fd      uintptr // while it is read
	lamps   byte
	lost    int           // how often the kernel has dropped moves among those that are in the buffer
	until   time.Duration // the last move that came before that state
	down    keySet

	// Methods of it, so that none is made for each edge.
	move  func(Move)
	empty func(fd uintptr)
}

// A key is a button.
type key struct {
	code   uint16
	button hw.Button
}

func (b *Buttons) opened(known Device, keys []key, file *os.File) (*openDevice, error) {
	d := &openDevice{Device: known, buttons: b, keys: keys, file: file, decoder: newDecoder()}
	d.move, d.empty = d.moved, d.emptyQueue
	var err error
	if d.conn, err = file.SyscallConn(); err == nil {
		err = d.conn.Control(func(fd uintptr) { d.down = state(fd) }) // held since before: its release will be an edge
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return d, nil
}

// state is which keys are down. The kernel drops from its queue what tells of that.
func state(fd uintptr) (down keySet) {
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, getDown, uintptr(unsafe.Pointer(&down))) // fails on a device that goes
	return down
}

// read passes on the edges until the device goes, and then lets go of its buttons.
func (d *openDevice) read() error {
	gone := d.buttons.queue.Read(d.conn, d.fetch)
	d.buttons.release(d)
	if gone == nil {
		return fs.ErrClosed
	}
	return gone
}

// Close gives the device back.
func (d *openDevice) Close() error { return d.file.Close() }

// catchUp passes on what the kernel has.
func (d *openDevice) catchUp(pass func(hw.Event)) {
	d.pass = pass
	_ = d.conn.Control(d.empty) // it fails when the device is closed
}

// emptyQueue reads all that was stamped by now. The kernel stamps and queues a move under a lock of
// the device, for which whoever asks about its lamps waits.
func (d *openDevice) emptyQueue(fd uintptr) {
	// It fails on a device that goes.
	_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, getLEDs, uintptr(unsafe.Pointer(&d.lamps)))
	for more := true; more; {
		more, _ = d.fetch(fd, d.pass) // its reader learns of the error, too
	}
}

// fetch reads what is there, without waiting, and passes it on. It tells whether anything was
// there. An error is for good.
func (d *openDevice) fetch(fd uintptr, pass func(hw.Event)) (more bool, err error) {
	n, err := unix.Read(int(fd), d.buffer[:])
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		return false, nil
	case err != nil:
		return false, err
	case n == 0:
		return false, io.EOF
	}
	d.pass, d.fd, d.lost = pass, fd, 0
	d.decoder.decode(d.buffer[:n], d.move)
	if d.lost > 0 {
		d.loses()
	}
	return true, nil
}

// moved passes on what a move is for the buttons. Where the kernel dropped moves, the state of the
// keys is what counts. What was read in one go with that news is older than the state, and some
// moves between the two may be missing: none of it is believed, and it is lost as well.
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

// loses passes on that moves were lost since all was read the last time, and how the buttons are.
func (d *openDevice) loses() {
	until := max(d.until, d.buttons.known)
	d.pass(hw.Event{Edge: hw.Edge{At: d.buttons.known}, Lost: d.lost, Until: until})
	for _, k := range d.keys {
		d.pass(hw.Event{Edge: hw.Edge{At: until, Button: k.button, Down: d.down.has(k.code)}, Anew: true})
	}
}

// edges passes on the edge of a key, if it is a button.
func (d *openDevice) edges(m Move) {
	for _, k := range d.keys {
		if k.code == m.Key {
			d.pass(hw.Event{Edge: hw.Edge{At: m.At, Button: k.button, Down: m.Down}})
		}
	}
}

// release lets go of the buttons of a device that is read no more.
func (b *Buttons) release(gone *openDevice) {
	b.queue.Lock()
	defer b.queue.Unlock()
	b.mu.Lock()
	down := gone.down
	gone.down = keySet{}
	b.devices = slices.DeleteFunc(b.devices, func(d *openDevice) bool { return d == gone })
	b.mu.Unlock()
	at := hw.Clock{}.Now()
	for _, k := range gone.keys {
		if down.has(k.code) {
			b.queue.Send(hw.Event{Edge: hw.Edge{At: at, Button: k.button}})
		}
	}
}
