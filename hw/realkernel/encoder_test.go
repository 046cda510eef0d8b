package realkernel

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// keyboardDescriptor is that of any keyboard that a BIOS knows, and of most encoders, buzzers and
// blocks of digits that are keyboards: eight keys of the edge as bits, and six others by their
// numbers.
func keyboardDescriptor() []byte {
	return []byte{0x05, 1, 0x09, 6, 0xA1, 1, 0x05, 7, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0, 0x25, 1, 0x75, 1, 0x95, 8, 0x81, 2,
		0x95, 1, 0x75, 8, 0x81, 3, 0x95, 6, 0x75, 8, 0x15, 0, 0x25, 0x65, 0x05, 7, 0x19, 0, 0x29, 0x65, 0x81, 0, 0xC0}
}

// What a HID keyboard calls its keys (USB HID Usage Tables, page 7), and Ctrl among those of the
// edge.
const (
	hidA, hidEnter, hidUp      = 0x04, 0x28, 0x52
	hidF1, hidNumLock          = 0x3A, 0x53
	hidPad1, hidPad3           = 0x59, 0x5B
	hidPad7, hidPad9, edgeCtrl = 0x5F, 0x61, 1
	reportTime                 = 10 * time.Millisecond
)

// types presses a key of a HID keyboard, or one of its edge, and lets go.
func (h *hid) types(edge, key byte) {
	h.Helper()
	h.report(edge, 0, key, 0, 0, 0, 0, 0)
	time.Sleep(2 * reportTime)
	h.report(make([]byte, 8)...)
	time.Sleep(2 * reportTime)
}

// learnt returns the places that were learnt, as the log has them.
func (p *table) learnt() (places []string) {
	for line := range strings.Lines(p.log.String()) {
		if _, at, ok := strings.Cut(line, "learnt button="); ok {
			_, at, _ = strings.Cut(at, " at=")
			place, _, _ := strings.Cut(strings.TrimSpace(at), " ")
			places = append(places, place)
		}
	}
	return places
}

func (p *table) hasLearnt(want ...string) {
	p.Helper()
	p.await(fmt.Sprintf("it has learnt %s", want), func() bool { return slices.Equal(p.learnt(), want) })
}

// answers presses something and waits for one more answer to it in the log.
func (p *table) answers(press func()) {
	p.Helper()
	answers := func() int { return strings.Count(p.log.String(), "learnt") }
	before := answers()
	press()
	p.await("the press is answered", func() bool { return answers() > before })
}

// An encoder that is a keyboard is answered by every press, and a key pressed twice makes it one of
// the seats. Seat 1 pressed twice ends the seats, and the rest of the box is learnt from it, too.
func TestAnEncoderThatIsAKeyboard(t *testing.T) {
	p := layTable(t)
	p.config = "[buttons]\nseats = []\n"
	ipac := plugHID(t, "Ultimarc IPAC 2", 0xd209, 0x0420, keyboardDescriptor())
	p.start()
	time.Sleep(3 * time.Second)
	tap := func(edge, key byte) { p.answers(func() { ipac.types(edge, key) }) }
	tap(0, hidA)
	tap(edgeCtrl, 0)
	if len(p.learnt()) > 0 {
		t.Errorf("what may be the judge's is learnt: %s", p.learnt())
	}
	tap(edgeCtrl, 0)
	seats := []string{"d209:0420/KEY_LEFTCTRL", "d209:0420/KEY_A", "d209:0420/KEY_UP"}
	tap(0, hidA)
	tap(0, hidUp)
	p.hasLearnt(seats...)
	tap(edgeCtrl, 0)
	tap(edgeCtrl, 0) // no more
	tap(0, hidEnter)
	tap(0, hidF1)
	tap(0, hidF1+1)
	p.hasLearnt(append(seats, "d209:0420/KEY_ENTER", "d209:0420/KEY_F1", "d209:0420/KEY_F2")...)
	p.reads()
	ipac.types(0, hidEnter) // the language
	own := filepath.Join(p.journals, "settings.toml")
	p.await("it is kept", func() bool { text, _ := os.ReadFile(own); return len(text) > 0 })
	if kept := p.read(own); !strings.Contains(kept, "seats = ['"+strings.Join(seats, "', '")+"']\n") {
		t.Errorf("it keeps\n%s", kept)
	}
}

// A block of digits, which has all letters in its descriptor, is learnt at the first press, also
// one that presses Num Lock around each digit; a direction of a stick is refused.
func TestABlockOfDigits(t *testing.T) {
	p := layTable(t)
	p.config = "[buttons]\nseats = []\n"
	block := plugHID(t, "USB numpad", 0x13ba, 0x0001, keyboardDescriptor())
	stick := plugHID(t, "Arcade stick", 0x1234, 0x0001, []byte{0x05, 1, 0x09, 4, 0xA1, 1,
		0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 127, 0x75, 8, 0x95, 2, 0x81, 2,
		0x05, 9, 0x19, 1, 0x29, 8, 0x15, 0, 0x25, 1, 0x75, 1, 0x95, 8, 0x81, 2, 0xC0})
	p.start()
	time.Sleep(3 * time.Second)
	for i, key := range []byte{hidPad7, hidPad9, hidPad1, hidPad3} {
		p.answers(func() {
			around := i%2 == 0
			if around {
				block.types(0, hidNumLock)
			}
			block.types(0, key)
			if around {
				block.types(0, hidNumLock)
			}
		})
		time.Sleep(time.Second) // a second one for the same press would come by then
	}
	p.answers(func() {
		stick.report(127, 0, 0)
		time.Sleep(5 * reportTime)
		stick.report(0, 0, 0)
	})
	p.hasLearnt("13ba:0001/KEY_KP7", "13ba:0001/KEY_KP9", "13ba:0001/KEY_KP1", "13ba:0001/KEY_KP3")
	if n := strings.Count(p.log.String(), "not_a_button"); n != 1 {
		t.Errorf("a direction is answered %d times\n%s", n, p.log.String())
	}
}
