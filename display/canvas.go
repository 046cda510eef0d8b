package display

import (
	"math/bits"
	"unicode/utf8"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/typeface"
)

// A canvas is one picture, a word for each column, its lowest bit at the top, as the SSD1306 has its pages.
type canvas struct {
	columns [Width]uint64
	high    int // rows of the picture: no ink goes below them

	// What must not happen, for the tests to see: ink beyond the edge, ink over ink, ink at the very edge of the glass:
	// at the left, at the right and, where there are rows to spare, at the bottom.
	spilled, smeared, glued int
}

func (c *canvas) clear(rows int) { *c = canvas{high: rows} }

// low tells whether the picture has half the usual rows.
func (c *canvas) low() bool { return c.high < Height }

// ink sets the pixels of one column, row 0 of strip at y.
func (c *canvas) ink(x, y int, strip uint64) {
	if strip == 0 {
		return
	}
	lost := 0
	if y < 0 {
		lost, strip = bits.OnesCount64(strip&(1<<-y-1)), strip>>-y
	} else {
		lost, strip = bits.OnesCount64(strip)-bits.OnesCount64(strip<<y), strip<<y
	}
	below := ^uint64(0) << c.high
	lost, strip = lost+bits.OnesCount64(strip&below), strip&^below
	if x < 0 || x >= Width {
		c.spilled++
		return
	}
	if lost > 0 {
		c.spilled++
	}
	if x == 0 || x == Width-1 || !c.low() && strip>>(c.high-1)&1 != 0 {
		c.glued++
	}
	if c.columns[x]&strip != 0 {
		c.smeared++
	}
	c.columns[x] |= strip
}

// free tells whether a box has no ink.
func (c *canvas) free(b box) bool {
	for x := b.x; x < b.x+b.w; x++ {
		if c.columns[x]&(strip(b.h)<<b.y) != 0 {
			return false
		}
	}
	return true
}

// A box is a rectangle of pixels.
type box struct{ x, y, w, h int }

func (b box) bottom() int { return b.y + b.h }

// cutTop takes h rows off the top of b and returns them.
func (b *box) cutTop(h int) box {
	top := box{b.x, b.y, b.w, h}
	b.y += h
	b.h -= h
	return top
}

// cutBottom takes h rows off the bottom of b and returns them.
func (b *box) cutBottom(h int) box {
	b.h -= h
	return box{b.x, b.bottom(), b.w, h}
}

// cutLeft takes w columns off the left of b and returns them.
func (b *box) cutLeft(w int) box {
	left := box{b.x, b.y, w, b.h}
	b.x += w
	b.w -= w
	return left
}

// cutRight takes w columns off the right of b and returns them.
func (b *box) cutRight(w int) box {
	b.w -= w
	return box{b.x + b.w, b.y, w, b.h}
}

// strip is a run of n set rows from row 0.
func strip(n int) uint64 {
	if n >= Height {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// invert swaps ink and ground, the corners left out.
func (c *canvas) invert(b box) {
	for x := b.x; x < b.x+b.w; x++ {
		rows := strip(b.h) << b.y
		if x == b.x || x == b.x+b.w-1 {
			rows = strip(b.h-2) << (b.y + 1)
		}
		c.columns[x] ^= rows
	}
}

// frame draws the outline, the corners left out.
func (c *canvas) frame(b box) {
	for x := b.x; x < b.x+b.w; x++ {
		rows := uint64(1)<<b.y | 1<<(b.bottom()-1)
		if x == b.x || x == b.x+b.w-1 {
			rows = strip(b.h-2) << (b.y + 1)
		}
		c.columns[x] |= rows
	}
}

// underline draws the lowest row.
func (c *canvas) underline(b box) {
	for x := b.x; x < b.x+b.w; x++ {
		c.columns[x] |= 1 << (b.bottom() - 1)
	}
}

// copyTo writes the whole picture.
func (c *canvas) copyTo(dst *image1bit.VerticalLSB) {
	for page := range c.high / 8 {
		line := dst.Pix[page*dst.Stride:][:Width]
		for x := range line {
			line[x] = byte(c.columns[x] >> (8 * page))
		}
	}
}

// write draws text from x on, on the baseline y.
func (c *canvas) write(f *typeface.Face, x, y int, text []byte) {
	x += f.Indent(text)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		g := f.Glyph(r)
		for i, strip := range g.Columns {
			c.ink(x+g.Left+i, y+g.Top, strip)
		}
		x += g.Advance
		text = text[n:]
	}
}
