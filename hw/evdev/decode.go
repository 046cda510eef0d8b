package evdev

import (
	"io"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What linux/input-event-codes.h calls EV_SYN, EV_KEY and EV_ABS, SYN_REPORT and SYN_DROPPED.
const (
	kindSync = 0
	kindKey  = 1
	kindAxis = 3

	syncReport  = 0
	syncDropped = 3
)

// A message is what a device sends when something of it changes: struct input_event (Linux,
// Documentation/input/input.rst, "Event interface"). It has the size that it has for this process.
type message struct {
	time       unix.Timeval
	kind, code uint16
	value      int32 // of a key: 0 is up, 1 down, 2 held (auto-repeat)
}

// A buffer is where the kernel writes messages, always whole ones.
type buffer [64]message

func (b *buffer) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(b)), unsafe.Sizeof(*b))
}

// first returns the messages in the first n bytes.
func (b *buffer) first(n int) []message { return b[:n/int(unsafe.Sizeof(b[0]))] }

// A Move is a key going down or up, or the news that moves were lost.
type Move struct {
	At   time.Duration // on the clock of [arbitre/hw.Now]
	Key  uint16
	Down bool
	Lost bool // the kernel dropped moves, and any key may be up or down now

	Axis  bool // Key is an axis, which moved to Value
	Value int32
}

// Moves passes on what one device sends, until it can't be read any more.
func Moves(device io.Reader, pass func(Move)) error {
	return new(decoder).read(device, pass)
}

func (d *decoder) read(device io.Reader, pass func(Move)) error {
	var sent buffer
	for {
		n, err := device.Read(sent.bytes())
		d.decode(sent.first(n), pass)
		if err != nil {
			return err
		}
	}
}

// A decoder finds the moves among the messages of one device.
type decoder struct {
	dropped bool // the kernel dropped messages, and the first report afterwards is not over
	axes    bool // moves of axes are wanted, too
}

// decode passes on the moves. A key that is held does not move.
func (d *decoder) decode(sent []message, pass func(Move)) {
	for _, m := range sent {
		at := time.Duration(m.time.Nano())
		switch {
		case m.kind == kindSync && m.code == syncDropped:
			d.dropped = true
		case m.kind == kindSync && m.code == syncReport && d.dropped:
			d.dropped = false
			pass(Move{At: at, Lost: true})
		case m.kind == kindKey && (m.value == 0 || m.value == 1) && !d.dropped:
			pass(Move{At: at, Key: m.code, Down: m.value == 1})
		case m.kind == kindAxis && d.axes && !d.dropped:
			pass(Move{At: at, Key: m.code, Axis: true, Value: m.value})
		}
	}
}
