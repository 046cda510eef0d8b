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

// table composes the page to which the judge has turned, and returns the number of pages.
func (c *composer) table() (pages int) {
	t := table{composer: c, panel: c.panel()}
	t.head = t.headline()
	t.remarks, t.optional = t.lines()
	t.does = t.key()
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
		t.Wipe()
		t.arrangement, t.remarksShown = a, 0
		if t.arrange(a) {
			return
		}
	}
	t.Wipe()
	t.arrangement, t.remarksShown = arrangement{}, 0
	b := t.inside()
	t.Place(b, canvas.Middle, t.Shorten(b.W, b.H, t.head.whole)...)
}

// arrange composes the first page by an arrangement, and reports whether it fits.
func (t *table) arrange(a arrangement) bool {
	b := t.inside()
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
	t.corner = canvas.At(canvas.Width-keyWide, canvas.Height-13, keyWide, 13)
	switch {
	case a.key != inCorner:
	case t.panel.tall: // the corner at the bottom is the panel's
		t.corner = b.CutRight(18)
		t.corner.Y, t.corner.H = 0, min(b.H, 12)
		b.W -= apart
	default:
		below.CutRight(apart)
	}
	if !a.panel || t.View.Panel != games.Squares {
		grids{t.composer}.drawn(&b)
	}
	q, ok := t.plan(a.need, b)
	if ok && slices.ContainsFunc(t.remarks[q.remarks:], func(r remark) bool { return r.fault }) {
		t.faultMark(&b)
		q, ok = t.plan(a.need, b)
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
	t.drawPlan(q, b)
	t.remarksShown = q.remarks
	if a.key == inCorner {
		if !t.Free(t.corner.Inset(-2, 0)) { // points that touch the key can't be read
			return false
		}
		t.okKey(t.corner)
	}
	return true
}

// footing is the height of the footer, which says what OK does.
const footing = 14

// arrowsWide is the width in columns of the arrows beside a footer.
const arrowsWide = 16

// footFits reports whether the footer has room beside the arrows.
func (t *table) footFits() bool {
	return t.Fits(canvas.Width-arrowsWide-okWide, footing-2, t.does, canvas.Note)
}

// footer draws the OK key with its effect at the bottom, if need be over the columns of the arrows.
func (t *table) footer() {
	rest := t.okKey(canvas.At(0, canvas.Height-footing+1, canvas.Width-arrowsWide, footing-1))
	if rest.H--; !t.footFits() {
		rest.W += arrowsWide - margin
	}
	t.Label(rest, canvas.Left, t.does, canvas.Note)
}
