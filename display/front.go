package display

import (
	"slices"

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
		if !p.free(corner) {
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
func (p *Painter) panel(t *sheet, b box) {
	v := p.scene.View
	wide := box{0, b.y, Width, b.h}
	if p.low() && t.keys {
		wide.w -= turning
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
		if p.low() && b.h < gridSide {
			p.teamPoints(b)
		} else {
			p.teams(box{1, b.y, Width - 2, b.h})
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
			p.rivalry(b.cutTop(rivalStrip))
		}
		p.hunts(b)
	}
}

// onFront is how many hunts the first page of a low picture shows: two, if there is no room for more and others can be turned to.
func (p *Painter) onFront(t *sheet) int {
	if all := p.scene.View.Slates; t.keys && len(all) > 2 && !quartered(all, Width-2*margin-turning) {
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
