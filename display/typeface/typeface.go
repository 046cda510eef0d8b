// Package typeface casts the letters of the displays as pixels, in several sizes.
package typeface

import (
	"embed"
	"fmt"
	"math/bits"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/plan9font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A Glyph is the ink of one letter, in pixels.
type Glyph struct {
	Advance   int
	Left, Top int      // from the pen on the baseline to the top left pixel
	Up, Down  int      // how far the ink reaches above and below the baseline
	Columns   []uint64 // the top row in the lowest bit
}

// A Face is one size of type. Its letters are cast when they are first needed.
type Face struct {
	font  font.Face
	small bool // the 7×13 font
	tiny  bool // an outline so small that a stroke is one pixel wide, and the dots of an ä less
	Caps  int  // height of a capital without accent, and of a digit
	latin [0x180]*Glyph
	other map[rune]*Glyph
}

// Glyph returns the letter for a rune. For a rune that the font lacks it is an empty box or a
// question mark.
func (f *Face) Glyph(r rune) *Glyph {
	if r >= 0 && int(r) < len(f.latin) {
		if f.latin[r] == nil {
			f.latin[r] = f.cast(r)
		}
		return f.latin[r]
	}
	if f.other[r] == nil {
		f.other[r] = f.cast(r)
	}
	return f.other[r]
}

// cast rasterizes a letter: it inks the pixels that the outline covers by nearly half or more. In
// tiny type an accent covers hardly any pixel by half: there it inks those that are darker than
// both neighbours.
func (f *Face) cast(r rune) *Glyph {
	const covered, faint, tallest = 120 << 8, 60 << 8, 64 // rows that a column has bits for
	if stop, ok := stops(r); ok && f.small {
		return stop
	}
	if unicode.Is(unicode.Cf, r) { // such as the marks around a name that is written from right to left
		return &Glyph{}
	}
	bounds, mask, at, advance, ok := f.font.Glyph(fixed.Point26_6{}, r)
	if !ok && r != '?' {
		return f.Glyph('?')
	}
	g := &Glyph{Advance: advance.Round(), Left: bounds.Min.X, Top: bounds.Min.Y}
	g.Columns = make([]uint64, bounds.Dx())
	alpha := func(x, y int) uint32 {
		_, _, _, a := mask.At(at.X+x, at.Y+y).RGBA()
		return a
	}
	accent := 0 // rows at the top
	if f.tiny && r > unicode.MaxASCII {
		accent = accentOf(alpha, bounds.Dx(), bounds.Dy())
	}
	for x := range bounds.Dx() {
		for y := range min(bounds.Dy(), tallest) {
			a := alpha(x, y)
			standsOut := y < accent && a >= faint && a > alpha(x-1, y) && a > alpha(x+1, y)
			if a >= covered || standsOut {
				g.Columns[x] |= 1 << y
				g.Up = max(g.Up, -(bounds.Min.Y + y))
				g.Down = max(g.Down, bounds.Min.Y+y+1)
			}
		}
	}
	switch {
	case f.small:
		g.trim()
	case r == '0':
		g.unslash(f.tiny)
	}
	return g
}

// accentOf returns the number of rows above the first gap in a letter, which are its accent; 0 if
// there is no gap.
func accentOf(alpha func(x, y int) uint32, w, h int) int {
	const empty = 32 << 8
	inked := false
	for y := range h {
		most := uint32(0)
		for x := range w {
			most = max(most, alpha(x, y))
		}
		if inked && most < empty {
			return y
		}
		inked = inked || most >= empty
	}
	return 0
}

// stops returns a point, comma or colon for the 7×13 font, whose own are diamonds, too wide between
// letters that stand close.
func stops(r rune) (*Glyph, bool) {
	switch r {
	case '.':
		return &Glyph{Advance: 4, Top: -2, Up: 2, Columns: []uint64{0b11, 0b11}}, true
	case ',':
		return &Glyph{Advance: 4, Top: -2, Up: 2, Down: 2, Columns: []uint64{0b1011, 0b0111}}, true
	case ':':
		return &Glyph{Advance: 4, Left: 1, Top: -6, Up: 6, Columns: []uint64{0b110011, 0b110011}}, true
	}
	return nil, false
}

// trim gives a letter its own width: in the 7×13 font all letters are as wide as an M.
func (g *Glyph) trim() {
	const space, gap = 3, 1
	for len(g.Columns) > 0 && g.Columns[0] == 0 {
		g.Columns = g.Columns[1:]
	}
	for n := len(g.Columns); n > 0 && g.Columns[n-1] == 0; n-- {
		g.Columns = g.Columns[:n-1]
	}
	g.Left, g.Advance = 0, len(g.Columns)+gap
	if len(g.Columns) == 0 {
		g.Advance = space
	}
}

// unslash turns the slashed nought of the Go fonts, which could be read as an 8 at these sizes,
// into a ring. In tiny type the slash touches the ring everywhere, and the ring is one pixel thick.
func (g *Glyph) unslash(tiny bool) {
	rows, columns := 1, 1
	if !tiny {
		rows, columns = g.thickness()
	}
	whole := make([]uint64, len(g.Columns)) // the nought without its hole
	for x, c := range g.Columns {
		whole[x] = (1<<bits.Len64(c) - 1) &^ (1<<bits.TrailingZeros64(c) - 1)
	}
	for x, c := range whole {
		hole := uint64(0) // the pixels that are so far from the outline on all sides
		if x >= columns && x+columns < len(whole) {
			hole = c << rows & (c >> rows) & whole[x-columns] & whole[x+columns]
		}
		g.Columns[x] = c &^ hole
	}
}

// thickness returns how many rows of a nought's ring are inked above its middle, and how many
// columns at its left; where the slash touches the ring, no more than is usual.
func (g *Glyph) thickness() (rows, columns int) {
	middle := g.Columns[len(g.Columns)/2]
	rows = bits.TrailingZeros64(^(middle >> bits.TrailingZeros64(middle)))
	half := uint64(1) << ((g.Down-g.Up)/2 - g.Top)
	for _, c := range g.Columns {
		if c&half != 0 {
			columns++
		} else if columns > 0 {
			break
		}
	}
	return min(rows, (g.Up+g.Down)/4), min(columns, len(g.Columns)/3)
}

// Indent returns the column at which the pen starts, so that a first letter that reaches to its
// left, such as j, stays inside.
func (f *Face) Indent(text string) int {
	first, _ := utf8.DecodeRuneInString(text)
	return max(0, -f.Glyph(first).Left)
}

// Measure returns the width of a text, and how far its ink reaches above and below the baseline.
func (f *Face) Measure(text string) (width, up, down int) {
	pen := f.Indent(text)
	for _, r := range text {
		g := f.Glyph(r)
		width = max(width, pen+g.Advance, pen+g.Left+len(g.Columns))
		up, down = max(up, g.Up), max(down, g.Down)
		pen += g.Advance
	}
	return width, up, down
}

// Faces are letters in every size: outlines, and at the size Small a font drawn for few pixels. One
// goroutine owns them.
type Faces struct {
	regular, bold *sfnt.Font
	opened        map[int]*Face // by size
}

// Draws reports whether every letter of a text can be drawn, one beside the other from left to right.
func (f Faces) Draws(text string) bool {
	for _, r := range text {
		bold, _ := f.bold.GlyphIndex(nil, r) // which has the letters of the regular font, too
		_, _, ok := f.Of(Small).font.GlyphBounds(r)
		if bold == 0 || !ok || unicode.IsMark(r) || !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

// Small is the size in pixels of the 7×13 font.
const Small = 12

//go:embed fonts/7x13.*
var smallFont embed.FS

// smallPages has the height of the 7×13 font and the rows above its baseline, and then the first
// and the last rune of each of its files.
const smallPages = `13 11
0x0000 0x00FF 7x13.0000
0x0100 0x1FFF 7x13.0100
0x2000 0x21FF 7x13.2000
0x2200 0xFFFF 7x13.2200
`

// New opens the fonts. It panics only in a broken build.
func New() Faces {
	readFile := func(name string) ([]byte, error) { return smallFont.ReadFile("fonts/" + name) }
	faces := Faces{must(opentype.Parse(goregular.TTF)), must(opentype.Parse(gobold.TTF)), make(map[int]*Face)}
	faces.open(Small, &Face{font: must(plan9font.ParseFont([]byte(smallPages), readFile)), small: true})
	return faces
}

// must returns a value whose error only a broken build can have.
func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("typeface: %v", err))
	}
	return v
}

// Of returns the face of a size in pixels. It opens a face when it is first needed.
func (f Faces) Of(size int) *Face {
	if face, ok := f.opened[size]; ok {
		return face
	}
	outline, tiny := f.bold, size < Small
	if tiny {
		outline = f.regular
	}
	options := opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingFull}
	return f.open(size, &Face{font: must(opentype.NewFace(outline, &options)), tiny: tiny})
}

// open adds a face for a size.
func (f Faces) open(size int, face *Face) *Face {
	face.other = make(map[rune]*Glyph)
	face.Caps = face.Glyph('1').Up
	f.opened[size] = face
	return face
}
