package canvas

import (
	"image"
	"math/bits"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/typeface"
)

// Width is how wide every picture is, in pixels.
const Width = 128

// NewPicture returns a dark picture of so many rows, 64 or 32.
func NewPicture(height int) *image1bit.VerticalLSB {
	return image1bit.NewVerticalLSB(image.Rect(0, 0, Width, height))
}

// Draw replaces the whole of a picture by blocks, the first of them first. It counts what must not
// happen, for the tests to see: ink beyond the edge, and ink over ink.
func Draw(dst *image1bit.VerticalLSB, faces typeface.Faces, blocks []Block) (spilled, smeared int) {
	c := columns{height: dst.Rect.Dy()}
	for _, b := range blocks {
		switch b.Kind {
		case Text:
			for at, g := range b.letters(faces) {
				c.ink(at.X, at.Y, g.Columns)
			}
		case Ink:
			c.ink(b.X, b.Y, b.Strips)
		default:
			c.box(b)
		}
	}
	for page := range c.height / 8 {
		line := dst.Pix[page*dst.Stride:][:Width]
		for x := range line {
			line[x] = byte(c.of[x] >> (page * 8))
		}
	}
	return c.spilled, c.smeared
}

// columns are a picture that is being drawn: a word for each column, with its top row in the lowest
// bit.
type columns struct {
	of               [Width]uint64
	height           int
	spilled, smeared int
}

// ink sets the pixels of strips from column x on, their lowest bits at row y.
func (c *columns) ink(x, y int, strips []uint64) {
	for i, strip := range strips {
		inside := strip << max(0, y) >> max(0, -y) & above(c.height)
		if x+i < 0 || x+i >= Width {
			inside = 0
		}
		if bits.OnesCount64(inside) < bits.OnesCount64(strip) {
			c.spilled++
		}
		if inside == 0 {
			continue
		}
		if c.of[x+i]&inside != 0 {
			c.smeared++
		}
		c.of[x+i] |= inside
	}
}

func (c *columns) box(b Block) {
	whole, inner := span(b.Y, b.H), span(b.Y+1, b.H-2)
	for x := b.X; x < b.Right(); x++ {
		rows, rim := whole, whole&^inner
		if x == b.X || x == b.Right()-1 {
			rows, rim = inner, inner // without the corners
		}
		switch b.Kind {
		case Fill:
			c.of[x] |= whole
		case Frame:
			c.of[x] |= rim
		case Invert:
			c.of[x] ^= rows
		}
	}
}

// span is a run of n set rows of a column from y on.
func span(y, n int) uint64 { return above(y+n) &^ above(y) }

// above has all rows above y set.
func above(y int) uint64 { return 1<<max(0, y) - 1 }
