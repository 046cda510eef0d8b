package hw_test

import (
	"errors"
	"fmt"
	"image"
	"sync"
	"syscall"
	"testing"

	"arbitre/hw"
	"arbitre/hw/sim"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"
)

// A bus is a virtual one that may come and go, and on whose wires things go wrong.
type bus struct {
	*sim.Bus

	mu           sync.Mutex
	absent       bool
	removals     int // how often it was taken away
	handles      int // that are open
	skip, fail   int // transactions that still get through, and how many then fail
	taken        int // bytes written of each of those that still reach the chip
	transactions int
	bytes        int
}

func newBus() *bus { return &bus{Bus: sim.NewBus()} }

// setPresent takes the bus away with all that is on it, as if its driver were unloaded, or brings
// it back. Who had it open has to open it again.
func (b *bus) setPresent(present bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.absent = !present; b.absent {
		b.removals++
	}
}

func (b *bus) Open() (i2c.BusCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.absent {
		return nil, syscall.ENOENT // as its node in /dev
	}
	b.handles++
	return &handle{bus: b, removals: b.removals}, nil
}

// A handle is the bus as one of its users has it open.
type handle struct {
	*bus
	removals int // of the bus, before it was opened
}

func (h *handle) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handles--
	return nil
}

func (h *handle) Tx(addr uint16, w, r []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.transactions++
	if h.removals != h.bus.removals {
		return syscall.ENODEV
	}
	switch {
	case h.skip > 0:
		h.skip--
	case h.fail > 0:
		h.fail--
		if n := min(h.taken, len(w)); n > 0 {
			_ = h.Bus.Tx(addr, w[:n], nil)
		}
		return syscall.ENXIO
	}
	h.bytes += len(w)
	return h.Bus.Tx(addr, w, r)
}

// A chip is a model of a panel's controller.
type chip interface {
	sim.Device
	Picture() *image1bit.VerticalLSB
	Registers() sim.Registers
	Unknown() []uint8
}

// newChip returns a chip of a kind as it is after power-on.
func newChip(kind hw.Chip) chip {
	if kind == hw.SH1106 {
		return sim.NewSH1106()
	}
	return sim.NewSSD1306(nil)
}

// newPanel is an OLED with a chip of a kind at an address.
func newPanel(kind hw.Chip, addr uint16) (*hw.OLED, *bus, chip) {
	bus, chip := newBus(), newChip(kind)
	bus.Attach(addr, chip)
	return hw.NewOLED(bus.Open, addr), bus, chip
}

// picture returns a picture of the usual size, whose bytes are given by their places.
func picture(at func(page, column int) byte) *image1bit.VerticalLSB {
	p := image1bit.NewVerticalLSB(image.Rect(0, 0, hw.OLEDWidth, hw.OLEDHeight))
	for i := range p.Pix {
		p.Pix[i] = at(i/128, i%128)
	}
	return p
}

func stripes(page, column int) byte { return byte(column*7 + page) }

func same(t rapid.TB, want *image1bit.VerticalLSB, chip chip) {
	t.Helper()
	got := chip.Picture()
	for i := range want.Pix {
		if got.Pix[i] != want.Pix[i] {
			t.Fatalf("page %d, column %d: the panel shows %08b, drawn was %08b", i/128, i%128, got.Pix[i], want.Pix[i])
		}
	}
}

// eachPanel tries one of each kind at each address, asked for its kind and told it.
func eachPanel(t *testing.T, try func(t *testing.T, o *hw.OLED, bus *bus, chip chip)) {
	for _, kind := range []hw.Chip{hw.SSD1306, hw.SH1106} {
		for _, addr := range []uint16{0x3C, 0x3D} {
			for _, told := range []hw.Chip{hw.AnyChip, kind} {
				t.Run(fmt.Sprintf("%s at %#x as %s", kind, addr, told), func(t *testing.T) {
					o, bus, chip := newPanel(kind, addr)
					o.Chip = told
					try(t, o, bus, chip)
				})
			}
		}
	}
}

func TestOLEDShowsWhatIsDrawn(t *testing.T) {
	eachPanel(t, func(t *testing.T, o *hw.OLED, _ *bus, chip chip) {
		want := picture(stripes)
		if err := o.Draw(want); err != nil {
			t.Fatal(err)
		}
		same(t, want, chip)
		if unknown := chip.Unknown(); unknown != nil {
			t.Errorf("sent what is no command: %x", unknown)
		}
		if err := o.Draw(image1bit.NewVerticalLSB(image.Rect(0, 0, 128, 32))); err == nil {
			t.Error("a picture of the wrong size was drawn")
		}
	})
}

func TestAPanelThatHangsUpsideDown(t *testing.T) {
	eachPanel(t, func(t *testing.T, o *hw.OLED, _ *bus, chip chip) {
		o.Rotated = true
		drawn := picture(stripes)
		if err := o.Draw(drawn); err != nil {
			t.Fatal(err)
		}
		turned := picture(stripes)
		for y := range hw.OLEDHeight {
			for x := range hw.OLEDWidth {
				turned.SetBit(hw.OLEDWidth-1-x, hw.OLEDHeight-1-y, drawn.BitAt(x, y))
			}
		}
		same(t, turned, chip)
	})
}

// mute is a chip that does not answer a read: the bus's pull-ups are read.
type mute struct{ chip }

func (m mute) Tx(w, r []byte) error {
	err := m.chip.Tx(w, nil)
	for i := range r {
		r[i] = 0xFF
	}
	return err
}

func TestAPanelThatGivesNoAnswerWorksAllTheSame(t *testing.T) {
	o, bus, chip := newPanel(hw.SSD1306, 0x3C)
	bus.Attach(0x3C, mute{chip})
	p := picture(stripes)
	for range 3 {
		if err := o.Draw(p); err != nil {
			t.Fatal(err)
		}
		same(t, p, chip)
		p.Pix[0]++
	}
}

func TestAPictureThatIsShownAlreadyIsNotSentAgain(t *testing.T) {
	o, bus, chip := newPanel(hw.SSD1306, 0x3C)
	p := picture(stripes)
	o.Draw(p)
	transactions, before := bus.transactions, bus.bytes
	if err := o.Draw(picture(stripes)); err != nil {
		t.Fatal(err)
	}
	if n := bus.transactions - transactions; n != 0 {
		t.Errorf("an unchanged picture made %d transactions", n)
	}
	p.Pix[3*128+64] ^= 0xFF
	o.Draw(p)
	// Control byte, page, two halves of the column; control byte, one byte of the picture; control
	// byte, no operation, behind which the status is read.
	if got := bus.bytes - before; got != 8 {
		t.Errorf("one changed byte sent %d bytes, want 8", got)
	}
	same(t, p, chip)
}

func TestOLEDContrast(t *testing.T) {
	o, bus, chip := newPanel(hw.SSD1306, 0x3C)
	contrast := func(want uint8) {
		t.Helper()
		if got := chip.Registers().Contrast; got != want {
			t.Errorf("contrast %d, want %d", got, want)
		}
	}
	o.SetContrast(20)
	if n := bus.transactions; n != 0 {
		t.Errorf("%d transactions before the first picture", n)
	}
	o.Draw(picture(stripes))
	contrast(20)
	before := bus.transactions
	o.SetContrast(20)
	if bus.transactions != before {
		t.Error("the same contrast was sent again")
	}
	o.SetContrast(30)
	contrast(30)
	bus.fail = 1
	if err := o.SetContrast(40); err == nil {
		t.Error("no error from a failing bus")
	}
	o.Draw(picture(stripes))
	contrast(40)
}

func TestThePanelShowsTheLastPictureAfterAnyFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]hw.Chip{hw.SSD1306, hw.SH1106}).Draw(t, "kind")
		bus, chip := newBus(), newChip(kind)
		bus.Attach(0x3D, chip)
		// Whatever was in the memory and the registers before the box was started.
		chip.Tx(append([]byte{0x00}, rapid.SliceOf(rapid.Byte()).Draw(t, "left behind")...), nil)
		chip.Tx(append([]byte{0x40}, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "memory")...), nil)
		o := hw.NewOLED(bus.Open, 0x3D)
		o.Chip = rapid.SampledFrom([]hw.Chip{hw.AnyChip, kind}).Draw(t, "told")
		p := picture(func(int, int) byte { return 0 })
		var last error
		t.Repeat(map[string]func(*rapid.T){
			"draw": func(t *rapid.T) {
				for range rapid.IntRange(0, 5).Draw(t, "changes") {
					p.Pix[rapid.IntRange(0, len(p.Pix)-1).Draw(t, "where")] = rapid.Byte().Draw(t, "byte")
				}
				last = o.Draw(p)
			},
			"contrast": func(t *rapid.T) { o.SetContrast(rapid.Byte().Draw(t, "contrast")) },
			"fault": func(t *rapid.T) {
				bus.skip, bus.fail = rapid.IntRange(0, 20).Draw(t, "skip"), rapid.IntRange(1, 4).Draw(t, "times")
				bus.taken = rapid.IntRange(0, 130).Draw(t, "taken")
			},
			"lose power": func(t *rapid.T) {
				chip = newChip(kind)
				bus.Attach(0x3D, chip)
				p.Pix[0]++ // else nothing is sent, and so nothing noticed
			},
			"unplug": func(t *rapid.T) {
				bus.Attach(0x3D, nil)
				if o.Draw(picture(stripes)) == nil {
					t.Fatal("drew on a panel that is not there")
				}
				bus.Attach(0x3D, chip)
			},
			"lose the bus": func(t *rapid.T) {
				bus.setPresent(false)
				for range 2 {
					if err := o.Draw(picture(stripes)); !errors.Is(err, syscall.ENOENT) && !errors.Is(err, syscall.ENODEV) {
						t.Fatalf("drew without a bus: %v", err)
					}
				}
				bus.setPresent(true)
			},
			"": func(t *rapid.T) {
				last = o.Draw(p)
				if last == nil {
					same(t, p, chip)
				}
				if n := bus.handles; n > 1 {
					t.Fatalf("the bus is open %d times", n)
				}
			},
		})
		// All faults that are left are used up, then one good Draw follows.
		for i := 0; last != nil || i == 0; i++ {
			if i > 2000 {
				t.Fatalf("never healed: %v", last)
			}
			last = o.Draw(p)
		}
		same(t, p, chip)
	})
}

// A module may be replaced by one of the other kind while the box runs.
func TestAnotherKindOfPanelIsPluggedIn(t *testing.T) {
	o, bus, _ := newPanel(hw.SSD1306, 0x3C)
	p := picture(stripes)
	for _, kind := range []hw.Chip{hw.SSD1306, hw.SH1106, hw.SSD1306} {
		chip := newChip(kind)
		bus.Attach(0x3C, chip)
		p.Pix[7]++
		for o.Draw(p) != nil { // the first of another one finds it switched off
		}
		same(t, p, chip)
	}
}

// A chip that gives its memory back is an SH1106, whatever was there before and however it was left.
func TestFindChip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]hw.Chip{hw.SSD1306, hw.SH1106}).Draw(t, "kind")
		bus, chip := newBus(), newChip(kind)
		bus.Attach(0x3C, chip)
		chip.Tx(append([]byte{0x40}, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "memory")...), nil)
		if rapid.Bool().Draw(t, "on") {
			chip.Tx([]byte{0x00, 0xAF}, nil)
		}
		if got, err := hw.FindChip(bus.Bus, 0x3C); err != nil || got != kind {
			t.Errorf("found %q, %v", got, err)
		}
		bus.Attach(0x3C, mute{chip})
		if got, err := hw.FindChip(bus.Bus, 0x3C); err != nil || got != hw.SSD1306 {
			t.Errorf("of one that gives no answer: %q, %v", got, err)
		}
		bus.Attach(0x3C, nil)
		if _, err := hw.FindChip(bus.Bus, 0x3C); !errors.Is(err, syscall.ENXIO) {
			t.Errorf("of one that is not there: %v", err)
		}
	})
}
