package display

import (
	"strings"
	"unicode/utf8"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// replies draws the last guess, and below it for each that was asked the peg, as the first letter of its colour: a black peg
// that is drawn on a dark display would be taken for a white one.
func (p *Painter) replies(b canvas.Box) {
	asked := 0
	for _, t := range p.scene.View.Lines {
		if t.Reply != nil {
			asked++
		}
	}
	p.codeBoxes(b.CutTop(min(18, (b.H+1)/2)), codeOf(p.scene.View.Lines))
	f, w := p.c.Faces[13], b.W/max(asked, 1)
	for _, t := range p.scene.View.Lines {
		if t.Reply == nil {
			continue
		}
		label := p.number(t.Reply.Of)
		width, _, _ := p.c.Faces[typeface.Small].Measure(label)
		side := min(15, b.H)
		r := canvas.At(b.X+(w-width-3-side)/2, b.Y, w, b.H)
		p.c.Write(p.c.Faces[typeface.Small], r.X, r.Y+(r.H+p.c.Faces[typeface.Small].Caps)/2, label)
		cell := canvas.At(r.X+width+3, r.Y+(r.H-side)/2, side, side)
		p.c.Letter(f, cell, p.voice.Letter(*t.Reply))
		if !p.c.Tight() {
			p.c.Frame(cell)
		}
		b.CutLeft(w)
	}
}

// codeOf is the code of the first line that has one.
func codeOf(lines []games.Text) []string {
	for _, t := range lines {
		if t.Code != nil {
			return t.Code
		}
	}
	return nil
}

// codeBoxes draws a code in a row of boxes.
func (p *Painter) codeBoxes(row canvas.Box, code []string) {
	for i, colour := range code {
		pitch := row.W / len(code)
		p.colour(canvas.At(row.X+2+i*pitch, row.Y, pitch-2, row.H-1), colour, false)
	}
}

// colour draws a place of a code: its colour in short, a dash for none; in a frame where there is room for one.
func (p *Painter) colour(b canvas.Box, colour string, chosen bool) {
	start := len(p.said)
	if colour == "" {
		p.said = append(p.said, "–"...)
	} else {
		p.said = p.appendColour(p.said, colour)
	}
	text := canvas.Paragraph{Text: p.said[start:], Style: canvas.Code, Most: 1}
	if b.H < 14 {
		text.Style = canvas.Note
		p.c.Fit(b, true, text)
		return
	}
	p.c.Fit(canvas.At(b.X+1, b.Y+1, b.W-2, b.H-2), true, text)
	if chosen {
		p.c.Invert(b)
	} else {
		p.c.Frame(b)
	}
}

// appendColour writes a colour in short: a known one in two letters of its language, one of the table's own
// in as many as tell it from the others, or with its number where these are too many.
func (p *Painter) appendColour(b []byte, colour string) []byte {
	if name, known := p.voice.Find(wording.Words, colour); known {
		return wording.AppendShort(b, name, wording.InShort)
	}
	var options []games.Value
	for _, asked := range p.scene.View.Prompts {
		if asked.Shape == games.Code || asked.Shape == games.Token {
			options = asked.Options
		}
	}
	for letters := wording.InShort; letters <= wording.InShort+1; letters++ {
		alike := 0
		for _, o := range options {
			if other, err := o.Word(); err == nil && strings.EqualFold(first(other, letters), first(colour, letters)) {
				alike++
			}
		}
		if alike <= 1 {
			return wording.AppendShort(b, colour, letters)
		}
	}
	for i, o := range options {
		if o.String() == colour {
			return append(wording.AppendShort(b, colour, 1), byte('1'+i))
		}
	}
	return wording.AppendShort(b, colour, wording.InShort)
}

// first is the beginning of a word.
func first(word string, letters int) string {
	end := 0
	for range letters {
		_, n := utf8.DecodeRuneInString(word[end:])
		end += n
	}
	return word[:end]
}
