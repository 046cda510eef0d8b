package display

import (
	"slices"

	"arbitre/display/canvas"
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
	b := canvas.At(0, 0, canvas.Width, p.c.Height)
	top := b.CutTop(p.header())
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
		sum := canvas.At(top.W-45, top.Y, 44, top.H)
		top.W = sum.X
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
func (p *Painter) faults(b *canvas.Box) {
	if slices.ContainsFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Role == games.Fault }) {
		p.faultMark(b)
	}
}

// clock draws at the right of a box how many seconds are left for an answer, and takes its room off it.
func (p *Painter) clock(b *canvas.Box) {
	seconds := secondsLeft(p.draft.Prompt, p.scene.Now)
	if seconds == 0 {
		return
	}
	text := p.say(games.Text{Word: "seconds", Number: min(seconds, 999)})
	sizes := p.titleSizes()
	width, _, _ := p.c.Face(sizes).Measure(text)
	b.W -= width + 5
	p.c.Label(canvas.At(b.X+b.W+4, b.Y, width, b.H-1), false, text, sizes)
}

// choosePrompt lists what waits.
func (p *Painter) choosePrompt() {
	b := canvas.At(0, 0, canvas.Width, p.c.Height)
	top := b.CutTop(p.header())
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
	p.list(b, max(16, b.H/len(p.items)), cursor)
}

func (p *Painter) title(b canvas.Box, text []byte) {
	if !p.low() {
		b.H--
	}
	p.c.Label(canvas.At(b.X+1, b.Y, b.W-2, b.H), false, text, p.titleSizes())
}

func (p *Painter) titleSizes() canvas.Style {
	if p.low() {
		return canvas.Note
	}
	return canvas.Menu
}

// whose asks which seat a chosen option is about.
func (p *Painter) whose(top, b canvas.Box) {
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
		b = canvas.At(b.X, b.Y+(b.H-32)/2, b.W, 32)
	}
	p.seatRow(b)
}

// buttons says that the players' buttons answer, too: below the question, or with a picture of one beside it.
func (p *Painter) buttons(top, b *canvas.Box) {
	if !p.low() {
		p.c.Label(b.CutBottom(14), true, p.word("or_button"), canvas.Note)
		return
	}
	const w = 13
	mark := top.CutRight(w + 1)
	for x := range w {
		rows := uint64(0b11 << 7) // what it sits in
		if x > 2 && x < w-3 {
			rows |= 0b11111 << 2
		}
		if x == 3 || x == w-4 {
			rows &^= 1 << 2
		}
		p.c.Ink(mark.X+x, mark.Y, rows)
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
func (p *Painter) choice(b canvas.Box) {
	cursor := p.offer()
	if len(p.cells) == 0 {
		if len(p.items) <= 2 {
			p.context(b.CutBottom(16))
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
		p.list(b.CutBottom(12*min(n, 2)), 12, cursor-len(p.draft.Prompt.Offers))
	}
	switch {
	case p.cells[0].total != nil:
	case p.draft.Prompt.Buttons != games.Play:
		p.buttons(nil, &b)
	case len(p.items) == 0 && p.scene.View.Panel != games.Entrants: // the lobby's players are those that may be chosen
		p.context(b.CutBottom(14))
	}
	p.seatRow(b)
}

// cards draws the first few of p.items side by side above the rest.
func (p *Painter) cards(n, cursor int, b *canvas.Box) {
	if n == 0 {
		return
	}
	row := b.CutTop(14)
	for i, text := range p.items[:n] {
		cell := canvas.At(row.X+i*row.W/n, row.Y, row.W/n-1, row.H)
		p.c.Label(canvas.At(cell.X+1, cell.Y, cell.W-2, cell.H), true, text, canvas.Note)
		if i == cursor {
			p.c.Invert(cell)
		}
	}
}

// context repeats the headline below a question, if there is room for it.
func (p *Painter) context(b canvas.Box) {
	if p.scene.View.Panel == games.Entrants {
		p.entrants(p.scene.View)
		p.seatRow(b)
	} else if h := p.scene.View.Headline; !h.IsZero() {
		if _, _, ok := p.c.Set(b.W, b.H, canvas.Paragraph{Text: p.say(h), Style: canvas.Note, Most: 1}); ok {
			p.c.Place(b, true)
		}
	}
}

// list draws p.items, as many as there is room for, so that the one at the cursor is among them.
func (p *Painter) list(b canvas.Box, pitch, cursor int) {
	room := min(b.H/pitch, len(p.items))
	first := max(0, min(cursor-room/2, len(p.items)-room))
	for i, text := range p.items[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		sizes := canvas.Menu
		if pitch < 16 {
			sizes = canvas.Note
		}
		p.c.Label(canvas.At(r.X+4, r.Y, r.W-14, r.H-1), false, text, sizes)
		if i == 0 && first > 0 {
			p.c.Arrow(r.X+r.W-8, r.Y+3, -1)
		}
		if i == room-1 && first+room < len(p.items) {
			p.c.Arrow(r.X+r.W-8, r.Bottom()-6, 1)
		}
		if first+i == cursor {
			p.c.Invert(r)
		}
	}
}

// hand draws the numbers of a hand, and above them what they come to.
func (p *Painter) hand(above, b canvas.Box) {
	p.c.Label(canvas.At(above.X, above.Y, above.W, above.H-1), true,
		p.say(games.Text{Word: "points", Number: p.draft.Prompt.Points(p.draft.Numbers())}), canvas.Menu)

	w := b.W / len(p.draft.Numbers())
	labels := b.CutBottom(14)
	for i, count := range p.draft.Prompt.Counts {
		p.c.Label(canvas.At(i*w, labels.Y, w, labels.H), true, p.word(count.Key), canvas.Tag)
		column := canvas.At(i*w+1, b.Y, w-2, b.H)
		p.c.Label(column, true, p.number(p.draft.Numbers()[i]), canvas.Head)
		if i == p.draft.Slot {
			p.c.Invert(column)
		}
	}
}

// amount draws one number, or one of the words that may stand for it.
func (p *Painter) amount(b canvas.Box) {
	p.stepper(b, p.option(p.draft.Prompt, p.draft.Amount()), p.draft.Less, p.draft.More)
}

// stepper draws one large value, with an arrow on each side on which there are more.
func (p *Painter) stepper(b canvas.Box, value []byte, less, more bool) {
	field := canvas.At(14, b.Y+4, canvas.Width-28, b.H-8)
	if p.low() {
		field.Y, field.H = b.Y, b.H
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

// card draws the attributes, a cross for each word that may be answered instead, and below them the name of the one
// at the cursor, or the card when it is whole.
func (p *Painter) card(b canvas.Box) {
	n := p.draft.Send
	row := b.CutTop(24)
	pitch := canvas.Width / n
	f := p.c.Faces[16]
	if pitch < 16 {
		f = p.c.Faces[14]
	}
	for i := range n {
		cell := canvas.At(row.X+i*pitch, row.Y, pitch-2, 19)
		if i < p.draft.Prompt.Places {
			p.c.Letter(f, cell, rune('1'+i))
		} else {
			p.c.Letter(f, cell, '×')
		}
		if slices.Contains(p.draft.Numbers(), i+1) {
			p.c.Invert(cell)
		} else {
			p.c.Frame(cell)
		}
		if i == p.draft.Cursor {
			p.c.Arrow(cell.X+cell.W/2-2, cell.Bottom()+2, -1)
		}
	}
	switch {
	case p.draft.Cursor >= n:
		b.CutTop(6)
		rest := p.okKey(b)
		rest.H--
		p.c.Label(rest, false, p.cardOf(p.draft.Numbers()), canvas.Head)
	case p.draft.Cursor < len(p.draft.Prompt.Options):
		p.c.Fit(canvas.At(b.X+1, b.Y, b.W-2, b.H), true, canvas.Paragraph{Text: p.option(p.draft.Prompt, p.draft.Prompt.Options[p.draft.Cursor]), Style: canvas.Name, Most: 2})
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
func (p *Painter) wordInBoxes(b canvas.Box) {
	n := max(1, p.draft.Prompt.Max)
	pitch := min(canvas.Width/n, 22)
	row := b.CutTop(28)
	entered := p.boxes(canvas.At((canvas.Width-n*pitch)/2, row.Y+3, n*pitch, row.H-4), pitch, n)
	switch {
	case entered >= n:
		p.c.Label(p.okKey(b.CutBottom(p.footing())), false, p.word(p.whole()), canvas.Note)
	case p.draft.Wheel != 0:
		p.roll(b)
	}
}

// boxes draws n boxes for the letters of a word, and what is entered in them; it returns how many letters that is.
func (p *Painter) boxes(b canvas.Box, pitch, n int) (entered int) {
	most := b.H - 4
	if p.low() {
		most = b.H - 8 // for accents
	}
	f := p.letterFace(pitch-2, most, p.draft.Word, "A")
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

// roll draws the letters that come before and after that on the wheel.
func (p *Painter) roll(b canvas.Box) {
	pitch, f := 14, p.c.Faces[13]
	if p.low() {
		pitch, f = 11, p.c.Faces[typeface.Small]
	} else {
		b.CutTop(2)
		b.H = min(16, b.H)
	}
	ring := p.draft.Ring
	at, seen := slices.Index(ring[:], p.draft.Wheel), (b.W/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := canvas.At(b.X+(b.W-pitch)/2+i*pitch, b.Y, pitch, b.H)
		p.c.Letter(f, cell, ring[(at+i+len(ring))%len(ring)])
		if i == 0 {
			p.c.Invert(cell)
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
	p.c.Fit(p.inside(), false, canvas.Paragraph{Text: p.said[start:], Style: canvas.Line, Most: 5})
}

// whole is the word for what OK does with a whole word: a secret is confirmed first, for nobody else could tell a slip in it.
func (p *Painter) whole() string {
	if p.draft.Prompt.For > 0 {
		return "keep"
	}
	return "send"
}
