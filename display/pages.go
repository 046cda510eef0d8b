package display

import (
	"arbitre/display/wording"
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
func (p *Painter) table() {
	t := sheet{shown: p.scene.View.Panel, keys: p.draft.Turns}
	if t.shown == games.Revealed && !t.keys {
		t.shown = games.Standings
	}
	t.head = p.compose(t.shown)
	t.does, t.hint = p.does()
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
	page := (p.draft.Page%pages + pages) % pages
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

// wipe begins a page anew.
func (p *Painter) wipe() {
	p.clear(p.high)
	p.cut = 0
}

// turnLeaves lists the pages after the first.
func (p *Painter) turnLeaves(t *sheet, b box) {
	v := p.scene.View
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
		p.finishers(l.from, l.to, b)
	case ofHunts:
		p.lowHunts(p.scene.View.Slates[l.from:l.to], b)
	case ofRivals:
		p.rivalry(box{b.x, b.y + (b.h-rivalStrip)/2, b.w, rivalStrip})
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
	v := p.scene.View
	grids := len(v.Grids) > 0
	p.totals(v)
	if _, rows := p.gridSize(); !p.low() || !grids && rows < 3 {
		title := b.cutTop(band)
		if !p.low() {
			b.cutTop(leading + 1)
			title.h += leading
		}
		start := len(p.said)
		p.word(v.Game)
		if v.Rounds > 0 {
			p.said = wording.AppendNumber(append(p.said, wording.NoBreak+wording.NoBreak...), v.Round)
			p.said = wording.AppendNumber(append(p.said, '/'), v.Rounds)
		}
		p.fit(box{margin, title.y, title.w - 2*margin, title.h}, false, paragraph{p.said[start:], &menuSizes, 1})
	}
	if grids {
		p.teams(box{1, b.y + (b.h-gridSide)/2, Width - 2, gridSide})
		return
	}
	p.grid(b)
}
