package display

import (
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
}

// page returns the box of a page after the first, above the footer.
func (c *composer) page() canvas.Box {
	b := c.inside()
	b.H -= footing
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
		if t.does != "" {
			t.footer()
		}
		leaves[page-1].draw(t.page())
	}
	// No arrow leads to the points alone: they always come last.
	t.pageArrows(page, page+1 < pages && (page > 0 || pages > 2 || !leaves[0].points))
	return pages
}

// pageArrows draws the ways in which pages can be turned, if there is room for an arrow.
func (t *table) pageArrows(page int, more bool) {
	const wide, high = 5, 3
	up, down := canvas.At(canvas.Width-6, 1, wide, high), canvas.At(canvas.Width-6, canvas.Height-4, wide, high)
	switch first := t.arrangement; {
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

// leaves lists the pages after the first: the rest of the remarks, the panel, and the points.
func (t *table) leaves() []leaf {
	leaves := append(t.remarkLeaves(), t.panelLeaves()...)
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
	case p.draw == nil || t.arrangement.panel:
		return nil
	case p.leaves != nil:
		return p.leaves()
	}
	return []leaf{{draw: func(b canvas.Box) { p.draw(b.Middle(b.W, min(b.H, max(p.rows, least)))) }}}
}

// together returns how many of the rest of the remarks share the next page: several only if each
// has one row that is easy to read.
func (t *table) together(rest []remark) int {
	const most = 4
	b := t.page()
	for n := min(most, len(rest)); n > 1; n-- {
		if _, _, ok := t.SetWithin(canvas.LastEasy, b.W, b.H, told(rest[:n])...); ok {
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

// points draws the points of all seats below the name of the game and its round.
func (t *table) points(b canvas.Box) {
	v := t.View
	b.X, b.W = 0, b.Right()
	title := b.CutTop(band + canvas.Leading)
	b.CutTop(1)
	text := t.voice.Word(v.Game)
	if v.Rounds > 0 {
		text += wording.NoBreak + wording.NoBreak + outOf(v.Round, v.Rounds)
	}
	t.Label(title.Inset(margin, 0), canvas.Left, text, canvas.Menu)
	if len(v.Grids) > 0 {
		grids{t.composer}.teams(b.Middle(b.W, gridSide))
		return
	}
	standings{t.composer, totals(v)}.draw(b)
}
