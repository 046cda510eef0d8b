// Package canvas draws letters, boxes and set text into pictures of one bit a pixel.
package canvas

import (
	"image"
	"math/bits"
	"unicode/utf8"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/typeface"
)

// Width is how wide every picture is, in pixels.
const Width = 128

// NewPicture returns a dark picture of so many rows, 64 or 32.
func NewPicture(height int) *image1bit.VerticalLSB {
	return image1bit.NewVerticalLSB(image.Rect(0, 0, Width, height))
}

// span is a run of n set rows of a column from y on; the row at the top is the lowest bit.
func span(y, n int) uint64 { return above(y+n) &^ above(y) }

// above has all rows above y set.
func above(y int) uint64 { return 1<<max(0, y) - 1 }

// A Canvas is one picture that is being drawn, and the text that is being set for it. It keeps each letter that it has
// drawn once. One goroutine owns it.
type Canvas struct {
	Faces  typeface.Faces
	Height int   // of the picture
	Rows   []Row // of the text that was set last

	// What must not happen, for the tests to see: ink beyond the edge, ink over ink, texts that were shortened, and ink at the
	// very edge of the glass: at the left, at the right and, where there are rows to spare, at the bottom.
	Spilled, Smeared, Cut, Glued int

	columns   [Width]uint64
	shortened []byte
}

// New opens the fonts.
func New() *Canvas { return &Canvas{Faces: typeface.New(), shortened: make([]byte, 0, 1024)} }

// Clear begins a picture of so many rows.
func (c *Canvas) Clear(height int) {
	c.Height, c.columns = height, [Width]uint64{}
	c.Spilled, c.Smeared, c.Cut, c.Glued = 0, 0, 0, 0
	c.shortened = c.shortened[:0]
}

// Tight tells whether the picture has so few rows that each counts.
func (c *Canvas) Tight() bool { return c.Height < 64 }

// Ink sets the pixels of a strip in one column, its lowest bit at row y.
func (c *Canvas) Ink(x, y int, strip uint64) {
	if strip == 0 {
		return
	}
	ink := strip << max(0, y) >> max(0, -y) & above(c.Height)
	if x < 0 || x >= Width {
		c.Spilled++
		return
	}
	if bits.OnesCount64(ink) < bits.OnesCount64(strip) {
		c.Spilled++
	}
	if x == 0 || x == Width-1 || !c.Tight() && ink&span(c.Height-1, 1) != 0 {
		c.Glued++
	}
	if c.columns[x]&ink != 0 {
		c.Smeared++
	}
	c.columns[x] |= ink
}

// Free tells whether a box has no ink.
func (c *Canvas) Free(b Box) bool {
	rows := span(b.Y, b.H)
	for x := b.X; x < b.X+b.W; x++ {
		if c.columns[x]&rows != 0 {
			return false
		}
	}
	return true
}

// A Box is a rectangle of pixels.
type Box struct{ X, Y, W, H int }

// At is a box of w×h pixels whose first is at x, y.
func At(x, y, w, h int) Box { return Box{x, y, w, h} }

// Bottom is the first row below a box.
func (b Box) Bottom() int { return b.Y + b.H }

// CutTop takes h rows off the top of b and returns them.
func (b *Box) CutTop(h int) Box {
	top := Box{b.X, b.Y, b.W, h}
	b.Y += h
	b.H -= h
	return top
}

// CutBottom takes h rows off the bottom of b and returns them.
func (b *Box) CutBottom(h int) Box {
	b.H -= h
	return Box{b.X, b.Bottom(), b.W, h}
}

// CutLeft takes w columns off the left of b and returns them.
func (b *Box) CutLeft(w int) Box {
	left := Box{b.X, b.Y, w, b.H}
	b.X += w
	b.W -= w
	return left
}

// CutRight takes w columns off the right of b and returns them.
func (b *Box) CutRight(w int) Box {
	b.W -= w
	return Box{b.X + b.W, b.Y, w, b.H}
}

// Fill lights all of a box.
func (c *Canvas) Fill(b Box) {
	for x := b.X; x < b.X+b.W; x++ {
		c.columns[x] |= span(b.Y, b.H)
	}
}

// side are the rows of one column of a box, those of its outline where rim says so; the corners are left out.
func (b Box) side(x int, rim bool) uint64 {
	switch {
	case x == b.X || x == b.X+b.W-1:
		return span(b.Y+1, b.H-2)
	case rim:
		return span(b.Y, 1) | span(b.Bottom()-1, 1)
	}
	return span(b.Y, b.H)
}

// Invert swaps ink and ground.
func (c *Canvas) Invert(b Box) {
	for x := b.X; x < b.X+b.W; x++ {
		c.columns[x] ^= b.side(x, false)
	}
}

// Frame draws the outline.
func (c *Canvas) Frame(b Box) {
	for x := b.X; x < b.X+b.W; x++ {
		c.columns[x] |= b.side(x, true)
	}
}

// Underline draws the lowest row.
func (c *Canvas) Underline(b Box) { c.Fill(Box{b.X, b.Bottom() - 1, b.W, 1}) }

// Dot draws a square of size×size.
func (c *Canvas) Dot(x, y, size int) {
	for i := range size {
		c.Ink(x+i, y, 1<<size-1)
	}
}

// Arrow draws a triangle of 5×3 pixels, up for -1 and down for 1.
func (c *Canvas) Arrow(x, y, way int) {
	for i, rows := range [...]uint64{1, 3, 7, 3, 1} {
		if way < 0 {
			rows = rows << (2 - min(i, 4-i))
		}
		c.Ink(x+i, y, rows)
	}
}

// CopyTo writes the whole picture.
func (c *Canvas) CopyTo(dst *image1bit.VerticalLSB) {
	for page := range c.Height / 8 {
		line := dst.Pix[page*dst.Stride:][:Width]
		for x := range line {
			line[x] = byte(c.columns[x] >> (page * 8))
		}
	}
}

// Write draws text from x on, on the baseline y.
func (c *Canvas) Write(f *typeface.Face, x, y int, text []byte) {
	x += f.Indent(text)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		g := f.Glyph(r)
		for i, strip := range g.Columns {
			c.Ink(x+g.Left+i, y+g.Top, strip)
		}
		x += g.Advance
		text = text[n:]
	}
}

// Letter writes one letter in the middle of a cell.
func (c *Canvas) Letter(f *typeface.Face, cell Box, r rune) {
	g := f.Glyph(r)
	y := cell.Y + (cell.H+f.Caps)/2
	for i, strip := range g.Columns {
		c.Ink(cell.X+(cell.W-len(g.Columns)+1)/2+i, y+g.Top, strip)
	}
}
