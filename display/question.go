package display

import (
	"slices"

	"arbitre/display/keys"
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
func (p *Painter) question() {
	b := box{0, 0, Width, p.high}
	top := b.cutTop(p.header())
	p.faults(&top)
	p.clock(&top)
	switch {
	case p.draft.Seats != nil:
		p.whose(top, b)
	case p.low():
		p.lowAnswer(top, b)
	case p.draft.Prompt.Shape == games.Choice:
		p.title(top, p.ask(p.draft.Prompt, ""))
		p.choice(b)
	case p.draft.Prompt.Shape == games.Hand:
		sum := box{top.w - 45, top.y, 44, top.h}
		top.w = sum.x
		p.title(top, p.ask(p.draft.Prompt, ""))
		p.hand(sum, b)
	case p.draft.Prompt.Shape == games.Amount:
		p.title(top, p.ask(p.draft.Prompt, ""))
		p.amount(b)
	default:
		p.title(top, p.ask(p.draft.Prompt, ""))
		switch p.draft.Prompt.Shape {
		case games.Card:
			p.card(b)
		case games.Code:
			p.code(b)
		case games.Token:
			p.token(b)
		case games.Letters:
			p.wordInBoxes(b)
		}
	}
}

// faults marks at the right of a box that something is wrong with the table, and takes its room off it.
func (p *Painter) faults(b *box) {
	if slices.ContainsFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Role == games.Fault }) {
		p.faultMark(b)
	}
}

// clock draws at the right of a box how many seconds are left for an answer, and takes its room off it.
func (p *Painter) clock(b *box) {
	seconds := secondsLeft(p.draft.Prompt, p.scene.Now)
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
func (p *Painter) choosePrompt() {
	b := box{0, 0, Width, p.high}
	top := b.cutTop(p.header())
	p.faults(&top)
	p.title(top, p.ask(games.Prompt{ID: "which"}, ""))
	p.waiting = keys.AppendWaiting(p.waiting[:0], p.scene.View)
	p.items = p.items[:0]
	for _, asked := range p.waiting {
		p.items = append(p.items, p.ask(asked, ""))
	}
	cursor := min(p.draft.Cursor, len(p.items)-1)
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
func (p *Painter) whose(top, b box) {
	naming, _ := p.draft.Prompt.Names(p.draft.Option)
	if naming.Buttons != nil {
		p.buttons(&top, &b)
	}
	p.title(top, p.ask(games.Prompt{ID: naming.Asks}, p.voice.OptionTemplate(p.draft.Prompt.ID, p.draft.Option.String())))
	p.cells = p.cells[:0]
	for i, seat := range p.draft.Seats {
		p.cells = append(p.cells, cell{label: p.number(int(seat)), dark: i == p.draft.Cursor})
	}
	if !p.low() {
		b = box{b.x, b.y + (b.h-32)/2, b.w, 32}
	}
	p.seatRow(b)
}

// buttons says that the players' buttons answer, too: below the question, or with a picture of one beside it.
func (p *Painter) buttons(top, b *box) {
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
func (p *Painter) offer() (cursor int) {
	p.cells = p.cells[:0]
	p.items = p.items[:0]
	cursor = -1
	add := func(text []byte, i int) {
		if i == p.draft.Cursor {
			cursor = len(p.items)
		}
		p.items = append(p.items, text)
	}
	for i, o := range p.draft.Prompt.Offers {
		add(p.option(games.Prompt{ID: o.Prompt}, o.Option), i-len(p.draft.Prompt.Offers))
	}
	for i, o := range p.draft.Prompt.Options {
		if o[0] != '"' { // a number
			c := cell{label: p.fill("{extra}", games.Text{Extra: string(o)}), dark: i == p.draft.Cursor}
			if label := p.draft.Prompt.Label(o); !p.low() && !label.IsZero() {
				c.total = p.number(label.Number)
			}
			p.cells = append(p.cells, c)
		} else {
			add(p.option(p.draft.Prompt, o), i)
		}
	}
	if waiting := p.scene.View.Prompts; p.draft.Waiting {
		add(p.ask(waiting[len(waiting)-1], ""), len(p.draft.Prompt.Options))
	}
	return cursor
}

// choice draws the options: seats side by side, words in a list below.
func (p *Painter) choice(b box) {
	cursor := p.offer()
	if len(p.cells) == 0 {
		if len(p.items) <= 2 {
			p.context(b.cutBottom(16))
		}
		p.list(b, 16, cursor)
		return
	}
	if len(p.cells) > mostInRow {
		p.stepper(b, p.option(p.draft.Prompt, p.draft.Prompt.Options[min(p.draft.Cursor, len(p.draft.Prompt.Options)-1)]), p.draft.Cursor > 0, p.draft.Cursor+1 < len(p.draft.Prompt.Options))
		return
	}
	p.cards(len(p.draft.Prompt.Offers), cursor, &b)
	if n := len(p.items) - len(p.draft.Prompt.Offers); n > 0 {
		p.items = p.items[len(p.draft.Prompt.Offers):]
		p.list(b.cutBottom(12*min(n, 2)), 12, cursor-len(p.draft.Prompt.Offers))
	}
	switch {
	case p.cells[0].total != nil:
	case p.draft.Prompt.Buttons != games.Play:
		p.buttons(nil, &b)
	case len(p.items) == 0 && p.scene.View.Panel != games.Entrants: // the lobby's players are those that may be chosen
		p.context(b.cutBottom(14))
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
func (p *Painter) context(b box) {
	if p.scene.View.Panel == games.Entrants {
		p.entrants(p.scene.View)
		p.seatRow(b)
	} else if h := p.scene.View.Headline; !h.IsZero() {
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
func (p *Painter) hand(above, b box) {
	p.fit(box{above.x, above.y, above.w, above.h - 1}, true,
		paragraph{p.say(games.Text{Word: "points", Number: p.draft.Prompt.Points(p.draft.Numbers())}), &menuSizes, 1})
	w := b.w / len(p.draft.Numbers())
	labels := b.cutBottom(14)
	for i, count := range p.draft.Prompt.Counts {
		p.fit(box{i * w, labels.y, w, labels.h}, true, paragraph{p.word(count.Key), &tagSizes, 1})
		column := box{i*w + 1, b.y, w - 2, b.h}
		p.fit(column, true, paragraph{p.number(p.draft.Numbers()[i]), &headSizes, 1})
		if i == p.draft.Slot {
			p.invert(column)
		}
	}
}

// amount draws one number, or one of the words that may stand for it.
func (p *Painter) amount(b box) {
	p.stepper(b, p.option(p.draft.Prompt, p.draft.Amount()), p.draft.Less, p.draft.More)
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
func (p *Painter) card(b box) {
	n := p.draft.Send
	row := b.cutTop(24)
	pitch := Width / n
	f := p.faces[16]
	if pitch < 16 {
		f = p.faces[14]
	}
	for i := range n {
		cell := box{row.x + i*pitch, row.y, pitch - 2, 19}
		if i < p.draft.Prompt.Places {
			p.letterIn(f, cell, rune('1'+i))
		} else {
			p.letterIn(f, cell, '×')
		}
		if slices.Contains(p.draft.Numbers(), i+1) {
			p.invert(cell)
		} else {
			p.frame(cell)
		}
		if i == p.draft.Cursor {
			p.arrow(cell.x+cell.w/2-2, cell.bottom()+2, -1)
		}
	}
	switch {
	case p.draft.Cursor >= n:
		b.cutTop(6)
		rest := p.okKey(b)
		rest.h--
		p.fit(rest, false, paragraph{p.cardOf(p.draft.Numbers()), &headSizes, 1})
	case p.draft.Cursor < len(p.draft.Prompt.Options):
		p.fit(box{b.x + 1, b.y, b.w - 2, b.h}, true, paragraph{p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Cursor]), &nameSizes, 2})
	}
}

// cardOf is a card as it is written: 1·4·7.
func (p *Painter) cardOf(chosen []int) []byte {
	start := len(p.said)
	for i := 1; i <= p.draft.Prompt.Places; i++ {
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
func (p *Painter) wordInBoxes(b box) {
	n := max(1, p.draft.Prompt.Max)
	pitch := min(Width/n, 22)
	row := b.cutTop(28)
	entered := p.boxes(box{(Width - n*pitch) / 2, row.y + 3, n * pitch, row.h - 4}, pitch, n)
	switch {
	case entered >= n:
		p.fit(p.okKey(b.cutBottom(p.footing())), false, paragraph{p.word(p.whole()), &noteSizes, 1})
	case p.draft.Wheel != 0:
		p.roll(b)
	}
}

// boxes draws n boxes for the letters of a word, and what is entered in them; it returns how many letters that is.
func (p *Painter) boxes(b box, pitch, n int) (entered int) {
	most := b.h - 4
	if p.low() {
		most = b.h - 8 // for accents
	}
	f := p.letterFace(pitch-2, most, p.draft.Word, "A")
	for _, r := range p.draft.Word {
		p.letterIn(f, box{b.x + entered*pitch, b.y, keys.Letters(r)*pitch - 1, b.h}, r)
		entered += keys.Letters(r)
	}
	for i := entered; i < n; i++ {
		cell := box{b.x + i*pitch, b.y, pitch - 1, b.h}
		if i > entered {
			p.frame(cell)
			continue
		}
		if p.draft.Wheel != 0 {
			p.letterIn(f, cell, p.draft.Wheel)
		}
		p.invert(cell)
	}
	return entered
}

// roll draws the letters that come before and after that on the wheel.
func (p *Painter) roll(b box) {
	pitch, f := 14, p.faces[13]
	if p.low() {
		pitch, f = 11, p.faces[typeface.Small]
	} else {
		b.cutTop(2)
		b.h = min(16, b.h)
	}
	ring := p.draft.Ring
	at, seen := slices.Index(ring[:], p.draft.Wheel), (b.w/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := box{b.x + (b.w-pitch)/2 + i*pitch, b.y, pitch, b.h}
		p.letterIn(f, cell, ring[(at+i+len(ring))%len(ring)])
		if i == 0 {
			p.invert(cell)
		}
	}
}

// refusal says why an answer was not taken.
func (p *Painter) refusal() {
	start := len(p.said)
	if p.draft.Further {
		p.said = append(append(p.said, "…"...), p.draft.Refusal...)
	} else {
		p.say(games.Text{Word: "refused", Extra: p.draft.Refusal})
	}
	if p.draft.Unread {
		p.said = append(p.said, "…"...)
	}
	p.fit(p.inside(), false, paragraph{p.said[start:], &lineSizes, 5})
}

// whole is the word for what OK does with a whole word: a secret is confirmed first, for nobody else could tell a slip in it.
func (p *Painter) whole() string {
	if p.draft.Prompt.For > 0 {
		return "keep"
	}
	return "send"
}
