package display

import (
	"strings"
	"unicode/utf8"

	"arbitre/games"
)

// answers draws the last guess, and below it a peg for each that was asked: black ●, white ○, none –.
func (p *Painter) answers(s Scene, b box) {
	row := b.cutTop(min(18, (b.h+1)/2))
	asked := 0
	for _, t := range s.View.Lines {
		if isReply(t) {
			asked++
		}
		if t.Word != "guessed" {
			continue
		}
		p.codeBoxes(s, row, t)
	}
	if !p.low() {
		b.cutTop(1)
	}
	f, w, r := p.faces[18], b.w/max(asked, 1), 5
	if asked > 3 || p.low() {
		f = p.faces[13]
	}
	if b.h < 2*r+1 {
		r = 4
	}
	side := 2*r + 1
	x := b.x
	for _, t := range s.View.Lines {
		of, colour, ok := peg(t)
		if !ok {
			continue
		}
		label := p.number(of)
		width, _, _ := f.measure(label)
		left := x + (w-width-4-side)/2
		p.write(f, left, b.y+(b.h+f.caps)/2, label)
		p.peg(left+width+4, b.y+(b.h-side)/2, r, colour)
		x += w
	}
}

// codeOf is the line that reveals the code, if one does.
func codeOf(lines []games.Text) games.Text {
	for _, t := range lines {
		if t.Word == "code" {
			return t
		}
	}
	return games.Text{}
}

// codeBoxes draws the code of a line, in a row of boxes unless a colour's own name has a space.
func (p *Painter) codeBoxes(s Scene, row box, t games.Text) {
	if strings.Count(t.Extra, " ") != places-1 {
		p.fit(row, true, paragraph{p.say(t, s.Language), &noteSizes, 1})
		return
	}
	i, pitch := 0, row.w/places
	for colour := range strings.SplitSeq(t.Extra, " ") {
		p.colour(s, box{row.x + 2 + i*pitch, row.y, pitch - 2, row.h - 1}, colour, false)
		i++
	}
}

// peg draws a peg, r pixels around the one in its middle.
func (p *Painter) peg(x, y, r int, colour string) {
	for dx := -r; dx <= r; dx++ {
		var rows uint64
		for dy := -r; dy <= r; dy++ {
			far := dx*dx + dy*dy
			if colour == "black" && far <= r*r+2 || colour == "white" && far <= r*r+2 && far > (r-1)*(r-1) ||
				colour == "none" && dy*dy <= 1 {
				rows |= 1 << (dy + r)
			}
		}
		p.ink(x+dx+r, y, rows)
	}
}

// codePitch is how far apart the five places of a code stand.
const codePitch = Width / places

// colour draws a place of a code: its colour in short, a dash for none; in a frame where there is room for one.
func (p *Painter) colour(s Scene, b box, colour string, chosen bool) {
	start := len(p.said)
	if colour == "" || colour == "–" {
		p.said = append(p.said, "–"...)
	} else {
		p.said = p.appendColour(p.said, s, colour)
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
func (p *Painter) appendColour(b []byte, s Scene, colour string) []byte {
	if _, known := p.words.words[colour]; known {
		return appendShort(b, template(p.words.words, colour, s.Language), inShort)
	}
	var options []games.Value
	for _, asked := range s.View.Prompts {
		if asked.Shape == games.Code || asked.Shape == games.Token {
			options = asked.Options
		}
	}
	for letters := inShort; letters <= inShort+1; letters++ {
		alike := 0
		for _, o := range options {
			if other, err := o.Word(); err == nil && strings.EqualFold(first(other, letters), first(colour, letters)) {
				alike++
			}
		}
		if alike <= 1 {
			return appendShort(b, colour, letters)
		}
	}
	for i, o := range options {
		if o.String() == colour {
			return append(appendShort(b, colour, 1), byte('1'+i))
		}
	}
	return appendShort(b, colour, inShort)
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

// code draws the five places, and below them the colour of the one that is being set.
func (p *Painter) code(s Scene, asked games.Prompt, d Dialogue, b box) {
	chosen := 0
	row := b.cutTop(28)
	for i, n := range d.slots {
		colour := ""
		if n > 0 {
			colour = asked.Options[n-1].String()
			chosen++
		}
		p.colour(s, box{row.x + 2 + i*codePitch, row.y, codePitch - 2, row.h}, colour, i == d.slot)
	}
	b.cutTop(3)
	count := box{b.x + b.w - 28, b.y, 28, b.h}
	start := len(p.said)
	p.said = append(appendNumber(p.said, chosen), '/')
	p.said = appendNumber(p.said, asked.Max)
	p.fit(count, true, paragraph{p.said[start:], &menuSizes, 1})
	b.w -= count.w + 4
	if d.slot == places {
		p.fit(p.okKey(b), false, paragraph{p.word("send", s.Language), &lineSizes, 1})
		return
	}
	name := p.word("empty", s.Language)
	if n := d.slots[d.slot]; n > 0 {
		name = p.option(asked, asked.Options[n-1], s.Language)
	}
	p.fit(b, false, paragraph{name, &lineSizes, 1})
}

// token draws a colour and a position beside it.
func (p *Painter) token(s Scene, asked games.Prompt, d Dialogue, b box) {
	if d.count == 0 {
		return
	}
	const number = 36
	labels := b.cutBottom(13)
	columns := [...]box{{b.x, b.y, b.w - number - 2, b.h}, {b.x + b.w - number, b.y, number, b.h}}
	values := [...][]byte{p.option(asked, asked.Options[d.slots[0]-1], s.Language), p.number(d.slots[1])}
	for i, label := range [...]string{"colour", "position"} {
		c := columns[i]
		p.fit(box{c.x, labels.y, c.w, labels.h}, true, paragraph{p.word(label, s.Language), &tagSizes, 1})
		p.fit(box{c.x + 2, c.y + 1, c.w - 4, c.h - 2}, true, paragraph{values[i], &headSizes, 1})
		if i == d.slot {
			p.invert(c)
		}
	}
}
