package evdev

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"
)

// sent returns the bytes of one change for a process whose long has this size.
func sent(long int, at time.Duration, kind, code uint16, value int32) []byte {
	var p []byte
	for _, n := range []time.Duration{at / time.Second, at % time.Second / time.Microsecond} {
		if long == 4 {
			p = binary.NativeEndian.AppendUint32(p, uint32(n))
		} else {
			p = binary.NativeEndian.AppendUint64(p, uint64(n))
		}
	}
	p = binary.NativeEndian.AppendUint16(p, kind)
	p = binary.NativeEndian.AppendUint16(p, code)
	return binary.NativeEndian.AppendUint32(p, uint32(value))
}

// moves decodes bytes that are read in pieces.
func moves(long int, pieces ...[]byte) (moves []Move) {
	d := decoder{long: long}
	for _, p := range pieces {
		d.decode(p, func(m Move) { moves = append(moves, m) })
	}
	return moves
}

// After a drop any key may have moved: what the kernel sends up to the next report counts for
// nothing.
func TestMovesOfKeys(t *testing.T) {
	const s = time.Second
	var p []byte
	for i, change := range []struct {
		kind, code uint16
		value      int32
	}{
		{kindKey, 30, 1}, {4, 4, 0x7001e}, {kindSync, syncReport, 0}, // EV_MSC, MSC_SCAN: the code in the keyboard
		{kindKey, 30, 2}, {kindKey, 30, 0}, {kindSync, syncReport, 0}, // held, and let go
		{kindSync, syncDropped, 0}, {kindKey, 46, 1}, {kindSync, syncReport, 0},
		{kindKey, 31, 1},
	} {
		p = append(p, sent(8, time.Duration(i)*s, change.kind, change.code, change.value)...)
	}
	want := []Move{{At: 0, Key: 30, Down: true}, {At: 4 * s, Key: 30}, {At: 8 * s, Lost: true},
		{At: 9 * s, Key: 31, Down: true}}
	if got := moves(8, p); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The bytes as Linux has them on little-endian machines, of 64 bits and of 32.
func TestTheKernelsBytes(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the bytes are those of a little-endian machine")
	}
	want := []Move{{At: 3 * time.Second, Key: 30, Down: true}}
	for long, bytes := range map[int]string{
		8: "\x02\x00\x00\x00\x00\x00\x00\x00" + "\x40\x42\x0f\x00\x00\x00\x00\x00" + "\x01\x00\x1e\x00\x01\x00\x00\x00",
		4: "\x02\x00\x00\x00" + "\x40\x42\x0f\x00" + "\x01\x00\x1e\x00\x01\x00\x00\x00",
	} {
		if got := moves(long, []byte(bytes)); !slices.Equal(got, want) {
			t.Errorf("long of %d bytes: %+v", long, got)
		}
	}
}

// FuzzMoves holds that a read may end anywhere.
func FuzzMoves(f *testing.F) {
	for _, long := range []int{4, 8} {
		f.Add(slices.Concat(sent(long, time.Second, kindKey, 28, 1),
			sent(long, time.Second, kindSync, syncDropped, 0)), uint8(3))
		f.Add(slices.Concat(sent(long, time.Second, kindKey, 30, 1), sent(long, time.Second, kindSync, syncReport, 0)),
			uint8(17))
	}
	f.Fuzz(func(t *testing.T, p []byte, cut uint8) {
		n := min(int(cut), len(p))
		for _, long := range []int{4, 8} {
			if whole, pieces := moves(long, p), moves(long, p[:n], p[n:]); !slices.Equal(whole, pieces) {
				t.Errorf("cut at %d: %v, want %v", n, pieces, whole)
			}
		}
	})
}
