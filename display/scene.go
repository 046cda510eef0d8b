package display

import (
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// say appends a sentence of the table to what this picture says, and returns it. A word that is not known is said as it is.
func (p *Painter) say(t games.Text) []byte {
	return p.fill(p.voice.Template(wording.Sentences, t.Word), t)
}

// word appends a word of the table.
func (p *Painter) word(word string) []byte {
	return p.fill(p.voice.Template(wording.Words, word), games.Text{})
}

func (p *Painter) number(n int) []byte { return p.fill("{n}", games.Text{Number: n}) }

func (p *Painter) fill(template string, t games.Text) []byte {
	start := len(p.said)
	p.said = p.voice.Append(p.said, template, t)
	return p.said[start:]
}

// subject splits a sentence that begins with its one seat: "2 joue" is 2 and "joue". Points alone stay behind their colon, for
// "2" and "−1" would be read as a sum.
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

// A heading is the headline, whole and as figure and rest.
type heading struct {
	whole  canvas.Paragraph
	figure []byte // nil where the sentence does not begin with one seat
	rest   canvas.Paragraph
	split  [2]canvas.Paragraph // a list of seats, and the rest
}

// A remark is a line, whole and as it follows the figure of its subject.
type remark struct {
	whole, rest canvas.Paragraph
	rank        int // 0 is said next to the headline, 1 after that
	role        games.Role
}

func (r remark) isFault() bool { return r.role == games.Fault }

// faultMark draws a mark at the right of a box for something that is wrong with the table, and takes its room off it.
func (p *Painter) faultMark(b *canvas.Box) {
	const w = 8
	b.W -= w + 2
	mark := canvas.At(b.X+b.W+2, b.Y, w, min(b.H-1, p.c.Height/2-6, 14))
	p.c.Letter(p.c.Faces[13], mark, '!')
	p.c.Invert(mark)
}

// compose makes the sentences of a scene that its panel does not show.
func (p *Painter) compose(shown games.Panel) heading {
	v := p.scene.View
	words := p.voice.Template(wording.Sentences, v.Headline.Word)
	if v.Headline.IsZero() && len(v.Prompts) > 0 {
		words = p.voice.Template(wording.Questions, v.Prompts[0].ID) // the lobby's
	}
	h := heading{whole: canvas.Paragraph{Text: p.fill(words, v.Headline), Style: canvas.Head, Most: 3}}
	of, rest := subject(words, v.Headline)
	if of != 0 {
		h.figure = p.number(int(of))
		h.rest = canvas.Paragraph{Text: p.fill(rest, v.Headline), Style: canvas.Head, Most: 2}
	} else if rest, ok := strings.CutPrefix(words, "{seats}"); ok {
		h.split[0] = canvas.Paragraph{Text: p.fill("{seats}", v.Headline), Style: canvas.Head, Most: 1}
		h.split[1] = canvas.Paragraph{Text: p.fill(strings.TrimLeft(rest, " :"), v.Headline), Style: canvas.Head, Most: 2}
	}
	p.remarks = p.remarks[:0]
	for _, t := range v.Lines {
		if p.draws(t, shown, v) {
			continue
		}
		words := p.voice.Template(wording.Sentences, t.Word)
		sizes := canvas.Line
		if t.Span != 0 {
			sizes = canvas.Span
		}
		r := remark{whole: canvas.Paragraph{Text: p.fill(words, t), Style: sizes, Most: 2}, rank: 1, role: t.Role}
		if t.Span != 0 || t.Code != nil {
			r.rank = 0
		}
		r.rest = r.whole
		if who, rest := subject(words, t); who != 0 && who == of {
			r.rest.Text = p.fill(rest, t)
		}
		p.remarks = append(p.remarks, r)
	}
	p.optional = 0
	for i := len(p.remarks) - 1; i >= 0 && p.remarks[i].role == games.Round; i-- {
		p.optional++
	}
	slices.SortStableFunc(p.remarks, func(a, b remark) int { return a.rank - b.rank })
	return h
}

// draws tells whether a line is not said but drawn.
func (p *Painter) draws(t games.Text, shown games.Panel, v games.View) bool {
	switch {
	case t.Reply != nil:
		return shown == games.Replies
	case t.Code != nil:
		return shown == games.Replies || shown == games.Revealed
	case t.Span != 0:
		return shown == games.Hunts
	case t.Grid > 0:
		return v.Headline.Grid > 0 && len(v.Grids) > 0
	case t.Role == games.Leaders:
		return shown == games.Standings || shown == games.Revealed
	}
	return t.Role == games.Tally && (shown == games.Hunts || shown == games.Rivalry)
}

// does returns what OK does in a scene, and whether that is a mere hint, of a prompt that waits in the background.
func (p *Painter) does() (text []byte, hint bool) {
	asked, open := &p.draft.Prompt, p.draft.State == keys.Single
	if p.draft.State == keys.Idle || open && asked.Shape == games.Peek { // the button does
		return nil, false
	}
	if p.scene.View.Headline.IsZero() && open {
		return p.option(*asked, asked.Options[0]), false // the question is the headline
	}
	hint = !open && !p.scene.View.Over // after a game nobody would guess that there is more
	if open {
		return p.ask(*asked), hint
	}
	return p.opens(p.scene.View.Prompts...), hint
}

// opens says what a key opens that leads to prompts that wait.
func (p *Painter) opens(waiting ...games.Prompt) []byte {
	start := len(p.said)
	p.said = p.voice.AppendOpens(p.said, p.scene.View, waiting...)
	return p.said[start:]
}

// ask is the question of a prompt.
func (p *Painter) ask(asked games.Prompt) []byte {
	start := len(p.said)
	p.said = p.voice.AppendQuestion(p.said, p.scene.View, asked)
	return p.said[start:]
}

// option is what may be answered, as it is said.
func (p *Painter) option(asked games.Prompt, v games.Value) []byte {
	start := len(p.said)
	p.said = p.voice.AppendOption(p.said, asked, v)
	return p.said[start:]
}

// okKey draws the key at the left of a row, and returns the rest of it.
func (p *Painter) okKey(b canvas.Box) canvas.Box {
	const ok = "OK"
	f := p.c.Faces[typeface.Small]
	p.said = append(p.said, ok...)
	p.c.Write(f, b.X+2, b.Y+(b.H+f.Caps)/2, p.said[len(p.said)-len(ok):])
	p.c.Invert(canvas.At(b.X, b.Y, keyWide, b.H))
	return canvas.At(b.X+okWide, b.Y, b.W-okWide, b.H)
}

// A plan says how a scene's sentences share a box.
type plan struct {
	figure  *typeface.Face // of the large figure at the left; nil without one
	split   bool           // without one: the list of seats in rows of its own
	below   int            // how many of the remarks stand below the figure, in the full width
	remarks int            // how many are said at all
	step    int            // of the ladder, for what stands beside the figure
	cost    int
	short   bool // not even the headline fits
}

// plan finds the arrangement that is easiest to read. The last remarks are the least important and go first, to a later page
// or, where nobody turns pages, when they would not be legible.
func (p *Painter) plan(t *sheet, b canvas.Box) plan {
	h := t.head
	most := min(len(p.remarks), max(0, (b.H+band/2)/band-1)) // rows beside the headline
	for n := most; n >= t.need; n-- {
		const none = 1 << 10
		best := plan{cost: none}
		last := canvas.LastStep
		if n > 0 && (t.keys && p.scene.View.Next == 0 || p.c.Tight()) { // who may press is told beside the points, if need be in small
			last = canvas.LastEasy
		}
		consider := func(q plan) {
			if q.remarks = n; q.cost < best.cost {
				best = q
			}
		}
		if h.figure != nil {
			for below := 0; below <= n; below++ {
				if q, ok := p.planFigure(min(last, best.cost/4), b, h, n, below); ok {
					consider(q)
				}
			}
		}
		if step, _, ok := p.c.SetWithin(min(last, best.cost/4), b.W, b.H, p.stack(h, false, n)...); ok {
			consider(plan{step: step, cost: 12 + 4*step + 3*(len(p.c.Rows)-1-n)})
		}
		if h.split[0].Text != nil {
			if step, _, ok := p.c.SetWithin(min(last, best.cost/4), b.W, b.H, p.stack(h, true, n)...); ok {
				consider(plan{step: step, cost: 2 + 4*step, split: true})
			}
		}
		if best.cost < none {
			return best
		}
	}
	return plan{short: true}
}

func (p *Painter) planFigure(last int, b canvas.Box, h heading, n, below int) (plan, bool) {
	under := 0
	if below > 0 {
		_, height, ok := p.c.Set(b.W, b.H, p.beneath(n, below)...)
		if !ok {
			return plan{}, false
		}
		under = height + canvas.Leading
	}
	f, width := p.figureFace(h.figure, b.H-under)
	if f == nil {
		return plan{}, false
	}
	step, _, ok := p.c.SetWithin(last, b.W-width-gutter, b.H-under, p.right(h, n-below)...)
	extra := len(p.c.Rows) - 1 - (n - below) // rows that are there because words did not fit
	return plan{figure: f, below: below, step: step, cost: 4*step + below + 3*extra + (48-f.Caps)/3}, ok
}

// gutter is the space between the figure and what stands beside it.
const gutter = 7

// figureFace is the largest that a figure can have in h rows, and how wide it is then.
func (p *Painter) figureFace(figure []byte, h int) (*typeface.Face, int) {
	for _, size := range [...]int{66, 60, 55, 48, 42, 36, 30, 24} {
		f := p.c.Faces[size]
		if width, _, _ := f.Measure(figure); f.Caps+2 <= h && width <= canvas.Width/2 {
			return f, width
		}
	}
	return nil, 0
}

// stack is a scene without a figure.
func (p *Painter) stack(h heading, split bool, n int) []canvas.Paragraph {
	p.stacked = p.stacked[:0]
	if split {
		p.stacked = append(p.stacked, h.split[0], h.split[1])
	} else {
		p.stacked = append(p.stacked, h.whole)
	}
	for _, r := range p.remarks[:n] {
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// right is what stands at the right of the figure, beneath what stands below both.
func (p *Painter) right(h heading, n int) []canvas.Paragraph {
	p.stacked = append(p.stacked[:0], h.rest)
	for _, r := range p.remarks[:n] {
		p.stacked = append(p.stacked, r.rest)
	}
	return p.stacked
}

func (p *Painter) beneath(n, below int) []canvas.Paragraph {
	p.stacked = p.stacked[:0]
	for _, r := range p.remarks[n-below : n] {
		r.whole.Most, r.whole.Style = 1, canvas.Note
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// carry draws a plan.
func (p *Painter) carry(q plan, b canvas.Box, h heading) {
	switch {
	case q.short:
		p.c.Shorten(b.W, b.H, h.whole)
		p.c.Place(b, true)
		return
	case q.figure == nil:
		p.c.Set(b.W, b.H, p.stack(h, q.split, q.remarks)...)
		p.c.Place(b, true)
		return
	}
	if q.below > 0 {
		_, height, _ := p.c.Set(b.W, b.H, p.beneath(q.remarks, q.below)...)
		p.c.Place(b.CutBottom(height), false)
		b.H -= canvas.Leading
	}
	width, _, _ := q.figure.Measure(h.figure)
	p.c.Write(q.figure, b.X, b.Y+(b.H+q.figure.Caps)/2, h.figure)
	column := canvas.At(b.X+width+gutter, b.Y, b.W-width-gutter, b.H)
	p.c.Set(column.W, column.H, p.right(h, q.remarks-q.below)...)
	p.c.Place(column, false)
}
