package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// roomy is how many rows a field has that is drawn for looks, too: its letters may be as large as headlines.
const roomy = 24

// hand draws the numbers of a hand, each above its name or the one that is being set beside it, and what they come to.
func (p *Painter) hand() {
	asked, numbers := &p.draft.Prompt, p.draft.Numbers()
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 34, Most: 60}, canvas.Wish{Least: 14, Most: 18, Drop: 1})
	top, field, names := p.ahead(b[0]), b[1], b[2]
	sum := top.CutRight(45)
	sum.W--
	p.title(top, p.ask(*asked))
	if style := titleStyle(sum); style != canvas.Note {
		sum.H--
	}
	p.c.Label(sum, true, p.say(games.Text{Word: "points", Number: asked.Points(numbers)}), titleStyle(sum))
	const narrow = 28
	w := field.W / len(numbers)
	for i, count := range asked.Counts {
		column, style := canvas.At(i*w+1, field.Y, w-2, field.H), canvas.Head
		if names.H > 0 {
			p.c.Label(canvas.At(i*w, names.Y, w, names.H), true, p.word(count.Key), canvas.Tag)
		} else {
			column, style = field.CutLeft(narrow), canvas.Name
			if i == p.draft.Slot {
				rest := (len(numbers) - 1 - i) * narrow
				name := field.CutLeft(field.W - rest)
				p.c.Label(canvas.At(column.X+3, column.Y, name.W-3, column.H), false, p.word(count.Key), canvas.Note)
				column.W += name.W
			}
		}
		number := column
		if names.H == 0 {
			number = canvas.At(column.X+column.W-narrow, column.Y, narrow, column.H)
		}
		p.c.Label(number, true, p.number(numbers[i]), style)
		if i == p.draft.Slot {
			p.c.Invert(column)
		}
	}
}

// amount draws one number, or one of the words that may stand for it.
func (p *Painter) amount() {
	p.step(p.option(p.draft.Prompt, p.draft.Amount()), p.draft.Less, p.draft.More)
}

// step draws one large value, with an arrow on each side on which there are more.
func (p *Painter) step(value []byte, less, more bool) {
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 48, Most: 60})
	p.title(p.ahead(b[0]), p.ask(p.draft.Prompt))
	field := canvas.At(14, b[1].Y, canvas.Width-28, b[1].H)
	if field.H >= roomy {
		field.Y, field.H = field.Y+4, field.H-8
	}
	p.c.Label(canvas.At(field.X+2, field.Y, field.W-4, field.H), true, value, canvas.Head)
	p.c.Invert(field)
	middle := field.Y + field.H/2
	for i := range 5 {
		reach := uint64(1)<<(2*i+1) - 1
		if less {
			p.c.Ink(4+i, middle-i, reach)
		}
		if more {
			p.c.Ink(canvas.Width-5-i, middle-i, reach)
		}
	}
}

// card draws the attributes, a cross for each word that may be answered instead, and below them the name of the one at the
// cursor, or the card when it is whole.
func (p *Painter) card() {
	asked := &p.draft.Prompt
	top := p.titled()
	top.Least = 11
	b := p.whole().Share(top, canvas.Wish{Least: 10, Good: 24, Most: 30}, canvas.Wish{Least: band, Good: roomy, Most: 40})
	p.title(p.ahead(b[0]), p.ask(*asked))
	n := p.draft.Send
	row, pitch := b[1], canvas.Width/n
	for i := range n {
		p.attribute(i, canvas.At(row.X+i*pitch, row.Y, pitch, row.H))
	}
	name := b[2]
	switch {
	case p.draft.Cursor >= n && name.H >= roomy:
		rest := p.okKey(name.CutBottom(18))
		rest.H--
		p.c.Label(rest, false, p.cardOf(), canvas.Head)
	case p.draft.Cursor >= n:
		p.c.Label(p.okKey(name), false, p.cardOf(), canvas.Note)
	case p.draft.Cursor >= len(asked.Options):
	case name.H >= roomy:
		text := canvas.Paragraph{Text: p.option(*asked, asked.Options[p.draft.Cursor]), Style: canvas.Name, Most: 2}
		p.c.Fit(canvas.At(name.X+1, name.Y, name.W-2, name.H), true, text)
	default:
		name.CutLeft(margin)
		p.c.Label(name, false, p.option(*asked, asked.Options[p.draft.Cursor]), canvas.Note)
	}
}

// attribute draws one of a card's, on lit ground where it is chosen: in a frame with an arrow below that at the cursor, or
// small, that at the cursor in brackets.
func (p *Painter) attribute(i int, b canvas.Box) {
	const small = 10
	r := '×'
	if i < p.draft.Prompt.Places {
		r = rune('1' + i)
	}
	chosen, here := slices.Contains(p.draft.Numbers(), i+1), i == p.draft.Cursor
	if b.H >= roomy {
		f, cell := p.c.Faces[16], canvas.At(b.X, b.Y, b.W-2, b.H-5)
		if b.W < 16 {
			f = p.c.Faces[14]
		}
		p.c.Letter(f, cell, r)
		if chosen {
			p.c.Invert(cell)
		} else {
			p.c.Frame(cell)
		}
		if here {
			p.c.Arrow(cell.X+cell.W/2-2, cell.Bottom()+2, -1)
		}
		return
	}
	cell := canvas.At(b.X+(b.W-small)/2, b.Y+(b.H-small)/2, small, small)
	p.c.Letter(p.c.Faces[11], cell, r)
	if chosen {
		p.c.Invert(cell)
	}
	if here {
		sides, ends := uint64(1)<<cell.H-1, uint64(1)|1<<(cell.H-1)
		p.c.Ink(cell.X-2, cell.Y, sides)
		p.c.Ink(cell.X-1, cell.Y, ends)
		p.c.Ink(cell.X+cell.W, cell.Y, ends)
		p.c.Ink(cell.X+cell.W+1, cell.Y, sides)
	}
}

// cardOf is the chosen card as it is written: 1·4·7.
func (p *Painter) cardOf() []byte {
	start := len(p.said)
	for i := 1; i <= p.draft.Prompt.Places; i++ {
		if slices.Contains(p.draft.Numbers(), i) {
			if len(p.said) > start {
				p.said = append(p.said, "·"...)
			}
			p.said = wording.AppendNumber(p.said, i)
		}
	}
	return p.said[start:]
}

// code draws the places of a code, how many colours it has of how many, and the colour of the place that is being set.
func (p *Painter) code() {
	asked := &p.draft.Prompt
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 28, Most: 36}, canvas.Wish{Least: 14, Good: 20, Most: 26, Drop: 1})
	top, detail := p.ahead(b[0]), b[2]
	count := p.places(b[1])
	isWhole := p.draft.Slot == len(p.draft.Numbers())
	var name []byte
	if !isWhole {
		if n := p.draft.Numbers()[p.draft.Slot]; n > 0 {
			name = p.option(*asked, asked.Options[n-1])
		} else if detail.H > 0 {
			name = p.word("empty")
		}
	}
	if detail.H > 0 {
		p.title(top, p.ask(*asked))
		detail.CutTop(min(3, detail.H-14))
		detail.W -= 2
		p.c.Label(detail.CutRight(28), true, count, canvas.Menu)
		detail.W -= 2
	} else {
		width, _, _ := p.c.Faces[typeface.Small].Measure(count)
		p.title(top.CutRight(width+2), count)
		top.CutRight(6)
	}
	switch {
	case isWhole && detail.H > 0:
		detail.H--
		p.confirm(detail, "send", canvas.Line)
	case isWhole:
		top.H--
		p.confirm(top, "send", canvas.Note)
	case detail.H > 0:
		p.c.Label(canvas.At(detail.X+margin, detail.Y, detail.W-margin, detail.H-1), false, name, canvas.Line)
	default:
		p.beside(top, p.ask(*asked), name)
	}
}

// places draws those of a code in a row, and returns how many colours it has of how many: 2/4.
func (p *Painter) places(row canvas.Box) []byte {
	numbers := p.draft.Numbers()
	chosen, pitch := 0, canvas.Width/max(1, len(numbers))
	for i, n := range numbers {
		colour := ""
		if n > 0 {
			colour = p.draft.Prompt.Options[n-1].String()
			chosen++
		}
		p.colour(canvas.At(row.X+2+i*pitch, row.Y, pitch-2, row.H), colour, i == p.draft.Slot)
	}
	start := len(p.said)
	p.said = wording.AppendNumber(append(wording.AppendNumber(p.said, chosen), '/'), p.draft.Prompt.Max)
	return p.said[start:]
}

// token draws a colour and a position beside it.
func (p *Painter) token() {
	asked, numbers := &p.draft.Prompt, p.draft.Numbers()
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 35, Most: 56}, canvas.Wish{Least: 13, Most: 18, Drop: 1})
	top, field, names := p.ahead(b[0]), b[1], b[2]
	if len(numbers) == 0 {
		p.title(top, p.ask(*asked))
		return
	}
	named := [...]string{"colour", "position"}
	style, inner := canvas.Head, 1
	if names.H > 0 {
		p.title(top, p.ask(*asked))
	} else {
		style, inner = canvas.Name, 0
		p.beside(top, p.ask(*asked), p.word(named[p.draft.Slot]))
	}
	number := field.CutRight(min(36, field.H+10))
	field.W -= 2
	values := [...][]byte{p.option(*asked, asked.Options[numbers[0]-1]), p.number(numbers[1])}
	for i, c := range [...]canvas.Box{field, number} {
		if names.H > 0 {
			p.c.Label(canvas.At(c.X, names.Y, c.W, names.H), true, p.word(named[i]), canvas.Tag)
		}
		p.c.Label(canvas.At(c.X+2, c.Y+inner, c.W-4, c.H-2*inner), true, values[i], style)
		if i == p.draft.Slot {
			p.c.Invert(c)
		}
	}
}

// spell draws the word as far as it is entered, a box for each missing letter, and the wheel.
func (p *Painter) spell() {
	asked := &p.draft.Prompt
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 28, Most: 40}, canvas.Wish{Least: 14, Good: 20, Most: 24, Drop: 1})
	top, row, below := p.ahead(b[0]), b[1], b[2]
	n := max(1, asked.Max)
	if row.H >= roomy {
		row.Y, row.H = row.Y+3, row.H-4
	}
	pitch := min(canvas.Width/n, max(20, row.H-2))
	entered := p.boxes(canvas.At((canvas.Width-n*pitch)/2, row.Y, n*pitch, row.H), pitch, n)
	word := "send"
	if asked.For > 0 {
		word = "keep" // a secret is confirmed first, for nobody else could tell a slip in it
	}
	switch {
	case entered >= n && below.H > 0:
		p.confirm(below.CutBottom(14), word, canvas.Note)
	case entered >= n:
		top.H--
		p.confirm(top, word, canvas.Note)
		return
	case below.H > 0:
		if p.draft.Wheel != 0 {
			below.CutTop(below.H / 10)
			below.H = min(16, below.H)
			p.roll(below, 14, 13)
		}
	case p.draft.Turned:
		p.roll(top, 11, typeface.Small)
		return
	}
	p.title(top, p.ask(*asked))
}

// boxes draws n boxes for the letters of a word, and what is entered in them; it returns how many letters that is.
func (p *Painter) boxes(b canvas.Box, pitch, n int) (entered int) {
	high := b.H - 4
	if b.H < roomy {
		high = b.H - 8 // for accents
	}
	f := p.letterFace(canvas.At(0, 0, pitch-2, high), p.draft.Word, "A")
	for _, r := range p.draft.Word {
		p.c.Letter(f, canvas.At(b.X+entered*pitch, b.Y, keys.Letters(r)*pitch-1, b.H), r)
		entered += keys.Letters(r)
	}
	for i := entered; i < n; i++ {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, b.H)
		if i > entered {
			p.c.Frame(cell)
			continue
		}
		if p.draft.Wheel != 0 {
			p.c.Letter(f, cell, p.draft.Wheel)
		}
		p.c.Invert(cell)
	}
	return entered
}

// roll draws the letters that come before and after that on the wheel, so far apart and in such a size.
func (p *Painter) roll(b canvas.Box, pitch, size int) {
	ring := p.draft.Ring
	at, seen := slices.Index(ring[:], p.draft.Wheel), (b.W/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := canvas.At(b.X+(b.W-pitch)/2+i*pitch, b.Y, pitch, b.H)
		p.c.Letter(p.c.Faces[size], cell, ring[(at+i+len(ring))%len(ring)])
		if i == 0 {
			p.c.Invert(cell)
		}
	}
}
