package keyboard

import (
	"encoding/binary"
	"slices"
	"testing"
	"time"
	"unicode"

	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sent is what a keyboard sends for one change, for a process whose long has so many bytes.
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

// Codes as linux/input-event-codes.h has them, by what is printed on a US keyboard.
const (
	keyEsc        = 1
	key2          = 3
	keyBackspace  = 14
	keyTab        = 15
	keyA          = 30
	keyC          = 46
	keyLeftCtrl   = 29
	keyLeftShift  = 42
	keyRightShift = 54
	keyCapsLock   = 58
	keyPadEnter   = 96
	keyAltGr      = 100
	keyUp         = 103
	keyLeft       = 105
	keyRight      = 106
	keyDown       = 108
)

const (
	up = iota
	down
	repeated
)

// What linux/input-event-codes.h calls EV_SYN and EV_KEY, SYN_REPORT and SYN_DROPPED.
const (
	kindSync = 0
	kindKey  = 1

	syncReport  = 0
	syncDropped = 3
)

// A move is a key's.
type move struct {
	code  uint16
	value int32
}

func stroke(codes ...uint16) (moves []move) {
	for _, c := range codes {
		moves = append(moves, move{c, down}, move{c, up})
	}
	return moves
}

func with(held uint16, moves []move) []move {
	return append(append([]move{{held, down}}, moves...), move{held, up})
}

// made is what comes of moves, one a microsecond from 1 µs on.
func made(l Layout, moves []move) []hw.Event {
	d := newKeyDecoder(l)
	var events []hw.Event
	for i, m := range moves {
		at := time.Duration(i+1) * time.Microsecond
		events = append(events, d.decode(slices.Concat(
			sent(evdev.ThisProcess, at, 4, 4, 0x7001e), // EV_MSC, MSC_SCAN: the code in the keyboard
			sent(evdev.ThisProcess, at, kindKey, m.code, m.value),
			sent(evdev.ThisProcess, at, kindSync, syncReport, 0),
		))...)
	}
	return events
}

func typed(events []hw.Event) string {
	var s []rune
	for _, e := range events {
		if e.Typed != 0 {
			s = append(s, e.Typed)
		}
	}
	return string(s)
}

func TestKeysTypeWhatIsPrintedOnThem(t *testing.T) {
	letters, digits := []uint16{}, []uint16{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	for _, row := range [][2]uint16{{16, 27}, {30, 40}, {44, 53}} {
		for code := row[0]; code <= row[1]; code++ {
			letters = append(letters, code)
		}
	}
	digits = append(digits, 12)
	pad := []uint16{79, 80, 81, 75, 76, 77, 71, 72, 73, 82}
	for _, tt := range []struct {
		layout                         Layout
		letters, digits, digitsShifted string
	}{
		{QWERTY, "QWERTYUIOP" + "ASDFGHJKL" + "ZXCVBNM", "1234567890", "1234567890"},
		{AZERTY, "AZERTYUIOP" + "QSDFGHJKLMÙ" + "WXCVBN", "1É3456È8ÇÀ", "1234567890"},
		{QWERTZ, "QWERTZUIOPÜ" + "ASDFGHJKLÖÄ" + "YXCVBNM", "1234567890ß", "1234567890ß"},
	} {
		for _, row := range []struct {
			name  string
			moves []move
			want  string
		}{
			{"letters", stroke(letters...), tt.letters},
			{"letters with Shift", with(keyRightShift, stroke(letters...)), tt.letters},
			{"letters with Caps Lock", append(stroke(keyCapsLock), stroke(letters...)...), tt.letters},
			{"the top row", stroke(digits...), tt.digits},
			{"the top row with Shift", with(keyLeftShift, stroke(digits...)), tt.digitsShifted},
			{"the keypad", stroke(pad...), "1234567890"},
			{"the keypad with Shift", with(keyLeftShift, stroke(pad...)), "1234567890"},
		} {
			if got := typed(made(tt.layout, row.moves)); got != row.want {
				t.Errorf("%s, %s: %q, want %q", tt.layout, row.name, got, row.want)
			}
		}
	}
}

func TestEveryDigitIsAnsweredWithoutShift(t *testing.T) {
	for _, l := range []Layout{QWERTY, AZERTY, QWERTZ} {
		for i, e := range made(l, stroke(2, 3, 4, 5, 6, 7, 8, 9, 10, 11)) {
			if got, ok := Digit(e.Typed); !ok || got != (i+1)%10 {
				t.Errorf("%s: the key of %d is the digit %d, %v", l, (i+1)%10, got, ok)
			}
		}
	}
	for _, e := range []hw.Event{{Typed: 'A'}, {Typed: 'Ü'}, {Edge: hw.Edge{Button: hw.KeyOK, Down: true}}} {
		if got, ok := Digit(e.Typed); ok {
			t.Errorf("%+v is the digit %d", e, got)
		}
	}
}

func TestLayoutsByName(t *testing.T) {
	for _, l := range []Layout{QWERTY, AZERTY, QWERTZ} {
		if got, err := ParseLayout(string(l)); got != l || err != nil {
			t.Errorf("%s: %s, %v", l, got, err)
		}
	}
	const want = `keyboard layout "bépo" is none of qwerty, azerty and qwertz`
	if _, err := ParseLayout("bépo"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestKeysThatAreTheJudges(t *testing.T) {
	edge := func(µs int, b hw.Button, isDown bool) hw.Event {
		return hw.Event{Edge: hw.Edge{At: time.Duration(µs) * time.Microsecond, Button: b, Down: isDown}}
	}
	for _, tt := range []struct {
		name  string
		moves []move
		want  []hw.Event
	}{
		{"left", stroke(keyLeft), []hw.Event{edge(1, hw.KeyPrevious, true), edge(2, hw.KeyPrevious, false)}},
		{"up", stroke(keyUp), []hw.Event{edge(1, hw.KeyPrevious, true), edge(2, hw.KeyPrevious, false)}},
		{"right", stroke(keyRight), []hw.Event{edge(1, hw.KeyNext, true), edge(2, hw.KeyNext, false)}},
		{"down", stroke(keyDown), []hw.Event{edge(1, hw.KeyNext, true), edge(2, hw.KeyNext, false)}},
		{"Enter", stroke(codeEnter), []hw.Event{edge(1, hw.KeyOK, true), edge(2, hw.KeyOK, false)}},
		{"Enter of the keypad", stroke(keyPadEnter), []hw.Event{edge(1, hw.KeyOK, true), edge(2, hw.KeyOK, false)}},
		{"Backspace", stroke(keyBackspace), []hw.Event{edge(1, hw.KeyBack, true), edge(2, hw.KeyBack, false)}},
		{"Escape", stroke(keyEsc), []hw.Event{edge(1, hw.KeyBack, true), edge(2, hw.KeyBack, false)}},
		{"a key that is held is not repeated", []move{{keyRight, down}, {keyRight, repeated}, {keyRight, up}},
			[]hw.Event{edge(1, hw.KeyNext, true), edge(3, hw.KeyNext, false)}},
		{"neither is a letter", []move{{keyA, down}, {keyA, repeated}, {keyA, up}},
			[]hw.Event{{Edge: hw.Edge{At: time.Microsecond}, Typed: 'A'}}},
		{"two keys that are one button", []move{{keyLeft, down}, {keyUp, down}, {keyLeft, up}, {keyUp, up}},
			[]hw.Event{edge(1, hw.KeyPrevious, true), edge(4, hw.KeyPrevious, false)}},
		{"a key that was down before", []move{{codeEnter, repeated}, {codeEnter, up}}, nil},
		{"keys that mean nothing", stroke(keyTab, keyCapsLock, 59, 0x110, 0x2ff), nil},
		{"Ctrl+C is no C", with(keyLeftCtrl, stroke(keyC)), nil},
		{"AltGr with a digit is none", with(keyAltGr, stroke(key2)), nil},
	} {
		if diff := cmp.Diff(tt.want, made(QWERTY, tt.moves)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// The kernel's queue of a keyboard was full: what is in it up to the end of the next report is no use.
func TestWhatTheKernelDropsIsLetGo(t *testing.T) {
	d := newKeyDecoder(AZERTY)
	var got []hw.Event
	for i, m := range []struct {
		kind, code uint16
		value      int32
	}{
		{kindKey, keyLeftShift, down}, {kindSync, syncReport, 0},
		{kindKey, codeEnter, down}, {kindSync, syncReport, 0},
		{kindSync, syncDropped, 0},
		{kindKey, keyC, down}, {kindSync, syncReport, 0},
		{kindKey, codeEnter, up}, {kindSync, syncReport, 0},
		{kindKey, key2, down}, {kindSync, syncReport, 0},
	} {
		got = append(got, d.decode(sent(evdev.ThisProcess, time.Duration(i)*time.Second, m.kind, m.code, m.value))...)
	}
	want := []hw.Event{
		{Edge: hw.Edge{At: 2 * time.Second, Button: hw.KeyOK, Down: true}},
		{Edge: hw.Edge{At: 6 * time.Second, Button: hw.KeyOK}},
		{Edge: hw.Edge{At: 9 * time.Second}, Typed: 'É'},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The bytes as Linux has them on little-endian machines, of 64 bits and of 32.
func TestTheKernelsBytes(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("the bytes are those of a little-endian machine")
	}
	for long, bytes := range map[int]string{
		8: "\x02\x00\x00\x00\x00\x00\x00\x00" + "\x40\x42\x0f\x00\x00\x00\x00\x00" + "\x01\x00\x1e\x00\x01\x00\x00\x00",
		4: "\x02\x00\x00\x00" + "\x40\x42\x0f\x00" + "\x01\x00\x1e\x00\x01\x00\x00\x00",
	} {
		d := newKeyDecoder(QWERTY)
		d.moves = evdev.NewDecoder(long)
		want := []hw.Event{{Edge: hw.Edge{At: 3 * time.Second}, Typed: 'A'}}
		if diff := cmp.Diff(want, d.decode([]byte(bytes))); diff != "" {
			t.Errorf("long of %d bytes (-want +got):\n%s", long, diff)
		}
	}
}

// stream draws what a keyboard, or something that says it is one, may send.
func stream(t *rapid.T, long int) []byte {
	codes := []uint16{keyEsc, key2, keyBackspace, keyA, keyC, codeEnter, keyPadEnter, keyLeftCtrl, keyLeftShift,
		keyRightShift, keyAltGr, keyUp, keyLeft, keyRight, keyDown, syncReport, syncDropped, 0x2ff}
	var p []byte
	for range rapid.IntRange(0, 40).Draw(t, "changes") {
		p = append(p, sent(long,
			time.Duration(rapid.Int32Range(0, 1<<30).Draw(t, "at"))*time.Microsecond,
			rapid.SampledFrom([]uint16{kindKey, kindKey, kindKey, kindSync, 4}).Draw(t, "kind"),
			rapid.SampledFrom(codes).Draw(t, "code"),
			rapid.Int32Range(-1, 3).Draw(t, "value"))...)
	}
	return p
}

func TestReadsMayEndAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.SampledFrom([]int{4, 8}).Draw(t, "long")
		layout := rapid.SampledFrom([]Layout{QWERTY, AZERTY, QWERTZ}).Draw(t, "layout")
		p := stream(t, long)
		whole, pieces := newKeyDecoder(layout), newKeyDecoder(layout)
		whole.moves, pieces.moves = evdev.NewDecoder(long), evdev.NewDecoder(long)
		want := append(whole.decode(p), whole.release(0)...)
		checkTurns(t, want)
		var got []hw.Event
		for len(p) > 0 {
			n := rapid.IntRange(1, len(p)).Draw(t, "read")
			got = append(got, pieces.decode(p[:n])...)
			p = p[n:]
		}
		got = append(got, pieces.release(0)...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-whole +pieces:\n%s", diff)
		}
	})
}

func checkTurns(t interface{ Errorf(string, ...any) }, events []hw.Event) {
	pressed := map[hw.Button]bool{}
	for _, e := range events {
		switch {
		case e.Lost != 0 || (e.Button == 0) == (e.Typed == 0):
			t.Errorf("%+v is neither an edge nor a character", e)
		case e.Typed != 0 && !unicode.IsDigit(e.Typed) && unicode.ToUpper(e.Typed) != e.Typed:
			t.Errorf("%c is neither a capital letter nor a digit", e.Typed)
		case e.Typed == 0 && pressed[e.Button] == e.Down:
			t.Errorf("%v is down already: %v", e.Button, e.Down)
		case e.Typed == 0:
			pressed[e.Button] = e.Down
		}
	}
	for b, isDown := range pressed {
		if isDown {
			t.Errorf("%v stays down for ever", b)
		}
	}
}

func FuzzKeyboard(f *testing.F) {
	f.Add(slices.Concat(sent(8, time.Second, kindKey, codeEnter, down), sent(8, time.Second, kindSync, syncDropped, 0)), uint8(3))
	f.Add(slices.Concat(sent(4, time.Second, kindKey, keyA, down), sent(4, time.Second, kindSync, syncReport, 0)), uint8(17))
	f.Fuzz(func(t *testing.T, p []byte, cut uint8) {
		for _, long := range []int{4, 8} {
			whole, pieces := newKeyDecoder(AZERTY), newKeyDecoder(AZERTY)
			whole.moves, pieces.moves = evdev.NewDecoder(long), evdev.NewDecoder(long)
			want := append(whole.decode(p), whole.release(0)...)
			n := min(int(cut), len(p))
			got := slices.Concat(pieces.decode(p[:n]), pieces.decode(p[n:]), pieces.release(0))
			if !slices.Equal(want, got) {
				t.Errorf("cut at %d: %v, want %v", n, got, want)
			}
			checkTurns(t, want)
		}
	})
}
