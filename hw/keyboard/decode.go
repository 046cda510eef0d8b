package keyboard

import (
	"encoding/binary"
	"slices"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// What linux/input-event-codes.h calls EV_SYN and EV_KEY, SYN_REPORT and SYN_DROPPED, and KEY_ENTER.
const (
	kindSync = 0
	kindKey  = 1

	syncReport  = 0
	syncDropped = 3

	codeEnter = 28
)

// A keyDecoder makes events of what one keyboard sends: a struct input_event for each key that moves
// (Linux, Documentation/input/input.rst, "Event interface"):
//
//	|  seconds  |  µs       | kind | code | value  |
//	   long        long        16     16     32       bits; 0 is up, 1 is down, 2 is held (auto-repeat)
//
// It may be given the bytes in pieces of any size.
type keyDecoder struct {
	long           int // bytes of the kernel's long: 8, or 4 for a 32-bit process
	plain, shifted map[uint16]rune
	rest           []byte   // an event of which more is to come
	held           []uint16 // codes of the keys that are down, of those that matter until they are up
	deaf           bool     // the kernel dropped events, and the first report afterwards is not over
}

func newKeyDecoder(l Layout) *keyDecoder {
	d := &keyDecoder{long: unix.SizeofPtr}
	d.plain, d.shifted = l.characters()
	return d
}

func (d *keyDecoder) decode(p []byte) []hw.Event {
	var events []hw.Event
	d.rest = append(d.rest, p...)
	size := 2*d.long + 8
	for ; len(d.rest) >= size; d.rest = d.rest[size:] {
		at := d.number(0)*time.Second + d.number(d.long)*time.Microsecond
		kind := binary.NativeEndian.Uint16(d.rest[2*d.long:])
		code := binary.NativeEndian.Uint16(d.rest[2*d.long+2:])
		value := binary.NativeEndian.Uint32(d.rest[2*d.long+4:])
		switch {
		case kind == kindSync && code == syncDropped:
			d.deaf = true
		case kind == kindSync && code == syncReport && d.deaf:
			d.deaf = false
			events = append(events, d.release(at)...) // any key may have gone up meanwhile
		case kind == kindKey && value <= 1 && !d.deaf:
			if e, ok := d.key(code, value == 1); ok {
				e.At = at
				events = append(events, e)
			}
		}
	}
	return events
}

func (d *keyDecoder) number(offset int) time.Duration {
	if d.long == 4 {
		return time.Duration(binary.NativeEndian.Uint32(d.rest[offset:]))
	}
	return time.Duration(binary.NativeEndian.Uint64(d.rest[offset:]))
}

// key takes a key that went down or up. Those that type do so when they go down. Keys that are the same button are
// one: it is down as long as one of them is.
func (d *keyDecoder) key(code uint16, down bool) (hw.Event, bool) {
	button := keyButton(code)
	if button == 0 && !isShift(code) && !isCommand(code) {
		return d.character(code, down)
	}
	if down == slices.Contains(d.held, code) {
		return hw.Event{}, false // was held when the keyboard was opened, or taken for released
	}
	if down {
		d.held = append(d.held, code)
	} else {
		d.held = slices.DeleteFunc(d.held, func(h uint16) bool { return h == code })
	}
	others := slices.ContainsFunc(d.held, func(h uint16) bool { return h != code && keyButton(h) == button })
	return hw.Event{Edge: hw.Edge{Button: button, Down: down}}, button != 0 && !others
}

func (d *keyDecoder) character(code uint16, down bool) (hw.Event, bool) {
	typed := d.plain[code]
	if slices.ContainsFunc(d.held, isShift) {
		typed = d.shifted[code]
	}
	return hw.Event{Typed: typed}, down && typed != 0 && !slices.ContainsFunc(d.held, isCommand)
}

// release lets go of all keys.
func (d *keyDecoder) release(at time.Duration) []hw.Event {
	var events []hw.Event
	for len(d.held) > 0 {
		if e, ok := d.key(d.held[0], false); ok {
			e.At = at
			events = append(events, e)
		}
	}
	return events
}

// keyButton is which of the judge's keys a key of the keyboard is, or 0.
func keyButton(code uint16) hw.Button {
	switch code {
	case 103, 105: // up, left
		return hw.KeyPrevious
	case 106, 108: // right, down
		return hw.KeyNext
	case codeEnter, 96: // and that of the keypad
		return hw.KeyOK
	case 1, 14: // Escape, Backspace
		return hw.KeyBack
	}
	return 0
}

func isShift(code uint16) bool { return code == 42 || code == 54 }

// isCommand tells the keys with which no letter types itself: Ctrl, Alt, AltGr and Meta.
func isCommand(code uint16) bool {
	return code == 29 || code == 97 || code == 56 || code == 100 || code == 125 || code == 126
}
