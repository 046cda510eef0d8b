package display

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

// A glyph is one letter in ink.
type glyph struct {
	advance   int
	left, top int // from the pen's place on the baseline to the first column and row of ink
	up, down  int // how far the ink reaches above and below the baseline
	columns   []uint64
}

// A face is one size of type. Its letters are cast when they are first needed.
type face struct {
	pages []page // the fonts it is cast from
	small bool
	tiny  bool // an outline so small that a stroke is one pixel and a dot of an ä less
	caps  int  // height of a capital without accent, and of a digit
	latin [0x180]*glyph
	other map[rune]*glyph
}

// A page is a font from one rune on.
type page struct {
	first rune
	font  font.Face
}

func (f *face) glyph(r rune) *glyph {
	if r >= 0 && int(r) < len(f.latin) {
		if f.latin[r] == nil {
			f.latin[r] = f.cast(r)
		}
		return f.latin[r]
	}
	g := f.other[r]
	if g == nil {
		g = f.cast(r)
		f.other[r] = g
	}
	return g
}

// cast makes a letter of what the font draws: the pixels that it covers by half or nearly so. In tiny type an accent covers
// hardly any by half: there it is the pixels that stand out in their row.
// A rune that the font lacks is its empty box, or a question mark.
func (f *face) cast(r rune) *glyph {
	const covered, faint = 120 << 8, 60 << 8
	if stop, ok := stops(r); ok && f.small {
		return stop
	}
	from := f.pages[0]
	for _, p := range f.pages {
		if p.first <= r {
			from = p
		}
	}
	bounds, mask, at, advance, ok := from.font.Glyph(fixed.Point26_6{}, r)
	if !ok && r != '?' {
		return f.glyph('?')
	}
	g := &glyph{advance: advance.Round(), left: bounds.Min.X, top: bounds.Min.Y}
	g.columns = make([]uint64, bounds.Dx())
	alpha := func(x, y int) uint32 {
		_, _, _, a := mask.At(at.X+x, at.Y+y).RGBA()
		return a
	}
	accent := 0 // rows at the top
	if f.tiny && r > unicode.MaxASCII {
		accent = accentOf(alpha, bounds.Dx(), bounds.Dy())
	}
	for x := range bounds.Dx() {
		for y := range min(bounds.Dy(), Height) {
			a := alpha(x, y)
			standsOut := y < accent && a >= faint && a > alpha(x-1, y) && a > alpha(x+1, y)
			if a >= covered || standsOut {
				g.columns[x] |= 1 << y
				g.up = max(g.up, -(bounds.Min.Y + y))
				g.down = max(g.down, bounds.Min.Y+y+1)
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

// accentOf is how many rows at the top of a letter stand apart from the rest of it; 0 where none do.
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

// stops are the points of the 7×13 font, drawn anew: its own are diamonds that close up when letters stand close.
func stops(r rune) (*glyph, bool) {
	switch r {
	case '.':
		return &glyph{advance: 4, top: -2, up: 2, columns: []uint64{0b11, 0b11}}, true
	case ',':
		return &glyph{advance: 4, top: -2, up: 2, down: 2, columns: []uint64{0b1011, 0b0111}}, true
	case ':':
		return &glyph{advance: 4, left: 1, top: -6, up: 6, columns: []uint64{0b110011, 0b110011}}, true
	}
	return nil, false
}

// trim gives a letter of the 7×13 font, whose letters are all as wide as an M, its own width.
func (g *glyph) trim() {
	const space, gap = 3, 1
	for len(g.columns) > 0 && g.columns[0] == 0 {
		g.columns = g.columns[1:]
	}
	for n := len(g.columns); n > 0 && g.columns[n-1] == 0; n-- {
		g.columns = g.columns[:n-1]
	}
	g.left, g.advance = 0, len(g.columns)+gap
	if len(g.columns) == 0 {
		g.advance = space
	}
}

// unslash opens the nought, which the Go fonts slash: of this size it could be read as an 8.
// The rim and the sides of the ring are as thick as the slashed one has them where the slash is not; in tiny type it is everywhere.
func (g *glyph) unslash(tiny bool) {
	middle := g.columns[len(g.columns)/2]
	rim := bits.TrailingZeros64(^(middle >> bits.TrailingZeros64(middle)))
	side, half := 0, uint64(1)<<((g.down-g.up)/2-g.top)
	for _, c := range g.columns {
		if c&half != 0 {
			side++
		} else if side > 0 {
			break
		}
	}
	rim, side = min(rim, (g.up+g.down)/4), min(side, len(g.columns)/3)
	if tiny {
		rim, side = 1, 1
	}
	whole := make([]uint64, len(g.columns))
	for x, c := range g.columns {
		whole[x] = strip(bits.Len64(c)) &^ strip(bits.TrailingZeros64(c))
	}
	for x := range whole {
		hole := whole[x] << rim & (whole[x] >> rim)
		for _, away := range [...]int{-side, side} {
			if x+away < 0 || x+away >= len(whole) {
				hole = 0
			} else {
				hole &= whole[x+away]
			}
		}
		g.columns[x] = whole[x] &^ hole
	}
}

// indent is where the pen starts, for first letters that reach to the left of it, such as a j.
func (f *face) indent(text []byte) int {
	const reach = 16 // farther than any letter reaches back
	indent := 0
	for pen := 0; len(text) > 0 && pen < reach; {
		r, n := utf8.DecodeRune(text)
		g := f.glyph(r)
		indent = max(indent, -(pen + g.left))
		pen += g.advance
		text = text[n:]
	}
	return indent
}

// measure returns how wide a text is, and how far its ink reaches above and below the baseline.
func (f *face) measure(text []byte) (width, up, down int) {
	pen := f.indent(text)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		g := f.glyph(r)
		width = max(width, pen+g.advance, pen+g.left+len(g.columns))
		up, down = max(up, g.up), max(down, g.down)
		pen += g.advance
		text = text[n:]
	}
	return width, up, down
}

// A typecase holds the faces, by their size in pixels.
type typecase map[int]*face

// small is the size of the 7×13 font.
const small = 12

//go:embed fonts/7x13.*
var smallFont embed.FS

// newTypecase opens the fonts: outlines for large type, and for small type letters that were drawn for few pixels.
// It can fail only in a broken build.
func newTypecase() typecase {
	faces := typecase{small: {small: true}}
	for _, first := range [...]rune{0x0000, 0x0100, 0x2000, 0x2200} {
		subfont, err := smallFont.ReadFile(fmt.Sprintf("fonts/7x13.%04X", first))
		if err != nil {
			panic(fmt.Sprintf("display: font: %v", err))
		}
		f, err := plan9font.ParseSubfont(subfont, first)
		if err != nil {
			panic(fmt.Sprintf("display: font %04X: %v", first, err))
		}
		faces[small].pages = append(faces[small].pages, page{first, f})
	}
	regular, bold := parseFont(goregular.TTF), parseFont(gobold.TTF)
	for _, size := range [...]int{11, 13, 14, 16, 18, 20, 24, 30, 36, 42, 48, 55, 60, 66} {
		f := bold
		if size < small {
			f = regular
		}
		opened, err := opentype.NewFace(f, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			panic(fmt.Sprintf("display: font: size %d: %v", size, err))
		}
		faces[size] = &face{pages: []page{{0, opened}}, tiny: size < small}
	}
	for _, f := range faces {
		f.other = make(map[rune]*glyph)
		f.caps = f.glyph('1').up
	}
	return faces
}

func parseFont(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("display: font: %v", err))
	}
	return f
}

// write draws text from x on, on the baseline y.
func (c *canvas) write(f *face, x, y int, text []byte) {
	x += f.indent(text)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		g := f.glyph(r)
		for i, strip := range g.columns {
			c.ink(x+g.left+i, y+g.top, strip)
		}
		x += g.advance
		text = text[n:]
	}
}
