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

// Flaws are what must not happen in a picture, for the tests to see.
type Flaws struct {
	Spilled int // ink beyond the edge
	Smeared int // ink over ink
	Glued   int // letters at the very edge of the glass: at its sides and, where there are rows to spare, at the bottom
}

// Draw replaces the whole of a picture by blocks, the first of them first.
func Draw(dst *image1bit.VerticalLSB, faces typeface.Faces, blocks []Block) Flaws {
	c := columns{height: dst.Rect.Dy()}
	for _, b := range blocks {
		switch b.Kind {
		case Text:
			for at, g := range b.letters(faces) {
				for i, strip := range g.Columns {
					c.letter(at.X+i, at.Y, strip)
				}
			}
		case Ink:
			for i, strip := range b.Strips {
				c.ink(b.X+i, b.Y, strip)
			}
		default:
			for i := range b.W {
				if edge := i == 0 || i == b.W-1; b.Kind == Fill {
					c.of[b.X+i] |= span(b.Y, b.H)
				} else if b.Kind == Invert {
					c.of[b.X+i] ^= b.side(edge, false)
				} else {
					c.of[b.X+i] |= b.side(edge, true)
				}
			}
		}
	}
	for page := range c.height / 8 {
		line := dst.Pix[page*dst.Stride:][:Width]
		for x := range line {
			line[x] = byte(c.of[x] >> (page * 8))
		}
	}
	return c.flaws
}

// columns are a picture that is being drawn: a word for each column, with its top row in the lowest
// bit.
type columns struct {
	of     [Width]uint64
	height int
	flaws  Flaws
}

// span is a run of n set rows of a column from y on.
func span(y, n int) uint64 { return above(y+n) &^ above(y) }

// above has all rows above y set.
func above(y int) uint64 { return 1<<max(0, y) - 1 }

// side are the rows of one column of a box, those of its outline where only that is wanted; the
// corners are left out.
func (b Block) side(edge, outline bool) uint64 {
	switch {
	case edge:
		return span(b.Y+1, b.H-2)
	case outline:
		return span(b.Y, 1) | span(b.Bottom()-1, 1)
	}
	return span(b.Y, b.H)
}

// ink sets the pixels of a strip in one column, its lowest bit at row y.
func (c *columns) ink(x, y int, strip uint64) {
	inside := strip << max(0, y) >> max(0, -y) & above(c.height)
	if x < 0 || x >= Width {
		inside = 0
	}
	if bits.OnesCount64(inside) < bits.OnesCount64(strip) {
		c.flaws.Spilled++
	}
	if inside == 0 {
		return
	}
	if c.of[x]&inside != 0 {
		c.flaws.Smeared++
	}
	c.of[x] |= inside
}

// letter inks a column of one.
func (c *columns) letter(x, y int, strip uint64) {
	c.ink(x, y, strip)
	bottom := c.height >= roomy && y+bits.Len64(strip) == c.height
	if strip != 0 && (x == 0 || x == Width-1 || bottom) {
		c.flaws.Glued++
	}
}
