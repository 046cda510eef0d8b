package display

import (
	"arbitre/display/canvas"
	"arbitre/display/wording"
)

// Whatever has no room on the first page of a table follows on pages that Previous and Next turn.
// The last page has the points, unless the first has them: Previous turns to it from the first.
// Without keys only the first page is shown.

// A laterPage is a page after the first.
type laterPage struct {
	draw   func(canvas.Box)
	points bool // it shows the points of all seats
}

// belowFirst returns the box of a page after the first, above the footer.
func belowFirst() canvas.Box {
	b := inside()
	b.H -= footing
	return b
}

// turn wipes the first page if the judge has turned to another one and composes that, draws the
// arrows, and returns the number of pages.
func (t *table) turn() int {
	later := t.laterPages()
	pages := 1 + len(later)
	at := t.turnedTo(pages)
	if at > 0 {
		t.page.Wipe()
		if t.does != "" {
			t.footer()
		}
		later[at-1].draw(belowFirst())
	}
	// No arrow leads to the points alone: they always come last.
	t.pageArrows(at > 0, at+1 < pages && (at > 0 || pages > 2 || !later[0].points))
	return pages
}

// pageArrows draws the ways in which pages can be turned, if there is room for an arrow.
func (t *table) pageArrows(back, on bool) {
	const between = 2 // columns between the two arrows, and between an arrow and the edge
	up := canvas.At(canvas.Width-arrowWide-1, 1, arrowWide, arrowHigh)
	down := canvas.At(up.X, canvas.Height-arrowHigh-1, arrowWide, arrowHigh)
	switch first := t.arrangement; {
	case back || first.key == inFooter: // side by side at the end of the footer
		down.Y -= arrowHigh
		up.X, up.Y = down.X-arrowWide-between, down.Y
	case first.key == inCorner: // beside the key
		down.X, down.Y = t.corner.X-arrowWide-2*between, t.corner.Middle(arrowWide, arrowHigh).Y
	case first.panel: // above the panel
		down.Y = 2 * between
	}
	if back && t.page.Free(up) {
		t.page.Arrow(up.X, up.Y, -1)
	}
	if on && t.page.Free(down) {
		t.page.Arrow(down.X, down.Y, 1)
	}
}

// laterPages lists the pages after the first: the rest of the remarks, the panel, and the points.
func (t *table) laterPages() []laterPage {
	pages := append(t.remarkPages(), t.panelPages()...)
	if v := t.View; !(t.arrangement.panel && t.panel.points) && v.Round > 0 && len(v.Seats) > 0 {
		pages = append(pages, laterPage{draw: t.points, points: true})
	}
	return pages
}

// remarkPages returns the pages for the remarks that the first page has no room for.
func (t *table) remarkPages() (pages []laterPage) {
	rest := t.remarks[t.remarksShown:max(t.remarksShown, len(t.remarks)-t.optional)]
	for len(rest) > 0 {
		n := t.together(rest)
		texts := onePage(rest[:n])
		draw := func(b canvas.Box) { t.page.Fit(b, canvas.Middle, texts...) }
		pages, rest = append(pages, laterPage{draw: draw}), rest[n:]
	}
	return pages
}

// panelPages returns the pages for the panel, unless the first page is enough for it.
func (t *table) panelPages() []laterPage {
	const least = 24 // rows of a panel that has a page to itself
	p := t.panel
	switch {
	case p.draw == nil || t.arrangement.panel:
		return nil
	case p.pages != nil:
		return p.pages()
	}
	return []laterPage{{draw: func(b canvas.Box) { p.draw(b.Middle(b.W, min(b.H, max(p.rows, least)))) }}}
}

// together returns how many of the rest of the remarks share the next page: several only if each
// has one row that is easy to read.
func (t *table) together(rest []remark) int {
	const most = 4
	b := belowFirst()
	for n := min(most, len(rest)); n > 1; n-- {
		if _, _, ok := t.page.SetWithin(canvas.LastEasy, b.W, b.H, onePage(rest[:n])...); ok {
			if n > 2 && len(rest) == n+1 {
				n-- // so that the last is not alone on its page
			}
			return n
		}
	}
	return 1
}

// onePage returns the paragraphs of a page of remarks: a row for each, or up to three for a single
// one.
func onePage(remarks []remark) (texts []canvas.Paragraph) {
	for _, r := range remarks {
		if r.whole.Most = 1; len(remarks) == 1 {
			r.whole.Most = 3
		}
		texts = append(texts, r.whole)
	}
	return texts
}

// points draws the points of all seats below the name of the game and its round.
func (t *table) points(b canvas.Box) {
	v := t.View
	b.X, b.W = 0, b.Right()
	title := b.CutTop(smallRow + canvas.Leading)
	b.CutTop(1)
	text := t.voice.Word(v.Game)
	if v.Rounds > 0 {
		text += wording.NoBreak + wording.NoBreak + outOf(v.Round, v.Rounds)
	}
	t.page.Label(title.Inset(margin, 0), canvas.Left, text, canvas.Menu)
	if len(v.Grids) > 0 {
		grids{t.composer}.teams(b.Middle(b.W, gridSide))
		return
	}
	standings{t.composer, totals(t.composer)}.draw(b)
}
