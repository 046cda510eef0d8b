package display

import (
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A heading is the headline, whole and split behind the seats with which it begins.
type heading struct {
	whole canvas.Paragraph
	of    games.Seat         // the seat with which it begins; 0 if it does not begin with a single seat
	rest  canvas.Paragraph   // the text behind that seat
	seats []canvas.Paragraph // a list of seats and the text behind it; nil if it does not begin with a list
}

// A remark is a line of the view, whole and without its subject: the seat that the headline shows
// as a large figure.
type remark struct {
	whole, rest canvas.Paragraph
	fault       bool
}

// subject splits a sentence that begins with a single seat: "2 joue" into 2 and "joue". It returns
// 0 for other sentences, and for a seat with its points alone: "2" beside "−1" would be read as a
// sum.
func subject(template string, t games.Text) (seat games.Seat, rest string) {
	rest, ok := strings.CutPrefix(template, "{seat}")
	if seat = t.Seat; !ok && len(t.Seats) == 1 {
		rest, ok = strings.CutPrefix(template, "{seats}")
		seat = t.Seats[0]
	}
	if rest = strings.TrimLeft(rest, " :"); !ok || rest == "" || rest == "{+n}" {
		return 0, ""
	}
	return seat, rest
}

// headline returns the headline of the view, or the question in the lobby, which has no headline.
func (t *table) headline() heading {
	v := t.View
	words := t.voice.Template(wording.Sentences, v.Headline.Word)
	if v.Headline.IsZero() && len(v.Prompts) > 0 {
		words = t.voice.Template(wording.Questions, v.Prompts[0].ID)
	}
	head := func(template string, most int) canvas.Paragraph {
		return canvas.Paragraph{Text: t.voice.Fill(template, v.Headline), Style: canvas.Head, Most: most}
	}
	h := heading{whole: head(words, 3)}
	of, rest := subject(words, v.Headline)
	if of != 0 {
		h.of, h.rest = of, head(rest, 2)
	} else if rest, ok := strings.CutPrefix(words, "{seats}"); ok {
		h.seats = []canvas.Paragraph{head("{seats}", 1), head(strings.TrimLeft(rest, " :"), 2)}
	}
	return h
}

// lines returns the lines that the panel does not show, those with a margin of time or a code
// first, and how many of the last may be left out of all pages: names of rounds.
func (t *table) lines() (remarks []remark, optional int) {
	v := t.View
	var first []remark
	for _, line := range v.Lines {
		onGrid := isOnGrid(line) && v.Headline.Grid > 0 && len(v.Grids) > 0
		if onGrid || t.panel.shows != nil && t.panel.shows(line) {
			continue
		}
		words := t.voice.Template(wording.Sentences, line.Word)
		whole := canvas.Paragraph{Text: t.voice.Fill(words, line), Style: canvas.Line, Most: 2}
		if line.Span != 0 {
			whole.Style = canvas.Span
		}
		rest := whole
		if of, template := subject(words, line); of != 0 && of == t.head.of {
			rest.Text = t.voice.Fill(template, line)
		}
		if optional++; line.Role != games.Round {
			optional = 0
		}
		if r := (remark{whole, rest, isFault(line)}); line.Span != 0 || line.Code != nil {
			first = append(first, r)
		} else {
			remarks = append(remarks, r)
		}
	}
	return append(first, remarks...), optional
}

// key returns what OK does; "" if nothing.
func (t *table) key() string {
	asked, open := t.draft.Prompt, t.draft.State == keys.Single
	switch {
	case t.draft.State == keys.Idle || open && asked.Shape == games.Peek: // a player's button answers
		return ""
	case open && t.View.Headline.IsZero(): // the question is the headline
		return t.voice.Option(asked, asked.Options[0])
	case open:
		return t.voice.Question(t.View, asked)
	}
	return t.voice.Opens(t.View, t.View.Prompts...)
}

// A plan says how a headline and some remarks share a box.
type plan struct {
	remarks         int          // how many it has, from the first
	figure          []canvas.Row // the large seat at the left; nil if all rows are in beside
	beside, beneath []canvas.Row
	cost            int // grows with small type and broken rows; the cheapest plan is drawn
}

// plan returns the plan that is easiest to read, with as many remarks as fit, and false if fewer
// than need do. The last remarks are the least important: they move to a later page first. Without
// pages to turn they are set smaller before they are left out.
func (t *table) plan(need int, b canvas.Box) (best plan, ok bool) {
	const dearest = 1 << 10
	most := min(len(t.remarks), max(0, (b.H+band/2)/band-1)) // rows of small type besides the headline's
	for n := most; n >= need; n-- {
		best = plan{remarks: n, cost: dearest}
		last := canvas.LastStep
		if n > 0 && t.draft.Turns && t.View.Next == 0 {
			last = canvas.LastEasy // between two rounds remarks stay beside the points, if need be small
		}
		consider := func(q plan, ok bool) {
			if ok && q.cost < best.cost {
				best = q
			}
			last = min(last, best.cost/4) // a step costs 4: plans of later ones are dearer
		}
		for below := 0; below <= n && t.head.of != 0; below++ {
			consider(t.withFigure(last, b, n, below))
		}
		if rows, step, ok := t.stack(last, b, []canvas.Paragraph{t.head.whole}, n); ok {
			consider(plan{remarks: n, beside: rows, cost: 12 + 4*step + 3*(len(rows)-1-n)}, true)
		}
		if t.head.seats != nil {
			if rows, step, ok := t.stack(last, b, t.head.seats, n); ok {
				consider(plan{remarks: n, beside: rows, cost: 2 + 4*step}, true)
			}
		}
		if best.cost < dearest {
			return best, true
		}
	}
	return plan{}, false
}

// stack sets a headline and the first n remarks below each other.
func (t *table) stack(last int, b canvas.Box, head []canvas.Paragraph, n int) (rows []canvas.Row, step int, ok bool) {
	for _, r := range t.remarks[:n] {
		head = append(head, r.whole)
	}
	return t.SetWithin(last, b.W, b.H, head...)
}

// withFigure returns a plan with the seat as a large figure at the left, the headline and the first
// of n remarks beside it, and the last ones, below in number, beneath both.
func (t *table) withFigure(last int, b canvas.Box, n, below int) (q plan, ok bool) {
	q.remarks = n
	if below > 0 {
		var notes []canvas.Paragraph
		for _, r := range t.remarks[n-below : n] {
			notes = append(notes, canvas.Paragraph{Text: r.whole.Text, Style: canvas.Note, Most: 1})
		}
		if q.beneath, ok = t.Set(b.W, b.H, notes...); !ok {
			return q, false
		}
		b.H -= t.High(q.beneath) + canvas.Leading
	}
	figure := number(int(t.head.of))
	size, ok := t.Largest(canvas.Figure, canvas.Width/2, b.H-2, figure)
	if !ok {
		return q, false
	}
	q.figure = []canvas.Row{t.Row(figure, size)}
	beside := []canvas.Paragraph{t.head.rest}
	for _, r := range t.remarks[:n-below] {
		beside = append(beside, r.rest)
	}
	var step int
	q.beside, step, ok = t.SetWithin(last, b.W-q.figure[0].Width-gutter, b.H, beside...)
	extra := len(q.beside) - len(beside) // rows by which paragraphs had to be broken
	q.cost = 4*step + below + 3*extra + (48-q.figure[0].Caps)/3
	return q, ok
}

// drawPlan draws a plan into the box for which it was made.
func (t *table) drawPlan(q plan, b canvas.Box) {
	if q.figure == nil {
		t.Place(b, canvas.Middle, q.beside...)
		return
	}
	if q.beneath != nil {
		t.Place(b.CutBottom(t.High(q.beneath)), canvas.Left, q.beneath...)
		b.H -= canvas.Leading
	}
	t.Place(b.CutLeft(q.figure[0].Width), canvas.Left, q.figure...)
	b.CutLeft(gutter)
	t.Place(b, canvas.Left, q.beside...)
}
