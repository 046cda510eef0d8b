package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// A table is what everyone sees of a game. What counts most stands on its first page.
type table struct {
	*composer
	panel    panel
	head     heading
	remarks  []remark // what is said below the headline
	optional int      // how many of the last of them are left out rather than told on a page of their own
	does     string   // what OK does; "" where it does nothing
	hint     bool     // of what waits in the background

	has  arrangement // the first page
	told int         // how many remarks that tells
}

// An arrangement is what a first page has.
type arrangement struct {
	key   keyAt
	panel bool
	need  int  // the fewest remarks
	alone bool // the panel has all of the page
}

// A keyAt is where a page has the OK key.
type keyAt uint8

const (
	nowhere  keyAt = iota
	inFooter       // with what it does
	inCorner       // alone, where there is no row for it
)

// table composes a page of what everyone sees, and returns how many there are.
func (c *composer) table() (pages int) {
	t := table{composer: c, panel: c.panel()}
	t.head = t.headline()
	t.remarks, t.optional = t.lines()
	t.does, t.hint = t.key()
	t.firstPage()
	if c.draft.Turns {
		return t.turn()
	}
	return 1
}

// arrangements are those of the first page, the best first. Where rows are few the key gives way
// first, elsewhere the remarks.
func (t *table) arrangements() []arrangement {
	all, panel := len(t.remarks)-t.optional, t.panel.rows > 0
	switch {
	case t.Tight():
		key := nowhere
		switch {
		case t.does == "" || t.hint:
		case panel:
			key = inCorner
		default:
			key = inFooter
		}
		list := []arrangement{{key: key, panel: panel}, {panel: panel}}
		if panel {
			list = append(list, arrangement{panel: true, alone: true})
		}
		return list
	case t.does == "":
		return []arrangement{{panel: panel}, {}}
	}
	list := []arrangement{{inFooter, panel, all, false}, {inCorner, panel, all, false}, {key: inFooter, panel: panel}}
	if t.panel.tall {
		list = append(list, arrangement{key: inCorner, panel: panel})
	}
	return append(list, arrangement{key: inFooter})
}

// firstPage composes the first page with as much on it as can be read with ease.
func (t *table) firstPage() {
	for _, a := range t.arrangements() {
		t.Wipe()
		t.has, t.told = a, 0
		if a.alone {
			b := t.inside()
			b.W -= t.arrows()
			t.panel.draw(b)
			// The headline is the first that the next page tells.
			behind := canvas.Paragraph{Text: t.head.whole.Text, Style: canvas.Line, Most: 3}
			t.remarks = slices.Insert(t.remarks, 0, remark{whole: behind})
			return
		}
		if t.first(a) {
			return
		}
	}
	t.Wipe()
	t.has, t.told = arrangement{}, 0
	b := t.inside()
	b.H = t.Height - 1
	t.Place(b, canvas.Middle, t.Shorten(b.W, b.H, t.head.whole)...)
}

// arrows is how many columns at the right are for the arrows of the pages.
func (c *composer) arrows() int {
	if c.draft.Turns && c.Tight() {
		return turning
	}
	return 0
}

// first composes a first page, and tells whether there was room for it.
func (t *table) first(a arrangement) bool {
	b := t.inside()
	b.W -= t.arrows()
	if a.key == inFooter {
		b.CutBottom(t.footing())
	}
	var below canvas.Box
	if a.panel {
		below = b.CutBottom(min(t.panel.rows, b.H))
		if t.Tight() {
			b.H--
		} else if !t.panel.tall {
			b.H -= canvas.Leading
		}
	}
	corner := canvas.At(canvas.Width-keyWide, t.Height-13, keyWide, 13)
	if a.key == inCorner && (t.Tight() || t.panel.tall) {
		corner = b.CutRight(18)
		corner.Y, corner.H = 0, min(b.H, 12)
		b.W -= apart
	}
	if !a.panel || t.View.Panel != games.Squares {
		grids{t.composer}.drawn(&b)
	}
	q, ok := t.plan(a.need, b)
	if ok && slices.ContainsFunc(t.remarks[q.told:], func(r remark) bool { return r.fault }) {
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
	t.carry(q, b)
	t.told = q.told
	if a.key == inCorner {
		if !t.Free(corner) {
			return false
		}
		t.okKey(corner)
	}
	return true
}

// footing is how many rows at the bottom say what OK does.
func (c *composer) footing() int { return c.rows(13, 14) }

// arrowsWide is how many columns the arrows beside a footer take.
const arrowsWide = 16

// footFits tells whether what OK does can be said at the bottom, beside the arrows.
func (t *table) footFits() bool {
	return t.Fits(canvas.Width-arrowsWide-okWide, t.footing()-2, t.does, canvas.Note)
}

// footer says at the bottom what OK does, where need be in place of the arrows.
func (t *table) footer() {
	h := t.footing()
	rest := t.okKey(canvas.At(0, t.Height-h+1, canvas.Width-arrowsWide, h-1))
	if rest.H--; !t.footFits() {
		rest.W += arrowsWide - margin
	}
	t.Label(rest, canvas.Left, t.does, canvas.Note)
}
