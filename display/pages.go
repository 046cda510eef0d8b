package display

import (
	"slices"

	"arbitre/display/canvas"
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
	ofLast                  // of it a part alone, and what OK opens
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
	okWide  = 24 // and with the space beside it
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
		if t.shown == games.Nothing && !p.c.Tight() {
			p.unsaid = max(0, len(p.remarks)-p.optional-t.told)
		}
		return
	}
	p.leaves = append(p.leaves, leaf{})
	b := p.page()
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
func (p *Painter) inside() canvas.Box {
	b := canvas.At(margin, 0, canvas.Width-2*margin, p.c.Height)
	if !p.c.Tight() {
		b.H--
	}
	return b
}

// page is the room of a page after the first: on low pictures arrows stand beside it, on high ones what OK does below it.
func (p *Painter) page() canvas.Box {
	b := p.inside()
	if p.c.Tight() {
		b.W -= turning
	} else {
		b.H -= p.footing()
	}
	return b
}

// pageArrows draws which ways pages can be turned, where there is room. That the points follow is not told: they always do.
func (p *Painter) pageArrows(t *sheet, page, pages int) {
	up, down := canvas.At(canvas.Width-6, 1, 5, 3), canvas.At(canvas.Width-6, p.c.Height-4, 5, 3)
	switch {
	case p.c.Tight():
	case page > 0 || t.key == inFooter:
		down.Y -= 3
		up.X, up.Y = down.X-7, down.Y
	case t.key == inCorner && t.shown == games.Hunts:
		down.X, down.Y = canvas.Width-keyWide-9, 4
	case t.key == inCorner:
		down.X, down.Y = canvas.Width-keyWide-9, p.c.Height-8
	case t.panel:
		down.Y = 4
	}
	if page > 0 && p.c.Free(up) {
		p.c.Arrow(up.X, up.Y, -1)
	}
	if more := page+1 < pages && (page > 0 || pages > 2 || p.leaves[1].shows != ofPoints); more && p.c.Free(down) {
		p.c.Arrow(down.X, down.Y, 1)
	}
}

// wipe begins a page anew.
func (p *Painter) wipe() {
	p.c.Clear(p.c.Height)
	p.c.Cut = 0
}

// turnLeaves lists the pages after the first.
func (p *Painter) turnLeaves(t *sheet, b canvas.Box) {
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
			most := b.H / band * 2
			pages := (n + most - 1) / most
			each := (n + pages - 1) / pages // so that none is left alone
			for from := 0; from < n; from += each {
				add(ofFinishers, from, min(n, from+each))
			}
		}
	case t.shown == games.Hunts && p.c.Tight():
		for i := range v.Slates {
			add(ofHunts, i, i+1)
		}
		if len(v.Rivals) > 0 {
			add(ofRivals, 0, 0)
		}
	case !t.panel && t.shown != games.Nothing && t.shown != games.Standings && t.shown != games.Squares:
		add(ofPanel, 0, 0)
	}
	if p.c.Tight() && t.does != nil && t.key != inFooter {
		if i := slices.IndexFunc(p.leaves, func(l leaf) bool { return p.footed(t, l, b) }); i >= 0 {
			p.leaves[i].shows = ofLast
		} else {
			add(ofOK, 0, 0)
		}
	}
	if pointed := t.panel && (t.shown == games.Standings || t.shown == games.Squares && !p.c.Tight()); !pointed && v.Round > 0 && len(v.Seats) > 0 {
		add(ofPoints, 0, 0)
	}
}

// footed tells whether a page of remarks has but one, which leaves room for what OK opens.
func (p *Painter) footed(t *sheet, l leaf, b canvas.Box) bool {
	if l.shows != ofRemarks || l.to-l.from > 1 {
		return false
	}
	_, _, said := p.c.SetWithin(canvas.LastEasy, b.W, b.H-p.footing(), p.told(l.from, l.to)...)
	return said && p.footFits(t)
}

// together is how many remarks, from one on, share a page: several only where each has one row that is easy to read.
func (p *Painter) together(from, all int, b canvas.Box) int {
	most, last := 4, canvas.LastEasy
	if p.c.Tight() {
		if most = 2; all-from > 2*most { // a debrief
			most, last = 3, canvas.LastStep
		}
	}
	for n := min(most, all-from); n > 1; n-- {
		if _, _, ok := p.c.SetWithin(last, b.W, b.H, p.told(from, from+n)...); ok {
			if n > 2 && all-from == n+1 {
				n-- // none is left alone
			}
			return n
		}
	}
	return 1
}

// told is a page of remarks: a row for each, or up to three for one alone.
func (p *Painter) told(from, to int) []canvas.Paragraph {
	p.stacked = p.stacked[:0]
	for _, r := range p.remarks[from:to] {
		if r.whole.Most = 1; to-from == 1 {
			r.whole.Most = 3
		}
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// drawLeaf draws a page after the first.
func (p *Painter) drawLeaf(t *sheet, l leaf, b canvas.Box) {
	if t.does != nil && (!p.c.Tight() || l.shows == ofLast) {
		p.footer(t)
	}
	wide := canvas.At(0, b.Y, b.X+b.W, b.H)
	switch l.shows {
	case ofRemarks:
		p.c.Fit(b, true, p.told(l.from, l.to)...)
	case ofLast:
		b.H -= p.footing()
		p.c.Fit(b, true, p.told(l.from, l.to)...)
	case ofPanel:
		h := min(b.H, max(p.panelHeight(t), 24))
		p.panel(t, canvas.At(b.X, b.Y+(b.H-h)/2, b.W, h))
	case ofFinishers:
		p.finishers(l.from, l.to, b)
	case ofHunts:
		p.hunts(p.scene.View.Slates[l.from:l.to], b)
	case ofRivals:
		b.Y, b.H = b.Y+2, b.H-4
		p.rivalry(b.CutTop(rivalStrip))
		p.margin(b)
	case ofOK:
		b = p.okKey(canvas.At(0, b.Y+9, b.W, p.footing()))
		b.Y, b.H = 0, p.c.Height
		text := canvas.Paragraph{Text: t.does, Style: canvas.Line, Most: 1}
		if _, _, ok := p.c.Set(b.W, b.H, text); !ok {
			text.Most = 2
		}
		p.c.Fit(b, false, text)
	case ofPoints:
		p.points(wide)
	}
}

// points draws what everyone has come to, below the name of the game and its round.
func (p *Painter) points(b canvas.Box) {
	v := p.scene.View
	grids := len(v.Grids) > 0
	p.totals(v)
	if _, rows := p.gridSize(); !p.c.Tight() || !grids && rows < 3 {
		title, style := b.CutTop(band), canvas.Tag
		if p.c.Tight() {
			title.H--
		} else {
			b.CutTop(canvas.Leading + 1)
			title.H, style = title.H+canvas.Leading, canvas.Menu
		}
		start := len(p.said)
		p.word(v.Game)
		if v.Rounds > 0 {
			p.said = wording.AppendNumber(append(p.said, wording.NoBreak+wording.NoBreak...), v.Round)
			p.said = wording.AppendNumber(append(p.said, '/'), v.Rounds)
		}
		p.c.Label(canvas.At(margin, title.Y, title.W-2*margin, title.H), false, p.said[start:], style)
	}
	if grids {
		p.teams(canvas.At(1, b.Y+(b.H-gridSide)/2, canvas.Width-2, gridSide))
		return
	}
	p.grid(b)
}
