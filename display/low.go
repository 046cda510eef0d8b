package display

import (
	"bytes"
	"slices"

	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// finishers draws in their order who came when, by the first press, and who never did: below each other with a bar as long
// as each was late where there is room for that, else in two columns.
func (p *Painter) finishers(from, to int, b box) {
	const told = 50 // columns of a time
	order, missing := p.scene.View.Race.Pressed(), p.scene.View.Race.Silent()
	w, rows := b.w, to-from
	if rows*band > b.h {
		w, rows = b.w/2, (rows+1)/2
	}
	h := b.h / rows
	last := order[len(order)-1].After - order[0].After
	for i := from; i < to; i++ {
		n := i - from
		r := box{b.x + n/rows*w, b.y + n%rows*h, w, h}
		tag := r.cutLeft(12)
		tag = box{tag.x, tag.y + (tag.h-band)/2, tag.w, min(band, tag.h)}
		if i >= len(order) {
			p.fit(tag, true, paragraph{p.number(int(missing[i-len(order)])), &noteSizes, 1})
			start := len(p.said)
			p.said = p.voice.AppendNever(p.said, p.scene.View.Race, missing[i-len(order)])
			p.fit(r.cutRight(min(r.w, told)), false, paragraph{p.said[start:], &noteSizes, 1})
			continue
		}
		p.fit(tag, true, paragraph{p.number(int(order[i].Seat)), &noteSizes, 1})
		if i == 0 {
			p.invert(tag)
			continue
		}
		after := order[i].After - order[0].After
		start := len(p.said)
		p.said = p.voice.AppendSpan(append(p.said, '+'), after)
		p.fit(r.cutRight(min(r.w-2, told)), false, paragraph{p.said[start:], &noteSizes, 1})
		if r.w -= 6; r.w > told/2 && last > 0 {
			for x := range max(1, int(int64(r.w)*int64(after)/int64(last))) {
				p.ink(r.x+3+x, r.y+r.h/2-1, strip(3))
			}
		}
	}
}

// lowHunts draws hunts in two bands: of one, what is known above the last proposal; of two, one in each; of more, two in each.
func (p *Painter) lowHunts(all []games.Slate, b box) {
	all = all[:min(len(all), mostSlates)]
	h := b.h / 2
	switch len(all) {
	case 0:
	case 1:
		const left = 31
		slate := all[0]
		p.huntLabel(slate, box{b.x, b.y, left, b.h}, false)
		row := box{b.x + left + 1, b.y, b.w - left - 1, h}
		word := known(slate)
		f := p.letterFace(lowPitch(row, word)-2, max(letterRows, h-2), word, slate.Word)
		p.lowLetters(f, row, word, slate.Known, false)
		row.y += h
		p.lowLetters(f, row, slate.Word, slate.Marks, true)
	case 2:
		const left = 31
		for i, slate := range all {
			r := box{b.x, b.y + i*h, b.w, h}
			p.huntLabel(slate, box{r.x, r.y, left, r.h}, true)
			letters := box{r.x + left + 1, r.y, r.w - left - 1, r.h}
			p.latest(p.letterFace(lowPitch(letters, slate.Known)-2, max(letterRows, h-2), known(slate), slate.Word), slate, letters)
		}
	default:
		w := b.w / 2
		f := p.faces[typeface.Small]
		for i, slate := range all {
			r := box{b.x + i%2*w, b.y + i/2*h, w - 2, h}
			n := max(1, len(slate.Known))
			if quartered(all, b.w) {
				pitch := max(inQuarter, min(10, (r.w-quarterLabel)/n))
				p.quarterLabel(slate, r.cutLeft(r.w-n*pitch))
				p.latest(f, slate, r)
			} else { // no room for marks: what everyone knows says most
				p.quarterLabel(slate, r.cutLeft(r.w-n*(inQuarter-1)))
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
func (p *Painter) latest(f *typeface.Face, slate games.Slate, b box) {
	word, marks, proposed := slate.Word, slate.Marks, true
	if word == "" {
		word, marks, proposed = known(slate), slate.Known, false
	}
	p.lowLetters(f, b, word, marks, proposed)
}

// lowPitch is how far apart the letters of a word stand in a band.
func lowPitch(b box, word string) int { return min(b.w/max(len(word), 1), 16) }

// lowLetters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one underlined.
func (p *Painter) lowLetters(f *typeface.Face, b box, word, marks string, proposed bool) {
	pitch := lowPitch(b, word)
	h := b.h
	if h > band {
		h--
	}
	for i, r := range word {
		cell := box{b.x + i*pitch, b.y, pitch - 1, h}
		if r == '.' {
			p.dot(cell.x+cell.w/2-1, cell.y+cell.h/2, 2)
			continue
		}
		misplaced := proposed && i < len(marks) && marks[i] == 'O'
		room := cell.h
		if misplaced {
			room -= 2
		}
		g := f.Glyph(r)
		base := max(min((room+f.Caps)/2, cell.h-g.Down), f.Caps) // a Q stands higher
		down := cell.y + base + g.Top
		for j, rows := range g.Columns {
			rows = rows << max(0, down) >> max(0, -down)
			p.ink(cell.x+(cell.w-len(g.Columns)+1)/2+j, 0, rows&(strip(cell.h)<<cell.y))
		}
		if misplaced {
			p.underline(cell)
		}
		if i < len(marks) && (proposed && marks[i] == 'X' || !proposed && marks[i] != '.') {
			p.invert(cell)
		}
	}
}

// quarterLabel draws who proposes, and how many seconds are left, as far as there is room beside the letters.
func (p *Painter) quarterLabel(slate games.Slate, b box) {
	f := p.faces[11]
	y := b.y + (b.h-1+f.Caps)/2
	write := func(text []byte) {
		if width, _, _ := f.Measure(text); width < b.w {
			b.w -= width + 1
			p.write(f, b.x+b.w, y, text)
			b.w -= 2
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
func (p *Painter) teamPoints(b box) {
	w := b.w / max(1, len(p.scene.View.Grids))
	for i := range min(len(p.scene.View.Grids), len(p.scene.View.Seats)) {
		t := games.Text{Word: "team_points", Seat: games.Seat(i + 1), Number: p.scene.View.Seats[i].Total}
		p.fit(box{b.x + i*w, b.y, w, b.h}, true, paragraph{p.say(t), &noteSizes, 1})
	}
}

const itemMargins = 16 // columns beside the text of an item

func (p *Painter) fitsItem(w, h, cursor int) bool {
	_, _, ok := p.set(w-itemMargins, h, paragraph{p.items[cursor], &nameSizes, 1})
	return ok
}

// item draws the one of p.items at the cursor, with arrows where there are others.
func (p *Painter) item(b box, cursor int) {
	p.fit(box{b.x + 4, b.y, b.w - itemMargins, b.h}, false, paragraph{p.items[cursor], &nameSizes, 1})
	if len(p.items)+len(p.cells) > 1 {
		p.arrow(b.x+b.w-9, b.y+4, -1)
		p.arrow(b.x+b.w-9, b.bottom()-7, 1)
	}
	p.invert(b)
}

// lowAnswer draws a question and as much of its answer as is being chosen.
func (p *Painter) lowAnswer(top, b box) {
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
func (p *Painter) lowChoice(b box) {
	cursor := p.offer()
	switch {
	case cursor >= 0 && len(p.cells) == 0 && p.scene.View.Panel == games.Entrants && p.fitsItem(b.w-joinedSide, b.h, cursor):
		p.joined(b.cutRight(joinedSide))
		p.item(b, cursor)
	case cursor >= 0:
		p.item(b, cursor)
	case len(p.cells) > mostInRow:
		p.stepper(b, p.option(p.draft.Prompt, p.draft.Prompt.Options[min(p.draft.Cursor, len(p.draft.Prompt.Options)-1)]), p.draft.Cursor > 0, p.draft.Cursor+1 < len(p.draft.Prompt.Options))
	default:
		if len(p.items) > 0 {
			p.arrow(b.x+b.w-6, b.y+b.h/2+1, 1) // words follow
			if len(p.draft.Prompt.Offers) > 0 {
				p.arrow(b.x+b.w-6, b.y+b.h/2-4, -1)
			}
			b.w -= turning
		}
		p.seatRow(b)
	}
}

// joinedSide is how many columns beside an item show who takes part.
const joinedSide = 54

// joined draws in two rows who takes part, on lit ground, and who may.
func (p *Painter) joined(b box) {
	p.entrants(p.scene.View)
	columns := (len(p.cells) + 1) / 2
	b.cutLeft(3)
	for i, c := range p.cells {
		w, h := min(13, b.w/columns), b.h/2
		r := box{b.x + i%columns*w, b.y + i/columns*(h+1), w - 1, h - 1}
		p.fit(r, true, paragraph{c.label, &tagSizes, 1})
		if c.dark {
			p.invert(r)
		}
	}
	p.cells = p.cells[:0]
}

// lowHand draws the numbers of a hand, the one that is being set with its name, and above them what they come to.
func (p *Painter) lowHand(ask []byte, top, b box) {
	p.fit(top.cutRight(44), true, paragraph{p.say(games.Text{Word: "points", Number: p.draft.Prompt.Points(p.draft.Numbers())}), &noteSizes, 1})
	p.title(top, ask)
	const narrow = 28
	for i, count := range p.draft.Prompt.Counts {
		r := b.cutLeft(narrow)
		if i == p.draft.Slot {
			r.w += b.w - (len(p.draft.Numbers())-1-i)*narrow
			b = box{r.x + r.w, b.y, (len(p.draft.Numbers()) - 1 - i) * narrow, b.h}
			p.fit(box{r.x + 3, r.y, r.w - narrow - 3, r.h}, false, paragraph{p.word(count.Key), &noteSizes, 1})
		}
		field := r
		p.fit(r.cutRight(narrow), true, paragraph{p.number(p.draft.Numbers()[i]), &nameSizes, 1})
		if i == p.draft.Slot {
			p.invert(field)
		}
	}
}

// lowCard draws the question, the attributes, the chosen ones on lit ground, the one at the cursor in brackets, with a cross
// for each word that may be answered instead, and the name of the one at the cursor, or the card when it is whole.
func (p *Painter) lowCard(ask []byte, top box) {
	n := p.draft.Send
	pitch := Width / n
	f := p.faces[11]
	cells, name := box{0, band, Width, 10}, box{0, band + 10, Width, band}
	p.fit(box{top.x + margin, top.y, top.w - margin, band}, false, paragraph{ask, &tagSizes, 1})
	for i := range n {
		cell := box{i*pitch + (pitch-10)/2, cells.y, 10, cells.h}
		r := '×'
		if i < p.draft.Prompt.Places {
			r = rune('1' + i)
		}
		p.letterIn(f, cell, r)
		if slices.Contains(p.draft.Numbers(), i+1) {
			p.invert(cell)
		}
		if i == p.draft.Cursor {
			sides, ends := strip(cell.h), uint64(1)|1<<(cell.h-1)
			p.ink(cell.x-2, cell.y, sides)
			p.ink(cell.x-1, cell.y, ends)
			p.ink(cell.x+cell.w, cell.y, ends)
			p.ink(cell.x+cell.w+1, cell.y, sides)
		}
	}
	switch {
	case p.draft.Cursor >= n:
		p.fit(p.okKey(name), false, paragraph{p.cardOf(p.draft.Numbers()), &noteSizes, 1})
	case p.draft.Cursor < len(p.draft.Prompt.Options):
		name.cutLeft(margin)
		p.fit(name, false, paragraph{p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Cursor]), &noteSizes, 1})
	}
}

// lowCode draws the places. Above them stands the colour of the one that is being set, beside the question or in its place.
func (p *Painter) lowCode(ask []byte, top, b box) {
	count := p.places(b)
	width, _, _ := p.faces[typeface.Small].Measure(count)
	p.title(top.cutRight(width+2), count)
	top.cutRight(6)
	if p.draft.Slot == len(p.draft.Numbers()) {
		p.fit(p.okKey(box{top.x, top.y, top.w, top.h - 1}), false, paragraph{p.word("send"), &noteSizes, 1})
		return
	}
	var name []byte
	if n := p.draft.Numbers()[p.draft.Slot]; n > 0 {
		name = p.option(p.draft.Prompt, p.draft.Prompt.Options[n-1])
	}
	p.beside(top, ask, name)
}

// beside writes the answer at the right of its question, or alone if there is not room for both.
func (p *Painter) beside(b box, ask, answer []byte) {
	const apart = 6
	if len(answer) > 0 {
		f := p.faces[typeface.Small]
		width, _, _ := f.Measure(ask)
		if with, _, _ := f.Measure(answer); width+apart+with > b.w-1 {
			ask = answer
		} else {
			p.title(b.cutRight(with+2), answer)
		}
	}
	p.title(b, ask)
}

// lowToken draws a colour and a position beside it, and above them the question and which of the two is being set.
func (p *Painter) lowToken(ask []byte, top, b box) {
	if len(p.draft.Numbers()) == 0 {
		p.title(top, ask)
		return
	}
	labels := [...]string{"colour", "position"}
	p.beside(top, ask, p.word(labels[p.draft.Slot]))
	number := b.cutRight(30)
	b.w -= 2
	columns := [...]box{b, number}
	values := [...][]byte{p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Numbers()[0]-1]), p.number(p.draft.Numbers()[1])}
	for i, c := range columns {
		p.fit(box{c.x + 2, c.y, c.w - 4, c.h}, true, paragraph{values[i], &nameSizes, 1})
		if i == p.draft.Slot {
			p.invert(c)
		}
	}
}

// lowWord draws the word as far as it is entered, the letter of the wheel in the next box, and above them the question until
// the wheel is turned.
func (p *Painter) lowWord(top, b box, ask []byte) {
	n := max(1, p.draft.Prompt.Max)
	pitch := min(Width/n, 20)
	row := box{b.x + (Width-n*pitch)/2, b.y, n * pitch, b.h}
	switch entered := p.boxes(row, pitch, n); {
	case entered == n:
		p.fit(p.okKey(box{top.x, top.y, top.w, top.h - 1}), false, paragraph{p.word(p.whole()), &noteSizes, 1})
	case !p.draft.Turned:
		p.title(top, ask)
	default:
		p.roll(top)
	}
}
