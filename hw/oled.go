package hw

import (
	"errors"
	"fmt"
	"image"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// The OLED's size in pixels.
const (
	OLEDWidth  = 128
	OLEDHeight = 64
)

// OLED is a panel of 128 by 64 pixels with an SSD1306 or an SH1106 on an I²C bus. One goroutine owns
// it.
//
// Whatever goes wrong on the bus is returned, and healed by the next Draw that gets through; so is
// a panel that lost its power and got it back. Several panels and other devices may share a bus.
type OLED struct {
	// Rotated is for a panel that hangs upside down, and Chip is its controller, by default
	// [AnyChip]: it is asked whenever the panel is set up. Both are set before the first picture.
	Rotated bool
	Chip    Chip

	open     func() (i2c.BusCloser, error)
	addr     uint16
	bus      *atAddress   // nil: to be opened
	dev      *ssd1306.Dev // nil: to be made
	answers  bool         // the panel can be asked whether it is on
	contrast byte
}

// NewOLED returns a panel at address 0x3C or 0x3D. The bus is opened for the first picture, and again after
// every error.
func NewOLED(open func() (i2c.BusCloser, error), addr uint16) *OLED {
	return &OLED{Chip: AnyChip, open: open, addr: addr, contrast: 0xFF}
}

// Draw shows a picture of just the panel's size. A picture that is shown already is not sent again.
func (o *OLED) Draw(p *image1bit.VerticalLSB) error {
	panel := image.Rect(0, 0, OLEDWidth, OLEDHeight)
	if p.Rect != panel || len(p.Pix) != OLEDWidth*OLEDHeight/8 {
		return fmt.Errorf("the OLED shows pictures of %v, not of %v", panel, p.Rect)
	}
	return o.send(func() error { return o.dev.Draw(panel, p, image.Point{}) })
}

// SetContrast sets the brightness, from 0, which can still be read in the dark, to 255.
func (o *OLED) SetContrast(level byte) error {
	if level == o.contrast {
		return nil
	}
	o.contrast = level
	if o.dev == nil {
		return nil // it is sent when the panel is next woken
	}
	return o.send(func() error { return o.dev.SetContrast(level) })
}

// Close closes the bus. The panel keeps its picture.
func (o *OLED) Close() error {
	if o.bus == nil {
		return nil
	}
	err := o.bus.Close()
	o.bus, o.dev = nil, nil
	return err
}

// send calls the driver, which counts a picture as shown before it is sent. So after any error a
// new driver is made, which sends the whole of its first picture.
func (o *OLED) send(talk func() error) error {
	if o.bus == nil {
		bus, err := o.open()
		if err != nil {
			return err
		}
		o.bus = &atAddress{BusCloser: bus, addr: o.addr}
	}
	err := o.wake()
	o.bus.used = false
	if err == nil {
		err = talk()
	}
	if err == nil {
		err = o.check()
	}
	if err != nil {
		err = fmt.Errorf("OLED at %#x on %v does not work, check its wiring and address: %w", o.addr, o.bus, err)
		o.Close()
	}
	return err
}

func (o *OLED) wake() error {
	if o.dev != nil {
		return nil
	}
	// Where the last transaction broke off, the chip may still wait for a command's arguments, and
	// would take the first bytes of the initialisation for them. No command has more than six
	// (datasheet, table 9-1); E3h does nothing.
	if err := o.bus.Tx(o.addr, []byte{0x00, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3}, nil); err != nil {
		return err
	}
	chip := o.Chip
	if chip == AnyChip {
		var err error
		if chip, err = FindChip(o.bus, o.addr); err != nil {
			return err
		}
	}
	o.bus.sh1106 = chip == SH1106
	opts := ssd1306.DefaultOpts
	opts.MirrorVertical, opts.MirrorHorizontal = o.Rotated, o.Rotated
	dev, err := ssd1306.NewI2C(o.bus, &opts)
	if err != nil {
		return err
	}
	if o.contrast != 0xFF { // with which the initialisation ends
		if err := dev.SetContrast(o.contrast); err != nil {
			return err
		}
	}
	// A chip of another make may answer something else. One that says that it is off now is not
	// asked again.
	if o.answers, err = o.on(); err == nil {
		o.dev = dev
	}
	return err
}

// check returns an error if something was sent to a panel that is off. After a reset it is off: it
// accepts pictures and shows nothing.
func (o *OLED) check() error {
	if !o.answers || !o.bus.used {
		return nil
	}
	on, err := o.on()
	if err == nil && !on {
		err = errors.New("it lost its power for a moment")
	}
	return err
}

// on reads the status (datasheet, sections 8.1.5 and 10.1.21): D6 is 1 when the display is off.
func (o *OLED) on() (bool, error) {
	var status [1]byte
	err := o.bus.Tx(o.addr, []byte{0x00, 0xE3}, status[:]) // behind data an SH1106 reads its memory
	return status[0]&(1<<6) == 0, err
}

// atAddress sends everything to one address, as the driver's own is fixed, in the words of the
// panel's chip, and keeps in mind whether anything was sent.
type atAddress struct {
	i2c.BusCloser
	addr   uint16
	sh1106 bool
	used   bool
}

func (b *atAddress) Tx(_ uint16, w, r []byte) error {
	b.used = true
	if b.sh1106 {
		w = forSH1106(w)
	}
	return b.BusCloser.Tx(b.addr, w, r)
}

func (b *atAddress) String() string { return fmt.Sprint(b.BusCloser) }
