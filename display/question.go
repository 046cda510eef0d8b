package display

import (
	"arbitre/games"
)

// header is how many rows a question takes at the top.
const header = 16

// question draws a prompt that has the display.
func (p *Painter) question(s Scene, asked games.Prompt) {
	d, b := s.Dialogue, box{0, 0, Width, Height}
	top := b.cutTop(header)
	if d.id == "" {
		d.begin(asked)
	}
	switch {
	case d.seats != nil:
		p.title(top, p.whoseIsIt(s, asked, d.option))
		p.cells = p.cells[:0]
		for i, seat := range d.seats {
			p.cells = append(p.cells, cell{label: p.number(int(seat)), dark: i == d.cursor})
		}
		p.seatRow(box{b.x, b.y + 8, b.w, 32})
	case asked.Shape == games.Choice:
		p.title(top, p.ask(s, asked, ""))
		p.choice(s, asked, d, b)
	case asked.Shape == games.Hand:
		p.title(box{top.x, top.y, 84, top.h}, p.ask(s, asked, ""))
		p.hand(s, d, b)
	case asked.Shape == games.Amount:
		p.title(top, p.ask(s, asked, ""))
		p.amount(s, asked, d, b)
	default:
		p.title(top, p.ask(s, asked, ""))
	}
}

func (p *Painter) title(b box, text []byte) {
	p.fit(box{b.x + 1, b.y, b.w - 1, b.h - 1}, false, paragraph{text, &menuSizes, 1})
}

// whoseIsIt asks which seat a chosen option is about.
func (p *Painter) whoseIsIt(s Scene, asked games.Prompt, option games.Value) []byte {
	id := "laid_by"
	if option.Equal(games.Word("out")) {
		id = "out"
	}
	return p.ask(s, games.Prompt{ID: id}, string(p.value(option, s.Language)))
}

// choice draws the options: seats side by side, words in a list below.
func (p *Painter) choice(s Scene, asked games.Prompt, d Dialogue, b box) {
	p.cells = p.cells[:0]
	p.items = p.items[:0]
	cursor := -1
	add := func(text []byte, i int) {
		if i == d.cursor {
			cursor = len(p.items)
		}
		p.items = append(p.items, text)
	}
	for i, o := range asked.Options {
		if o[0] != '"' { // a number
			p.cells = append(p.cells, cell{label: p.value(o, s.Language), dark: i == d.cursor})
		} else {
			add(p.value(o, s.Language), i)
		}
	}
	if waiting, ok := behind(asked, s.View); ok {
		add(p.ask(s, waiting, ""), len(asked.Options))
	}
	if len(p.cells) == 0 {
		if len(p.items) <= 2 {
			p.context(s, b.cutBottom(16))
		}
		p.list(b, 16, cursor)
		return
	}
	if len(p.cells) > mostInRow {
		p.stepper(b, p.value(asked.Options[min(d.cursor, len(asked.Options)-1)], s.Language), d.cursor > 0, d.cursor+1 < len(asked.Options))
		return
	}
	if len(p.items) == 0 {
		under := b.cutBottom(14)
		p.seatRow(b)
		p.context(s, under)
		return
	}
	p.list(b.cutBottom(12*min(len(p.items), 2)), 12, cursor)
	p.seatRow(b)
}

// context repeats the headline below a question, if there is room for it.
func (p *Painter) context(s Scene, b box) {
	if panelOf(s.View.Headline.Word) == entrants {
		p.panel(s, entrants)
		p.seatRow(b)
	} else if h := s.View.Headline; !h.IsZero() {
		if _, _, ok := p.set(b.w, b.h, paragraph{p.say(h, s.Language), &noteSizes, 1}); ok {
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
		p.fit(box{r.x + 4, r.y, r.w - 14, r.h}, false, paragraph{text, sizes, 1})
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

// hand draws the three numbers of a hand, and above them what they come to.
func (p *Painter) hand(s Scene, d Dialogue, b box) {
	sum := d.slots[0] + 5*d.slots[1] + 10*d.slots[2] // MITO-21
	p.fit(box{84, 0, Width - 84, header - 1}, true,
		paragraph{p.say(games.Text{Word: "points", Number: sum}, s.Language), &menuSizes, 1})
	w := b.w / len(d.slots)
	labels := b.cutBottom(14)
	for i, label := range [...]string{"numbers", "actions", "mitos"} {
		p.fit(box{i * w, labels.y, w, labels.h}, true, paragraph{p.word(label, s.Language), &tagSizes, 1})
		column := box{i*w + 1, b.y, w - 2, b.h}
		p.fit(column, true, paragraph{p.number(d.slots[i]), &headSizes, 1})
		if i == d.slot {
			p.invert(column)
		}
	}
}

// amount draws one number, or one of the words that may stand for it.
func (p *Painter) amount(s Scene, asked games.Prompt, d Dialogue, b box) {
	least, most := limits(asked, 0)
	p.stepper(b, p.value(entered(asked, d.slots), s.Language), d.slots[0] > least, d.slots[0] < most)
}

// stepper draws one large value, with an arrow on each side on which there are more.
func (p *Painter) stepper(b box, value []byte, less, more bool) {
	field := box{14, b.y + 4, Width - 28, b.h - 8}
	p.fit(field, true, paragraph{value, &headSizes, 1})
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

// refusal says why an answer was not taken.
func (p *Painter) refusal(s Scene) {
	t := games.Text{Word: "refused", Extra: s.Dialogue.refusal}
	p.fit(box{0, 0, Width, Height}, false, paragraph{p.say(t, s.Language), &lineSizes, 5})
}
