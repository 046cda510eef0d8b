package display

import (
	"arbitre/display/canvas"
	"arbitre/display/wording"
)

// What the first page of a table has no room for is on pages that Previous and Next turn. The last
// one has the points, unless the first has them: Previous shows them at any time. Where nobody has
// keys there is the first page alone.

// A leaf is a page after the first.
type leaf struct {
	draw   func(canvas.Box)
	points bool // it has the points of all
	foot   bool // on a low picture it says what OK does; on a high one all do
}

// page is the room of a page after the first: on low pictures arrows stand beside it, on high ones
// what OK does below it.
func (c *composer) page() canvas.Box {
	b := c.inside()
	b.W -= c.arrows()
	b.H -= c.rows(0, c.footing())
	return b
}

// turn composes the page to which the judge has turned, and returns how many there are.
func (t *table) turn() (pages int) {
	leaves := t.leaves()
	pages = 1 + len(leaves)
	page := t.turned(pages)
	if page > 0 {
		t.Wipe()
		b, l := t.page(), leaves[page-1]
		if t.does != "" && (!t.Tight() || l.foot) {
			t.footer()
			b.H -= t.rows(t.footing(), 0)
		}
		l.draw(b)
	}
	// That the points follow is not told: they always do.
	t.pageArrows(page, page+1 < pages && (page > 0 || pages > 2 || !leaves[0].points))
	return pages
}

// pageArrows draws which ways pages can be turned, where there is room.
func (t *table) pageArrows(page int, more bool) {
	up, down := canvas.At(canvas.Width-6, 1, 5, 3), canvas.At(canvas.Width-6, t.Height-4, 5, 3)
	switch {
	case t.Tight():
	case page > 0 || t.has.key == inFooter:
		down.Y -= 3
		up.X, up.Y = down.X-7, down.Y
	case t.has.key == inCorner && t.panel.tall:
		down.X, down.Y = canvas.Width-keyWide-9, 4
	case t.has.key == inCorner:
		down.X, down.Y = canvas.Width-keyWide-9, t.Height-8
	case t.has.panel:
		down.Y = 4
	}
	if page > 0 && t.Free(up) {
		t.Arrow(up.X, up.Y, -1)
	}
	if more && t.Free(down) {
		t.Arrow(down.X, down.Y, 1)
	}
}

// leaves lists the pages after the first.
func (t *table) leaves() (leaves []leaf) {
	footed := !t.Tight() || t.does == "" || t.has.key == inFooter // it is said what OK does
	for rest := t.remarks[t.told:max(t.told, len(t.remarks)-t.optional)]; len(rest) > 0; {
		n := t.together(rest)
		page := told(rest[:n])
		draw := func(b canvas.Box) { t.Fit(b, canvas.Middle, page...) }
		foot := !footed && t.leavesFoot(page)
		leaves = append(leaves, leaf{draw: draw, foot: foot})
		footed, rest = footed || foot, rest[n:]
	}
	switch p := t.panel; {
	case p.draw == nil || t.has.panel && !p.always:
	case p.leaves != nil:
		leaves = append(leaves, p.leaves()...)
	default:
		leaves = append(leaves, leaf{draw: func(b canvas.Box) { p.draw(b.Middle(b.W, min(b.H, max(p.rows, 24)))) }})
	}
	if !footed {
		leaves = append(leaves, leaf{draw: t.tellsOK})
	}
	if v := t.View; !(t.has.panel && t.panel.points) && v.Round > 0 && len(v.Seats) > 0 {
		leaves = append(leaves, leaf{draw: t.points, points: true})
	}
	return leaves
}

// leavesFoot tells whether a page has but one remark, which leaves room for what OK opens.
func (t *table) leavesFoot(page []canvas.Paragraph) bool {
	b := t.page()
	_, _, fits := t.SetWithin(canvas.LastEasy, b.W, b.H-t.footing(), page...)
	return fits && len(page) == 1 && t.footFits()
}

// together is how many remarks share a page, of those that are left: several only where each has
// one row that is easy to read.
func (t *table) together(rest []remark) int {
	b, most, last := t.page(), t.rows(2, 4), canvas.LastEasy
	if t.Tight() && len(rest) > 2*most { // a debrief
		most, last = 3, canvas.LastStep
	}
	for n := min(most, len(rest)); n > 1; n-- {
		if _, _, ok := t.SetWithin(last, b.W, b.H, told(rest[:n])...); ok {
			if n > 2 && len(rest) == n+1 {
				n-- // none is left alone
			}
			return n
		}
	}
	return 1
}

// told is a page of remarks: a row for each, or up to three for one alone.
func told(remarks []remark) (page []canvas.Paragraph) {
	for _, r := range remarks {
		if r.whole.Most = 1; len(remarks) == 1 {
			r.whole.Most = 3
		}
		page = append(page, r.whole)
	}
	return page
}

// tellsOK says on a page of its own what OK opens.
func (t *table) tellsOK(b canvas.Box) {
	b = t.okKey(canvas.At(0, b.Y+9, b.W, t.footing()))
	b.Y, b.H = 0, t.Height
	text := canvas.Paragraph{Text: t.does, Style: canvas.Line, Most: 1}
	if !t.Fits(b.W, b.H, t.does, canvas.Line) {
		text.Most = 2
	}
	t.Fit(b, canvas.Left, text)
}

// points draws what everyone has come to, below the name of the game and its round.
func (t *table) points(b canvas.Box) {
	v, all, teams := t.View, standings{t.composer, totals(t.View)}, len(t.View.Grids) > 0
	b.X, b.W = 0, b.Right()
	if _, rows := all.size(); !t.Tight() || !teams && rows < 3 {
		title, style := b.CutTop(band), canvas.Tag
		if t.Tight() {
			title.H--
		} else {
			b.CutTop(canvas.Leading + 1)
			title.H, style = title.H+canvas.Leading, canvas.Menu
		}
		text := t.voice.Word(v.Game)
		if v.Rounds > 0 {
			text += wording.NoBreak + wording.NoBreak + of(v.Round, v.Rounds)
		}
		t.Label(title.Inset(margin, 0), canvas.Left, text, style)
	}
	if teams {
		grids{t.composer}.teams(b.Middle(b.W, gridSide))
		return
	}
	all.draw(b)
}
