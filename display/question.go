package display

import (
	"slices"

	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// header is how many rows a question takes at the top.
func (p *Painter) header() int {
	if p.low() {
		return 12
	}
	return 16
}

// question draws a prompt that has the display.
func (p *Painter) question(s Scene, asked games.Prompt) {
	d, b := s.Dialogue, box{0, 0, Width, p.high}
	top := b.cutTop(p.header())
	p.faults(s, &top)
	p.clock(s, asked, &top)
	if d.id == "" {
		d.begin(asked, s.View)
	}
	switch {
	case d.seats != nil:
		p.whose(s, asked, d, top, b)
	case p.low():
		p.lowAnswer(s, asked, d, top, b)
	case asked.Shape == games.Choice:
		p.title(top, p.ask(s, asked, ""))
		p.choice(s, asked, d, b)
	case asked.Shape == games.Hand:
		sum := box{top.w - 45, top.y, 44, top.h}
		top.w = sum.x
		p.title(top, p.ask(s, asked, ""))
		p.hand(s, asked, d, sum, b)
	case asked.Shape == games.Amount:
		p.title(top, p.ask(s, asked, ""))
		p.amount(s, asked, d, b)
	default:
		p.title(top, p.ask(s, asked, ""))
		switch asked.Shape {
		case games.Card:
			p.card(s, asked, d, b)
		case games.Code:
			p.code(s, asked, d, b)
		case games.Token:
			p.token(s, asked, d, b)
		case games.Letters:
			p.wordInBoxes(s, asked, d, b)
		}
	}
}

// faults marks at the right of a box that something is wrong with the table, and takes its room off it.
func (p *Painter) faults(s Scene, b *box) {
	if slices.ContainsFunc(s.View.Lines, func(t games.Text) bool { return t.Role == games.Fault }) {
		p.faultMark(b)
	}
}

// clock draws at the right of a box how many seconds are left for an answer, and takes its room off it.
func (p *Painter) clock(s Scene, asked games.Prompt, b *box) {
	seconds := secondsLeft(asked, s.Now)
	if seconds == 0 {
		return
	}
	text := p.say(games.Text{Word: "seconds", Number: min(seconds, 999)})
	sizes := p.titleSizes()
	width, _, _ := p.faces[sizes[0]].Measure(text)
	b.w -= width + 5
	p.fit(box{b.x + b.w + 4, b.y, width, b.h - 1}, false, paragraph{text, sizes, 1})
}

// choosePrompt lists what waits.
func (p *Painter) choosePrompt(s Scene) {
	b := box{0, 0, Width, p.high}
	top := b.cutTop(p.header())
	p.faults(s, &top)
	p.title(top, p.ask(s, games.Prompt{ID: "which"}, ""))
	p.waiting = appendWaiting(p.waiting[:0], s.View)
	p.items = p.items[:0]
	for _, asked := range p.waiting {
		p.items = append(p.items, p.ask(s, asked, ""))
	}
	cursor := min(s.Dialogue.cursor, len(p.items)-1)
	if p.low() {
		p.item(b, cursor)
		return
	}
	p.list(b, max(16, b.h/len(p.items)), cursor)
}

func (p *Painter) title(b box, text []byte) {
	if !p.low() {
		b.h--
	}
	p.fit(box{b.x + 1, b.y, b.w - 2, b.h}, false, paragraph{text, p.titleSizes(), 1})
}

func (p *Painter) titleSizes() *ladder {
	if p.low() {
		return &noteSizes
	}
	return &menuSizes
}

// whose asks which seat a chosen option is about.
func (p *Painter) whose(s Scene, asked games.Prompt, d Dialogue, top, b box) {
	naming, _ := asked.Names(d.option)
	if naming.Buttons != nil {
		p.buttons(s, &top, &b)
	}
	p.title(top, p.ask(s, games.Prompt{ID: naming.Asks}, p.voice.OptionTemplate(asked.ID, d.option.String())))
	p.cells = p.cells[:0]
	for i, seat := range d.seats {
		p.cells = append(p.cells, cell{label: p.number(int(seat)), dark: i == d.cursor})
	}
	if !p.low() {
		b = box{b.x, b.y + (b.h-32)/2, b.w, 32}
	}
	p.seatRow(b)
}

// buttons says that the players' buttons answer, too: below the question, or with a picture of one beside it.
func (p *Painter) buttons(s Scene, top, b *box) {
	if !p.low() {
		p.fit(b.cutBottom(14), true, paragraph{p.word("or_button"), &noteSizes, 1})
		return
	}
	const w = 13
	mark := top.cutRight(w + 1)
	for x := range w {
		rows := uint64(0b11 << 7) // what it sits in
		if x > 2 && x < w-3 {
			rows |= 0b11111 << 2
		}
		if x == 3 || x == w-4 {
			rows &^= 1 << 2
		}
		p.ink(mark.x+x, mark.y, rows)
	}
}

// offer collects what may be chosen: seats in p.cells, words in p.items, those of other prompts first. It returns the word at
// the cursor, -1 if that is a seat's.
func (p *Painter) offer(s Scene, asked games.Prompt, d Dialogue) (cursor int) {
	p.cells = p.cells[:0]
	p.items = p.items[:0]
	cursor = -1
	add := func(text []byte, i int) {
		if i == d.cursor {
			cursor = len(p.items)
		}
		p.items = append(p.items, text)
	}
	for i, o := range asked.Offers {
		add(p.option(games.Prompt{ID: o.Prompt}, o.Option), i-len(asked.Offers))
	}
	for i, o := range asked.Options {
		if o[0] != '"' { // a number
			c := cell{label: p.fill("{extra}", games.Text{Extra: string(o)}), dark: i == d.cursor}
			if label := asked.Label(o); !p.low() && !label.IsZero() {
				c.total = p.number(label.Number)
			}
			p.cells = append(p.cells, c)
		} else {
			add(p.option(asked, o), i)
		}
	}
	if waiting, ok := behind(asked, s.View); ok {
		add(p.ask(s, waiting, ""), len(asked.Options))
	}
	return cursor
}

// choice draws the options: seats side by side, words in a list below.
func (p *Painter) choice(s Scene, asked games.Prompt, d Dialogue, b box) {
	cursor := p.offer(s, asked, d)
	if len(p.cells) == 0 {
		if len(p.items) <= 2 {
			p.context(s, b.cutBottom(16))
		}
		p.list(b, 16, cursor)
		return
	}
	if len(p.cells) > mostInRow {
		p.stepper(b, p.option(asked, asked.Options[min(d.cursor, len(asked.Options)-1)]), d.cursor > 0, d.cursor+1 < len(asked.Options))
		return
	}
	p.cards(len(asked.Offers), cursor, &b)
	if n := len(p.items) - len(asked.Offers); n > 0 {
		p.items = p.items[len(asked.Offers):]
		p.list(b.cutBottom(12*min(n, 2)), 12, cursor-len(asked.Offers))
	}
	switch {
	case p.cells[0].total != nil:
	case asked.Buttons != games.Play:
		p.buttons(s, nil, &b)
	case len(p.items) == 0 && s.View.Panel != games.Entrants: // the lobby's players are those that may be chosen
		p.context(s, b.cutBottom(14))
	}
	p.seatRow(b)
}

// cards draws the first few of p.items side by side above the rest.
func (p *Painter) cards(n, cursor int, b *box) {
	if n == 0 {
		return
	}
	row := b.cutTop(14)
	for i, text := range p.items[:n] {
		cell := box{row.x + i*row.w/n, row.y, row.w/n - 1, row.h}
		p.fit(box{cell.x + 1, cell.y, cell.w - 2, cell.h}, true, paragraph{text, &noteSizes, 1})
		if i == cursor {
			p.invert(cell)
		}
	}
}

// context repeats the headline below a question, if there is room for it.
func (p *Painter) context(s Scene, b box) {
	if s.View.Panel == games.Entrants {
		p.entrants(s.View)
		p.seatRow(b)
	} else if h := s.View.Headline; !h.IsZero() {
		if _, _, ok := p.set(b.w, b.h, paragraph{p.say(h), &noteSizes, 1}); ok {
			p.place(b, true)
		}
	}
}

// list draws p.items, as many as there is room for, so that the one at the cursor is among them.
func (p *Painter) list(b box, pitch, cursor int) {
	room := min(b.h/pitch, len(p.items))
	first := max(0, min(cursor-room/2, len(p.items)-room))
	for i, text := range p.items[first : first+room] {
		r := box{b.x, b.y + i*pitch, b.w, pitch}
		sizes := &menuSizes
		if pitch < 16 {
			sizes = &noteSizes
		}
		p.fit(box{r.x + 4, r.y, r.w - 14, r.h - 1}, false, paragraph{text, sizes, 1})
		if i == 0 && first > 0 {
			p.arrow(r.x+r.w-8, r.y+3, -1)
		}
		if i == room-1 && first+room < len(p.items) {
			p.arrow(r.x+r.w-8, r.bottom()-6, 1)
		}
		if first+i == cursor {
			p.invert(r)
		}
	}
}

// arrow draws a triangle of 5×3 pixels, up for -1 and down for 1.
func (p *Painter) arrow(x, y, way int) {
	for i, rows := range [...]uint64{1, 3, 7, 3, 1} {
		if way < 0 {
			rows = rows << (2 - min(i, 4-i))
		}
		p.ink(x+i, y, rows)
	}
}

// hand draws the numbers of a hand, and above them what they come to.
func (p *Painter) hand(s Scene, asked games.Prompt, d Dialogue, above, b box) {
	p.fit(box{above.x, above.y, above.w, above.h - 1}, true,
		paragraph{p.say(games.Text{Word: "points", Number: asked.Points(d.slots[:d.count])}), &menuSizes, 1})
	w := b.w / d.count
	labels := b.cutBottom(14)
	for i, count := range asked.Counts {
		p.fit(box{i * w, labels.y, w, labels.h}, true, paragraph{p.word(count.Key), &tagSizes, 1})
		column := box{i*w + 1, b.y, w - 2, b.h}
		p.fit(column, true, paragraph{p.number(d.slots[i]), &headSizes, 1})
		if i == d.slot {
			p.invert(column)
		}
	}
}

// amount draws one number, or one of the words that may stand for it.
func (p *Painter) amount(s Scene, asked games.Prompt, d Dialogue, b box) {
	least, most, _ := limits(asked, 0)
	p.stepper(b, p.option(asked, entered(asked, d.slots[:d.count])), d.slots[0] > least, d.slots[0] < most)
}

// stepper draws one large value, with an arrow on each side on which there are more.
func (p *Painter) stepper(b box, value []byte, less, more bool) {
	field := box{14, b.y + 4, Width - 28, b.h - 8}
	if p.low() {
		field.y, field.h = b.y, b.h
	}
	p.fit(box{field.x + 2, field.y, field.w - 4, field.h}, true, paragraph{value, &headSizes, 1})
	p.invert(field)
	middle := field.y + field.h/2
	for i := range 5 {
		reach := strip(2*i+1) << (middle - i)
		if less {
			p.ink(4+i, 0, reach)
		}
		if more {
			p.ink(Width-5-i, 0, reach)
		}
	}
}

// card draws the attributes, a cross for each word that may be answered instead, and below them the name of the one
// at the cursor, or the card when it is whole.
func (p *Painter) card(s Scene, asked games.Prompt, d Dialogue, b box) {
	n := sending(asked)
	row := b.cutTop(24)
	pitch := Width / n
	f := p.faces[16]
	if pitch < 16 {
		f = p.faces[14]
	}
	for i := range n {
		cell := box{row.x + i*pitch, row.y, pitch - 2, 19}
		if i < asked.Places {
			p.letterIn(f, cell, rune('1'+i))
		} else {
			p.letterIn(f, cell, '×')
		}
		if slices.Contains(d.chosen(), i+1) {
			p.invert(cell)
		} else {
			p.frame(cell)
		}
		if i == d.cursor {
			p.arrow(cell.x+cell.w/2-2, cell.bottom()+2, -1)
		}
	}
	switch {
	case d.cursor >= n:
		b.cutTop(6)
		rest := p.okKey(b)
		rest.h--
		p.fit(rest, false, paragraph{p.cardOf(asked, d.chosen()), &headSizes, 1})
	case d.cursor < len(asked.Options):
		p.fit(box{b.x + 1, b.y, b.w - 2, b.h}, true, paragraph{p.option(asked, asked.Options[d.cursor]), &nameSizes, 2})
	}
}

// cardOf is a card as it is written: 1·4·7.
func (p *Painter) cardOf(asked games.Prompt, chosen []int) []byte {
	start := len(p.said)
	for i := 1; i <= asked.Places; i++ {
		if slices.Contains(chosen, i) {
			if len(p.said) > start {
				p.said = append(p.said, "·"...)
			}
			p.said = wording.AppendNumber(p.said, i)
		}
	}
	return p.said[start:]
}

// wordInBoxes draws the word as far as it is entered, a box for each missing letter, and below it the wheel.
func (p *Painter) wordInBoxes(s Scene, asked games.Prompt, d Dialogue, b box) {
	n := max(1, asked.Max)
	pitch := min(Width/n, 22)
	row := b.cutTop(28)
	entered := p.boxes(box{(Width - n*pitch) / 2, row.y + 3, n * pitch, row.h - 4}, pitch, n, d)
	switch {
	case entered >= n:
		p.fit(p.okKey(b.cutBottom(p.footing())), false, paragraph{p.word(whole(asked)), &noteSizes, 1})
	case d.wheel != 0:
		p.roll(d, b)
	}
}

// boxes draws n boxes for the letters of a word, and what is entered in them; it returns how many letters that is.
func (p *Painter) boxes(b box, pitch, n int, d Dialogue) (entered int) {
	most := b.h - 4
	if p.low() {
		most = b.h - 8 // for accents
	}
	f := p.letterFace(pitch-2, most, d.word, "A")
	for _, r := range d.word {
		p.letterIn(f, box{b.x + entered*pitch, b.y, size(r)*pitch - 1, b.h}, r)
		entered += size(r)
	}
	for i := entered; i < n; i++ {
		cell := box{b.x + i*pitch, b.y, pitch - 1, b.h}
		if i > entered {
			p.frame(cell)
			continue
		}
		if d.wheel != 0 {
			p.letterIn(f, cell, d.wheel)
		}
		p.invert(cell)
	}
	return entered
}

// roll draws the letters that come before and after that on the wheel.
func (p *Painter) roll(d Dialogue, b box) {
	pitch, f := 14, p.faces[13]
	if p.low() {
		pitch, f = 11, p.faces[typeface.Small]
	} else {
		b.cutTop(2)
		b.h = min(16, b.h)
	}
	ring := d.ring()
	at, seen := slices.Index(ring[:], d.wheel), (b.w/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := box{b.x + (b.w-pitch)/2 + i*pitch, b.y, pitch, b.h}
		p.letterIn(f, cell, ring[(at+i+alphabet)%alphabet])
		if i == 0 {
			p.invert(cell)
		}
	}
}

// refusal says why an answer was not taken.
func (p *Painter) refusal(s Scene) {
	reason, more := s.Dialogue.told()
	start := len(p.said)
	if s.Dialogue.further {
		p.said = append(append(p.said, "…"...), reason...)
	} else {
		p.say(games.Text{Word: "refused", Extra: reason})
	}
	if more != "" {
		p.said = append(p.said, "…"...)
	}
	p.fit(p.inside(), false, paragraph{p.said[start:], &lineSizes, 5})
}
