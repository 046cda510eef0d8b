package display

import (
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A heading is the headline, whole and in two parts.
type heading struct {
	whole canvas.Paragraph
	of    games.Seat         // the seat with which it begins; 0 where it does not begin with one
	rest  canvas.Paragraph   // what follows that
	seats []canvas.Paragraph // a list of seats, and what follows that; none where it does not begin with several
}

// A remark is a line, whole and as it follows the figure of its subject.
type remark struct {
	whole, rest canvas.Paragraph
	fault       bool
}

// subject splits a sentence that begins with its one seat: "2 joue" is 2 and "joue". Points alone
// stay behind their colon, for "2" and "−1" would be read as a sum.
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

// headline is the headline of the view; in the lobby, which has none, it is the question.
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

// lines are what else is said that the panel does not tell, those with a margin of time or a code
// first. It tells how many of the last are left out rather than told on a page of their own.
func (t *table) lines() (remarks []remark, optional int) {
	v := t.View
	var first []remark
	for _, line := range v.Lines {
		onGrid := isOnGrid(line) && v.Headline.Grid > 0 && len(v.Grids) > 0
		if onGrid || t.panel.tells != nil && t.panel.tells(line) {
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

// key is what OK does, and whether that is a mere hint, of a prompt that waits in the background.
func (t *table) key() (does string, hint bool) {
	asked, open := t.draft.Prompt, t.draft.State == keys.Single
	switch {
	case t.draft.State == keys.Idle || open && asked.Shape == games.Peek: // the button does
		return "", false
	case open && t.View.Headline.IsZero(): // the question is the headline
		return t.voice.Option(asked, asked.Options[0]), false
	case open:
		return t.voice.Question(t.View, asked), false
	}
	return t.voice.Opens(t.View, t.View.Prompts...), !t.View.Over // after a game nobody would guess that there is more
}

// A plan is how a headline and some remarks share a box.
type plan struct {
	told            int          // how many of the remarks
	figure          []canvas.Row // large at the left; none where all stands beside it
	beside, beneath []canvas.Row
	cost            int // grows with small type and broken rows; the cheapest plan is drawn
}

// plan finds the arrangement that is easiest to read, of at least so many remarks. The last remarks
// are the least important and go first, to a later page or, where nobody turns pages, when they
// would not be legible.
func (t *table) plan(need int, b canvas.Box) (best plan, ok bool) {
	const dearest = 1 << 10
	most := min(len(t.remarks), max(0, (b.H+band/2)/band-1)) // rows beside the headline
	for n := most; n >= need; n-- {
		best = plan{told: n, cost: dearest}
		last := canvas.LastStep
		if n > 0 && (t.draft.Turns && t.View.Next == 0 || t.Tight()) {
			last = canvas.LastEasy // who may press is told beside the points, if need be in small
		}
		consider := func(q plan, ok bool) {
			if ok && q.cost < best.cost {
				best = q
			}
			last = min(last, best.cost/4)
		}
		for below := 0; below <= n && t.head.of != 0; below++ {
			consider(t.withFigure(last, b, n, below))
		}
		if rows, step, ok := t.stack(last, b, []canvas.Paragraph{t.head.whole}, n); ok {
			consider(plan{told: n, beside: rows, cost: 12 + 4*step + 3*(len(rows)-1-n)}, true)
		}
		if t.head.seats != nil {
			if rows, step, ok := t.stack(last, b, t.head.seats, n); ok {
				consider(plan{told: n, beside: rows, cost: 2 + 4*step}, true)
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

// withFigure plans for a large figure at the left, the headline and some remarks beside it, and the
// last of them below both.
func (t *table) withFigure(last int, b canvas.Box, n, below int) (q plan, ok bool) {
	q.told = n
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
	extra := len(q.beside) - len(beside) // rows that are there because words did not fit
	q.cost = 4*step + below + 3*extra + (48-q.figure[0].Caps)/3
	return q, ok
}

// carry draws a plan.
func (t *table) carry(q plan, b canvas.Box) {
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
