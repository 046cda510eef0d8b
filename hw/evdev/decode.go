package evdev

import (
	"encoding/binary"
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

// A Move is a key's that goes down or up, or the news that moves were lost.
type Move struct {
	At   time.Duration // on the clock of [arbitre/hw.Clock]
	Key  uint16
	Down bool
	Lost bool // the kernel dropped moves, and any key may be up or down now
}

// A Decoder makes moves of what one device sends: a struct input_event for each key that moves
// (Linux, Documentation/input/input.rst, "Event interface"):
//
//	|  seconds  |  µs       | kind | code | value  |
//	   long        long        16     16     32       bits; 0 is up, 1 is down, 2 is held (auto-repeat)
//
// It may be given the bytes in pieces of any size.
type Decoder struct {
	long int    // bytes of the kernel's long
	rest []byte // an event of which more is to come
	deaf bool   // the kernel dropped events, and the first report afterwards is not over
}

// NewDecoder is for processes whose long has so many bytes: 8, or 4 in one of 32 bits.
func NewDecoder(long int) Decoder { return Decoder{long: long} }

// ThisProcess is how many bytes a long has here.
const ThisProcess = unix.SizeofPtr

// Decode passes on the moves. A key that is held does not move.
func (d *Decoder) Decode(p []byte, pass func(Move)) {
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
			d.deaf = true
		case kind == kindSync && m.Key == syncReport && d.deaf:
			d.deaf = false
			pass(Move{At: m.At, Lost: true})
		case kind == kindKey && value <= 1 && !d.deaf:
			pass(m)
		}
	}
	d.rest = append(d.rest[:0], p...)
}

func (d *Decoder) number(p []byte) time.Duration {
	if d.long == 4 {
		return time.Duration(binary.NativeEndian.Uint32(p))
	}
	return time.Duration(binary.NativeEndian.Uint64(p))
}
