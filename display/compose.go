package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A composer lays out the picture of one scene. What it has in common for all scenes is here; a
// table, a question, a menu and each panel have a composer of their own around it.
type composer struct {
	Scene
	names  wording.Names
	page   *canvas.Page // as far as it is composed
	draft  keys.Draft
	voice  *wording.Voice
	author *wording.Voice // English, in which a game's author says what its sentences are about
}

// compose lays a scene out, and returns the number of its pages. It depends on its arguments alone,
// and draws nothing. Seats are called by their numbers if something has no room else.
func compose(s Scene, of canvas.Type, phrases wording.Phrases) (page canvas.Page, pages int) {
	names := wording.NamesOf(s.View, s.Sitters).Shown(of.Faces.Draws)
	page, pages = composeNamed(s, names, of, phrases)
	if len(names.Seats) == 0 || page.Cut == 0 && pages == 1 {
		return page, pages
	}
	names.Seats, names.Teams = nil, nil
	if bare, fewer := composeNamed(s, names, of, phrases); bare.Cut < page.Cut || fewer < pages {
		return bare, fewer
	}
	return page, pages
}

// composeNamed is compose with all names, whatever becomes of the rest.
func composeNamed(s Scene, names wording.Names, of canvas.Type, phrases wording.Phrases) (page canvas.Page, pages int) {
	page.Type, pages = of, 1
	c := &composer{
		Scene: s, names: names, page: &page, draft: s.Dialogue.Draft(s.View),
		voice: phrases.In(s.Language, s.View.Game).Naming(names), author: phrases.In(wording.English, s.View.Game),
	}
	switch {
	case c.draft.Refusal != "":
		drawRefusal(c)
	case s.Invitation != nil:
		drawInvitation(c, *s.Invitation)
	case s.View.Panel == games.Leaflet:
		pages = drawLeaflet(c)
	case c.draft.State == keys.Asked || c.draft.State == keys.Listed:
		drawAnswer(question{c, c.draft.Prompt})
	default:
		pages = drawTable(c)
	}
	return page, pages
}

// Measures in pixels.
const (
	margin     = 2  // least columns between letters and the edge
	gutter     = 7  // columns between a drawing and the text beside it
	minGap     = 6  // least columns between two texts: "Letter 1: V" and OK are no word
	smallRow   = 11 // rows of small type
	okKeyWide  = 20 // columns of the OK key
	okWide     = 24 // and with the space beside it
	arrowWide  = 5  // of an arrow that leads to another page or item
	arrowHigh  = 3
	arrowsWide = 8 // columns at the right of a leaflet for the arrows of its pages

	faultWide = 8  // columns of the mark for a fault
	faultHigh = 14 // and its rows, where there is room
	faultGap  = 2  // columns beside it
)

// inside returns the box in which text may stand.
func inside() canvas.Box { return canvas.At(margin, 0, canvas.Width-2*margin, canvas.Height-1) }

// edges widens a box of text by the margins, which drawings need not keep.
func edges(b canvas.Box) canvas.Box { return b.Inset(-margin, 0) }

// seat returns the name of a seat if that has room in so many columns, or else its number.
func (c *composer) seat(s games.Seat, w int, style canvas.Style) string {
	return c.fitting(c.voice.Name(s), number(int(s)), w, style)
}

// team returns the name of a team if that has room in so many columns, or else its letter.
func (c *composer) team(n, w int, style canvas.Style) string {
	return c.fitting(c.names.Teams[n], wording.Letter(n), w, style)
}

func (c *composer) fitting(name, short string, w int, style canvas.Style) string {
	if name != "" && c.page.Row(name, style.Size(canvas.LastStep)).Width <= w {
		return name
	}
	return short
}

// number writes a number with the minus sign of print.
func number(n int) string { return wording.Number(n) }

// outOf writes a count and its total: 2/4.
func outOf(n, all int) string { return number(n) + "/" + number(all) }

// drawOKKey draws the OK key at the left of a row, and returns the rest of the row.
func drawOKKey(p *canvas.Page, b canvas.Box) canvas.Box {
	p.Label(canvas.At(b.X+2, b.Y, okKeyWide-2, b.H), canvas.Left, "OK", canvas.Note)
	p.Invert(canvas.At(b.X, b.Y, okKeyWide, b.H))
	b.CutLeft(okWide)
	return b
}

// drawFaultMark draws at the right of a box the mark for a fault of the table, and cuts its columns
// off the box.
func drawFaultMark(p *canvas.Page, b *canvas.Box) {
	mark := b.CutRight(faultWide)
	mark.H = min(b.H-1, faultHigh)
	p.Letter(canvas.Sign.Size(2), mark, '!')
	p.Invert(mark)
	b.W -= faultGap
}

func isFault(t games.Text) bool { return t.Role == games.Fault }

// drawRefusal draws the reason why an answer was refused.
func drawRefusal(c *composer) {
	said := c.voice.Sentence(games.Text{Word: "refused", Extra: c.draft.Refusal})
	if c.draft.Further {
		said = "…" + c.draft.Refusal
	}
	if c.draft.Unread {
		said += "…"
	}
	c.page.Fit(inside(), canvas.Left, canvas.Paragraph{Text: said, Style: canvas.Line, Most: 9})
}

// drawLeaflet draws a page of help, and returns the number of pages: one with the title, then each
// advice on as many as it needs, evenly filled.
func drawLeaflet(c *composer) int {
	b := inside()
	b.W -= arrowsWide - margin
	pages := paginate(c.page, b, canvas.Paragraph{Text: c.voice.Sentence(c.View.Headline), Style: canvas.Name})
	for _, advice := range c.View.Lines {
		text := canvas.Paragraph{Text: c.voice.Sentence(advice), Style: canvas.Note}
		pages = append(pages, paginate(c.page, b, text)...)
	}
	at := c.turnedTo(len(pages))
	c.page.Place(b, canvas.Left, pages[at]...)
	if at > 0 {
		c.page.Arrow(canvas.Width-arrowWide-1, 1, -1)
	}
	if at+1 < len(pages) {
		c.page.Arrow(canvas.Width-arrowWide-1, canvas.Height-arrowHigh-2, 1)
	}
	return len(pages)
}

// paginate sets a paragraph on as many pages as it needs, or on one, shortened, if a word is wider
// than a row.
func paginate(p *canvas.Page, b canvas.Box, q canvas.Paragraph) (pages [][]canvas.Row) {
	const most = 20
	q.Most = most
	rows, _ := p.Set(b.W, b.H, q)
	if rows == nil {
		return [][]canvas.Row{p.Shorten(b.W, b.H, q)}
	}
	tooHigh := func(page []canvas.Row) bool { return p.High(page) > b.H }
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

// turnedTo returns the page that the judge has turned to; after the last comes the first.
func (c *composer) turnedTo(pages int) int { return (c.draft.Page%pages + pages) % pages }
