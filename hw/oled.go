package hw

import (
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

// OLED is a panel of 128 by 64 pixels with an SSD1306 on an I²C bus. One goroutine owns it.
//
// Whatever goes wrong on the bus is returned, and healed by the next Draw that gets through.
type OLED struct {
	// Rotated is for a panel that hangs upside down. It is set before the first picture.
	Rotated bool

	bus      atAddress
	dev      *ssd1306.Dev // nil: to be made anew
	contrast byte
	blank    bool
}

// NewOLED is a panel at address 0x3C or 0x3D. Nothing is sent before the first picture.
func NewOLED(bus i2c.Bus, addr uint16) (*OLED, error) {
	if addr != 0x3C && addr != 0x3D {
		return nil, fmt.Errorf("no SSD1306 has the I²C address %#x: it is 0x3c or 0x3d", addr)
	}
	return &OLED{bus: atAddress{bus, addr}, contrast: 0xFF}, nil
}

// Draw shows a picture of just the panel's size. A picture that is shown already is not sent again.
func (o *OLED) Draw(p *image1bit.VerticalLSB) error {
	panel := image.Rect(0, 0, OLEDWidth, OLEDHeight)
	if p.Rect != panel || len(p.Pix) != OLEDWidth*OLEDHeight/8 {
		return fmt.Errorf("the OLED shows pictures of %v, not of %v", panel, p.Rect)
	}
	return o.send(func() error {
		if o.blank {
			// The driver has no way to say "display on", but whatever is sent after Halt says it first.
			if err := o.dev.SetContrast(o.contrast); err != nil {
				return err
			}
			o.blank = false
		}
		return o.dev.Draw(panel, p, image.Point{})
	})
}

// SetContrast sets the brightness, from 0, which can still be read in the dark, to 255.
func (o *OLED) SetContrast(level byte) error {
	if level == o.contrast {
		return nil
	}
	o.contrast = level
	if o.dev == nil || o.blank {
		return nil // it is sent when the panel is next woken
	}
	return o.send(func() error { return o.dev.SetContrast(level) })
}

// Blank turns the panel dark, until the next Draw.
func (o *OLED) Blank() error {
	if o.blank {
		return nil
	}
	return o.send(func() error {
		if err := o.dev.Halt(); err != nil {
			return err
		}
		o.blank = true
		return nil
	})
}

// send talks to the driver, which takes a picture for sent before it is. So after any error the driver is made anew,
// and then it sends the whole of its first picture.
func (o *OLED) send(talk func() error) error {
	err := o.wake()
	if err == nil {
		err = talk()
	}
	if err != nil {
		o.dev = nil
		return fmt.Errorf("OLED at %#x on %v does not answer, check its wiring and address: %w", o.bus.addr, o.bus, err)
	}
	return nil
}

func (o *OLED) wake() error {
	if o.dev != nil {
		return nil
	}
	// Where the last transaction broke off, the chip may still wait for a command's arguments, and would take the
	// first bytes of the initialisation for them. No command has more than six (datasheet, table 9-1); E3h does nothing.
	if err := o.bus.Tx(o.bus.addr, []byte{0x00, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3, 0xE3}, nil); err != nil {
		return err
	}
	opts := ssd1306.DefaultOpts
	opts.MirrorVertical, opts.MirrorHorizontal = o.Rotated, o.Rotated
	dev, err := ssd1306.NewI2C(o.bus, &opts)
	if err != nil {
		return err
	}
	o.blank = false // the initialisation ends with "display on", at full contrast
	if o.contrast != 0xFF {
		if err := dev.SetContrast(o.contrast); err != nil {
			return err
		}
	}
	o.dev = dev
	return nil
}

// atAddress sends everything to one address: the driver's own is fixed.
type atAddress struct {
	i2c.Bus
	addr uint16
}

func (b atAddress) Tx(_ uint16, w, r []byte) error { return b.Bus.Tx(b.addr, w, r) }
