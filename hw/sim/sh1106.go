package sim

import (
	"slices"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// SH1106 is a model of the display controller of that name on an I²C bus, with the glass of 128 by
// 64 pixels that most modules of 1.3 inch have. It differs from an [SSD1306] in this, by Sino
// Wealth's data sheet, version 2.3 (commands on pages 30 and 31):
//
//   - its memory has 132 columns, and the glass is wired to SEG2 to SEG129;
//   - it addresses its memory page by page alone: 20h to 22h are no commands, and what would be
//     their arguments are commands;
//   - the charge pump is switched by ADh, not 8Dh, and runs after power-on;
//   - behind a control byte for data a read gives the memory back, after a byte that means nothing
//     (page 29).
//
// Its memory holds noise at power-on, as a real one does. It is safe for concurrent use.
type SH1106 struct {
	settings
	ram      [8][132]uint8
	command  uint8 // one that waits for its argument; 0 is none
	readsRAM bool  // the last control byte was one for data
}

// NewSH1106 is a controller after power-on.
func NewSH1106() *SH1106 {
	c := &SH1106{settings: settings{regs: Registers{Contrast: 0x80, Multiplex: 64, Alternative: true, ChargePump: true}}}
	noise := uint32(1)
	for page := range c.ram {
		for column := range c.ram[page] {
			noise = noise*1664525 + 1013904223 // a linear congruential generator
			c.ram[page][column] = uint8(noise >> 24)
		}
	}
	return c
}

// Tx takes a transaction without the address, as [SSD1306.Tx] does, and reads the status or the
// memory.
func (c *SH1106) Tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for isData, b := range controlled(w) {
		if isData {
			if cell := c.cell(); cell != nil {
				*cell = b
			}
		} else {
			c.take(b)
		}
	}
	if len(w) > 0 {
		c.readsRAM = lastControl(w)&0x40 != 0
	}
	for i := range r {
		switch {
		case !c.readsRAM:
			r[i] = 0x08 // seen on modules; the data sheet leaves these bits open
			if !c.regs.On {
				r[i] |= 1 << 6
			}
		case i == 0:
			r[i] = 0xA5
		default:
			r[i] = 0
			if cell := c.cell(); cell != nil {
				r[i] = *cell
			}
		}
	}
	return nil
}

// lastControl returns the last control byte of a transaction.
func lastControl(w []byte) byte {
	for len(w) > 2 && w[0]&0x80 != 0 {
		w = w[2:]
	}
	return w[0]
}

// cell returns the byte of the memory at the pointer, which moves on to the next column of the page;
// nil behind the last.
func (c *SH1106) cell() *uint8 {
	r := &c.regs
	if int(r.Column) >= len(c.ram[r.Page]) {
		return nil
	}
	r.Column++
	return &c.ram[r.Page][r.Column-1]
}

// take takes a byte of a command.
func (c *SH1106) take(b uint8) {
	r := &c.regs
	switch command := c.command; {
	case command != 0:
		c.command = 0
		if command == 0xAD {
			r.ChargePump = b&1 != 0
		} else {
			r.set(command, b)
		}
	case slices.Contains([]uint8{0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB}, b):
		c.command = b
	case b <= 0x0F:
		r.Column = r.Column&0xF0 | b
	case b <= 0x1F:
		r.Column = r.Column&0x0F | b<<4
	case 0xB0 <= b && b <= 0xB7:
		r.Page = b & 7
	case 0x30 <= b && b <= 0x33: // the pump's voltage
	case !r.set(b, 0):
		c.unknown = append(c.unknown, b)
	}
}

// Picture returns what the panel shows.
func (c *SH1106) Picture() *image1bit.VerticalLSB {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.regs.glass(func(page, x int) uint8 {
		column := 2 + x
		if !c.regs.SegmentRemap {
			column = 131 - column
		}
		return c.ram[page][column]
	})
}
