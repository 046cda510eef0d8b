package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// An arrangement is what a first page may have.
type arrangement struct {
	need  int // the fewest remarks
	key   keyAt
	panel bool
	alone bool // the panel has all of the page
}

// arrangements are those of a scene, the best first. Where rows are few the key gives way first, elsewhere the remarks.
func (p *Painter) arrangements(t *sheet) []arrangement {
	all := len(p.remarks) - p.optional
	panel := p.panelHeight(t) > 0
	dear := panel && t.shown != games.PhotoFinish // what follows from a race counts more than its picture
	list := p.tries[:0]
	switch {
	case p.c.Tight():
		key := nowhere
		if t.does != nil && !t.hint {
			key = inFooter
			if panel {
				key = inCorner
			}
		}
		list = append(list, arrangement{key: key, panel: panel}, arrangement{panel: panel})
		if panel {
			list = append(list, arrangement{alone: true})
		}
	case t.does == nil:
		if t.shown == games.PhotoFinish {
			list = append(list, arrangement{need: all, panel: panel}, arrangement{need: all})
		} else {
			list = append(list, arrangement{panel: panel})
		}
		list = append(list, arrangement{})
	default:
		list = append(list, arrangement{all, inFooter, panel, false}, arrangement{all, inCorner, panel, false},
			arrangement{all, inFooter, dear, false}, arrangement{all, inCorner, dear, false})
		if panel && t.shown == games.Hunts {
			list = append(list, arrangement{key: inFooter, panel: true}, arrangement{key: inCorner, panel: true})
		}
		list = append(list, arrangement{key: inFooter, panel: dear}, arrangement{key: inFooter})
	}
	p.tries = list
	return list
}

// firstPage draws the first page with as much on it as can be read with ease.
func (p *Painter) firstPage(t *sheet) {
	for _, a := range p.arrangements(t) {
		if a.alone {
			p.headBehind(t)
			return
		}
		t.need = a.need
		if p.first(t, a.key, a.panel) {
			return
		}
	}
	p.wipe()
	t.panel, t.key, t.told = false, nowhere, 0
	p.c.Shorten(canvas.Width-2*margin, p.c.Height-1, t.head.whole)
	p.c.Place(p.inside(), true)
}

// apart is how far what is said stays from the key beside it: "Letter 1: V" and OK are no word.
const apart = 6

// first draws a first page, and tells whether there was room for it.
func (p *Painter) first(t *sheet, key keyAt, panel bool) bool {
	p.wipe()
	t.key, t.panel, t.told = key, panel, 0
	b := p.inside()
	if p.c.Tight() && t.keys {
		b.W -= turning
	}
	if key == inFooter {
		b.CutBottom(p.footing())
	}
	var under canvas.Box
	if panel {
		under = b.CutBottom(min(p.panelHeight(t), b.H))
		if p.c.Tight() {
			b.H--
		} else if t.shown != games.Hunts {
			b.H -= canvas.Leading
		}
	}
	corner := canvas.At(canvas.Width-keyWide, p.c.Height-13, keyWide, 13)
	if top := p.c.Tight() || t.shown == games.Hunts; top && key == inCorner {
		corner = canvas.At(b.X+b.W-18, 0, 18, min(b.H, 12))
		b.W -= corner.W + apart
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
func (p *Painter) headBehind(t *sheet) {
	p.wipe()
	t.key, t.panel, t.told = nowhere, true, 0
	b := p.inside()
	if t.keys {
		b.W -= turning
	}
	p.panel(t, b)
	p.remarks = slices.Insert(p.remarks, 0, remark{whole: canvas.Paragraph{Text: t.head.whole.Text, Style: canvas.Line, Most: 3}})
}

// footing is how many rows at the bottom say what OK does.
func (p *Painter) footing() int {
	if p.c.Tight() {
		return 13
	}
	return 14
}

// arrowsWide is how many columns the arrows beside a footer take.
const arrowsWide = 16

// footFits tells whether what OK does can be said at the bottom, beside the arrows.
func (p *Painter) footFits(t *sheet) bool {
	_, _, ok := p.c.Set(canvas.Width-arrowsWide-okWide, p.footing()-2, canvas.Paragraph{Text: t.does, Style: canvas.Note, Most: 1})
	return ok
}

// footer says at the bottom what OK does, and tells whether there was room for it.
func (p *Painter) footer(t *sheet) bool {
	h, fits := p.footing(), p.footFits(t)
	if !fits && p.c.Tight() {
		return false
	}
	rest := p.okKey(canvas.At(0, p.c.Height-h+1, canvas.Width-arrowsWide, h-1))
	if rest.H--; !fits {
		rest.W += arrowsWide - margin
	}
	p.c.Fit(rest, false, canvas.Paragraph{Text: t.does, Style: canvas.Note, Most: 1})
	return true
}

// panelHeight prepares what is drawn beside the headline, and returns how many rows that is to have; 0 where it has none on the
// first page.
func (p *Painter) panelHeight(t *sheet) int {
	v := p.scene.View
	rows := func(low, usual int) int {
		if p.c.Tight() {
			return low
		}
		return usual
	}
	switch t.shown {
	case games.Entrants:
		if p.entrants(v); len(p.cells) > 0 {
			return rows(19, 25)
		}
	case games.PhotoFinish:
		if n := finished(v); n > 1 && len(p.remarks) == 0 { // what follows from it counts more
			return rows(0, (n+1)/2*13)
		}
	case games.Standings:
		p.totals(v)
		switch _, lines := p.gridSize(); {
		case lines > 2:
			return rows(0, 12*lines)
		case lines > 0:
			return rows(20, 27)
		}
	case games.Squares:
		if !p.c.Tight() || !slices.ContainsFunc(v.Lines, isOnGrid) {
			return rows(band+1, gridSide)
		}
	case games.Replies:
		return rows(21, 35)
	case games.Revealed:
		return rows(19, 18)
	case games.Rivalry:
		return rivalStrip
	case games.Hunts:
		h := hunted(len(v.Slates))
		if len(v.Rivals) > 0 {
			h += rivalStrip
		}
		low := 19 // one row of letters
		if len(v.Slates) == 1 && v.Slates[0].Word != "" {
			low = 21
		}
		return rows(low, h)
	}
	return 0
}

// panel draws what is drawn beside the headline.
func (p *Painter) panel(t *sheet, b canvas.Box) {
	v := p.scene.View
	wide := canvas.At(0, b.Y, canvas.Width, b.H)
	if p.c.Tight() && t.keys {
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
		if b.H < gridSide {
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
		if len(v.Rivals) > 0 && !p.c.Tight() {
			p.rivalry(b.CutTop(rivalStrip))
		}
		p.hunts(v.Slates, b)
	}
}

// finished is how many a photo finish is about; 0 where there is none.
func finished(v games.View) int {
	if v.Race == nil || v.Race.Open || len(v.Race.Order) == 0 {
		return 0
	}
	return len(v.Race.Order) + len(v.Race.Missing)
}
