// Package canvas sets text and draws blocks for pictures of one bit a pixel.
package canvas

import (
	"image"
	"iter"
	"math/bits"
	"unicode/utf8"

	"arbitre/display/typeface"
)

// A Kind says how a block is drawn.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota // a row of text
	Ink                // the pixels of Strips
	Fill               // all of the box
	Frame              // its outline without the corners
	Invert             // swaps ink and ground, but at the corners
)

// A Block is one thing at its place in a picture.
type Block struct {
	Kind Kind
	Box
	Text   string   // of a row
	Size   int      // of its letters, in pixels
	Ascent int      // rows from the top of the box to the baseline
	Strips []uint64 // a column each, with its top row in the lowest bit
}

// A Page is a picture that is being composed. Nothing is drawn yet, so that a layout that does not
// fit can be wiped.
type Page struct {
	Type
	Blocks []Block // in the order in which they are to be drawn
	Cut    int     // texts that had to be shortened
}

// Wipe empties the page.
func (p *Page) Wipe() { p.Blocks, p.Cut = nil, 0 }

// Free reports whether no ink is in a box yet.
func (p *Page) Free(b Box) bool {
	for _, c := range p.Blocks {
		if !c.meets(b) {
			continue
		}
		if c.Kind != Text {
			return false
		}
		for at, g := range c.Letters(p.Faces) {
			if (Box{at.X, at.Y, len(g.Columns), g.Down - g.Top}).meets(b) {
				return false
			}
		}
	}
	return true
}

// Letters yields the letters of a row of text, each with the place of its top left pixel.
func (b Block) Letters(faces typeface.Faces) iter.Seq2[image.Point, *typeface.Glyph] {
	return func(yield func(image.Point, *typeface.Glyph) bool) {
		f := faces.Of(b.Size)
		x := b.X + f.Indent(b.Text)
		for _, r := range b.Text {
			g := f.Glyph(r)
			if !yield(image.Pt(x+g.Left, b.Y+b.Ascent+g.Top), g) {
				return
			}
			x += g.Advance
		}
	}
}

func (p *Page) add(kind Kind, b Box) { p.Blocks = append(p.Blocks, Block{Kind: kind, Box: b}) }

// Fill lights all of a box, Frame draws its outline, and Invert swaps ink and ground in it.
func (p *Page) Fill(b Box)   { p.add(Fill, b) }
func (p *Page) Frame(b Box)  { p.add(Frame, b) }
func (p *Page) Invert(b Box) { p.add(Invert, b) }

// Light puts the ink of a box on lit ground, if it is to be lit.
func (p *Page) Light(b Box, lit bool) {
	if lit {
		p.Invert(b)
	}
}

// Cell puts the ink of a box on lit ground, or into a frame.
func (p *Page) Cell(b Box, lit bool) {
	if p.Light(b, lit); !lit {
		p.Frame(b)
	}
}

// Ink draws strips of pixels, a column each from x on, their lowest bits at row y.
func (p *Page) Ink(x, y int, strips ...uint64) {
	high := 0
	for _, s := range strips {
		high = max(high, bits.Len64(s))
	}
	p.Blocks = append(p.Blocks, Block{Kind: Ink, Box: Box{x, y, len(strips), high}, Strips: strips})
}

// Arrow draws a triangle of 5×3 pixels, up for -1 and down for 1.
func (p *Page) Arrow(x, y, way int) {
	if way < 0 {
		p.Ink(x, y, 4, 6, 7, 6, 4)
	} else {
		p.Ink(x, y, 1, 3, 7, 3, 1)
	}
}

// Write draws a row of text from column x on, with its baseline at row y.
func (p *Page) Write(r Row, x, y int) {
	b := Box{x, y - r.ascent, r.Width, r.ascent + r.descent}
	p.Blocks = append(p.Blocks, Block{Kind: Text, Box: b, Text: r.Text, Size: r.size, Ascent: r.ascent})
}

// Letter writes a character in the middle of a cell.
func (p *Page) Letter(size int, cell Box, r rune) {
	g := p.Faces.Of(size).Glyph(r)
	row := p.Row(string(r), size)
	x := cell.X + (cell.W-len(g.Columns)+1)/2 - max(0, g.Left)
	p.Write(row, x, cell.Y+(cell.H+row.Caps)/2)
}

// An Align says where rows stand in a box.
type Align uint8

// At its left, or in its middle.
const (
	Left Align = iota
	Middle
)

// Place draws rows into a box, in the middle of its height and a little apart.
func (p *Page) Place(b Box, align Align, rows ...Row) {
	spare := b.H - p.High(rows)
	between := min(spare/(len(rows)+1), spread)
	y := b.Y + (spare-between*(len(rows)-1))/2
	for _, r := range rows {
		if len(rows) == 1 {
			// The capitals of a single row stand in the middle, whatever hangs below them, so that
			// other words do not make it jump.
			y = max(b.Y, min(b.Y+(b.H+r.Caps)/2, b.Bottom()-r.descent)-r.ascent)
		}
		x := b.X
		if align == Middle {
			x += (b.W - r.Width) / 2
		}
		y += r.ascent
		p.Write(r, x, y)
		y += r.descent + Leading + between
	}
}

// Fit sets paragraphs and draws them into a box; if they do not fit, only the first one, shortened.
func (p *Page) Fit(b Box, align Align, paragraphs ...Paragraph) {
	rows, ok := p.Set(b.W, b.H, paragraphs...)
	if !ok {
		rows = p.Shorten(b.W, b.H, paragraphs[0])
	}
	p.Place(b, align, rows...)
}

// Shorten sets a text that does not fit in any size, at the smallest: as many rows as there is room
// for, broken anywhere, the last one ending in "…".
func (p *Page) Shorten(w, h int, q Paragraph) (rows []Row) {
	p.Cut++
	size := q.Style.Size(LastStep)
	fitting := func(text, end string) Row {
		row := p.Row(text+end, size)
		for ; row.Width > w && text != ""; row = p.Row(text+end, size) {
			_, n := utf8.DecodeLastRuneInString(text)
			text = text[:len(text)-n]
		}
		return row
	}
	for rest := q.Text; rest != ""; {
		row := fitting(rest, "")
		if row.Text == "" {
			return rows
		}
		if n := len(rows); p.High(append(rows, row)) > h {
			if n > 0 {
				rows[n-1] = fitting(rows[n-1].Text, "…")
			}
			return rows
		}
		rows, rest = append(rows, row), rest[len(row.Text):]
	}
	return rows
}

// Label is [Page.Fit] for one row.
func (p *Page) Label(b Box, align Align, text string, style Style) {
	p.Fit(b, align, Paragraph{text, style, 1})
}
