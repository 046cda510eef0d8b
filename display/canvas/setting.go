package canvas

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"arbitre/display/typeface"
)

// A Paragraph is a text that is to be set in a style, in so many rows at most.
type Paragraph struct {
	Text  []byte
	Style Style
	Most  int
}

// A Style says how large a paragraph is at every step of setting smaller. Paragraphs that are set together go down together.
type Style uint8

// The styles: of headlines, of margins of time, of what else is said, of titles and menus, of notes, of names, of colours in
// a code, of the seats of a hunt, and of labels.
const (
	Head Style = iota
	Span
	Line
	Menu
	Note
	Name
	Code
	Seat
	Tag
)

// ladders has the sizes of each style, in pixels.
var ladders = [...][LastStep + 1]int{
	Head: {30, 24, 20, 20, 18, 16, 14, 13, 12, 11},
	Span: {24, 20, 20, 18, 16, 14, 13, 12, 12, 11},
	Line: {16, 14, 13, 12, 12, 12, 12, 12, 12, 11},
	Menu: {14, 14, 14, 14, 13, 13, 12, 12, 11, 11},
	Note: {12, 12, 12, 12, 12, 12, 12, 12, 11, 11},
	Name: {18, 16, 16, 14, 14, 13, 13, 12, 11, 11},
	Code: {14, 14, 14, 13, 13, 12, 12, 12, 11, 11},
	Seat: {18, 16, 14, 13, 12, 12, 12, 12, 11, 11},
	Tag:  {11, 11, 11, 11, 11, 11, 11, 11, 11, 11},
}

// The last steps: of all, and of those that are read at arm's length.
const (
	LastStep = 9
	LastEasy = 5
)

// A Row is one line of a paragraph, set.
type Row struct {
	Text            []byte
	face            *typeface.Face
	width, up, down int
}

const (
	Leading = 2 // least pixels between the ink of two rows or boxes
	relief  = 3 // and how many more where there is room
)

// Set breaks paragraphs into c.Rows at the first step at which they fit into w×h. It returns the step and their height.
func (c *Canvas) Set(w, h int, paragraphs ...Paragraph) (step, height int, ok bool) {
	return c.SetWithin(LastStep, w, h, paragraphs...)
}

// SetWithin gives up after a step.
func (c *Canvas) SetWithin(last, w, h int, paragraphs ...Paragraph) (step, height int, ok bool) {
	for step = range last + 1 {
		if step > 0 && !slices.ContainsFunc(paragraphs, func(q Paragraph) bool { return ladders[q.Style][step] != ladders[q.Style][step-1] }) {
			continue // nothing would be smaller
		}
		c.Rows = c.Rows[:0]
		fits := true
		for _, q := range paragraphs {
			if fits = c.wrap(q, step, w); !fits {
				break
			}
		}
		if height = c.High(); fits && height <= h {
			return step, height, true
		}
	}
	return step, height, false
}

// High is how high c.Rows are.
func (c *Canvas) High() int {
	h := -c.lead()
	for _, r := range c.Rows {
		h += r.up + r.down + c.lead()
	}
	return max(h, 0)
}

// lead is the least pixels between the ink of two rows of a Paragraph.
func (c *Canvas) lead() int {
	if c.Tight() {
		return 1
	}
	return Leading
}

// wrap appends one Paragraph to c.Rows, as few rows as will do.
func (c *Canvas) wrap(q Paragraph, step, w int) bool {
	f := c.Faces[ladders[q.Style][step]]
	text := q.Text
	for n := 1; ; n++ {
		whole := RowOf(f, text)
		if whole.width <= w {
			c.Rows = append(c.Rows, whole)
			return true
		}
		var fits Row
		end := 0
		for i := nextSpace(text, 0); i < len(text); i = nextSpace(text, i+1) {
			part := RowOf(f, text[:i])
			if part.width > w {
				break
			}
			fits, end = part, i
		}
		if end == 0 || n == q.Most {
			return false
		}
		c.Rows = append(c.Rows, fits)
		text = text[end+1:]
	}
}

// RowOf measures a text that is to be one row, no lower than capitals are.
func RowOf(f *typeface.Face, text []byte) Row {
	width, up, down := f.Measure(text)
	return Row{text, f, width, max(up, f.Caps), down}
}

// nextSpace finds the first place from i on where a row may end: a space or the end.
func nextSpace(text []byte, i int) int {
	if i < len(text) {
		if n := bytes.IndexByte(text[i:], ' '); n >= 0 {
			return i + n
		}
	}
	return len(text)
}

// Shorten sets what can't be set whole at the smallest size: as many rows as there is room for, the last one ending in "…".
func (c *Canvas) Shorten(w, h int, q Paragraph) {
	c.Rows = c.Rows[:0]
	c.Cut++
	f := c.Faces[ladders[q.Style][LastStep]]
	text, dropped := q.Text, false
	for len(text) > 0 && !dropped {
		end := 0
		for end < len(text) {
			_, n := utf8.DecodeRune(text[end:])
			if width, _, _ := f.Measure(text[:end+n]); width > w {
				break
			}
			end += n
		}
		if end == 0 {
			return
		}
		c.Rows = append(c.Rows, RowOf(f, text[:end]))
		text = text[end:]
		if dropped = c.High() > h; dropped {
			c.Rows = c.Rows[:len(c.Rows)-1]
		}
	}
	if !dropped || len(c.Rows) == 0 {
		return
	}
	last := &c.Rows[len(c.Rows)-1]
	kept := last.Text
	for {
		start := len(c.shortened)
		c.shortened = append(append(c.shortened, kept...), "…"...)
		last.Text = c.shortened[start:]
		if last.width, last.up, last.down = f.Measure(last.Text); last.width <= w || len(kept) == 0 {
			return
		}
		_, n := utf8.DecodeLastRune(kept)
		kept = kept[:len(kept)-n]
	}
}

// Place draws c.Rows into a box, from its left or in its middle, spread over its height.
func (c *Canvas) Place(b Box, middle bool) {
	if len(c.Rows) == 0 {
		return
	}
	if first := c.Rows[0]; len(c.Rows) == 1 {
		// One row stands by its capitals, whatever hangs below them, so that it does not jump with its words.
		y := b.Y + (b.H+first.face.Caps)/2
		y = max(b.Y+first.up, min(y, b.Bottom()-first.down))
		c.Write(first.face, alongside(b, first, middle), y, first.Text)
		return
	}
	spare := b.H - c.High()
	between := min(spare/(len(c.Rows)+1), relief)
	y := b.Y + (spare-between*(len(c.Rows)-1))/2
	for _, r := range c.Rows {
		y += r.up
		c.Write(r.face, alongside(b, r, middle), y, r.Text)
		y += r.down + c.lead() + between
	}
}

func alongside(b Box, r Row, middle bool) int {
	if middle {
		return b.X + (b.W-r.width)/2
	}
	return b.X
}

// Fit sets paragraphs and draws them into a box, shortened if they must be.
func (c *Canvas) Fit(b Box, middle bool, paragraphs ...Paragraph) {
	if _, _, ok := c.Set(b.W, b.H, paragraphs...); !ok {
		c.Shorten(b.W, b.H, paragraphs[0])
	}
	c.Place(b, middle)
}

// Label is [Canvas.Fit] for one row.
func (c *Canvas) Label(b Box, middle bool, text []byte, style Style) {
	c.Fit(b, middle, Paragraph{text, style, 1})
}

// Fits tells whether a text can be one row of a box.
func (c *Canvas) Fits(b Box, text []byte, style Style) bool {
	_, _, ok := c.Set(b.W, b.H, Paragraph{text, style, 1})
	return ok
}

// Face is the type in which a style begins.
func (c *Canvas) Face(style Style) *typeface.Face { return c.Faces[ladders[style][0]] }
