package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

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
	p.c.Shorten(canvas.Width-2*margin, p.c.Height-1, t.head.whole)
	p.c.Place(p.inside(), true)
}

// first draws a first page, and tells whether there was room for it.
func (p *Painter) first(t *sheet, key keyAt, panel bool) bool {
	p.wipe()
	t.key, t.panel, t.told = key, panel, 0
	b := p.inside()
	if p.low() && t.keys {
		b.W -= turning
	}
	if key == inFooter {
		b.CutBottom(p.footing())
	}
	var under canvas.Box
	if panel {
		under = b.CutBottom(min(p.panelHeight(t), b.H))
		if p.low() {
			b.H--
		} else if t.shown != games.Hunts {
			b.H -= canvas.Leading
		}
	}
	corner := canvas.At(canvas.Width-keyWide, p.c.Height-13, keyWide, 13)
	if top := p.low() || t.shown == games.Hunts; top && key == inCorner {
		corner = canvas.At(b.X+b.W-18, 0, 18, min(b.H, 12))
		b.W -= corner.W + canvas.Leading
	}
	if !panel || t.shown != games.Squares {
		p.drawn(p.scene.View, &b)
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
		if !p.c.Free(corner) {
			return false
		}
		p.okKey(corner)
	}
	return true
}

// headBehind draws the panel alone: the headline is the first that the next page tells.
func (p *Painter) headBehind(t *sheet) bool {
	p.wipe()
	t.key, t.panel, t.told = nowhere, true, 0
	b := p.inside()
	if t.keys {
		b.W -= turning
	}
	p.panel(t, b)
	p.remarks = slices.Insert(p.remarks, 0, remark{whole: canvas.Paragraph{Text: t.head.whole.Text, Style: canvas.Line, Most: 3}})
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
	row := canvas.At(0, p.c.Height-h+1, canvas.Width-arrows, h-1)
	text := canvas.Paragraph{Text: t.does, Style: canvas.Note, Most: 1}
	rest := p.okKey(row)
	rest.H--
	if _, _, ok := p.c.Set(rest.W, rest.H, text); !ok {
		if p.low() {
			return false
		}
		rest.W += arrows - margin
	}
	p.c.Fit(rest, false, text)
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
	v := p.scene.View
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
func (p *Painter) panel(t *sheet, b canvas.Box) {
	v := p.scene.View
	wide := canvas.At(0, b.Y, canvas.Width, b.H)
	if p.low() && t.keys {
		wide.W -= turning
	}
	switch t.shown {
	case games.Entrants:
		p.entrants(v)
		p.seatRow(wide)
	case games.PhotoFinish:
		p.finishers(0, finished(v), b)
	case games.Standings:
		p.totals(v)
		p.grid(wide)
	case games.Squares:
		if p.low() && b.H < gridSide {
			p.teamPoints(b)
		} else {
			p.teams(canvas.At(1, b.Y, canvas.Width-2, b.H))
		}
	case games.Replies:
		p.replies(wide)
	case games.Revealed:
		p.codeBoxes(wide, codeOf(v.Lines))
	case games.Rivalry:
		p.rivalry(b)
	case games.Hunts:
		if p.low() {
			p.lowHunts(v.Slates[:p.onFront(t)], b)
			return
		}
		if len(v.Rivals) > 0 {
			p.rivalry(b.CutTop(rivalStrip))
		}
		p.hunts(b)
	}
}

// onFront is how many hunts the first page of a low picture shows: two, if there is no room for more and others can be turned to.
func (p *Painter) onFront(t *sheet) int {
	if all := p.scene.View.Slates; t.keys && len(all) > 2 && !quartered(all, canvas.Width-2*margin-turning) {
		return 2
	}
	return min(len(p.scene.View.Slates), mostSlates)
}

// finished is how many a photo finish is about; 0 where there is none.
func finished(v games.View) int {
	if v.Race == nil || v.Race.Open || len(v.Race.Order) == 0 {
		return 0
	}
	return len(v.Race.Order) + len(v.Race.Missing)
}
