package hw_test

import (
	"errors"
	"fmt"
	"image"
	"syscall"
	"testing"

	"arbitre/hw"
	"arbitre/hw/sim"

	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"
)

// newPanel is an OLED whose chip holds at address.
func newPanel(t testing.TB, addr uint16) (*hw.OLED, *sim.Bus, *sim.SSD1306) {
	t.Helper()
	bus, chip := sim.NewBus(), sim.NewSSD1306(nil)
	bus.Attach(addr, chip)
	o, err := hw.NewOLED(bus, addr)
	if err != nil {
		t.Fatal(err)
	}
	return o, bus, chip
}

// picture is one in which each byte tells what it makes of where it is.
func picture(at func(page, column int) byte) *image1bit.VerticalLSB {
	p := image1bit.NewVerticalLSB(image.Rect(0, 0, 128, 64))
	for i := range p.Pix {
		p.Pix[i] = at(i/128, i%128)
	}
	return p
}

func stripes(page, column int) byte { return byte(column*7 + page) }

func same(t rapid.TB, want *image1bit.VerticalLSB, chip *sim.SSD1306) {
	t.Helper()
	got := chip.Picture()
	for i := range want.Pix {
		if got.Pix[i] != want.Pix[i] {
			t.Fatalf("page %d, column %d: the panel shows %08b, drawn was %08b", i/128, i%128, got.Pix[i], want.Pix[i])
		}
	}
}

func TestOLEDShowsWhatIsDrawn(t *testing.T) {
	for _, addr := range []uint16{0x3C, 0x3D} {
		o, _, chip := newPanel(t, addr)
		want := picture(stripes)
		if err := o.Draw(want); err != nil {
			t.Fatal(err)
		}
		same(t, want, chip)
		if unknown := chip.Unknown(); unknown != nil {
			t.Errorf("sent what is no command: %x", unknown)
		}
	}
}

func TestAPanelThatHangsUpsideDown(t *testing.T) {
	o, _, chip := newPanel(t, 0x3C)
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
}

func TestAPictureThatIsShownAlreadyIsNotSentAgain(t *testing.T) {
	o, bus, chip := newPanel(t, 0x3C)
	p := picture(stripes)
	o.Draw(p)
	_, before := bus.Traffic()
	if err := o.Draw(picture(stripes)); err != nil {
		t.Fatal(err)
	}
	if _, after := bus.Traffic(); after != before {
		t.Errorf("an unchanged picture sent %d bytes", after-before)
	}
	p.Pix[3*128+64] ^= 0xFF
	o.Draw(p)
	_, after := bus.Traffic()
	// Control byte, page, two halves of the column; control byte, one byte of the picture.
	if got := after - before; got != 6 {
		t.Errorf("one changed byte sent %d bytes, want 6", got)
	}
	same(t, p, chip)
}

func TestOLEDContrast(t *testing.T) {
	o, bus, chip := newPanel(t, 0x3C)
	contrast := func(want uint8) {
		t.Helper()
		if got := chip.Registers().Contrast; got != want {
			t.Errorf("contrast %d, want %d", got, want)
		}
	}
	o.SetContrast(20)
	if n, _ := bus.Traffic(); n != 0 {
		t.Errorf("%d transactions before the first picture", n)
	}
	o.Draw(picture(stripes))
	contrast(20)
	before, _ := bus.Traffic()
	o.SetContrast(20)
	if after, _ := bus.Traffic(); after != before {
		t.Error("the same contrast was sent again")
	}
	o.SetContrast(30)
	contrast(30)
	bus.Inject(sim.Fault{})
	if err := o.SetContrast(40); err == nil {
		t.Error("no error from a failing bus")
	}
	o.Draw(picture(stripes))
	contrast(40)
}

func TestOLEDBlank(t *testing.T) {
	o, bus, chip := newPanel(t, 0x3C)
	p := picture(stripes)
	o.Draw(p)
	if err := o.Blank(); err != nil {
		t.Fatal(err)
	}
	same(t, picture(func(int, int) byte { return 0 }), chip)
	before, _ := bus.Traffic()
	o.Blank()
	o.SetContrast(20)
	if after, _ := bus.Traffic(); after != before {
		t.Error("a dark panel was sent something")
	}
	// The same picture, and so nothing for the driver to send, but the panel must wake.
	if err := o.Draw(p); err != nil {
		t.Fatal(err)
	}
	same(t, p, chip)
	if got := chip.Registers().Contrast; got != 20 {
		t.Errorf("woke with contrast %d, want 20", got)
	}
}

func TestOLEDErrors(t *testing.T) {
	if _, err := hw.NewOLED(sim.NewBus(), 0x3E); err == nil {
		t.Error("0x3e is no address of an SSD1306")
	}
	o, err := hw.NewOLED(sim.NewBus(), 0x3D)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Draw(picture(stripes)); !errors.Is(err, syscall.ENXIO) {
		t.Errorf("nobody at the address: %v", err)
	}
	if err := o.Draw(image1bit.NewVerticalLSB(image.Rect(0, 0, 128, 32))); err == nil {
		t.Error("a picture of the wrong size was drawn")
	}
}

// The driver takes a picture for sent before it is. Wherever the bus breaks off, the next picture heals it.
func TestAFaultAtAnyByteIsHealedByTheNextPicture(t *testing.T) {
	first, second := picture(stripes), picture(func(page, column int) byte { return byte(page + column) })
	for skip := range 20 {
		for taken := range 30 {
			o, bus, chip := newPanel(t, 0x3C)
			if skip > 3 {
				o.Draw(first) // else it is the initialisation that fails
			}
			bus.Inject(sim.Fault{Skip: skip % 17, Taken: taken})
			failed := o.Draw(second) != nil
			// The very same picture again, which the driver by itself would not send.
			if err := o.Draw(second); err != nil {
				t.Fatalf("skip %d, taken %d: %v", skip, taken, err)
			}
			if !failed && skip < 16 {
				t.Fatalf("skip %d, taken %d: the fault was not hit", skip, taken)
			}
			same(t, second, chip)
		}
	}
}

func TestThePanelShowsTheLastPictureAfterAnyFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bus, chip := sim.NewBus(), sim.NewSSD1306(nil)
		bus.Attach(0x3D, chip)
		// Whatever was in the memory and the registers before the box was started.
		chip.Tx(append([]byte{0x00}, rapid.SliceOf(rapid.Byte()).Draw(t, "left behind")...), nil)
		chip.Tx(append([]byte{0x40}, rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "memory")...), nil)
		o, err := hw.NewOLED(bus, 0x3D)
		if err != nil {
			t.Fatal(err)
		}
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
			"blank":    func(t *rapid.T) { o.Blank() },
			"fault": func(t *rapid.T) {
				bus.Inject(sim.Fault{
					Skip:  rapid.IntRange(0, 20).Draw(t, "skip"),
					Times: rapid.IntRange(1, 4).Draw(t, "times"),
					Taken: rapid.IntRange(0, 130).Draw(t, "taken"),
				})
			},
			"unplug": func(t *rapid.T) {
				bus.Attach(0x3D, nil)
				if o.Draw(picture(stripes)) == nil {
					t.Fatal("drew on a panel that is not there")
				}
				bus.Attach(0x3D, chip)
			},
			"": func(t *rapid.T) {
				last = o.Draw(p)
				if last == nil {
					same(t, p, chip)
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

func ExampleOLED() {
	bus, chip := sim.NewBus(), sim.NewSSD1306(nil)
	bus.Attach(0x3C, chip)
	panel, err := hw.NewOLED(bus, 0x3C)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := image1bit.NewVerticalLSB(image.Rect(0, 0, hw.OLEDWidth, hw.OLEDHeight))
	p.SetBit(3, 2, image1bit.On)
	if err := panel.Draw(p); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chip.Picture().BitAt(3, 2), chip.Picture().BitAt(2, 3))
	// Output: On Off
}

func BenchmarkOLEDDraw(b *testing.B) {
	o, _, _ := newPanel(b, 0x3C)
	pictures := [2]*image1bit.VerticalLSB{picture(stripes), picture(func(page, column int) byte { return ^stripes(page, column) })}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := o.Draw(pictures[i%2]); err != nil {
			b.Fatal(err)
		}
	}
}
