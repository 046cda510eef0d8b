package canvas

import (
	"image"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/typeface"
)

// The size of every picture in pixels.
const (
	Width  = 128
	Height = 64
)

// NewPicture returns a dark picture.
func NewPicture() *image1bit.VerticalLSB {
	return image1bit.NewVerticalLSB(image.Rect(0, 0, Width, Height))
}

// Draw replaces the whole of a picture by blocks, drawn in their order and cut off at its edges.
func Draw(dst *image1bit.VerticalLSB, faces typeface.Faces, blocks []Block) {
	var c columns
	for _, b := range blocks {
		switch b.Kind {
		case Text:
			for at, g := range b.Letters(faces) {
				c.ink(at.X, at.Y, g.Columns)
			}
		case Ink:
			c.ink(b.X, b.Y, b.Strips)
		default:
			c.box(b)
		}
	}
	for page := range Height / 8 {
		line := dst.Pix[page*dst.Stride:][:Width]
		for x := range line {
			line[x] = byte(c[x] >> (page * 8))
		}
	}
}

// columns hold a picture while it is drawn: a word for each column, with its top row in the lowest
// bit.
type columns [Width]uint64

// ink sets the pixels of strips from column x on, their lowest bits at row y.
func (c *columns) ink(x, y int, strips []uint64) {
	for i, strip := range strips {
		if x+i >= 0 && x+i < Width {
			c[x+i] |= strip << max(0, y) >> max(0, -y)
		}
	}
}

// box draws a block that fills, frames or inverts its box.
func (c *columns) box(b Block) {
	whole, inner := span(b.Y, b.H), span(b.Y+1, b.H-2)
	for x := b.X; x < b.Right(); x++ {
		rows, rim := whole, whole&^inner
		if x == b.X || x == b.Right()-1 {
			rows, rim = inner, inner // without the corners
		}
		switch b.Kind {
		case Fill:
			c[x] |= whole
		case Frame:
			c[x] |= rim
		case Invert:
			c[x] ^= rows
		}
	}
}

// span returns a column with n set rows from y on.
func span(y, n int) uint64 { return above(y+n) &^ above(y) }

// above returns a column with all rows above y set.
func above(y int) uint64 { return 1<<max(0, y) - 1 }
