package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// A table is the scene of a game while no question has the display. The most important parts stand
// on its first page.
type table struct {
	*composer
	panel    panel
	head     heading
	remarks  []remark // the lines below the headline, the most important first
	optional int      // how many of the last remarks may be left out of all pages
	does     string   // what OK does; "" if nothing

	arrangement  arrangement // of the first page
	corner       canvas.Box  // the OK key there, if it stands in a corner
	remarksShown int         // how many remarks stand there
}

// An arrangement says which parts the first page has.
type arrangement struct {
	key   keyAt
	panel bool
	need  int // it is used only if at least so many remarks fit
}

// A keyAt is the place of the OK key on a page.
type keyAt uint8

const (
	nowhere  keyAt = iota
	inFooter       // with its effect in words
	inCorner       // the key alone, which needs no row
)

// drawTable composes the page to which the judge has turned, and returns the number of pages.
func drawTable(c *composer) (pages int) {
	t := table{composer: c, panel: panelOf(c)}
	t.head = headline(c)
	t.remarks, t.optional = remarks(c, t.head, t.panel.shows)
	t.does = whatOKDoes(c)
	t.firstPage()
	if c.draft.Turns {
		return t.turn()
	}
	return 1
}

// arrangements lists the arrangements of the first page, the best first.
func (t *table) arrangements() []arrangement {
	all, panel := len(t.remarks)-t.optional, t.panel.rows > 0
	if t.does == "" {
		return []arrangement{{panel: panel}, {}}
	}
	list := []arrangement{
		{key: inFooter, panel: panel, need: all},
		{key: inCorner, panel: panel, need: all},
		{key: inFooter, panel: panel},
	}
	if t.panel.tall {
		list = append(list, arrangement{key: inCorner, panel: panel})
	}
	return append(list, arrangement{key: inFooter})
}

// firstPage composes the first page by the first arrangement that fits, or else with the shortened
// headline alone.
func (t *table) firstPage() {
	for _, a := range t.arrangements() {
		t.page.Wipe()
		t.arrangement, t.remarksShown = a, 0
		if t.arrange(a) {
			return
		}
	}
	t.page.Wipe()
	t.arrangement, t.remarksShown = arrangement{}, 0
	b := inside()
	t.page.Place(b, canvas.Middle, t.page.Shorten(b.W, b.H, t.head.whole)...)
}

// arrange composes the first page by an arrangement, and reports whether it fits.
func (t *table) arrange(a arrangement) bool {
	b := inside()
	if a.key == inFooter {
		b.CutBottom(footing)
	}
	var below canvas.Box
	if a.panel {
		below = b.CutBottom(min(t.panel.rows, b.H))
		if !t.panel.tall {
			b.H -= canvas.Leading
		}
	}
	t.corner = canvas.At(canvas.Width-okKeyWide, canvas.Height-cornerHigh, okKeyWide, cornerHigh)
	switch {
	case a.key != inCorner:
	case t.panel.tall: // the corner at the bottom is the panel's
		t.corner = b.CutRight(okKeyWide - margin)
		t.corner.Y, t.corner.H = 0, min(b.H, cornerHigh-1)
		b.W -= minGap
	default:
		below.CutRight(minGap)
	}
	if !a.panel || t.View.Panel != games.Squares {
		grids{t.composer}.drawn(&b)
	}
	planner := planner{t.page, t.head, t.remarks, t.draft.Turns && t.View.Next == 0, t.View.Large}
	q, ok := planner.best(a.need, b)
	if ok && slices.ContainsFunc(t.remarks[q.remarks:], func(r remark) bool { return r.fault }) {
		drawFaultMark(t.page, &b)
		q, ok = planner.best(a.need, b)
	}
	if !ok {
		return false
	}
	if a.key == inFooter {
		t.footer()
	}
	if a.panel {
		t.panel.draw(below)
	}
	q.draw(t.page, b)
	t.remarksShown = q.remarks
	if a.key == inCorner {
		if !t.page.Free(t.corner.Inset(-2, 0)) { // points that touch the key can't be read
			return false
		}
		drawOKKey(t.page, t.corner)
	}
	return true
}

// Measures of the footer, which says what OK does, and of the OK key in a corner.
const (
	footing    = 14 // its rows
	besideFoot = 16 // columns for the arrows beside it
	cornerHigh = 13 // rows of the key alone
)

// footFits reports whether the footer has room beside the arrows.
func (t *table) footFits() bool {
	return t.page.Fits(canvas.Width-besideFoot-okWide, footing-2, t.does, canvas.Note)
}

// footer draws the OK key with its effect at the bottom, if need be over the columns of the arrows.
func (t *table) footer() {
	rest := drawOKKey(t.page, canvas.At(0, canvas.Height-footing+1, canvas.Width-besideFoot, footing-1))
	if rest.H--; !t.footFits() {
		rest.W += besideFoot - margin
	}
	t.page.Label(rest, canvas.Left, t.does, canvas.Note)
}
