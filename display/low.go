package display

import (
	"slices"

	"arbitre/games"
)

// On a picture of half the rows what counts most stands alone and large. The rest is on pages that Previous and Next turn;
// where nobody has keys there is the first page alone.

// A leaf is one page of a scene.
type leaf struct {
	shows    part
	from, to int // of the remarks, the finishers or the hunts
}

// A part is what a page shows.
type part uint8

const (
	ofHeadline  part = iota // and what there is room for beside it; the first page
	ofRemarks               // what else is said
	ofSeats                 // who may press, and who has
	ofFinishers             // how long after the first each one came
	ofTotals                // the points of all
	ofGrids                 // the teams' points and grids
	ofCode                  // that is revealed
	ofHunts                 // one of them with all that is known, or two
	ofSuper                 // the words of the Super Partie
	ofOK                    // what OK opens
)

// The bands of a low picture.
const (
	lowFooting = 12 // rows that say what OK does
	turning    = 8  // columns at the right for the arrows of the pages
	band       = 11 // rows of small type
)

// lowTable draws a page of what everyone sees.
func (p *Painter) lowTable(s Scene) {
	s.View = p.weigh(s.View)
	keys := s.Dialogue.Low
	shown := panelOf(s.View)
	if shown == debrief && !keys {
		shown = inOne(s.View)
	}
	said := shown
	if shown == photo {
		said = nothing // the finishers have pages of their own
	}
	h := p.compose(s, said)
	p.optional = len(p.remarks)
	footer, opens := p.does(s)
	var later []byte // what OK does, on a page of its own
	if opens {
		footer, later = nil, footer
	}
	whole := box{0, 0, Width, LowHeight}
	b := whole
	if keys {
		b.w -= turning
	}
	banded := p.strips(s.View, shown, footer != nil)
	told, ok := p.lowFront(s, h, shown, footer, banded, b)
	if !ok && (footer != nil || banded) {
		p.clear(p.high)
		if footer != nil {
			footer, later = nil, footer
		}
		banded = false
		told, ok = p.lowFront(s, h, shown, nil, false, b)
	}
	if !ok {
		p.clear(p.high)
		p.shorten(b.w, b.h, h.whole)
		p.place(b, true)
	}
	if !keys {
		return
	}
	p.leaves = append(p.leaves, leaf{})
	p.turnLeaves(s.View, shown, footer != nil, banded, told, b)
	if later != nil {
		p.leaves = append(p.leaves, leaf{shows: ofOK})
	}
	pages := len(p.leaves)
	page := (s.Dialogue.page%pages + pages) % pages
	switch {
	case pages == 1 && ok:
		p.clear(p.high)
		p.lowFront(s, h, shown, footer, banded, whole)
	case page > 0:
		p.clear(p.high)
		p.lowLeaf(s, p.leaves[page], later, b)
		p.arrow(Width-5, 1, -1)
	}
	if page+1 < pages {
		p.arrow(Width-5, LowHeight-4, 1)
	}
}

// lowFront draws the first page. It returns how many of the remarks that one tells, and whether there was room for it.
// Where something else counts more than the headline, that becomes the first remark.
func (p *Painter) lowFront(s Scene, h heading, shown panel, footer []byte, banded bool, b box) (told int, ok bool) {
	v := s.View
	if footer != nil {
		under := b.cutBottom(lowFooting)
		text := paragraph{footer, &noteSizes, 1}
		rest := p.okKey(box{under.x, under.y + 1, under.w, under.h - 1})
		rest.y, rest.h = under.y, under.h
		if _, _, ok := p.set(rest.w, rest.h, text); !ok {
			return 0, false
		}
		p.place(rest, false)
	}
	switch shown {
	case slates:
		p.headRow(s, h, band-1, &b)
		p.lowHunts(s, v.Slates[:p.onFront(v.Slates, s.Dialogue.Low)], b)
		return 0, true
	case answers:
		p.headRow(s, h, band, &b)
		p.answers(s, b)
		return 0, true
	case entrants:
		if p.panel(s, entrants).h > 0 && footer == nil {
			p.headRow(s, h, 13, &b)
			p.panel(s, entrants)
			p.seatRow(b)
			return 0, true
		}
	case totals:
		if rows := p.totalRows(s); rows > 0 && (rows < 3 || !s.Dialogue.Low) {
			if rows < 3 {
				p.headRow(s, h, max(band, b.h-2*(band-1)), &b)
			}
			p.panel(s, totals)
			p.grid(b)
			return 0, true
		}
	}
	switch {
	case !banded:
	case shown == grids:
		p.teamPoints(s, b.cutBottom(band+1))
	default:
		p.won(s, b.cutBottom(wonStrip))
	}
	p.drawn(v, &b)
	q := p.plan(b, h)
	faulty := func(r remark) bool { return r.fault }
	if slices.ContainsFunc(p.remarks, faulty) && !slices.ContainsFunc(p.remarks[:q.remarks], faulty) {
		p.faultMark(s, &b)
		q = p.plan(b, h)
	}
	if q.short {
		return 0, false
	}
	p.carry(q, b, h)
	return q.remarks, true
}

// headRow cuts rows for the headline off a box, if it fits into one row of them; else it is to be told on a later page.
func (p *Painter) headRow(s Scene, h heading, rows int, b *box) {
	top := box{b.x, b.y, b.w, max(rows, band)}
	p.faultMark(s, &top)
	for _, rows := range [...]int{rows, max(rows, band+1)} {
		sizes := &menuSizes
		if rows <= band {
			sizes = &noteSizes
		}
		if _, _, ok := p.set(top.w, rows, paragraph{h.whole.text, sizes, 1}); ok && b.h > 2*rows {
			top.h = rows
			p.place(top, true)
			b.cutTop(rows)
			return
		}
	}
	p.remarks = slices.Insert(p.remarks, 0, remark{whole: paragraph{h.whole.text, &lineSizes, 3}})
	b.w = top.w
}

// onFront is how many hunts the first page shows: two, if there is no room for more and others can be turned to.
func (p *Painter) onFront(all []games.Slate, keys bool) int {
	if keys && len(all) > 2 && !quartered(all, Width-turning) {
		return 2
	}
	return min(len(all), mostSlates)
}

// totalRows is how many rows the points of all need.
func (p *Painter) totalRows(s Scene) int {
	p.panel(s, totals)
	_, rows := p.gridSize()
	return rows
}

// strips tells whether the first page has a strip at its bottom: the points of the teams, or the words of the Super Partie.
func (p *Painter) strips(v games.View, shown panel, footer bool) bool {
	if footer || isDraw(v.Headline) || slices.ContainsFunc(v.Lines, isDraw) {
		return false
	}
	return shown == grids || shown != slates && shown != debrief && slices.ContainsFunc(v.Lines, inSuperPartie)
}

// turnLeaves lists the pages after the first.
func (p *Painter) turnLeaves(v games.View, shown panel, footer, banded bool, told int, b box) {
	add := func(shows part, from, to int) { p.leaves = append(p.leaves, leaf{shows, from, to}) }
	for told < len(p.remarks) {
		n := p.together(told, b)
		add(ofRemarks, told, told+n)
		told += n
	}
	switch shown {
	case entrants:
		if footer {
			add(ofSeats, 0, 0)
		}
	case photo:
		if n := p.finished(v); n > 1 {
			for from := 0; from < n; from += onFinish {
				add(ofFinishers, from, min(n, from+onFinish))
			}
		}
	case totals:
		if rows := p.totalRows(Scene{View: v}); rows > 2 {
			add(ofTotals, 0, 0)
		}
	case grids:
		add(ofGrids, 0, 0)
	case debrief:
		if !codeOf(v.Lines).IsZero() {
			add(ofCode, 0, 0)
		}
		if inOne(v) == grids {
			add(ofGrids, 0, 0)
		} else if len(v.Seats) > 0 {
			add(ofTotals, 0, 0)
		}
	case slates:
		if n := p.onFront(v.Slates, true); n < len(v.Slates) {
			add(ofHunts, n, len(v.Slates))
		}
		for i := range v.Slates {
			add(ofHunts, i, i+1)
		}
	}
	if shown != debrief && slices.ContainsFunc(v.Lines, inSuperPartie) && (!banded || shown == grids) {
		add(ofSuper, 0, 0)
	}
}

// together is how many remarks, from one on, share a page: several only where each has one row that is easy to read.
func (p *Painter) together(from int, b box) int {
	for n := min(3, len(p.remarks)-from); n > 1; n-- {
		if _, _, ok := p.setWithin(lowEasy, b.w, b.h, p.page(from, from+n)...); ok && len(p.rows) == n {
			return n
		}
	}
	return 1
}

// page is a page of remarks.
func (p *Painter) page(from, to int) []paragraph {
	p.stacked = p.stacked[:0]
	for _, r := range p.remarks[from:to] {
		r.whole.most = 3
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// lowLeaf draws a page after the first.
func (p *Painter) lowLeaf(s Scene, l leaf, opens []byte, b box) {
	switch l.shows {
	case ofRemarks:
		p.fit(b, true, p.page(l.from, l.to)...)
	case ofSeats:
		p.panel(s, entrants)
		p.seatRow(box{b.x, b.y + 4, b.w, b.h - 8})
	case ofFinishers:
		p.finishers(s, l.from, l.to, b)
	case ofTotals:
		p.panel(s, totals)
		p.grid(b)
	case ofGrids:
		p.teams(s, box{b.x, b.y + 3, Width, gridSide + 2}) // between the arrows
	case ofCode:
		p.codeBoxes(s, box{b.x, b.y + 6, b.w, 21}, codeOf(s.View.Lines))
	case ofHunts:
		p.lowHunts(s, s.View.Slates[l.from:l.to], b)
	case ofSuper:
		p.won(s, box{b.x, b.y + 9, b.w, wonStrip})
	case ofOK:
		p.okKey(box{b.x, b.y + 9, b.w, 14})
		b.cutLeft(24)
		text := paragraph{opens, &lineSizes, 1}
		if _, _, ok := p.set(b.w, b.h, text); !ok {
			text.most = 2
		}
		p.fit(b, false, text)
	}
}

// onFinish is how many finishers a page has.
const onFinish = 6

func (p *Painter) finished(v games.View) int {
	if v.Race == nil || v.Race.Open || len(v.Race.Order) == 0 {
		return 0
	}
	return len(v.Race.Order) + len(v.Race.Missing)
}

// finishers draws who came when, by the first press, and who never did.
func (p *Painter) finishers(s Scene, from, to int, b box) {
	const columns = 2
	order, missing := s.View.Race.Order, s.View.Race.Missing
	w, h := b.w/columns, b.h/((to-from+columns-1)/columns)
	sizes := &noteSizes
	if h >= 16 {
		sizes = &menuSizes
	}
	for i := from; i < to; i++ {
		start := len(p.said)
		if i < len(order) {
			p.said = append(appendNumber(p.said, int(order[i].Seat)), noBreak+"+"...)
			p.said = appendSpan(p.said, order[i].After-order[0].After, s.Language)
			if i == 0 {
				p.said = appendNumber(p.said[:start], int(order[i].Seat))
			}
		} else {
			p.said = append(appendNumber(p.said, int(missing[i-len(order)])), noBreak+"–"...)
		}
		n := i - from
		p.fit(box{b.x + n%columns*w, b.y + n/columns*h, w - 2, h}, false, paragraph{p.said[start:], sizes, 1})
	}
}

// lowHunts draws hunts in two bands: of one, what is known above the last proposal; of two, one in each; of more, two in each.
func (p *Painter) lowHunts(s Scene, all []games.Slate, b box) {
	all = all[:min(len(all), mostSlates)]
	h := b.h / 2
	switch len(all) {
	case 0:
	case 1:
		const left = 31
		slate := all[0]
		p.huntLabel(s, slate, box{b.x, b.y, left, b.h}, false)
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
			p.huntLabel(s, slate, box{r.x, r.y, left, r.h}, true)
			letters := box{r.x + left + 1, r.y, r.w - left - 1, r.h}
			p.latest(p.letterFace(lowPitch(letters, slate.Known)-2, max(letterRows, h-2), known(slate), slate.Word), slate, letters)
		}
	default:
		w := b.w / 2
		f := p.faces[small]
		for i, slate := range all {
			r := box{b.x + i%2*w, b.y + i/2*h, w - 2, h}
			n := max(1, len(slate.Known))
			if quartered(all, b.w) {
				pitch := max(inQuarter, min(10, (r.w-quarterLabel)/n))
				p.quarterLabel(s, slate, r.cutLeft(r.w-n*pitch))
				p.latest(f, slate, r)
			} else { // no room for marks: what everyone knows says most
				p.quarterLabel(s, slate, r.cutLeft(r.w-n*(inQuarter-1)))
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
func (p *Painter) latest(f *face, slate games.Slate, b box) {
	word, marks, proposed := slate.Word, slate.Marks, true
	if word == "" {
		word, marks, proposed = known(slate), slate.Known, false
	}
	p.lowLetters(f, b, word, marks, proposed)
}

// lowPitch is how far apart the letters of a word stand in a band.
func lowPitch(b box, word string) int { return min(b.w/max(len(word), 1), 16) }

// lowLetters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one underlined.
func (p *Painter) lowLetters(f *face, b box, word, marks string, proposed bool) {
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
		g := f.glyph(r)
		base := max(min((room+f.caps)/2, cell.h-g.down), f.caps) // a Q stands higher
		down := cell.y + base + g.top
		for j, rows := range g.columns {
			rows = rows << max(0, down) >> max(0, -down)
			p.ink(cell.x+(cell.w-len(g.columns)+1)/2+j, 0, rows&(strip(cell.h)<<cell.y))
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
func (p *Painter) quarterLabel(s Scene, slate games.Slate, b box) {
	f := p.faces[11]
	y := b.y + (b.h-1+f.caps)/2
	write := func(text []byte) {
		if width, _, _ := f.measure(text); width < b.w {
			b.w -= width + 1
			p.write(f, b.x+b.w, y, text)
			b.w -= 2
		}
	}
	if seconds := huntSeconds(s, slate); seconds > 0 {
		write(p.number(seconds))
	}
	for _, seat := range slices.Backward(slate.Seats) {
		write(p.number(int(seat)))
	}
}

// teamPoints draws the points of each team, without its grid.
func (p *Painter) teamPoints(s Scene, b box) {
	w := b.w / max(1, len(s.View.Grids))
	for i := range min(len(s.View.Grids), len(s.View.Seats)) {
		t := games.Text{Word: "team_points", Seat: games.Seat(i + 1), Number: s.View.Seats[i].Total}
		p.fit(box{b.x + i*w, b.y, w, b.h}, true, paragraph{p.say(t, s.Language), &noteSizes, 1})
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
func (p *Painter) lowAnswer(s Scene, asked games.Prompt, d Dialogue, top, b box) {
	ask := p.ask(s, asked, "")
	switch asked.Shape {
	case games.Choice:
		if asked.Buttons != games.Play {
			p.buttons(s, &top, &b)
		}
		p.title(top, ask)
		p.lowChoice(s, asked, d, b)
	case games.Amount:
		p.title(top, ask)
		p.amount(s, asked, d, b)
	case games.Hand:
		p.lowHand(s, d, ask, top, b)
	case games.Card:
		p.lowCard(s, asked, d, ask, top)
	case games.Code:
		p.lowCode(s, asked, d, ask, top, b)
	case games.Token:
		p.lowToken(s, asked, d, ask, top, b)
	case games.Letters:
		p.lowWord(asked, d, top, b, ask, s.Language)
	}
}

// lowChoice draws seats side by side; of words, the one at the cursor.
func (p *Painter) lowChoice(s Scene, asked games.Prompt, d Dialogue, b box) {
	cursor := p.offer(s, asked, d)
	switch {
	case cursor >= 0 && len(p.cells) == 0 && panelOf(s.View) == entrants && p.fitsItem(b.w-joinedSide, b.h, cursor):
		p.joined(s, b.cutRight(joinedSide))
		p.item(b, cursor)
	case cursor >= 0:
		p.item(b, cursor)
	case len(p.cells) > mostInRow:
		p.stepper(b, p.option(asked, asked.Options[min(d.cursor, len(asked.Options)-1)], s.Language), d.cursor > 0, d.cursor+1 < len(asked.Options))
	default:
		if len(p.items) > 0 {
			p.arrow(b.x+b.w-5, b.y+b.h/2+1, 1) // words follow
			if len(asked.Offers) > 0 {
				p.arrow(b.x+b.w-5, b.y+b.h/2-4, -1)
			}
			b.w -= turning
		}
		p.seatRow(b)
	}
}

// joinedSide is how many columns beside an item show who takes part.
const joinedSide = 54

// joined draws in two rows who takes part, on lit ground, and who may.
func (p *Painter) joined(s Scene, b box) {
	p.panel(s, entrants)
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

// lowHand draws the three numbers of a hand, the one that is being set with its name, and above them what they come to.
func (p *Painter) lowHand(s Scene, d Dialogue, ask []byte, top, b box) {
	sum := d.slots[0] + 5*d.slots[1] + 10*d.slots[2] // MITO-21
	p.fit(top.cutRight(44), true, paragraph{p.say(games.Text{Word: "points", Number: sum}, s.Language), &noteSizes, 1})
	p.title(top, ask)
	const narrow = 28
	for i, label := range [...]string{"numbers", "actions", "mitos"} {
		r := b.cutLeft(narrow)
		if i == d.slot {
			r.w += b.w - (d.count-1-i)*narrow
			b = box{r.x + r.w, b.y, (d.count - 1 - i) * narrow, b.h}
			field := r
			p.fit(box{r.x + 3, r.y, r.w - narrow - 3, r.h}, false, paragraph{p.word(label, s.Language), &noteSizes, 1})
			r = r.cutRight(narrow)
			p.fit(r, true, paragraph{p.number(d.slots[i]), &nameSizes, 1})
			p.invert(field)
			continue
		}
		p.fit(r, true, paragraph{p.number(d.slots[i]), &nameSizes, 1})
	}
}

// lowCard draws the question, the eight attributes, the chosen ones on lit ground, the one at the cursor in brackets, with a cross for each word that may be answered instead, and the name of
// the one at the cursor, or the card when it is whole.
func (p *Painter) lowCard(s Scene, asked games.Prompt, d Dialogue, ask []byte, top box) {
	n := sending(asked)
	pitch := Width / n
	f := p.faces[11]
	cells, name := box{0, band, Width, 10}, box{0, band + 10, Width, band}
	p.fit(box{top.x, top.y, top.w, band}, false, paragraph{ask, &tagSizes, 1})
	for i := range n {
		cell := box{i*pitch + (pitch-10)/2, cells.y, 10, cells.h}
		r := '×'
		if i < attributes {
			r = rune('1' + i)
		}
		p.letterIn(f, cell, r)
		if slices.Contains(d.chosen(), i+1) {
			p.invert(cell)
		}
		if i == d.cursor {
			sides, ends := strip(cell.h), uint64(1)|1<<(cell.h-1)
			p.ink(cell.x-2, cell.y, sides)
			p.ink(cell.x-1, cell.y, ends)
			p.ink(cell.x+cell.w, cell.y, ends)
			p.ink(cell.x+cell.w+1, cell.y, sides)
		}
	}
	switch {
	case d.cursor >= n:
		p.fit(p.okKey(name), false, paragraph{p.cardOf(d.chosen()), &noteSizes, 1})
	case d.cursor < len(asked.Options):
		p.fit(name, false, paragraph{p.option(asked, asked.Options[d.cursor], s.Language), &noteSizes, 1})
	}
}

// lowCode draws the five places. Above them stands the colour of the one that is being set, beside the question or in its place.
func (p *Painter) lowCode(s Scene, asked games.Prompt, d Dialogue, ask []byte, top, b box) {
	chosen := 0
	for i, n := range d.slots {
		colour := ""
		if n > 0 {
			colour = asked.Options[n-1].String()
			chosen++
		}
		p.colour(s, box{b.x + 2 + i*codePitch, b.y, codePitch - 2, b.h}, colour, i == d.slot)
	}
	start := len(p.said)
	p.said = append(appendNumber(p.said, chosen), '/')
	p.said = appendNumber(p.said, asked.Max)
	count := p.said[start:]
	width, _, _ := p.faces[small].measure(count)
	p.title(top.cutRight(width+1), count)
	top.cutRight(6)
	if d.slot == places {
		p.fit(p.okKey(box{top.x, top.y, top.w, top.h - 1}), false, paragraph{p.word("send", s.Language), &noteSizes, 1})
		return
	}
	var name []byte
	if n := d.slots[d.slot]; n > 0 {
		name = p.option(asked, asked.Options[n-1], s.Language)
	}
	p.beside(top, ask, name)
}

// beside writes the answer at the right of its question, or alone if there is not room for both.
func (p *Painter) beside(b box, ask, answer []byte) {
	const apart = 6
	if len(answer) > 0 {
		f := p.faces[small]
		width, _, _ := f.measure(ask)
		if with, _, _ := f.measure(answer); width+apart+with > b.w-1 {
			ask, answer = answer, nil
		}
	}
	if len(answer) > 0 {
		width, _, _ := p.faces[small].measure(answer)
		p.title(b.cutRight(width+1), answer)
	}
	p.title(b, ask)
}

// lowToken draws a colour and a position beside it, and above them the question and which of the two is being set.
func (p *Painter) lowToken(s Scene, asked games.Prompt, d Dialogue, ask []byte, top, b box) {
	if d.count == 0 {
		p.title(top, ask)
		return
	}
	labels := [...]string{"colour", "position"}
	p.beside(top, ask, p.word(labels[d.slot], s.Language))
	number := b.cutRight(30)
	b.w -= 2
	columns := [...]box{b, number}
	values := [...][]byte{p.option(asked, asked.Options[d.slots[0]-1], s.Language), p.number(d.slots[1])}
	for i, c := range columns {
		p.fit(box{c.x + 2, c.y, c.w - 4, c.h}, true, paragraph{values[i], &nameSizes, 1})
		if i == d.slot {
			p.invert(c)
		}
	}
}

// lowWord draws the word as far as it is entered, the letter of the wheel in the next box, and above them the question until
// the wheel is turned.
func (p *Painter) lowWord(asked games.Prompt, d Dialogue, top, b box, ask []byte, l Language) {
	n := max(1, asked.Max)
	pitch := min(Width/n, 20)
	row := box{b.x + (Width-n*pitch)/2, b.y, n * pitch, b.h}
	switch entered := p.boxes(row, pitch, n, d); {
	case entered == n:
		p.fit(p.okKey(box{top.x, top.y, top.w, top.h - 1}), false, paragraph{p.word("send", l), &noteSizes, 1})
	case d.wheel == 0 || d.word == d.given && d.wheel == d.ring()[0]:
		p.title(top, ask)
	default:
		p.roll(d, top)
	}
}
