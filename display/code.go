package display

import (
	"strings"
	"unicode/utf8"

	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// replies draws the last guess, and below it for each that was asked the peg, as the first letter of its colour: a black peg
// that is drawn on a dark display would be taken for a white one.
func (p *Painter) replies(b box) {
	asked := 0
	for _, t := range p.scene.View.Lines {
		if t.Reply != nil {
			asked++
		}
	}
	p.codeBoxes(b.cutTop(min(18, (b.h+1)/2)), codeOf(p.scene.View.Lines))
	f, w := p.faces[13], b.w/max(asked, 1)
	for _, t := range p.scene.View.Lines {
		if t.Reply == nil {
			continue
		}
		label := p.number(t.Reply.Of)
		width, _, _ := p.faces[typeface.Small].Measure(label)
		side := min(15, b.h)
		r := box{b.x + (w-width-3-side)/2, b.y, w, b.h}
		p.write(p.faces[typeface.Small], r.x, r.y+(r.h+p.faces[typeface.Small].Caps)/2, label)
		cell := box{r.x + width + 3, r.y + (r.h-side)/2, side, side}
		p.letterIn(f, cell, p.voice.Letter(*t.Reply))
		if !p.low() {
			p.frame(cell)
		}
		b.cutLeft(w)
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
func (p *Painter) codeBoxes(row box, code []string) {
	for i, colour := range code {
		pitch := row.w / len(code)
		p.colour(box{row.x + 2 + i*pitch, row.y, pitch - 2, row.h - 1}, colour, false)
	}
}

// colour draws a place of a code: its colour in short, a dash for none; in a frame where there is room for one.
func (p *Painter) colour(b box, colour string, chosen bool) {
	start := len(p.said)
	if colour == "" {
		p.said = append(p.said, "–"...)
	} else {
		p.said = p.appendColour(p.said, colour)
	}
	text := paragraph{p.said[start:], &codeSizes, 1}
	if b.h < 14 {
		text.sizes = &noteSizes
		p.fit(b, true, text)
		return
	}
	p.fit(box{b.x + 1, b.y + 1, b.w - 2, b.h - 2}, true, text)
	if chosen {
		p.invert(b)
	} else {
		p.frame(b)
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

// places draws those of a code in a row, and returns how many colours it has of how many: 2/4.
func (p *Painter) places(row box) []byte {
	chosen, pitch := 0, Width/max(1, len(p.draft.Numbers()))
	for i, n := range p.draft.Numbers() {
		colour := ""
		if n > 0 {
			colour = p.draft.Prompt.Options[n-1].String()
			chosen++
		}
		p.colour(box{row.x + 2 + i*pitch, row.y, pitch - 2, row.h}, colour, i == p.draft.Slot)
	}
	start := len(p.said)
	p.said = wording.AppendNumber(append(wording.AppendNumber(p.said, chosen), '/'), p.draft.Prompt.Max)
	return p.said[start:]
}

// code draws the places, and below them the colour of the one that is being set.
func (p *Painter) code(b box) {
	count := p.places(b.cutTop(28))
	b.cutTop(3)
	b.w -= 2
	p.fit(b.cutRight(28), true, paragraph{count, &menuSizes, 1})
	b.w -= 2
	if p.draft.Slot == len(p.draft.Numbers()) {
		b.h--
		p.fit(p.okKey(b), false, paragraph{p.word("send"), &lineSizes, 1})
		return
	}
	name := p.word("empty")
	if n := p.draft.Numbers()[p.draft.Slot]; n > 0 {
		name = p.option(p.draft.Prompt, p.draft.Prompt.Options[n-1])
	}
	p.fit(box{b.x + margin, b.y, b.w - margin, b.h - 1}, false, paragraph{name, &lineSizes, 1})
}

// token draws a colour and a position beside it.
func (p *Painter) token(b box) {
	if len(p.draft.Numbers()) == 0 {
		return
	}
	const number = 36
	labels := b.cutBottom(13)
	columns := [...]box{{b.x, b.y, b.w - number - 2, b.h}, {b.x + b.w - number, b.y, number, b.h}}
	values := [...][]byte{p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Numbers()[0]-1]), p.number(p.draft.Numbers()[1])}
	for i, label := range [...]string{"colour", "position"} {
		c := columns[i]
		p.fit(box{c.x, labels.y, c.w, labels.h}, true, paragraph{p.word(label), &tagSizes, 1})
		p.fit(box{c.x + 2, c.y + 1, c.w - 4, c.h - 2}, true, paragraph{values[i], &headSizes, 1})
		if i == p.draft.Slot {
			p.invert(c)
		}
	}
}
