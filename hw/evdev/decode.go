package evdev

import (
	"encoding/binary"
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// What linux/input-event-codes.h calls EV_SYN and EV_KEY, SYN_REPORT and SYN_DROPPED.
const (
	kindSync = 0
	kindKey  = 1

	syncReport  = 0
	syncDropped = 3
)

// A Move is a key going down or up, or the news that moves were lost.
type Move struct {
	At   time.Duration // on the clock of [arbitre/hw.Clock]
	Key  uint16
	Down bool
	Lost bool // the kernel dropped moves, and any key may be up or down now
}

// Moves passes on what one device sends, until it can't be read any more.
func Moves(device io.Reader, pass func(Move)) error {
	d := newDecoder()
	buf := make([]byte, 4096)
	for {
		n, err := device.Read(buf)
		d.decode(buf[:n], pass)
		if err != nil {
			return err
		}
	}
}

// A decoder reads moves from the bytes of one device: a struct input_event for each key that moves
// (Linux, Documentation/input/input.rst, "Event interface"):
//
//	|  seconds  |  µs       | kind | code | value  |
//	   long        long        16     16     32       bits; 0 is up, 1 down, 2 held (auto-repeat)
//
// It may be given the bytes in pieces of any size.
type decoder struct {
	long    int    // bytes of the kernel's long
	rest    []byte // the beginning of an event whose other bytes are still to come
	dropped bool   // the kernel dropped events, and the first report afterwards is not over
}

// newDecoder returns a decoder for this process, whose long has 8 bytes, or 4 on 32 bits.
func newDecoder() decoder { return decoder{long: unix.SizeofPtr} }

// decode passes on the moves. A key that is held does not move.
func (d *decoder) decode(p []byte, pass func(Move)) {
	if len(d.rest) > 0 {
		p = append(d.rest, p...)
	}
	size := 2*d.long + 8
	for ; len(p) >= size; p = p[size:] {
		m := Move{At: d.number(p)*time.Second + d.number(p[d.long:])*time.Microsecond}
		kind, value := binary.NativeEndian.Uint16(p[2*d.long:]), binary.NativeEndian.Uint32(p[2*d.long+4:])
		m.Key, m.Down = binary.NativeEndian.Uint16(p[2*d.long+2:]), value == 1
		switch {
		case kind == kindSync && m.Key == syncDropped:
			d.dropped = true
		case kind == kindSync && m.Key == syncReport && d.dropped:
			d.dropped = false
			pass(Move{At: m.At, Lost: true})
		case kind == kindKey && value <= 1 && !d.dropped:
			pass(m)
		}
	}
	d.rest = append(d.rest[:0], p...)
}

func (d *decoder) number(p []byte) time.Duration {
	if d.long == 4 {
		return time.Duration(binary.NativeEndian.Uint32(p))
	}
	return time.Duration(binary.NativeEndian.Uint64(p))
}
