package canvas

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arbitre/display/typeface"
)

// A Style says how large a text is at every step of setting smaller. Paragraphs that are set
// together go down together.
type Style uint8

// The styles.
const (
	Head   Style = iota // headlines
	Span                // margins of time
	Line                // what else is said
	Menu                // titles and menus
	Note                // notes
	Name                // names
	Code                // colours in a code
	Seat                // the seats of a hunt
	Tag                 // labels
	Figure              // the number of the seat of which a headline tells
	Number              // seats in a row
	Letter              // the letters of a word
	Sign                // single characters that are signs
)

// sizes has the sizes of each style, in pixels, the largest first.
var sizes = [...][LastStep + 1]int{
	Head:   {30, 24, 20, 20, 18, 16, 14, 13, 12, 11},
	Span:   {24, 20, 20, 18, 16, 14, 13, 12, 12, 11},
	Line:   {16, 14, 13, 12, 12, 12, 12, 12, 12, 11},
	Menu:   {14, 14, 14, 14, 13, 13, 12, 12, 11, 11},
	Note:   {12, 12, 12, 12, 12, 12, 12, 12, 11, 11},
	Name:   {18, 16, 16, 14, 14, 13, 13, 12, 11, 11},
	Code:   {14, 14, 14, 13, 13, 12, 12, 12, 11, 11},
	Seat:   {18, 16, 14, 13, 12, 12, 12, 12, 11, 11},
	Tag:    {11, 11, 11, 11, 11, 11, 11, 11, 11, 11},
	Figure: {66, 60, 55, 48, 42, 36, 30, 24, 24, 24},
	Number: {24, 20, 18, 16, 14, 13, 12, 11, 11, 11},
	Letter: {20, 18, 16, 14, 13, 12, 11, 11, 11, 11},
	Sign:   {16, 14, 13, 12, 11, 11, 11, 11, 11, 11},
}

// Size is the size of a style at a step, from 0, in pixels.
func (s Style) Size(step int) int { return sizes[s][step] }

// The last step of all, and the last one that is easy to read at arm's length.
const (
	LastStep = 9
	LastEasy = 5
)

// A Paragraph is a text that is to be set in a style, in so many rows at most.
type Paragraph struct {
	Text  string
	Style Style
	Most  int
}

// A Row is one line of a paragraph, set.
type Row struct {
	Text               string
	size               int
	Caps               int // how high a capital of this size is
	Width, rise, under int // and how far the ink of this row reaches above and below its baseline
}

// Least pixels between the ink of two rows or boxes, and how many more where there is room.
const (
	Leading = 2
	relief  = 3
)

// A Type has the letters for pictures of so many rows.
type Type struct {
	Height int
	Faces  typeface.Faces
}

// Tight tells whether the picture has fewer than 64 rows, so that each counts.
func (t Type) Tight() bool { return t.Height < 64 }

// Set breaks paragraphs into rows at the first step at which they fit into w×h. Where they never
// do, the rows are as small as they can be.
func (t Type) Set(w, h int, paragraphs ...Paragraph) (rows []Row, ok bool) {
	rows, _, ok = t.SetWithin(LastStep, w, h, paragraphs...)
	return rows, ok
}

// SetWithin gives up after a step, and tells which one it came to.
func (t Type) SetWithin(last, w, h int, paragraphs ...Paragraph) (rows []Row, step int, ok bool) {
	smaller := func(q Paragraph) bool { return sizes[q.Style][step] < sizes[q.Style][step-1] }
	for step = range last + 1 {
		if step > 0 && !slices.ContainsFunc(paragraphs, smaller) {
			continue
		}
		rows, ok = rows[:0], true
		for _, q := range paragraphs {
			if rows, ok = t.wrap(rows, q, sizes[q.Style][step], w); !ok {
				break
			}
		}
		if ok && t.High(rows) <= h {
			return rows, step, true
		}
	}
	return rows, step, false
}

// High is the height of rows that stand below each other.
func (t Type) High(rows []Row) int {
	h := -t.lead()
	for _, r := range rows {
		h += r.rise + r.under + t.lead()
	}
	return max(h, 0)
}

// lead is the least pixels between the ink of two rows of a paragraph.
func (t Type) lead() int {
	if t.Tight() {
		return 1
	}
	return Leading
}

// wrap appends a paragraph in as few rows as will do, and tells whether they fit.
func (t Type) wrap(rows []Row, q Paragraph, size, w int) ([]Row, bool) {
	first := len(rows)
	for word := range strings.SplitSeq(q.Text, " ") {
		if last := len(rows) - 1; last >= first {
			if longer := t.Row(rows[last].Text+" "+word, size); longer.Width <= w {
				rows[last] = longer
				continue
			}
		}
		row := t.Row(word, size)
		if rows = append(rows, row); row.Width > w || len(rows)-first > q.Most {
			return rows, false
		}
	}
	return rows, true
}

// Row measures a text that is to be one row, no lower than capitals are.
func (t Type) Row(text string, size int) Row {
	f := t.Faces.Of(size)
	width, up, down := f.Measure(text)
	return Row{text, size, f.Caps, width, max(up, f.Caps), down}
}

// Glyph is the ink of one character.
func (t Type) Glyph(size int, r rune) *typeface.Glyph { return t.Faces.Of(size).Glyph(r) }

// Wide is how wide a text is in the largest size of a style.
func (t Type) Wide(text string, style Style) int { return t.Row(text, sizes[style][0]).Width }

// Largest is the largest size of a style in which each of some texts fits into w×h by its capitals,
// or else the smallest. Of a word in letters each has a place of its own, which its ink must fit.
func (t Type) Largest(style Style, w, h int, texts ...string) (size int, ok bool) {
	for _, size = range sizes[style] {
		f, widest := t.Faces.Of(size), 0
		for _, text := range texts {
			if style != Letter {
				widest = max(widest, t.Row(text, size).Width)
				continue
			}
			for _, r := range text {
				widest = max(widest, len(f.Glyph(r).Columns))
			}
		}
		if widest <= w && f.Caps <= h {
			return size, true
		}
	}
	return size, false
}

// Fits tells whether a text can be one row of w×h.
func (t Type) Fits(w, h int, text string, style Style) bool {
	_, ok := t.Set(w, h, Paragraph{text, style, 1})
	return ok
}

// Shorten sets what can't be set whole at the smallest size: as many rows as there is room for, the
// last one ending in "…".
func (p *Page) Shorten(w, h int, q Paragraph) (rows []Row) {
	p.Cut++
	size := sizes[q.Style][LastStep]
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
