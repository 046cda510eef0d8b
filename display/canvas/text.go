package canvas

import (
	"slices"
	"strings"

	"arbitre/display/typeface"
)

// A Style has a size of type for every step of setting text smaller. Paragraphs that are set
// together are at the same step.
type Style uint8

// The styles.
const (
	Head   Style = iota // headlines
	Span                // margins of time
	Line                // what else is said
	Menu                // titles of questions, and menus
	Note                // notes
	Name                // names
	Code                // colours in a code
	Seat                // the seats of a hunt
	Tag                 // labels
	Figure              // the number of the seat that a headline begins with
	Number              // seats in a row
	Letter              // the letters of a word
	Sign                // single characters such as ! or an attribute's digit
)

const (
	LastStep  = 9 // the last step of setting smaller
	LastEasy  = 5 // the last step that is easy to read at arm's length
	LastLarge = 2 // the last step that children read
)

// sizes has the size in pixels of each style at every step.
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

// Size returns the size in pixels of a style at a step, from 0.
func (s Style) Size(step int) int { return sizes[s][step] }

// A Paragraph is a text to be set in a style, in at most Most rows.
type Paragraph struct {
	Text  string
	Style Style
	Most  int
}

// A Row is one line of a paragraph, set. Its measures are in pixels.
type Row struct {
	Text    string
	Width   int
	Caps    int // height of a capital of its size
	size    int
	ascent  int // how far its ink reaches above the baseline, or a capital would
	descent int // how far its ink reaches below the baseline
}

// Least pixels between the ink of two rows or boxes, and how many more where there is room.
const (
	Leading = 2
	spread  = 3
)

// A Type sets text.
type Type struct{ Faces typeface.Faces }

// Set breaks paragraphs into rows at the first step at which they fit into w×h. If there is none,
// it returns false: with the rows of the last step if they are only too high, with no rows if a
// word is too wide or a paragraph needs more rows than its Most.
func (t Type) Set(w, h int, paragraphs ...Paragraph) (rows []Row, ok bool) {
	rows, _, ok = t.SetWithin(LastStep, w, h, paragraphs...)
	return rows, ok
}

// SetWithin is [Type.Set] with steps up to last. It returns the step of the rows, too.
func (t Type) SetWithin(last, w, h int, paragraphs ...Paragraph) (rows []Row, step int, ok bool) {
	smaller := func(q Paragraph) bool { return q.Style.Size(step) < q.Style.Size(step-1) }
	for step = range last + 1 {
		if step > 0 && !slices.ContainsFunc(paragraphs, smaller) {
			continue
		}
		rows, ok = rows[:0], true
		for _, q := range paragraphs {
			if rows, ok = t.wrap(rows, q, q.Style.Size(step), w); !ok {
				break
			}
		}
		if ok && t.High(rows) <= h {
			return rows, step, true
		}
	}
	if !ok {
		rows = nil
	}
	return rows, step, false
}

// High returns the height of rows that stand below each other.
func (t Type) High(rows []Row) int {
	h := -Leading
	for _, r := range rows {
		h += r.ascent + r.descent + Leading
	}
	return max(h, 0)
}

// wrap appends a paragraph in as few rows as possible. It stops with false at a word wider than w,
// or after more rows than the paragraph may have.
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

// Row measures a text that is to be one row.
func (t Type) Row(text string, size int) Row {
	f := t.Faces.Of(size)
	width, up, down := f.Measure(text)
	return Row{Text: text, Width: width, Caps: f.Caps, size: size, ascent: max(up, f.Caps), descent: down}
}

// Wide returns the width of a text in the largest size of a style.
func (t Type) Wide(text string, style Style) int { return t.Row(text, style.Size(0)).Width }

// Largest returns the largest size of a style in which each of some texts is at most w wide and its
// capitals at most h high, or else the smallest size and false.
func (t Type) Largest(style Style, w, h int, texts ...string) (size int, ok bool) {
	for _, size = range sizes[style] {
		tooWide := func(text string) bool { return t.Row(text, size).Width > w }
		if t.Faces.Of(size).Caps <= h && !slices.ContainsFunc(texts, tooWide) {
			return size, true
		}
	}
	return size, false
}

// LargestLetter returns the largest size of [Letter] in which the ink of each single letter is at
// most w wide and capitals in the middle of h rows have their tails within them, or else the smallest size.
// Small type is not set smaller for a tail.
func (t Type) LargestLetter(w, h int, letters string) (size int) {
	for _, size = range sizes[Letter] {
		f := t.Faces.Of(size)
		tooLarge := func(r rune) bool {
			g := f.Glyph(r)
			return len(g.Columns) > w || size > typeface.Small && f.Caps+2*g.Down > h
		}
		if f.Caps <= h && !strings.ContainsFunc(letters, tooLarge) {
			break
		}
	}
	return size
}

// Fits reports whether a text can be set in one row of w×h.
func (t Type) Fits(w, h int, text string, style Style) bool {
	_, ok := t.Set(w, h, Paragraph{text, style, 1})
	return ok
}
