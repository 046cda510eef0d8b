package evdev

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// sent returns what the kernel writes of one change.
func sent(at time.Duration, kind, code uint16, value int32) []byte {
	b := buffer{{unix.NsecToTimeval(int64(at)), kind, code, value}}
	return b.bytes()[:len(b.bytes())/len(b)]
}

// After a drop any key may have moved: what the kernel sends up to the next report counts for
// nothing.
func TestMovesOfKeys(t *testing.T) {
	const s = time.Second
	changes := []message{
		{kind: kindKey, code: 30, value: 1}, {kind: 4, code: 4, value: 0x7001e}, // EV_MSC, MSC_SCAN
		{kind: kindSync, code: syncReport},
		{kind: kindKey, code: 30, value: 2}, {kind: kindKey, code: 30}, // held, and let go
		{kind: kindSync, code: syncReport},
		{kind: kindSync, code: syncDropped}, {kind: kindKey, code: 46, value: 1}, {kind: kindSync, code: syncReport},
		{kind: kindKey, code: 31, value: 1},
	}
	for i := range changes {
		changes[i].time = unix.NsecToTimeval(int64(i) * int64(s))
	}
	var got []Move
	new(decoder).decode(changes, func(m Move) { got = append(got, m) })
	want := []Move{{At: 0, Key: 30, Down: true}, {At: 4 * s, Key: 30}, {At: 8 * s, Lost: true},
		{At: 9 * s, Key: 31, Down: true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The requests have the numbers of linux/input.h on machines whose ioctl has two bits of direction, 14
// of size, 8 of kind and 8 of number: all but Alpha, MIPS, PowerPC and SPARC.
func TestTheKernelsRequests(t *testing.T) {
	for name, request := range map[string][2]uint{
		"EVIOCGRAB": {setGrab, 0x40044590}, "EVIOCSCLOCKID": {setClock, 0x400445a0}, "EVIOCGKEY(96)": {getDown, 0x80604518},
		"EVIOCGLED(1)": {getLEDs, 0x80014519}, "EVIOCGABS(0)": {getAxis, 0x80184540},
	} {
		if request[0] != request[1] {
			t.Errorf("%s is %#x, want %#x", name, request[0], request[1])
		}
	}
}

// The bytes as Linux has them on little-endian machines, of 64 bits and of 32.
func TestTheKernelsBytes(t *testing.T) {
	bytes := "\x02\x00\x00\x00\x00\x00\x00\x00" + "\x40\x42\x0f\x00\x00\x00\x00\x00" +
		"\x01\x00\x1e\x00\x01\x00\x00\x00"
	if unix.SizeofPtr == 4 {
		bytes = "\x02\x00\x00\x00" + "\x40\x42\x0f\x00" + "\x01\x00\x1e\x00\x01\x00\x00\x00"
	}
	var got []Move
	Moves(strings.NewReader(bytes), func(m Move) { got = append(got, m) })
	if want := []Move{{At: 3 * time.Second, Key: 30, Down: true}}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
