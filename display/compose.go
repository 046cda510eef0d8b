package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A composer lays out the picture of one scene.
type composer struct {
	Scene
	*canvas.Page // as far as it is composed
	draft        keys.Draft
	voice        *wording.Voice
}

// compose lays a scene out, and returns the number of its pages. It depends on its arguments alone,
// and draws nothing.
func compose(s Scene, of canvas.Type, phrases wording.Phrases) (page canvas.Page, pages int) {
	page.Type, pages = of, 1
	voice := phrases.In(s.Language, s.View.Game)
	c := &composer{Scene: s, Page: &page, draft: s.Dialogue.Draft(s.View), voice: voice}
	switch {
	case c.draft.Refusal != "":
		c.refusal()
	case s.Invitation != nil:
		c.invitation(*s.Invitation)
	case s.View.Panel == games.Leaflet:
		pages = c.leaflet()
	case c.draft.State == keys.Asked || c.draft.State == keys.Listed:
		question{c, c.draft.Prompt}.answer()
	default:
		pages = c.table()
	}
	return page, pages
}

const (
	margin  = 2  // least columns between letters and the edge
	gutter  = 7  // columns between a drawing and the text beside it
	turning = 8  // columns at the right of a leaflet for the arrows of its pages
	band    = 11 // rows of small type
	keyWide = 20 // columns of the OK key
	okWide  = 24 // and with the space beside it
	apart   = 6  // least columns between two texts: "Letter 1: V" and OK are no word
)

// inside returns the box in which text may stand.
func (c *composer) inside() canvas.Box {
	return canvas.At(margin, 0, canvas.Width-2*margin, canvas.Height-1)
}

// number writes a number with the minus sign of print.
func number(n int) string { return wording.Number(n) }

// outOf writes a count and its total: 2/4.
func outOf(n, all int) string { return number(n) + "/" + number(all) }

// okKey draws the OK key at the left of a row, and returns the rest of the row.
func (c *composer) okKey(b canvas.Box) canvas.Box {
	c.Label(canvas.At(b.X+2, b.Y, keyWide-2, b.H), canvas.Left, "OK", canvas.Note)
	c.Invert(canvas.At(b.X, b.Y, keyWide, b.H))
	b.CutLeft(okWide)
	return b
}

// faultMark draws at the right of a box the mark for a fault of the table, and cuts its columns off
// the box.
func (c *composer) faultMark(b *canvas.Box) {
	mark := b.CutRight(8)
	mark.H = min(b.H-1, 14)
	c.Letter(canvas.Sign.Size(2), mark, '!')
	c.Invert(mark)
	b.W -= 2
}

func isFault(t games.Text) bool { return t.Role == games.Fault }

// refusal draws the reason why an answer was refused.
func (c *composer) refusal() {
	said := c.voice.Sentence(games.Text{Word: "refused", Extra: c.draft.Refusal})
	if c.draft.Further {
		said = "…" + c.draft.Refusal
	}
	if c.draft.Unread {
		said += "…"
	}
	c.Fit(c.inside(), canvas.Left, canvas.Paragraph{Text: said, Style: canvas.Line, Most: 9})
}

// leaflet composes a page of help, and returns the number of pages: one with the title, then each
// advice on as many as it needs, evenly filled.
func (c *composer) leaflet() int {
	b := c.inside()
	b.W -= turning - margin
	pages := c.leaves(b, canvas.Paragraph{Text: c.voice.Sentence(c.View.Headline), Style: canvas.Name})
	for _, advice := range c.View.Lines {
		pages = append(pages, c.leaves(b, canvas.Paragraph{Text: c.voice.Sentence(advice), Style: canvas.Note})...)
	}
	page := c.turned(len(pages))
	c.Place(b, canvas.Left, pages[page]...)
	if page > 0 {
		c.Arrow(canvas.Width-6, 1, -1)
	}
	if page+1 < len(pages) {
		c.Arrow(canvas.Width-6, canvas.Height-5, 1)
	}
	return len(pages)
}

// leaves sets a paragraph on as many pages as it needs, or on one, shortened, if a word is wider
// than a row.
func (c *composer) leaves(b canvas.Box, q canvas.Paragraph) (pages [][]canvas.Row) {
	const most = 20
	q.Most = most
	rows, _ := c.Set(b.W, b.H, q)
	if rows == nil {
		return [][]canvas.Row{c.Shorten(b.W, b.H, q)}
	}
	tooHigh := func(page []canvas.Row) bool { return c.High(page) > b.H }
	for n := 1; n <= len(rows); n++ {
		pages = nil
		for i := range n { // evenly filled
			pages = append(pages, rows[i*len(rows)/n:(i+1)*len(rows)/n])
		}
		if !slices.ContainsFunc(pages, tooHigh) {
			break
		}
	}
	return pages
}

// turned returns the page that the judge has turned to; after the last comes the first.
func (c *composer) turned(pages int) int { return (c.draft.Page%pages + pages) % pages }
