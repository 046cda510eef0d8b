package display

import (
	"slices"
	"strings"

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

// subject splits a sentence that begins with its one seat: "2 joue" is 2 and "joue".
func subject(template string, t games.Text) (seat games.Seat, rest string) {
	rest, ok := strings.CutPrefix(template, "{seat}")
	if seat = t.Seat; !ok && len(t.Seats) == 1 {
		rest, ok = strings.CutPrefix(template, "{seats}")
		seat = t.Seats[0]
	}
	if rest = strings.TrimLeft(rest, " :"); !ok || rest == "" {
		return 0, ""
	}
	return seat, rest
}

// A heading is the headline, whole and as figure and rest.
type heading struct {
	whole  paragraph
	figure []byte // nil where the sentence does not begin with one seat
	rest   paragraph
	split  [2]paragraph // a list of seats, and the rest
}

// A remark is a line, whole and as it follows the figure of its subject.
type remark struct {
	whole, rest paragraph
	first       bool // it is said next to the headline
	role        games.Role
}

func (r remark) isFault() bool { return r.role == games.Fault }

func (r remark) rank() int {
	if r.first {
		return 0
	}
	return 1
}

// faultMark draws a mark at the right of a box for something that is wrong with the table, and takes its room off it.
func (p *Painter) faultMark(b *box) {
	const w = 8
	b.w -= w + 2
	mark := box{b.x + b.w + 2, b.y, w, min(b.h, p.header()-2, 14)}
	p.letterIn(p.faces[13], mark, '!')
	p.invert(mark)
}

// compose makes the sentences of a scene that its panel does not show.
func (p *Painter) compose(shown games.Panel) heading {
	v := p.scene.View
	words := p.voice.Template(wording.Sentences, v.Headline.Word)
	if v.Headline.IsZero() && len(v.Prompts) > 0 {
		words = p.voice.Template(wording.Questions, v.Prompts[0].ID) // the lobby's
	}
	h := heading{whole: paragraph{p.fill(words, v.Headline), &headSizes, 3}}
	of, rest := subject(words, v.Headline)
	if of != 0 {
		h.figure = p.number(int(of))
		h.rest = paragraph{p.fill(rest, v.Headline), &headSizes, 2}
	} else if rest, ok := strings.CutPrefix(words, "{seats}"); ok {
		h.split[0] = paragraph{p.fill("{seats}", v.Headline), &headSizes, 1}
		h.split[1] = paragraph{p.fill(strings.TrimLeft(rest, " :"), v.Headline), &headSizes, 2}
	}
	p.remarks = p.remarks[:0]
	for _, t := range v.Lines {
		if p.draws(t, shown, v) {
			continue
		}
		words := p.voice.Template(wording.Sentences, t.Word)
		sizes := &lineSizes
		if t.Span != 0 {
			sizes = &spanSizes
		}
		r := remark{whole: paragraph{p.fill(words, t), sizes, 2}, first: t.Span != 0 || t.Code != nil, role: t.Role}
		r.rest = r.whole
		if who, rest := subject(words, t); who != 0 && who == of {
			r.rest.text = p.fill(rest, t)
		}
		p.remarks = append(p.remarks, r)
	}
	p.optional = 0
	for i := len(p.remarks) - 1; i >= 0 && p.remarks[i].role == games.Round; i-- {
		p.optional++
	}
	slices.SortStableFunc(p.remarks, func(a, b remark) int { return a.rank() - b.rank() })
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
		return shown == games.Hunts && !p.low()
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
	return p.ask(*asked, ""), !open && !p.scene.View.Over // after a game nobody would guess that there is more
}

// ask is the question of a prompt.
func (p *Painter) ask(asked games.Prompt, extra string) []byte {
	if !asked.Asks.IsZero() {
		return p.say(asked.Asks)
	}
	if extra == "" {
		extra = p.scene.View.Game
	}
	t := games.Text{Seat: asked.Seat, Seats: p.scene.View.Headline.Seats, Number: asked.Team, Extra: extra}
	text := p.fill(p.voice.Template(wording.Questions, asked.ID), t)
	if asked.Board > 1 {
		start := len(p.said)
		p.said = append(append(append(p.said, text...), wording.NoBreak+"("...), byte('0'+asked.Board), ')')
		text = p.said[start:]
	}
	return text
}

// option is what may be answered, as it is said.
func (p *Painter) option(asked games.Prompt, v games.Value) []byte {
	start := len(p.said)
	p.said = p.voice.AppendOption(p.said, asked, v)
	return p.said[start:]
}

// okKey draws the key at the left of a row, and returns the rest of it.
func (p *Painter) okKey(b box) box {
	const ok = "OK"
	f := p.faces[typeface.Small]
	p.said = append(p.said, ok...)
	p.write(f, b.x+2, b.y+(b.h+f.Caps)/2, p.said[len(p.said)-len(ok):])
	p.invert(box{b.x, b.y, 20, b.h})
	return box{b.x + 24, b.y, b.w - 24, b.h}
}

// fit sets paragraphs into a box, shortened if they must be.
func (p *Painter) fit(b box, middle bool, paragraphs ...paragraph) {
	if _, _, ok := p.set(b.w, b.h, paragraphs...); !ok {
		p.shorten(b.w, b.h, paragraphs[0])
	}
	p.place(b, middle)
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

// easy is the last step of the ladders that is read at arm's length.
const easy = 5

// plan finds the arrangement that is easiest to read. The last remarks are the least important and go first, to a later page
// or, where nobody turns pages, when they would not be legible.
func (p *Painter) plan(t *sheet, b box) plan {
	h := t.head
	most := min(len(p.remarks), max(0, (b.h+band/2)/band-1)) // rows beside the headline
	for n := most; n >= t.need; n-- {
		const none = 1 << 10
		best := plan{cost: none}
		last := lastStep
		switch {
		case n == 0:
		case t.keys || p.low():
			last = easy
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
		if step, _, ok := p.setWithin(min(last, best.cost/4), b.w, b.h, p.stack(h, false, n)...); ok {
			consider(plan{step: step, cost: 12 + 4*step + 3*(len(p.rows)-1-n)})
		}
		if h.split[0].text != nil {
			if step, _, ok := p.setWithin(min(last, best.cost/4), b.w, b.h, p.stack(h, true, n)...); ok {
				consider(plan{step: step, cost: 2 + 4*step, split: true})
			}
		}
		if best.cost < none {
			return best
		}
	}
	return plan{short: true}
}

func (p *Painter) planFigure(last int, b box, h heading, n, below int) (plan, bool) {
	under := 0
	if below > 0 {
		_, height, ok := p.set(b.w, b.h, p.beneath(n, below)...)
		if !ok {
			return plan{}, false
		}
		under = height + leading
	}
	f, width := p.figureFace(h.figure, b.h-under)
	if f == nil {
		return plan{}, false
	}
	step, _, ok := p.setWithin(last, b.w-width-gutter, b.h-under, p.right(h, n-below)...)
	extra := len(p.rows) - 1 - (n - below) // rows that are there because words did not fit
	return plan{figure: f, below: below, step: step, cost: 4*step + below + 3*extra + (48-f.Caps)/3}, ok
}

// gutter is the space between the figure and what stands beside it.
const gutter = 7

// figureFace is the largest that a figure can have in h rows, and how wide it is then.
func (p *Painter) figureFace(figure []byte, h int) (*typeface.Face, int) {
	for _, size := range [...]int{66, 60, 55, 48, 42, 36, 30, 24} {
		f := p.faces[size]
		if width, _, _ := f.Measure(figure); f.Caps+2 <= h && width <= Width/2 {
			return f, width
		}
	}
	return nil, 0
}

// stack is a scene without a figure.
func (p *Painter) stack(h heading, split bool, n int) []paragraph {
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
func (p *Painter) right(h heading, n int) []paragraph {
	p.stacked = append(p.stacked[:0], h.rest)
	for _, r := range p.remarks[:n] {
		p.stacked = append(p.stacked, r.rest)
	}
	return p.stacked
}

func (p *Painter) beneath(n, below int) []paragraph {
	p.stacked = p.stacked[:0]
	for _, r := range p.remarks[n-below : n] {
		r.whole.sizes, r.whole.most = &noteSizes, 1
		p.stacked = append(p.stacked, r.whole)
	}
	return p.stacked
}

// carry draws a plan.
func (p *Painter) carry(q plan, b box, h heading) {
	switch {
	case q.short:
		p.shorten(b.w, b.h, h.whole)
		p.place(b, true)
		return
	case q.figure == nil:
		p.set(b.w, b.h, p.stack(h, q.split, q.remarks)...)
		p.place(b, true)
		return
	}
	if q.below > 0 {
		_, height, _ := p.set(b.w, b.h, p.beneath(q.remarks, q.below)...)
		p.place(b.cutBottom(height), false)
		b.h -= leading
	}
	width, _, _ := q.figure.Measure(h.figure)
	p.write(q.figure, b.x, b.y+(b.h+q.figure.Caps)/2, h.figure)
	column := box{b.x + width + gutter, b.y, b.w - width - gutter, b.h}
	p.set(column.w, column.h, p.right(h, q.remarks-q.below)...)
	p.place(column, false)
}
