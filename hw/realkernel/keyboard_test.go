package realkernel

import (
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw/evdev"

	"golang.org/x/sys/unix"
)

// A keyboard is one that the kernel makes of what is written to uinput
// (Documentation/input/uinput.rst).
type keyboard struct {
	testing.TB
	file *os.File
}

// plugKeyboard plugs one in.
func plugKeyboard(t testing.TB) *keyboard {
	t.Helper()
	guest(t)
	fd, err := unix.Open("/dev/uinput", unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := &keyboard{t, os.NewFile(uintptr(fd), "uinput")}
	t.Cleanup(k.unplug)
	const (
		setEvBit  = 0x40045564
		setKeyBit = 0x40045565
		create    = 0x5501
		evKey     = 1
	)
	request := func(number uint, value int) {
		if err := unix.IoctlSetInt(fd, number, value); err != nil {
			t.Fatal(err)
		}
	}
	request(setEvBit, evKey)
	for code := 1; code < 128; code++ {
		request(setKeyBit, code)
	}
	device := make([]byte, 80+8+4+4*64*4) // struct uinput_user_dev
	copy(device, "a keyboard")
	if _, err := k.file.Write(device); err != nil {
		t.Fatal(err)
	}
	request(create, 0)
	return k
}

func (k *keyboard) unplug() { k.file.Close() }

// isTaken waits until another program has the keyboard for itself, which the kernel tells who wants
// it, too. Before that, what is typed may be dropped.
func (k *keyboard) isTaken() {
	k.Helper()
	await(k, "the keyboard is taken", func() bool {
		devices := listed(k, 0)
		if len(devices) == 0 {
			return false
		}
		file, err := evdev.Grab(devices[0].Node, "keyboard")
		if err == nil {
			file.Close() // whoever wanted it just then tries again
		}
		return errors.Is(err, unix.EBUSY)
	})
}

// The keys that answer, and some that type, by their codes (linux/input-event-codes.h).
const (
	keyUp    = 103
	keyDown  = 108
	keyEnter = 28
	keyA     = 30
)

// press presses keys one after the other.
func (k *keyboard) press(codes ...int) {
	k.Helper()
	for _, code := range codes {
		for _, value := range []uint32{1, 0} {
			k.report(code, value)
			time.Sleep(30 * time.Millisecond)
		}
	}
}

// report moves a key: EV_KEY and EV_SYN as struct input_event of linux/input.h, with the time left
// to the kernel.
func (k *keyboard) report(code int, value uint32) {
	k.Helper()
	var b []byte
	for _, e := range []struct {
		kind, code uint16
		value      uint32
	}{{1, uint16(code), value}, {}} {
		b = append(b, make([]byte, 16)...)
		b = binary.NativeEndian.AppendUint16(b, e.kind)
		b = binary.NativeEndian.AppendUint16(b, e.code)
		b = binary.NativeEndian.AppendUint32(b, e.value)
	}
	if _, err := k.file.Write(b); err != nil {
		k.Fatal(err)
	}
}

// enter types a word in capital letters on an English keyboard, and Enter.
func (k *keyboard) enter(word string) {
	k.Helper()
	rows := map[int]string{16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
	for _, letter := range word {
		for first, row := range rows {
			if i := strings.IndexRune(row, letter); i >= 0 {
				k.press(first + i)
			}
		}
	}
	k.press(keyEnter)
}

// A keyboard that is plugged in while the program runs answers what the keys answer, and types the
// words of Motus; another takes its place.
func TestAKeyboardIsPluggedInAndTypesWords(t *testing.T) {
	p := newTable(t)
	k := plugKeyboard(t)
	k.isTaken()
	k.press(keyDown, keyDown, keyDown, keyDown, keyEnter) // Motus
	p.reads()                                             // who may join
	p.press(seats[1], seats[2])
	k.press(keyEnter)               // both are there
	k.press(keyUp, keyUp, keyEnter) // five letters
	for range 8 {
		k.press(keyUp)
	}
	k.press(keyEnter)           // two words each
	k.press(keyEnter, keyEnter) // no clock; let's go
	p.begins()
	k.press(keyEnter) // for the eyes of one
	k.enter("XYLEM")
	k.unplug()
	k = plugKeyboard(t)
	k.isTaken()
	k.press(keyEnter)
	k.enter("BALLE")
	p.await("both words are known", func() bool {
		played, _ := p.played()
		var secrets []string
		for _, seat := range []games.Seat{1, 2} {
			for _, slate := range played.View(games.Player(seat)).Slates {
				secrets = append(secrets, slate.Secret)
			}
		}
		t.Log(secrets)
		return slices.Contains(secrets, "XYLEM") && slices.Contains(secrets, "BALLE")
	})
}
