package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/wording"
)

// Whatever has no room on the first page of a table follows on pages that Previous and Next turn.
// The last page has the points, unless the first has them: Previous turns to it from the first.
// Without keys only the first page is shown.

// A leaf is a page after the first.
type leaf struct {
	draw    func(canvas.Box)
	remarks []canvas.Paragraph // the remarks that it draws, if any
	points  bool               // it shows the points of all seats
	foot    bool               // it has a footer on a low picture; on a high one every leaf has
}

// page returns the box of a page after the first: beside the arrows on a low picture, above the
// footer on a high one.
func (c *composer) page() canvas.Box {
	b := c.inside()
	b.W -= c.arrows()
	b.H -= c.rows(0, c.footing())
	return b
}

// turn wipes the first page if the judge has turned to another one and composes that, draws the
// arrows, and returns the number of pages.
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
	// No arrow leads to the points alone: they always come last.
	t.pageArrows(page, page+1 < pages && (page > 0 || pages > 2 || !leaves[0].points))
	return pages
}

// pageArrows draws the ways in which pages can be turned, if there is room for an arrow.
func (t *table) pageArrows(page int, more bool) {
	const wide, high = 5, 3
	up, down := canvas.At(canvas.Width-6, 1, wide, high), canvas.At(canvas.Width-6, t.Height-4, wide, high)
	switch first := t.arrangement; {
	case t.Tight(): // at the top and the bottom
	case page > 0 || first.key == inFooter: // side by side at the end of the footer
		down.Y -= 3
		up.X, up.Y = down.X-7, down.Y
	case first.key == inCorner: // beside the key
		down.X, down.Y = t.corner.X-9, t.corner.Middle(wide, high).Y
	case first.panel: // above the panel
		down.Y = 4
	}
	if page > 0 && t.Free(up) {
		t.Arrow(up.X, up.Y, -1)
	}
	if more && t.Free(down) {
		t.Arrow(down.X, down.Y, 1)
	}
}

// leaves lists the pages after the first: the rest of the remarks, the panel, what OK does, and the
// points.
func (t *table) leaves() []leaf {
	leaves := append(t.remarkLeaves(), t.panelLeaves()...)
	if t.Tight() && t.does != "" && t.arrangement.key != inFooter {
		leaves = t.tellOK(leaves)
	}
	if v := t.View; !(t.arrangement.panel && t.panel.points) && v.Round > 0 && len(v.Seats) > 0 {
		leaves = append(leaves, leaf{draw: t.points, points: true})
	}
	return leaves
}

// remarkLeaves returns the pages for the remarks that the first page has no room for.
func (t *table) remarkLeaves() (leaves []leaf) {
	rest := t.remarks[t.remarksShown:max(t.remarksShown, len(t.remarks)-t.optional)]
	for len(rest) > 0 {
		n := t.together(rest)
		page := told(rest[:n])
		draw := func(b canvas.Box) { t.Fit(b, canvas.Middle, page...) }
		leaves, rest = append(leaves, leaf{draw: draw, remarks: page}), rest[n:]
	}
	return leaves
}

// panelLeaves returns the pages for the panel, unless the first page is enough for it.
func (t *table) panelLeaves() []leaf {
	const least = 24 // rows of a panel that has a page to itself
	p := t.panel
	switch {
	case p.draw == nil || t.arrangement.panel && !p.always:
		return nil
	case p.leaves != nil:
		return p.leaves()
	}
	return []leaf{{draw: func(b canvas.Box) { p.draw(b.Middle(b.W, min(b.H, max(p.rows, least)))) }}}
}

// tellOK has a low picture say what OK does: in the footer of the first page with room for one, or
// else on a page of its own.
func (t *table) tellOK(leaves []leaf) []leaf {
	if i := slices.IndexFunc(leaves, t.takesFooter); i >= 0 {
		leaves[i].foot = true
		return leaves
	}
	return append(leaves, leaf{draw: t.drawOK})
}

// takesFooter reports whether a page has a single remark, easy to read above a footer.
func (t *table) takesFooter(l leaf) bool {
	if len(l.remarks) != 1 || !t.footFits() {
		return false
	}
	b := t.page()
	_, _, fits := t.SetWithin(canvas.LastEasy, b.W, b.H-t.footing(), l.remarks...)
	return fits
}

// together returns how many of the rest of the remarks share the next page: several only if each
// has one row that is easy to read.
func (t *table) together(rest []remark) int {
	b, most, last := t.page(), t.rows(2, 4), canvas.LastEasy
	if t.Tight() && len(rest) > 2*most { // a debrief
		most, last = 3, canvas.LastStep
	}
	for n := min(most, len(rest)); n > 1; n-- {
		if _, _, ok := t.SetWithin(last, b.W, b.H, told(rest[:n])...); ok {
			if n > 2 && len(rest) == n+1 {
				n-- // so that the last is not alone on its page
			}
			return n
		}
	}
	return 1
}

// told returns the paragraphs of a page of remarks: a row for each, or up to three for a single
// one.
func told(remarks []remark) (page []canvas.Paragraph) {
	for _, r := range remarks {
		if r.whole.Most = 1; len(remarks) == 1 {
			r.whole.Most = 3
		}
		page = append(page, r.whole)
	}
	return page
}

// drawOK draws the OK key with its effect on a page of its own.
func (t *table) drawOK(b canvas.Box) {
	b = t.okKey(canvas.At(0, b.Y+9, b.W, t.footing()))
	b.Y, b.H = 0, t.Height
	text := canvas.Paragraph{Text: t.does, Style: canvas.Line, Most: 1}
	if !t.Fits(b.W, b.H, t.does, canvas.Line) {
		text.Most = 2
	}
	t.Fit(b, canvas.Left, text)
}

// points draws the points of all seats below the name of the game and its round.
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
			text += wording.NoBreak + wording.NoBreak + outOf(v.Round, v.Rounds)
		}
		t.Label(title.Inset(margin, 0), canvas.Left, text, style)
	}
	if teams {
		grids{t.composer}.teams(b.Middle(b.W, gridSide))
		return
	}
	all.draw(b)
}
