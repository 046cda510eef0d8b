package display

import (
	"bytes"
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A question is drawn in elements below each other: its title, a field with the answer, and what explains the answer. What
// there is no room for below the field stands in the row of the title.

// whole is all of the picture.
func (p *Painter) whole() canvas.Box { return canvas.At(0, 0, canvas.Width, p.c.Height) }

// titled is the wish for the row that says what is asked.
func (p *Painter) titled() canvas.Wish {
	return canvas.Wish{Least: 12, Good: 16, Most: 16}
}

// question draws a prompt that has the display.
func (p *Painter) question() {
	switch shape := p.draft.Prompt.Shape; {
	case p.draft.Seats != nil:
		p.whose()
	case shape == games.Choice:
		p.choice()
	case shape == games.Hand:
		p.hand()
	case shape == games.Card:
		p.card()
	case shape == games.Code:
		p.code()
	case shape == games.Token:
		p.token()
	case shape == games.Letters:
		p.spell()
	case shape == games.Amount:
		p.amount()
	}
}

// ahead marks at the right of the title's row that something is wrong with the table, and how many seconds are left for an
// answer, and returns the rest of the row.
func (p *Painter) ahead(top canvas.Box) canvas.Box {
	if slices.ContainsFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Role == games.Fault }) {
		p.faultMark(&top)
	}
	if p.draft.State != keys.Asked {
		return top
	}
	if seconds := secondsLeft(p.draft.Prompt, p.scene.Now); seconds > 0 {
		text, style := p.say(games.Text{Word: "seconds", Number: min(seconds, 999)}), titleStyle(top)
		width, _, _ := p.c.Face(style).Measure(text)
		top.W -= width + 5
		p.c.Label(canvas.At(top.X+top.W+4, top.Y, width, top.H-1), false, text, style)
	}
	return top
}

func (p *Painter) title(b canvas.Box, text []byte) {
	style := titleStyle(b)
	if style == canvas.Menu || style == canvas.Name {
		b.H--
	}
	p.c.Label(canvas.At(b.X+1, b.Y, b.W-2, b.H), false, text, style)
}

// titleStyle is how what stands in a row for a title is set.
func titleStyle(b canvas.Box) canvas.Style {
	switch {
	case b.H >= 20:
		return canvas.Name
	case b.H >= 15:
		return canvas.Menu
	case b.H >= 12:
		return canvas.Note
	}
	return canvas.Tag
}

// beside writes an answer at the right of what is asked, or alone if there is not room for both.
func (p *Painter) beside(b canvas.Box, ask, answer []byte) {
	if len(answer) > 0 {
		f := p.c.Face(titleStyle(b))
		width, _, _ := f.Measure(ask)
		if with, _, _ := f.Measure(answer); width+apart+with > b.W-1 {
			ask = answer
		} else {
			p.title(b.CutRight(with+2), answer)
		}
	}
	p.title(b, ask)
}

// confirm says what OK does with a whole answer.
func (p *Painter) confirm(b canvas.Box, word string, style canvas.Style) {
	p.c.Label(p.okKey(b), false, p.word(word), style)
}

// listed is the wish for a list of so many rows; where there is room for one it is that at the cursor.
func (p *Painter) listed(n int) canvas.Wish {
	return canvas.Wish{Least: 20, Good: listPitch * min(n, 3), Most: 24 * n}
}

// listPitch is how high a row of a list is at least.
const listPitch = 16

// choosePrompt lists what waits.
func (p *Painter) choosePrompt() {
	p.waiting = keys.AppendWaiting(p.waiting[:0], p.scene.View)
	p.items = p.items[:0]
	for _, asked := range p.waiting {
		p.items = append(p.items, p.opens(asked))
	}
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Good: 48, Most: 24 * len(p.items)})
	p.title(p.ahead(b[0]), p.ask(games.Prompt{ID: "which"}))
	p.list(b[1], min(p.draft.Cursor, len(p.items)-1))
}

// whose asks which seat a chosen option is about.
func (p *Painter) whose() {
	asked := &p.draft.Prompt
	naming, _ := asked.Names(p.draft.Option)
	note := canvas.Wish{Least: 14, Drop: 1}
	if naming.Buttons == nil {
		note.Least = 0
	}
	b := p.whole().Share(p.titled(), canvas.Wish{Least: 20, Most: 32}, note)
	top := p.ahead(b[0])
	if naming.Buttons != nil {
		p.buttons(&top, b[2])
	}
	start := len(p.said)
	p.said = p.voice.AppendWhose(p.said, *asked, p.draft.Option)
	p.title(top, p.said[start:])
	p.cells = p.cells[:0]
	for i, seat := range p.draft.Seats {
		p.cells = append(p.cells, cell{label: p.number(int(seat)), dark: i == p.draft.Cursor})
	}
	p.seatRow(b[1])
}

// buttons says that the players' buttons answer, too: below the question, or with a picture of one in its title.
func (p *Painter) buttons(top *canvas.Box, below canvas.Box) {
	if below.H > 0 {
		p.c.Label(below, true, p.word("or_button"), canvas.Note)
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
	asked := &p.draft.Prompt
	p.cells = p.cells[:0]
	p.items = p.items[:0]
	cursor = -1
	add := func(text []byte, i int) {
		if i == p.draft.Cursor {
			cursor = len(p.items)
		}
		p.items = append(p.items, text)
	}
	for i, o := range asked.Offers {
		add(p.option(games.Prompt{ID: o.Prompt}, o.Option), i-len(asked.Offers))
	}
	for i, o := range asked.Options {
		if o[0] != '"' { // a number
			c := cell{label: p.fill("{extra}", games.Text{Extra: string(o)}), dark: i == p.draft.Cursor}
			if label := asked.Label(o); !label.IsZero() {
				c.total = p.number(label.Number)
			}
			p.cells = append(p.cells, c)
		} else {
			add(p.option(*asked, o), i)
		}
	}
	if waiting := p.scene.View.Prompts; p.draft.Waiting {
		add(p.opens(waiting[len(waiting)-1]), len(asked.Options))
	}
	return cursor
}

// choice draws the options: seats side by side, offers above and words in a list below them. Where there is not room for all,
// arrows beside those at the cursor tell of the others.
func (p *Painter) choice() {
	asked, cursor := &p.draft.Prompt, p.offer()
	offers := len(asked.Offers)
	words := len(p.items) - offers
	switch {
	case len(p.cells) == 0:
		p.chooseWord(cursor)
		return
	case len(p.cells) > mostInRow:
		at := min(p.draft.Cursor, len(asked.Options)-1)
		p.step(p.option(*asked, asked.Options[at]), at > 0, at+1 < len(asked.Options))
		return
	}
	b := p.whole().Share(p.choiceWishes(offers, words, cursor)...)
	alone := b[choiceSeats].H == 0 // the word at the cursor
	if alone {
		b = p.whole().Share(p.titled(), p.listed(1))
	}
	top, row := p.ahead(b[0]), b[choiceSeats]
	ask := p.ask(*asked)
	if worth := p.worth(); len(worth) > 0 && (alone || row.H < totalled) {
		ask = worth // says what is asked, too
	} else if asked.Buttons != games.Play && len(worth) == 0 {
		p.buttons(&top, b[choiceNote])
	} else if b[choiceNote].H > 0 {
		p.context(b[choiceNote])
	}
	p.title(top, ask)
	if alone {
		p.item(b[1], cursor)
		return
	}
	if b[choiceAbove].H > 0 {
		p.offered(b[choiceAbove], offers, cursor)
	} else if offers > 0 {
		p.c.Arrow(row.X+row.W-6, row.Y+row.H/2-4, -1)
	}
	if b[choiceBelow].H > 0 {
		p.items = p.items[offers:]
		p.rows(b[choiceBelow], max(12, b[choiceBelow].H/min(words, 2)), cursor-offers)
	} else if words > 0 {
		p.c.Arrow(row.X+row.W-6, row.Y+row.H/2+1, 1)
	}
	if offers > 0 && b[choiceAbove].H == 0 || words > 0 && b[choiceBelow].H == 0 {
		row.W -= turning
	}
	p.seatRow(row)
}

// The elements of a choice of seats, below its title.
const (
	choiceAbove = iota + 1 // offers of other prompts
	choiceSeats
	choiceNote
	choiceBelow // words
)

// choiceWishes are those of a choice of seats. The cursor is never on what is left out.
func (p *Painter) choiceWishes(offers, words, cursor int) []canvas.Wish {
	p.wishes = [...]canvas.Wish{
		p.titled(),
		choiceAbove: {Least: 14 * min(offers, 1), Most: 14, Drop: 2},
		choiceSeats: {Least: 20, Most: 48, Drop: 1},
		choiceNote:  {Least: 14, Drop: 4},
		choiceBelow: {Least: 12 * min(words, 1), Good: 12 * min(words, 2), Most: 12 * min(words, 2), Drop: 3},
	}
	toldBelow := words == 0 && p.scene.View.Panel != games.Entrants // the lobby's players are those that may be chosen
	if worth := p.cells[0].total != nil; worth || p.draft.Prompt.Buttons == games.Play && !toldBelow {
		p.wishes[choiceNote].Least = 0
	}
	switch {
	case cursor >= offers:
		p.wishes[choiceBelow].Drop = 0
	case cursor >= 0:
		p.wishes[choiceAbove].Drop = 0
	default:
		p.wishes[choiceSeats].Drop = 0
	}
	return p.wishes[:]
}

// chooseWord draws words in a list, and below a short one what it is about: who takes part, or the headline.
func (p *Painter) chooseWord(cursor int) {
	n := len(p.items)
	about := canvas.Wish{Least: 16, Most: 28, Drop: 1}
	if n > 2 {
		about.Least = 0
	}
	b := p.whole().Share(p.titled(), p.listed(n), about)
	field := b[1]
	entrants := p.scene.View.Panel == games.Entrants
	switch {
	case b[2].H > 0 && entrants:
		p.entrants(p.scene.View)
		p.seatRow(b[2])
	case b[2].H > 0:
		p.context(b[2])
	case entrants && field.H < 2*listPitch && p.c.Fits(canvas.At(0, 0, field.W-joinedSide-itemMargins, field.H), p.items[cursor], canvas.Name):
		p.joined(field.CutRight(joinedSide))
	}
	p.title(p.ahead(b[0]), p.ask(p.draft.Prompt))
	p.list(field, cursor)
}

// worth is what the seats among the options have, in a row: 2:12 3:5.
func (p *Painter) worth() []byte {
	start, asked := len(p.said), &p.draft.Prompt
	for _, o := range asked.Options {
		if label := asked.Label(o); o[0] != '"' && !label.IsZero() {
			p.said = append(append(append(p.said, "  "...), o...), ':')
			p.said = wording.AppendNumber(p.said, label.Number)
		}
	}
	return bytes.TrimSpace(p.said[start:])
}

// offered draws the first n of p.items side by side.
func (p *Painter) offered(row canvas.Box, n, cursor int) {
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
	if h := p.scene.View.Headline; !h.IsZero() {
		if text := p.say(h); p.c.Fits(b, text, canvas.Note) {
			p.c.Place(b, true)
		}
	}
}

// list draws p.items, or the one at the cursor where there is no room for a second.
func (p *Painter) list(b canvas.Box, cursor int) {
	if b.H < 2*listPitch {
		p.item(b, cursor)
		return
	}
	p.rows(b, max(listPitch, min(b.H/len(p.items), 24)), cursor)
}

// rows draws as many of p.items as there is room for, so that the one at the cursor is among them.
func (p *Painter) rows(b canvas.Box, pitch, cursor int) {
	room := min(b.H/pitch, len(p.items))
	first := max(0, min(cursor-room/2, len(p.items)-room))
	for i, text := range p.items[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		style := canvas.Menu
		if pitch < listPitch {
			style = canvas.Note
		}
		p.c.Label(canvas.At(r.X+4, r.Y, r.W-14, r.H-1), false, text, style)
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

// itemMargins are the columns beside the text of an item.
const itemMargins = 16

// item draws the one of p.items at the cursor, with arrows where there are others.
func (p *Painter) item(b canvas.Box, cursor int) {
	p.c.Label(canvas.At(b.X+4, b.Y, b.W-itemMargins, b.H), false, p.items[cursor], canvas.Name)
	if len(p.items)+len(p.cells) > 1 {
		p.c.Arrow(b.X+b.W-9, b.Y+4, -1)
		p.c.Arrow(b.X+b.W-9, b.Bottom()-7, 1)
	}
	p.c.Invert(b)
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
	p.c.Fit(p.inside(), false, canvas.Paragraph{Text: p.said[start:], Style: canvas.Line, Most: 9})
}
