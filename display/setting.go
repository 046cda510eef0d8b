package display

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"arbitre/display/typeface"
)

// A paragraph is a text that is to be set, in rows.
type paragraph struct {
	text  []byte
	sizes *ladder
	most  int // rows
}

// A ladder has the size of a paragraph at every step of setting smaller.
type ladder [10]int

// The ladders. Paragraphs that are set together go down together.
var (
	headSizes = ladder{30, 24, 20, 20, 18, 16, 14, 13, 12, 11}
	spanSizes = ladder{24, 20, 20, 18, 16, 14, 13, 12, 12, 11}
	lineSizes = ladder{16, 14, 13, 12, 12, 12, 12, 12, 12, 11}
	menuSizes = ladder{14, 14, 14, 14, 13, 13, 12, 12, 11, 11}
	noteSizes = ladder{12, 12, 12, 12, 12, 12, 12, 12, 11, 11}
	nameSizes = ladder{18, 16, 16, 14, 14, 13, 13, 12, 11, 11}
	codeSizes = ladder{14, 14, 14, 13, 13, 12, 12, 12, 11, 11}
	seatSizes = ladder{18, 16, 14, 13, 12, 12, 12, 12, 11, 11}
	tagSizes  = ladder{11, 11, 11, 11, 11, 11, 11, 11, 11, 11}
)

// A row is one line of a paragraph, set.
type row struct {
	text            []byte
	face            *typeface.Face
	width, up, down int
}

const (
	leading = 2 // least pixels between the ink of two rows or boxes
	relief  = 3 // and how many more where there is room
)

// lastStep of a ladder.
const lastStep = len(ladder{}) - 1

// set breaks paragraphs into p.rows at the first step at which they fit into w×h. It returns the step and their height.
func (p *Painter) set(w, h int, paragraphs ...paragraph) (step, height int, ok bool) {
	return p.setWithin(lastStep, w, h, paragraphs...)
}

// setWithin gives up after a step.
func (p *Painter) setWithin(last, w, h int, paragraphs ...paragraph) (step, height int, ok bool) {
	for step = range last + 1 {
		if step > 0 && !slices.ContainsFunc(paragraphs, func(q paragraph) bool { return q.sizes[step] != q.sizes[step-1] }) {
			continue // nothing would be smaller
		}
		p.rows = p.rows[:0]
		fits := true
		for _, q := range paragraphs {
			if fits = p.wrap(q, step, w); !fits {
				break
			}
		}
		if height = p.height(); fits && height <= h {
			return step, height, true
		}
	}
	return step, height, false
}

func (p *Painter) height() int {
	h := -p.lead()
	for _, r := range p.rows {
		h += r.up + r.down + p.lead()
	}
	return max(h, 0)
}

// lead is the least pixels between the ink of two rows of a paragraph.
func (p *Painter) lead() int {
	if p.low() {
		return 1
	}
	return leading
}

// wrap appends one paragraph to p.rows, as few rows as will do.
func (p *Painter) wrap(q paragraph, step, w int) bool {
	f := p.faces[q.sizes[step]]
	text := q.text
	for n := 1; ; n++ {
		whole := rowOf(f, text)
		if whole.width <= w {
			p.rows = append(p.rows, whole)
			return true
		}
		var fits row
		end := 0
		for i := nextSpace(text, 0); i < len(text); i = nextSpace(text, i+1) {
			part := rowOf(f, text[:i])
			if part.width > w {
				break
			}
			fits, end = part, i
		}
		if end == 0 || n == q.most {
			return false
		}
		p.rows = append(p.rows, fits)
		text = text[end+1:]
	}
}

// rowOf measures a text that is to be one row, no lower than capitals are.
func rowOf(f *typeface.Face, text []byte) row {
	width, up, down := f.Measure(text)
	return row{text, f, width, max(up, f.Caps), down}
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

// shorten sets what can't be set whole at the smallest size: as many rows as there is room for, the last one ending in "…".
func (p *Painter) shorten(w, h int, q paragraph) {
	p.rows = p.rows[:0]
	p.cut++
	f := p.faces[q.sizes[len(q.sizes)-1]]
	text, dropped := q.text, false
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
		p.rows = append(p.rows, rowOf(f, text[:end]))
		text = text[end:]
		if dropped = p.height() > h; dropped {
			p.rows = p.rows[:len(p.rows)-1]
		}
	}
	if !dropped || len(p.rows) == 0 {
		return
	}
	last := &p.rows[len(p.rows)-1]
	kept := last.text
	for {
		start := len(p.said)
		p.said = append(append(p.said, kept...), "…"...)
		last.text = p.said[start:]
		if last.width, last.up, last.down = f.Measure(last.text); last.width <= w || len(kept) == 0 {
			return
		}
		_, n := utf8.DecodeLastRune(kept)
		kept = kept[:len(kept)-n]
	}
}

// place draws p.rows into a box, from its left or in its middle, spread over its height.
func (p *Painter) place(b box, middle bool) {
	if len(p.rows) == 0 {
		return
	}
	if first := p.rows[0]; len(p.rows) == 1 {
		// One row stands by its capitals, whatever hangs below them, so that it does not jump with its words.
		y := b.y + (b.h+first.face.Caps)/2
		y = max(b.y+first.up, min(y, b.bottom()-first.down))
		p.write(first.face, alongside(b, first, middle), y, first.text)
		return
	}
	spare := b.h - p.height()
	between := min(spare/(len(p.rows)+1), relief)
	y := b.y + (spare-between*(len(p.rows)-1))/2
	for _, r := range p.rows {
		y += r.up
		p.write(r.face, alongside(b, r, middle), y, r.text)
		y += r.down + p.lead() + between
	}
}

func alongside(b box, r row, middle bool) int {
	if middle {
		return b.x + (b.w-r.width)/2
	}
	return b.x
}
