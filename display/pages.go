package display

import (
	"slices"

	"arbitre/games"
)

// What counts most stands on the first page of a scene. The rest is on pages that Previous and Next turn. The last one has
// the points, unless the first has them: Previous shows them at any time. Where nobody has keys there is the first page alone.

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
	ofPanel                 // what would have been drawn beside the headline
	ofFinishers             // how long after the first each one came
	ofHunts                 // one of them with all that is known, or two
	ofRivals                // how far each has come
	ofOK                    // what OK opens
	ofPoints                // of all, or of the teams with their grids
)

const (
	margin  = 2  // least columns between letters and the edge
	turning = 8  // columns at the right of a low picture for the arrows of its pages
	band    = 11 // rows of small type
	keyWide = 20 // columns of the OK key
)

// A sheet is a scene that is being laid out.
type sheet struct {
	Scene
	head  heading
	shown games.Panel // beside the headline
	keys  bool        // somebody can turn pages
	does  []byte      // what OK does; nil where it does nothing
	hint  bool        // of what waits in the background

	need  int   // the fewest remarks that the first page is to tell
	told  int   // how many it tells
	panel bool  // whether it has the panel
	key   keyAt // where it has the OK key
}

// A keyAt is where a page has the OK key.
type keyAt uint8

const (
	nowhere  keyAt = iota
	inFooter       // with what it does
	inCorner       // alone, where there is no row for it
)

// table draws a page of what everyone sees.
func (p *Painter) table(s Scene) {
	t := sheet{Scene: s, shown: s.View.Panel, keys: s.Dialogue.Rows > 0}
	if t.shown == games.Revealed && !t.keys {
		t.shown = games.Standings
	}
	t.head = p.compose(s, t.shown)
	t.does, t.hint = p.does(s)
	p.firstPage(&t)
	if !t.keys {
		if t.shown == games.Nothing && !p.low() {
			p.unsaid = max(0, len(p.remarks)-p.optional-t.told)
		}
		return
	}
	p.leaves = append(p.leaves, leaf{})
	b := p.page(&t)
	p.turnLeaves(&t, b)
	pages := len(p.leaves)
	page := (s.Dialogue.page%pages + pages) % pages
	if page > 0 {
		p.wipe()
		p.drawLeaf(&t, p.leaves[page], b)
	}
	p.pageArrows(&t, page, pages)
}

// inside is where the text of a picture may stand.
func (p *Painter) inside() box {
	b := box{margin, 0, Width - 2*margin, p.high}
	if !p.low() {
		b.h--
	}
	return b
}

// page is the room of a page after the first: on low pictures arrows stand beside it, on high ones what OK does below it.
func (p *Painter) page(t *sheet) box {
	b := p.inside()
	if p.low() {
		b.w -= turning
	} else {
		b.h -= p.footing()
	}
	return b
}

// pageArrows draws which ways pages can be turned, where there is room. That the points follow is not told: they always do.
func (p *Painter) pageArrows(t *sheet, page, pages int) {
	up, down := box{Width - 6, 1, 5, 3}, box{Width - 6, p.high - 4, 5, 3}
	switch {
	case p.low():
	case page > 0 || t.key == inFooter:
		down.y -= 3
		up.x, up.y = down.x-7, down.y
	case t.key == inCorner && t.shown == games.Hunts:
		down.x, down.y = Width-keyWide-9, 4
	case t.key == inCorner:
		down.x, down.y = Width-keyWide-9, p.high-8
	case t.panel:
		down.y = 4
	}
	if page > 0 && p.free(up) {
		p.arrow(up.x, up.y, -1)
	}
	if more := page+1 < pages && (page > 0 || pages > 2 || p.leaves[1].shows != ofPoints); more && p.free(down) {
		p.arrow(down.x, down.y, 1)
	}
}

// firstPage draws the first page with as much on it as can be read with ease.
func (p *Painter) firstPage(t *sheet) {
	needed := len(p.remarks) - p.optional
	panel := p.panelHeight(t) > 0
	switch {
	case p.low():
		key := nowhere
		if t.does != nil && !t.hint {
			key = inFooter
			if panel {
				key = inCorner
			}
		}
		if p.first(t, key, panel) || panel && (p.first(t, nowhere, true) || p.headBehind(t) || p.first(t, min(key, inFooter), false)) || p.first(t, nowhere, false) {
			return
		}
	case t.does == nil:
		if t.shown == games.PhotoFinish {
			t.need = needed
		}
		if p.first(t, nowhere, panel) || p.first(t, nowhere, false) {
			return
		}
		if t.need = 0; p.first(t, nowhere, false) {
			return
		}
	default:
		t.need = needed
		for _, panel := range [...]bool{panel, panel && t.shown != games.PhotoFinish} {
			for _, key := range [...]keyAt{inFooter, inCorner} {
				if p.first(t, key, panel) {
					return
				}
			}
		}
		t.need = 0
		if panel && t.shown == games.Hunts && (p.first(t, inFooter, true) || p.first(t, inCorner, true)) || p.first(t, inFooter, panel && t.shown != games.PhotoFinish) || p.first(t, inFooter, false) {
			return
		}
	}
	p.wipe()
	t.panel, t.key, t.told = false, nowhere, 0
	p.shorten(Width-2*margin, p.high-1, t.head.whole)
	p.place(p.inside(), true)
}

// first draws a first page, and tells whether there was room for it.
func (p *Painter) first(t *sheet, key keyAt, panel bool) bool {
	p.wipe()
	t.key, t.panel, t.told = key, panel, 0
	b := p.inside()
	if p.low() && t.keys {
		b.w -= turning
	}
	if key == inFooter {
		b.cutBottom(p.footing())
	}
	var under box
	if panel {
		under = b.cutBottom(min(p.panelHeight(t), b.h))
		if p.low() {
			b.h--
		} else if t.shown != games.Hunts {
			b.h -= leading
		}
	}
	corner := box{Width - keyWide, p.high - 13, keyWide, 13}
	if top := p.low() || t.shown == games.Hunts; top && key == inCorner {
		corner = box{b.x + b.w - 18, 0, 18, min(b.h, 12)}
		b.w -= corner.w + leading
	}
	if !panel || t.shown != games.Squares {
		p.drawn(t.View, &b)
	}
	q := p.plan(t, b)
	if !q.short && slices.ContainsFunc(p.remarks[q.remarks:], remark.isFault) {
		p.faultMark(&b)
		q = p.plan(t, b)
	}
	if q.short || key == inFooter && !p.footer(t) {
		return false
	}
	if panel {
		p.panel(t, under)
	}
	p.carry(q, b, t.head)
	t.told = q.remarks
	if key == inCorner {
		if !p.free(corner) {
			return false
		}
		p.okKey(corner)
	}
	return true
}

// wipe begins a page anew.
func (p *Painter) wipe() {
	p.clear(p.high)
	p.cut = 0
}

// headBehind draws the panel alone: the headline is the first that the next page tells.
func (p *Painter) headBehind(t *sheet) bool {
	p.wipe()
	t.key, t.panel, t.told = nowhere, true, 0
	b := p.inside()
	if t.keys {
		b.w -= turning
	}
	p.panel(t, b)
	p.remarks = slices.Insert(p.remarks, 0, remark{whole: paragraph{t.head.whole.text, &lineSizes, 3}})
	return true
}

// footing is how many rows at the bottom say what OK does.
func (p *Painter) footing() int {
	if p.low() {
		return 13
	}
	return 14
}

// footer says at the bottom what OK does, and tells whether there was room for it.
func (p *Painter) footer(t *sheet) bool {
	const arrows = 16
	h := p.footing()
	row := box{0, p.high - h + 1, Width - arrows, h - 1}
	text := paragraph{t.does, &noteSizes, 1}
	rest := p.okKey(row)
	rest.h--
	if _, _, ok := p.set(rest.w, rest.h, text); !ok {
		if p.low() {
			return false
		}
		rest.w += arrows - margin
	}
	p.fit(rest, false, text)
	return true
}

// panelHeight prepares what is drawn beside the headline, and returns how many rows that needs; 0 where it has none on the first page.
func (p *Painter) panelHeight(t *sheet) int {
	low := p.low()
	of := func(high, onLow int) int {
		if low {
			return onLow
		}
		return high
	}
	v := t.View
	switch t.shown {
	case games.Entrants:
		if p.entrants(v); len(p.cells) > 0 {
			return of(25, 19)
		}
	case games.PhotoFinish:
		if n := finished(v); n > 1 && len(p.remarks) == 0 { // what follows from it counts more
			return of((n+1)/2*13, 0)
		}
	case games.Standings:
		p.totals(v)
		_, rows := p.gridSize()
		if rows > 2 {
			return of(12*rows, 0)
		}
		return of(min(rows, 1)*27, min(rows, 1)*20)
	case games.Squares:
		if low && slices.ContainsFunc(v.Lines, isOnGrid) {
			return 0
		}
		return of(gridSide, band+1)
	case games.Replies:
		return of(35, 21)
	case games.Revealed:
		return of(18, 19)
	case games.Rivalry:
		return rivalStrip
	case games.Hunts:
		super := 0
		if len(v.Rivals) > 0 {
			super = rivalStrip
		}
		return of(huntsHeight(len(v.Slates))+super, 21)
	}
	return 0
}

// panel draws what is drawn beside the headline.
func (p *Painter) panel(t *sheet, b box) {
	v := t.View
	wide := box{0, b.y, Width, b.h}
	if p.low() && t.keys {
		wide.w -= turning
	}
	switch t.shown {
	case games.Entrants:
		p.entrants(v)
		p.seatRow(wide)
	case games.PhotoFinish:
		p.finishers(t.Scene, 0, finished(v), b)
	case games.Standings:
		p.totals(v)
		p.grid(wide)
	case games.Squares:
		if p.low() && b.h < gridSide {
			p.teamPoints(t.Scene, b)
		} else {
			p.teams(t.Scene, box{1, b.y, Width - 2, b.h})
		}
	case games.Replies:
		p.replies(t.Scene, wide)
	case games.Revealed:
		p.codeBoxes(t.Scene, wide, codeOf(v.Lines))
	case games.Rivalry:
		p.rivalry(t.Scene, b)
	case games.Hunts:
		if p.low() {
			p.lowHunts(t.Scene, v.Slates[:p.onFront(t)], b)
			return
		}
		if len(v.Rivals) > 0 {
			p.rivalry(t.Scene, b.cutTop(rivalStrip))
		}
		p.hunts(t.Scene, b)
	}
}

// onFront is how many hunts the first page of a low picture shows: two, if there is no room for more and others can be turned to.
func (p *Painter) onFront(t *sheet) int {
	if all := t.View.Slates; t.keys && len(all) > 2 && !quartered(all, Width-2*margin-turning) {
		return 2
	}
	return min(len(t.View.Slates), mostSlates)
}

// turnLeaves lists the pages after the first.
func (p *Painter) turnLeaves(t *sheet, b box) {
	v := t.View
	add := func(shows part, from, to int) { p.leaves = append(p.leaves, leaf{shows, from, to}) }
	for told, all := t.told, len(p.remarks)-p.optional; told < all; {
		n := p.together(told, all, b)
		add(ofRemarks, told, told+n)
		told += n
	}
	switch {
	case t.shown == games.PhotoFinish && !t.panel:
		if n := finished(v); n > 1 {
			most := b.h / band * 2
			for from := 0; from < n; from += most {
				add(ofFinishers, from, min(n, from+most))
			}
		}
	case t.shown == games.Hunts && p.low():
		if n := p.onFront(t); n < len(v.Slates) {
			add(ofHunts, n, len(v.Slates))
		}
		for i := range v.Slates {
			add(ofHunts, i, i+1)
		}
		if len(v.Rivals) > 0 {
			add(ofRivals, 0, 0)
		}
	case !t.panel && t.shown != games.Nothing && t.shown != games.Standings && t.shown != games.Squares:
		add(ofPanel, 0, 0)
	}
	if p.low() && t.does != nil && t.key != inFooter {
		add(ofOK, 0, 0)
	}
	if pointed := t.panel && (t.shown == games.Standings || t.shown == games.Squares && !p.low()); !pointed && v.Round > 0 && len(v.Seats) > 0 {
		add(ofPoints, 0, 0)
	}
}

// together is how many remarks, from one on, share a page: several only where each has one row that is easy to read.
func (p *Painter) together(from, all int, b box) int {
	most, last := 4, easy
	if p.low() {
		if most = 2; all-from > 2*most { // a debrief
			most, last = 3, lastStep
		}
	}
	for n := min(most, all-from); n > 1; n-- {
		if _, _, ok := p.setWithin(last, b.w, b.h, p.told(from, from+n)...); ok {
			if n > 2 && all-from == n+1 {
				n-- // none is left alone
			}
			return n
		}
	}
	return 1
}

// told is a page of remarks: a row for each, or up to three for one alone.
func (p *Painter) told(from, to int) []paragraph {
	p.stacked = p.stacked[:0]
	for _, r := range p.remarks[from:to] {
		if r.whole.most = 1; to-from == 1 {
			r.whole.most = 3
		}
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// drawLeaf draws a page after the first.
func (p *Painter) drawLeaf(t *sheet, l leaf, b box) {
	if !p.low() && t.does != nil {
		p.footer(t)
	}
	wide := box{0, b.y, b.x + b.w, b.h}
	switch l.shows {
	case ofRemarks:
		p.fit(b, true, p.told(l.from, l.to)...)
	case ofPanel:
		h := min(b.h, max(p.panelHeight(t), 24))
		p.panel(t, box{b.x, b.y + (b.h-h)/2, b.w, h})
	case ofFinishers:
		p.finishers(t.Scene, l.from, l.to, b)
	case ofHunts:
		p.lowHunts(t.Scene, t.View.Slates[l.from:l.to], b)
	case ofRivals:
		p.rivalry(t.Scene, box{b.x, b.y + (b.h-rivalStrip)/2, b.w, rivalStrip})
	case ofOK:
		b = p.okKey(box{0, b.y + 9, b.w, p.footing()})
		b.y, b.h = 0, p.high
		text := paragraph{t.does, &lineSizes, 1}
		if _, _, ok := p.set(b.w, b.h, text); !ok {
			text.most = 2
		}
		p.fit(b, false, text)
	case ofPoints:
		p.points(t, wide)
	}
}

// points draws what everyone has come to, below the name of the game and its round.
func (p *Painter) points(t *sheet, b box) {
	v := t.View
	grids := len(v.Grids) > 0
	p.totals(v)
	if _, rows := p.gridSize(); !p.low() || !grids && rows < 3 {
		title := b.cutTop(band)
		if !p.low() {
			b.cutTop(leading + 1)
			title.h += leading
		}
		start := len(p.said)
		p.word(v.Game, t.Language)
		if v.Rounds > 0 {
			p.said = appendNumber(append(p.said, noBreak+noBreak...), v.Round)
			p.said = appendNumber(append(p.said, '/'), v.Rounds)
		}
		p.fit(box{margin, title.y, title.w - 2*margin, title.h}, false, paragraph{p.said[start:], &menuSizes, 1})
	}
	if grids {
		p.teams(t.Scene, box{1, b.y + (b.h-gridSide)/2, Width - 2, gridSide})
		return
	}
	p.grid(b)
}

// finished is how many a photo finish is about; 0 where there is none.
func finished(v games.View) int {
	if v.Race == nil || v.Race.Open || len(v.Race.Order) == 0 {
		return 0
	}
	return len(v.Race.Order) + len(v.Race.Missing)
}
