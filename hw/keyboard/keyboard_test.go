package keyboard

import (
	"encoding/binary"
	"io"
	"os"
	"testing"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

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
	up   = false
	down = true
)

// A move is a key's.
type move struct {
	code uint16
	down bool
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

// made returns the events of moves, which come one a microsecond from 1 µs on.
func made(l Layout, moves []move) (events []hw.Event) {
	d := newKeyDecoder(l)
	for i, m := range moves {
		at := time.Duration(i+1) * time.Microsecond
		d.take(evdev.Move{At: at, Key: m.code, Down: m.down}, func(e hw.Event) { events = append(events, e) })
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
		{"Enter", stroke(evdev.KeyEnter), []hw.Event{edge(1, hw.KeyOK, true), edge(2, hw.KeyOK, false)}},
		{"Enter of the keypad", stroke(keyPadEnter), []hw.Event{edge(1, hw.KeyOK, true), edge(2, hw.KeyOK, false)}},
		{"Backspace", stroke(keyBackspace), []hw.Event{edge(1, hw.KeyBack, true), edge(2, hw.KeyBack, false)}},
		{"Escape", stroke(keyEsc), []hw.Event{edge(1, hw.KeyBack, true), edge(2, hw.KeyBack, false)}},
		{"two keys that are one button", []move{{keyLeft, down}, {keyUp, down}, {keyLeft, up}, {keyUp, up}},
			[]hw.Event{edge(1, hw.KeyPrevious, true), edge(4, hw.KeyPrevious, false)}},
		{"a key that was down before", []move{{evdev.KeyEnter, up}}, nil},
		{"keys that mean nothing", stroke(keyTab, keyCapsLock, 59, 0x110, 0x2ff), nil},
		{"Ctrl+C is no C", with(keyLeftCtrl, stroke(keyC)), nil},
		{"AltGr with a digit is none", with(keyAltGr, stroke(key2)), nil},
	} {
		if diff := cmp.Diff(tt.want, made(QWERTY, tt.moves)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Whatever is sent, a button that is down comes up again, when moves were lost at the latest.
func TestEveryButtonIsLetGo(t *testing.T) {
	codes := []uint16{keyEsc, key2, keyBackspace, keyA, keyC, evdev.KeyEnter, keyPadEnter, keyLeftCtrl, keyLeftShift,
		keyRightShift, keyAltGr, keyUp, keyLeft, keyRight, keyDown, 0x2ff}
	rapid.Check(t, func(t *rapid.T) {
		pressed := map[hw.Button]bool{}
		pass := func(e hw.Event) {
			switch {
			case (e.Button == 0) == (e.Typed == 0):
				t.Errorf("%+v is neither an edge nor a character", e)
			case e.Typed == 0 && pressed[e.Button] == e.Down:
				t.Errorf("%v is down already: %v", e.Button, e.Down)
			case e.Typed == 0:
				pressed[e.Button] = e.Down
			}
		}
		d := newKeyDecoder(AZERTY)
		for range rapid.IntRange(0, 40).Draw(t, "moves") {
			key, down := rapid.SampledFrom(codes).Draw(t, "key"), rapid.Bool().Draw(t, "down")
			d.take(evdev.Move{Key: key, Down: down, Lost: rapid.IntRange(0, 9).Draw(t, "lost") == 0}, pass)
		}
		d.take(evdev.Move{Lost: true}, pass)
		for b, isDown := range pressed {
			if isDown {
				t.Errorf("%v stays down for ever", b)
			}
		}
	})
}

// Both ends of a keyboard that is unplugged: it is no error, and its keys come up.
func TestAKeyboardThatIsUnpluggedLetsGoOfItsKeys(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	events, ended := make(chan hw.Event), make(chan error)
	go func() { ended <- read(r, QWERTY, func(e hw.Event) { events <- e }) }()
	enter := make([]byte, 2*unix.SizeofPtr, 2*unix.SizeofPtr+8) // a struct input_event of second 0
	enter = binary.NativeEndian.AppendUint16(enter, 1)          // EV_KEY
	enter = binary.NativeEndian.AppendUint16(enter, evdev.KeyEnter)
	enter = binary.NativeEndian.AppendUint32(enter, 1)
	if _, err := w.Write(enter); err != nil {
		t.Fatal(err)
	}
	if e := <-events; e.Button != hw.KeyOK || !e.Down {
		t.Errorf("pressed: %+v", e)
	}
	before := hw.Now()
	w.Close()
	if e := <-events; e.Button != hw.KeyOK || e.Down || e.At < before || e.At > hw.Now() {
		t.Errorf("unplugged at %v: %+v", before, e)
	}
	if err := <-ended; err != io.EOF {
		t.Error(err)
	}
}
