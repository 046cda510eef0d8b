package display

import (
	"bytes"
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// finishers draws in their order who came when, by the first press, and who never did: below each other with a bar as long
// as each was late where there is room for that, else in two columns.
func (p *Painter) finishers(from, to int, b canvas.Box) {
	const told = 50 // columns of a time
	order, missing := p.scene.View.Race.Pressed(), p.scene.View.Race.Silent()
	w, rows := b.W, to-from
	if rows*band > b.H {
		w, rows = b.W/2, (rows+1)/2
	}
	h := b.H / rows
	last := order[len(order)-1].After - order[0].After
	for i := from; i < to; i++ {
		n := i - from
		r := canvas.At(b.X+n/rows*w, b.Y+n%rows*h, w, h)
		tag := r.CutLeft(12)
		tag = canvas.At(tag.X, tag.Y+(tag.H-band)/2, tag.W, min(band, tag.H))
		if i >= len(order) {
			p.c.Label(tag, true, p.number(int(missing[i-len(order)])), canvas.Note)
			start := len(p.said)
			p.said = p.voice.AppendNever(p.said, p.scene.View.Race, missing[i-len(order)])
			p.c.Label(r.CutRight(min(r.W, told)), false, p.said[start:], canvas.Note)
			continue
		}
		p.c.Label(tag, true, p.number(int(order[i].Seat)), canvas.Note)
		if i == 0 {
			p.c.Invert(tag)
			continue
		}
		after := order[i].After - order[0].After
		start := len(p.said)
		p.said = p.voice.AppendSpan(append(p.said, '+'), after)
		p.c.Label(r.CutRight(min(r.W-2, told)), false, p.said[start:], canvas.Note)
		if r.W -= 6; r.W > told/2 && last > 0 {
			for x := range max(1, int(int64(r.W)*int64(after)/int64(last))) {
				p.c.Ink(r.X+3+x, r.Y+r.H/2-1, 0b111)
			}
		}
	}
}

// lowHunts draws hunts in two bands: of one, what is known above the last proposal; of two, one in each; of more, two in each.
func (p *Painter) lowHunts(all []games.Slate, b canvas.Box) {
	all = all[:min(len(all), mostSlates)]
	h := b.H / 2
	switch len(all) {
	case 0:
	case 1:
		const left = 31
		slate := all[0]
		p.huntLabel(slate, canvas.At(b.X, b.Y, left, b.H), false)
		row := canvas.At(b.X+left+1, b.Y, b.W-left-1, h)
		word := known(slate)
		f := p.letterFace(lowPitch(row, word)-2, max(letterRows, h-2), word, slate.Word)
		p.lowLetters(f, row, word, slate.Known, false)
		row.Y += h
		p.lowLetters(f, row, slate.Word, slate.Marks, true)
	case 2:
		const left = 31
		for i, slate := range all {
			r := canvas.At(b.X, b.Y+i*h, b.W, h)
			p.huntLabel(slate, canvas.At(r.X, r.Y, left, r.H), true)
			letters := canvas.At(r.X+left+1, r.Y, r.W-left-1, r.H)
			p.latest(p.letterFace(lowPitch(letters, slate.Known)-2, max(letterRows, h-2), known(slate), slate.Word), slate, letters)
		}
	default:
		w := b.W / 2
		f := p.c.Faces[typeface.Small]
		for i, slate := range all {
			r := canvas.At(b.X+i%2*w, b.Y+i/2*h, w-2, h)
			n := max(1, len(slate.Known))
			if quartered(all, b.W) {
				pitch := max(inQuarter, min(10, (r.W-quarterLabel)/n))
				p.quarterLabel(slate, r.CutLeft(r.W-n*pitch))
				p.latest(f, slate, r)
			} else { // no room for marks: what everyone knows says most
				p.quarterLabel(slate, r.CutLeft(r.W-n*(inQuarter-1)))
				p.lowLetters(f, r, slate.Known, "", false)
			}
		}
	}
}

// The least columns of a letter with its mark where two hunts share a band, and those of a seat and its clock.
const inQuarter, quarterLabel = 8, 18

// quartered tells whether hunts of which two share a band have room for their letters beside their seats.
func quartered(all []games.Slate, w int) bool {
	for _, slate := range all {
		if w/2-2-len(slate.Known)*inQuarter < 7 {
			return false
		}
	}
	return true
}

// letterRows is how high letters are at least: those of the narrowest face.
const letterRows = 9

// latest draws the last proposal of a hunt, or what is known before there is one.
func (p *Painter) latest(f *typeface.Face, slate games.Slate, b canvas.Box) {
	word, marks, proposed := slate.Word, slate.Marks, true
	if word == "" {
		word, marks, proposed = known(slate), slate.Known, false
	}
	p.lowLetters(f, b, word, marks, proposed)
}

// lowPitch is how far apart the letters of a word stand in a band.
func lowPitch(b canvas.Box, word string) int { return min(b.W/max(len(word), 1), 16) }

// lowLetters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one underlined.
func (p *Painter) lowLetters(f *typeface.Face, b canvas.Box, word, marks string, proposed bool) {
	pitch := lowPitch(b, word)
	h := b.H
	if h > band {
		h--
	}
	for i, r := range word {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, h)
		if r == '.' {
			p.c.Dot(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2)
			continue
		}
		misplaced := proposed && i < len(marks) && marks[i] == 'O'
		room := cell.H
		if misplaced {
			room -= 2
		}
		g := f.Glyph(r)
		base := max(min((room+f.Caps)/2, cell.H-g.Down), f.Caps) // a Q stands higher
		down := cell.Y + base + g.Top
		for j, rows := range g.Columns {
			rows = rows << max(0, down) >> max(0, -down)
			p.c.Ink(cell.X+(cell.W-len(g.Columns)+1)/2+j, 0, rows&((1<<cell.H-1)<<cell.Y))
		}
		if misplaced {
			p.c.Underline(cell)
		}
		if i < len(marks) && (proposed && marks[i] == 'X' || !proposed && marks[i] != '.') {
			p.c.Invert(cell)
		}
	}
}

// quarterLabel draws who proposes, and how many seconds are left, as far as there is room beside the letters.
func (p *Painter) quarterLabel(slate games.Slate, b canvas.Box) {
	f := p.c.Faces[11]
	y := b.Y + (b.H-1+f.Caps)/2
	write := func(text []byte) {
		if width, _, _ := f.Measure(text); width < b.W {
			b.W -= width + 1
			p.c.Write(f, b.X+b.W, y, text)
			b.W -= 2
		}
	}
	if seconds := p.huntSeconds(slate); seconds > 0 {
		write(p.number(seconds))
	}
	for _, seat := range slices.Backward(slate.Seats) {
		write(p.number(int(seat)))
	}
}

// teamPoints draws the points of each team, without its grid.
func (p *Painter) teamPoints(b canvas.Box) {
	w := b.W / max(1, len(p.scene.View.Grids))
	for i := range min(len(p.scene.View.Grids), len(p.scene.View.Seats)) {
		t := games.Text{Word: "team_points", Seat: games.Seat(i + 1), Number: p.scene.View.Seats[i].Total}
		p.c.Label(canvas.At(b.X+i*w, b.Y, w, b.H), true, p.say(t), canvas.Note)
	}
}

const itemMargins = 16 // columns beside the text of an item

func (p *Painter) fitsItem(w, h, cursor int) bool {
	_, _, ok := p.c.Set(w-itemMargins, h, canvas.Paragraph{Text: p.items[cursor], Style: canvas.Name, Most: 1})
	return ok
}

// item draws the one of p.items at the cursor, with arrows where there are others.
func (p *Painter) item(b canvas.Box, cursor int) {
	p.c.Label(canvas.At(b.X+4, b.Y, b.W-itemMargins, b.H), false, p.items[cursor], canvas.Name)
	if len(p.items)+len(p.cells) > 1 {
		p.c.Arrow(b.X+b.W-9, b.Y+4, -1)
		p.c.Arrow(b.X+b.W-9, b.Bottom()-7, 1)
	}
	p.c.Invert(b)
}

// lowAnswer draws a question and as much of its answer as is being chosen.
func (p *Painter) lowAnswer(top, b canvas.Box) {
	ask := p.ask(p.draft.Prompt, "")
	switch p.draft.Prompt.Shape {
	case games.Choice:
		if worth := p.worth(); len(worth) > 0 {
			ask = worth // says what is p.draft.Prompt, too
		} else if p.draft.Prompt.Buttons != games.Play {
			p.buttons(&top, &b)
		}
		p.title(top, ask)
		p.lowChoice(b)
	case games.Amount:
		p.title(top, ask)
		p.amount(b)
	case games.Hand:
		p.lowHand(ask, top, b)
	case games.Card:
		p.lowCard(ask, top)
	case games.Code:
		p.lowCode(ask, top, b)
	case games.Token:
		p.lowToken(ask, top, b)
	case games.Letters:
		p.lowWord(top, b, ask)
	}
}

// worth is what the seats among the options have, in a row: 2:12 3:5.
func (p *Painter) worth() []byte {
	start := len(p.said)
	for _, o := range p.draft.Prompt.Options {
		if label := p.draft.Prompt.Label(o); o[0] != '"' && !label.IsZero() {
			p.said = append(append(append(p.said, "  "...), o...), ':')
			p.said = wording.AppendNumber(p.said, label.Number)
		}
	}
	return bytes.TrimSpace(p.said[start:])
}

// lowChoice draws seats side by side; of words, the one at the cursor.
func (p *Painter) lowChoice(b canvas.Box) {
	cursor := p.offer()
	switch {
	case cursor >= 0 && len(p.cells) == 0 && p.scene.View.Panel == games.Entrants && p.fitsItem(b.W-joinedSide, b.H, cursor):
		p.joined(b.CutRight(joinedSide))
		p.item(b, cursor)
	case cursor >= 0:
		p.item(b, cursor)
	case len(p.cells) > mostInRow:
		p.stepper(b, p.option(p.draft.Prompt, p.draft.Prompt.Options[min(p.draft.Cursor, len(p.draft.Prompt.Options)-1)]), p.draft.Cursor > 0, p.draft.Cursor+1 < len(p.draft.Prompt.Options))
	default:
		if len(p.items) > 0 {
			p.c.Arrow(b.X+b.W-6, b.Y+b.H/2+1, 1) // words follow
			if len(p.draft.Prompt.Offers) > 0 {
				p.c.Arrow(b.X+b.W-6, b.Y+b.H/2-4, -1)
			}
			b.W -= turning
		}
		p.seatRow(b)
	}
}

// joinedSide is how many columns beside an item show who takes part.
const joinedSide = 54

// joined draws in two rows who takes part, on lit ground, and who may.
func (p *Painter) joined(b canvas.Box) {
	p.entrants(p.scene.View)
	columns := (len(p.cells) + 1) / 2
	b.CutLeft(3)
	for i, c := range p.cells {
		w, h := min(13, b.W/columns), b.H/2
		r := canvas.At(b.X+i%columns*w, b.Y+i/columns*(h+1), w-1, h-1)
		p.c.Label(r, true, c.label, canvas.Tag)
		if c.dark {
			p.c.Invert(r)
		}
	}
	p.cells = p.cells[:0]
}

// lowHand draws the numbers of a hand, the one that is being set with its name, and above them what they come to.
func (p *Painter) lowHand(ask []byte, top, b canvas.Box) {
	p.c.Label(top.CutRight(44), true, p.say(games.Text{Word: "points", Number: p.draft.Prompt.Points(p.draft.Numbers())}), canvas.Note)
	p.title(top, ask)
	const narrow = 28
	for i, count := range p.draft.Prompt.Counts {
		r := b.CutLeft(narrow)
		if i == p.draft.Slot {
			r.W += b.W - (len(p.draft.Numbers())-1-i)*narrow
			b = canvas.At(r.X+r.W, b.Y, (len(p.draft.Numbers())-1-i)*narrow, b.H)
			p.c.Label(canvas.At(r.X+3, r.Y, r.W-narrow-3, r.H), false, p.word(count.Key), canvas.Note)
		}
		field := r
		p.c.Label(r.CutRight(narrow), true, p.number(p.draft.Numbers()[i]), canvas.Name)
		if i == p.draft.Slot {
			p.c.Invert(field)
		}
	}
}

// lowCard draws the question, the attributes, the chosen ones on lit ground, the one at the cursor in brackets, with a cross
// for each word that may be answered instead, and the name of the one at the cursor, or the card when it is whole.
func (p *Painter) lowCard(ask []byte, top canvas.Box) {
	n := p.draft.Send
	pitch := canvas.Width / n
	f := p.c.Faces[11]
	cells, name := canvas.At(0, band, canvas.Width, 10), canvas.At(0, band+10, canvas.Width, band)
	p.c.Label(canvas.At(top.X+margin, top.Y, top.W-margin, band), false, ask, canvas.Tag)
	for i := range n {
		cell := canvas.At(i*pitch+(pitch-10)/2, cells.Y, 10, cells.H)
		r := '×'
		if i < p.draft.Prompt.Places {
			r = rune('1' + i)
		}
		p.c.Letter(f, cell, r)
		if slices.Contains(p.draft.Numbers(), i+1) {
			p.c.Invert(cell)
		}
		if i == p.draft.Cursor {
			sides, ends := uint64(1)<<cell.H-1, uint64(1)|1<<(cell.H-1)
			p.c.Ink(cell.X-2, cell.Y, sides)
			p.c.Ink(cell.X-1, cell.Y, ends)
			p.c.Ink(cell.X+cell.W, cell.Y, ends)
			p.c.Ink(cell.X+cell.W+1, cell.Y, sides)
		}
	}
	switch {
	case p.draft.Cursor >= n:
		p.c.Label(p.okKey(name), false, p.cardOf(p.draft.Numbers()), canvas.Note)
	case p.draft.Cursor < len(p.draft.Prompt.Options):
		name.CutLeft(margin)
		p.c.Label(name, false, p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Cursor]), canvas.Note)
	}
}

// lowCode draws the places. Above them stands the colour of the one that is being set, beside the question or in its place.
func (p *Painter) lowCode(ask []byte, top, b canvas.Box) {
	count := p.places(b)
	width, _, _ := p.c.Faces[typeface.Small].Measure(count)
	p.title(top.CutRight(width+2), count)
	top.CutRight(6)
	if p.draft.Slot == len(p.draft.Numbers()) {
		p.c.Label(p.okKey(canvas.At(top.X, top.Y, top.W, top.H-1)), false, p.word("send"), canvas.Note)
		return
	}
	var name []byte
	if n := p.draft.Numbers()[p.draft.Slot]; n > 0 {
		name = p.option(p.draft.Prompt, p.draft.Prompt.Options[n-1])
	}
	p.beside(top, ask, name)
}

// beside writes the answer at the right of its question, or alone if there is not room for both.
func (p *Painter) beside(b canvas.Box, ask, answer []byte) {
	const apart = 6
	if len(answer) > 0 {
		f := p.c.Faces[typeface.Small]
		width, _, _ := f.Measure(ask)
		if with, _, _ := f.Measure(answer); width+apart+with > b.W-1 {
			ask = answer
		} else {
			p.title(b.CutRight(with+2), answer)
		}
	}
	p.title(b, ask)
}

// lowToken draws a colour and a position beside it, and above them the question and which of the two is being set.
func (p *Painter) lowToken(ask []byte, top, b canvas.Box) {
	if len(p.draft.Numbers()) == 0 {
		p.title(top, ask)
		return
	}
	labels := [...]string{"colour", "position"}
	p.beside(top, ask, p.word(labels[p.draft.Slot]))
	number := b.CutRight(30)
	b.W -= 2
	columns := [...]canvas.Box{b, number}
	values := [...][]byte{p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Numbers()[0]-1]), p.number(p.draft.Numbers()[1])}
	for i, c := range columns {
		p.c.Label(canvas.At(c.X+2, c.Y, c.W-4, c.H), true, values[i], canvas.Name)
		if i == p.draft.Slot {
			p.c.Invert(c)
		}
	}
}

// lowWord draws the word as far as it is entered, the letter of the wheel in the next canvas.Box, and above them the question until
// the wheel is turned.
func (p *Painter) lowWord(top, b canvas.Box, ask []byte) {
	n := max(1, p.draft.Prompt.Max)
	pitch := min(canvas.Width/n, 20)
	row := canvas.At(b.X+(canvas.Width-n*pitch)/2, b.Y, n*pitch, b.H)
	switch entered := p.boxes(row, pitch, n); {
	case entered == n:
		p.c.Label(p.okKey(canvas.At(top.X, top.Y, top.W, top.H-1)), false, p.word(p.whole()), canvas.Note)
	case !p.draft.Turned:
		p.title(top, ask)
	default:
		p.roll(top)
	}
}
