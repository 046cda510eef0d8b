package display

import "arbitre/display/canvas"

// A planner sets the headline and remarks of a table into one box.
type planner struct {
	page    *canvas.Page
	head    heading
	remarks []remark
	// turns says that remarks may move to a later page. Otherwise they are set smaller before they
	// are left out: there are no keys, or the points of the round stand beside them.
	turns bool
	large bool // remarks are set large or left out
}

// A plan says how a headline and some remarks share a box.
type plan struct {
	remarks         int          // how many it has, from the first
	figure          []canvas.Row // the large seat at the left; nil if all rows are in beside
	beside, beneath []canvas.Row
	cost            int // grows with small type and broken rows; the cheapest plan is drawn
}

// What makes a plan harder to read, beside one remark beneath the others, which costs 1. The figures
// were found by looking at all scenes.
const (
	perStep   = 4  // a step of smaller type
	perBroken = 3  // a row by which a paragraph is broken
	noFigure  = 12 // the seat stands in the sentence, not as a large figure
	onlySeats = 2  // the headline says seats alone, and nothing is lost without a figure
	dearest   = 1 << 10

	tallest   = 48 // pixels of a capital; of a lower figure each lost three cost 1
	perFigure = 3
)

// best returns the plan that is easiest to read, with as many remarks as fit, and false if fewer
// than need do. The last remarks are the least important: they move to a later page first.
func (t planner) best(need int, b canvas.Box) (best plan, ok bool) {
	most := min(len(t.remarks), max(0, (b.H+smallRow/2)/smallRow-1)) // rows of small type besides the headline's
	for n := most; n >= need; n-- {
		best = plan{remarks: n, cost: dearest}
		last := canvas.LastStep
		switch {
		case n > 0 && t.large:
			last = canvas.LastLarge
		case n > 0 && t.turns:
			last = canvas.LastEasy
		}
		if t.head.named { // a name says more than a large number
			if rows, _, ok := t.stack(min(last, canvas.LastEasy), b, []canvas.Paragraph{t.head.whole}, n); ok {
				return plan{remarks: n, beside: rows}, true
			}
		}
		consider := func(q plan, ok bool) {
			if ok && q.cost < best.cost {
				best = q
			}
			last = min(last, best.cost/perStep) // plans of later steps are dearer
		}
		for below := 0; below <= n && t.head.of != 0; below++ {
			consider(t.withFigure(last, b, n, below))
		}
		if rows, step, ok := t.stack(last, b, []canvas.Paragraph{t.head.whole}, n); ok {
			consider(plan{remarks: n, beside: rows, cost: noFigure + perStep*step + perBroken*(len(rows)-1-n)}, true)
		}
		if t.head.seats != nil {
			if rows, step, ok := t.stack(last, b, t.head.seats, n); ok {
				consider(plan{remarks: n, beside: rows, cost: onlySeats + perStep*step}, true)
			}
		}
		if best.cost < dearest {
			return best, true
		}
	}
	return plan{}, false
}

// stack sets a headline and the first n remarks below each other.
func (t planner) stack(last int, b canvas.Box, head []canvas.Paragraph, n int) (rows []canvas.Row, step int, ok bool) {
	for _, r := range t.remarks[:n] {
		head = append(head, r.whole)
	}
	return t.page.SetWithin(last, b.W, b.H, head...)
}

// withFigure returns a plan with the seat as a large figure at the left, the headline and the first
// of n remarks beside it, and the last ones, below in number, beneath both.
func (t planner) withFigure(last int, b canvas.Box, n, below int) (q plan, ok bool) {
	q.remarks = n
	if below > 0 {
		var notes []canvas.Paragraph
		for _, r := range t.remarks[n-below : n] {
			notes = append(notes, canvas.Paragraph{Text: r.whole.Text, Style: canvas.Note, Most: 1})
		}
		if q.beneath, ok = t.page.Set(b.W, b.H, notes...); !ok {
			return q, false
		}
		b.H -= t.page.High(q.beneath) + canvas.Leading
	}
	figure := number(int(t.head.of))
	size, ok := t.page.Largest(canvas.Figure, canvas.Width/2, b.H-2, figure)
	if !ok {
		return q, false
	}
	q.figure = []canvas.Row{t.page.Row(figure, size)}
	beside := []canvas.Paragraph{t.head.rest}
	for _, r := range t.remarks[:n-below] {
		beside = append(beside, r.rest)
	}
	var step int
	q.beside, step, ok = t.page.SetWithin(last, b.W-q.figure[0].Width-gutter, b.H, beside...)
	extra := len(q.beside) - len(beside) // rows by which paragraphs had to be broken
	q.cost = perStep*step + below + perBroken*extra + (tallest-q.figure[0].Caps)/perFigure
	return q, ok
}

// draw draws a plan into the box for which it was made.
func (q plan) draw(p *canvas.Page, b canvas.Box) {
	if q.figure == nil {
		p.Place(b, canvas.Middle, q.beside...)
		return
	}
	if q.beneath != nil {
		p.Place(b.CutBottom(p.High(q.beneath)), canvas.Left, q.beneath...)
		b.H -= canvas.Leading
	}
	p.Place(b.CutLeft(q.figure[0].Width), canvas.Left, q.figure...)
	b.CutLeft(gutter)
	p.Place(b, canvas.Left, q.beside...)
}
