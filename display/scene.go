package display

import (
	"slices"
	"strings"

	"arbitre/games"
)

// footing is how many rows at the bottom say what OK does.
const footing = 14

// say appends a sentence of the table to what this picture says, and returns it. A word that is not known is said as it is.
func (p *Painter) say(t games.Text, l Language) []byte {
	return p.fill(template(p.words.sentences, t.Word, l), t, l)
}

// word appends a word of the table.
func (p *Painter) word(word string, l Language) []byte {
	return p.fill(template(p.words.words, word, l), games.Text{}, l)
}

func (p *Painter) number(n int) []byte { return p.fill("{n}", games.Text{Number: n}, English) }

func (p *Painter) fill(template string, t games.Text, l Language) []byte {
	start := len(p.said)
	p.said = p.words.fill(p.said, template, t, l)
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
	fault       bool // it is about the table itself
}

func (r remark) rank() int {
	if r.first {
		return 0
	}
	return 1
}

// table draws what everyone sees, and below it what OK would do.
func (p *Painter) table(s Scene) {
	shown := panelOf(s.View)
	switch {
	case shown != debrief:
	case len(s.View.Prompts) == 0:
		shown = inOne(s.View)
	default:
		s.View, shown = p.turnTo(s)
	}
	s.View = p.weigh(s.View)
	h := p.compose(s, shown)
	does, hint := p.does(s)
	panel := p.panel(s, shown)
	b := box{0, 0, Width, Height - panel.h}
	strip := 0
	if slices.ContainsFunc(s.View.Lines, inSuperPartie) && len(s.View.Slates) <= 1 && shown != debrief {
		strip = wonStrip
		b.h -= strip
	}
	if shown == slates {
		p.hunts(s, box{0, Height - panel.h + leading, Width, panel.h - leading})
		p.faultMark(s, &b)
		p.drawn(s.View, &b)
		does, hint = nil, false // their seats tell it
	}
	if does != nil {
		b.h -= footing
	}
	best := p.plan(b, h)
	if best.short && panel.h > 0 && shown != slates {
		b.h += panel.h
		best, shown = p.plan(b, h), nothing
	}
	if hint && best.poor(len(p.remarks)-p.optional) {
		b.h += footing
		best, does = p.plan(b, h), nil
	}
	p.unsaid = max(0, len(p.remarks)-p.optional-best.remarks)
	if !best.short || shown != slates {
		p.carry(best, b, h)
	}
	if strip > 0 {
		p.won(s, box{0, b.bottom(), Width, strip})
	}
	panel.y = b.bottom() + strip + leading
	switch shown {
	case entrants:
		p.seatRow(box{0, panel.y, Width, panel.h - leading})
	case totals:
		p.grid(box{0, panel.y, Width, panel.h - leading})
	case grids:
		p.teams(s, box{0, panel.y, Width, panel.h - leading})
	case answers:
		p.answers(s, box{0, panel.y, Width, panel.h - leading})
	case debrief:
		if panel.h > 0 {
			p.codeBoxes(s, box{0, panel.y, Width, panel.h - leading}, codeOf(s.View.Lines))
		}
	}
	if does != nil {
		p.footer(s, does)
	}
}

// How many lines a debrief tells with the verdict, and on each page after that.
const (
	onFirstPage = 2
	perPage     = 3
)

// inOne is what a debrief shows where nobody turns pages: the points, and as much of the rest as there is room for.
func inOne(v games.View) panel {
	if len(v.Grids) > 0 {
		return grids
	}
	return totals
}

// untilLeader is how many lines come before those that the points say, too.
func untilLeader(lines []games.Text) int {
	n := len(lines)
	for n > 0 && lines[n-1].Word == "leader" {
		n--
	}
	return n
}

// turnTo is the page of a debrief that is read. The last one has the points, and who leads.
func (p *Painter) turnTo(s Scene) (games.View, panel) {
	v := s.View
	n := untilLeader(v.Lines)
	pages := 2 + max(0, n-onFirstPage+perPage-1)/perPage
	page := (s.Dialogue.page%pages + pages) % pages
	switch {
	case page == 0:
		v.Lines = v.Lines[:min(onFirstPage, n)]
	case page+1 < pages:
		from := onFirstPage + (page-1)*perPage
		v.Lines = v.Lines[from:min(from+perPage, n)]
	default:
		v.Lines = v.Lines[n:]
		return v, inOne(v)
	}
	return v, debrief
}

// weigh puts what counts most first: a line on a grid before the word for which the token was drawn.
func (p *Painter) weigh(v games.View) games.View {
	i := slices.IndexFunc(v.Lines, func(t games.Text) bool { return t.Word == "motus" })
	if i < 0 || v.Headline.Word != "motus_found" && !isDraw(v.Headline) {
		return v
	}
	p.lines = append(p.lines[:0], v.Headline)
	v.Headline = v.Lines[i]
	v.Lines = append(append(p.lines, v.Lines[:i]...), v.Lines[i+1:]...)
	p.lines = v.Lines
	return v
}

// faultMark draws a mark at the right of a box where something is wrong with the table, and takes its room off it.
func (p *Painter) faultMark(s Scene, b *box) {
	const w = 9
	if !slices.ContainsFunc(s.View.Lines, isFault) {
		return
	}
	b.w -= w + 2
	mark := box{b.x + b.w + 2, b.y, w, min(b.h, p.header()-2, 14)}
	p.letterIn(p.faces[13], mark, '!')
	p.invert(mark)
}

// compose makes the sentences of a scene that its panel does not show.
func (p *Painter) compose(s Scene, shown panel) heading {
	v, l := s.View, s.Language
	words := template(p.words.sentences, v.Headline.Word, l)
	if v.Headline.IsZero() && len(v.Prompts) > 0 {
		words = p.words.question(v.Game, v.Prompts[0].ID, l) // the lobby's
	}
	h := heading{whole: paragraph{p.fill(words, v.Headline, l), &headSizes, 3}}
	of, rest := subject(words, v.Headline)
	if of != 0 {
		h.figure = p.number(int(of))
		h.rest = paragraph{p.fill(rest, v.Headline, l), &headSizes, 2}
	} else if rest, ok := strings.CutPrefix(words, "{seats}"); ok {
		h.split[0] = paragraph{p.fill("{seats}", v.Headline, l), &headSizes, 1}
		h.split[1] = paragraph{p.fill(strings.TrimLeft(rest, " :"), v.Headline, l), &headSizes, 2}
	}
	p.remarks = p.remarks[:0]
	for _, t := range v.Lines {
		if p.draws(t, shown, v) {
			continue
		}
		words := template(p.words.sentences, t.Word, l)
		sizes := &lineSizes
		if t.Span != 0 {
			sizes = &spanSizes
		}
		r := remark{whole: paragraph{p.fill(words, t, l), sizes, 2}, first: t.Span != 0 || t.Word == "code", fault: isFault(t)}
		r.rest = r.whole
		if who, rest := subject(words, t); who != 0 && who == of {
			r.rest.text = p.fill(rest, t, l)
		}
		p.remarks = append(p.remarks, r)
	}
	slices.SortStableFunc(p.remarks, func(a, b remark) int { return a.rank() - b.rank() })
	p.optional = 0
	switch shown {
	case totals:
		p.optional = len(v.Lines) - untilLeader(v.Lines)
		if panelOf(v) == debrief && len(v.Lines) > 0 {
			p.optional = max(p.optional, len(p.remarks)-1)
		}
	case grids:
		p.optional = max(0, len(p.remarks)-1)
	case slates:
		p.optional = len(p.remarks)
	case nothing:
		if n := len(v.Lines); n > 0 && v.Lines[n-1].Word == "round" && v.Headline.Word == "mog_lay" {
			p.optional = 1
		}
	case photo:
		start := len(p.said)
		if p.said = appendFinish(p.said, v.Race, l); len(p.said) > start {
			q := paragraph{p.said[start:], &noteSizes, 2}
			p.remarks = append(p.remarks, remark{whole: q, rest: q})
			p.optional = 1
		}
	}
	return h
}

// draws tells whether a line is not said but drawn.
func (p *Painter) draws(t games.Text, shown panel, v games.View) bool {
	switch t.Word {
	case "guessed":
		return shown == answers
	case "code":
		return shown == debrief
	case "motus_won":
		return shown != debrief
	case "margin":
		return shown == slates
	case "motus_token":
		return v.Headline.Word == "motus" && len(v.Grids) > 0
	}
	return shown == answers && isReply(t)
}

// does returns what OK does in a scene, and whether that is a mere hint, of a prompt that waits in the background.
func (p *Painter) does(s Scene) (text []byte, hint bool) {
	if len(s.View.Prompts) == 0 {
		return nil, false
	}
	asked, open := front(s.View)
	switch {
	case !open:
		asked = s.View.Prompts[0]
	case asked.Shape == games.Peek:
		return nil, false // the button does
	}
	if s.View.Headline.IsZero() && open {
		return p.option(asked, asked.Options[0], s.Language), false // the question is the headline
	}
	return p.ask(s, asked, ""), !open && !s.View.Over // after a game nobody would guess that there is more
}

// ask is the question of a prompt.
func (p *Painter) ask(s Scene, asked games.Prompt, extra string) []byte {
	if asked.ID == "phone" {
		if i := slices.IndexFunc(s.View.Lines, func(t games.Text) bool { return t.Word == "phones" }); i >= 0 {
			return p.say(s.View.Lines[i], s.Language) // what to do with those that there are
		}
	}
	t := games.Text{Seat: asked.Seat, Seats: s.View.Headline.Seats, Number: asked.Team, Extra: extra}
	text := p.fill(p.words.question(s.View.Game, asked.ID, s.Language), t, s.Language)
	if asked.Board > 1 {
		start := len(p.said)
		p.said = append(append(append(p.said, text...), noBreak+"("...), byte('0'+asked.Board), ')')
		text = p.said[start:]
	}
	return text
}

// option is what may be answered, as it is said.
func (p *Painter) option(asked games.Prompt, v games.Value, l Language) []byte {
	start := len(p.said)
	p.said = p.words.appendOption(p.said, asked, v, l)
	return p.said[start:]
}

func (p *Painter) footer(s Scene, does []byte) {
	rest := p.okKey(box{0, Height - footing + 1, Width, footing - 1})
	const pages = 14
	text := paragraph{does, &noteSizes, 1}
	if _, _, ok := p.set(rest.w-pages, rest.h, text); ok && panelOf(s.View) == debrief {
		rest.w -= pages
		p.arrow(rest.x+rest.w+3, rest.y+5, -1)
		p.arrow(rest.x+rest.w+9, rest.y+5, 1)
	}
	p.fit(rest, false, text)
}

// okKey draws the key at the left of a row, and returns the rest of it.
func (p *Painter) okKey(b box) box {
	const ok = "OK"
	f := p.faces[small]
	p.said = append(p.said, ok...)
	p.write(f, b.x+2, b.y+(b.h+f.caps)/2, p.said[len(p.said)-len(ok):])
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
	figure  *face // of the large figure at the left; nil without one
	split   bool  // without one: the list of seats in rows of its own
	below   int   // how many of the remarks stand below the figure, in the full width
	remarks int   // how many are said at all
	step    int   // of the ladder, for what stands beside the figure
	cost    int
	short   bool // not even the headline fits
}

// easy is the last step of the ladders that is read at arm's length, lowEasy where there is less to choose from.
const easy, lowEasy = 3, 5

// poor tells whether a plan would gain by more room.
func (q plan) poor(lines int) bool { return q.short || q.step > easy || q.remarks < lines }

// plan finds the arrangement that is easiest to read. The last remarks are the least important and go first.
func (p *Painter) plan(b box, h heading) plan {
	most := len(p.remarks)
	if p.low() {
		most = min(most, 2) // there are not rows for more
	}
	for n := most; n >= 0; n-- {
		const none = 1 << 10
		best := plan{cost: none}
		last := lastStep
		switch {
		case n <= len(p.remarks)-p.optional:
		case p.low():
			last = lowEasy
		default:
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
	return plan{figure: f, below: below, step: step, cost: 4*step + below + 3*extra + (48-f.caps)/3}, ok
}

// gutter is the space between the figure and what stands beside it.
const gutter = 7

// figureFace is the largest that a figure can have in h rows, and how wide it is then.
func (p *Painter) figureFace(figure []byte, h int) (*face, int) {
	for _, size := range [...]int{66, 60, 55, 48, 42, 36, 30, 24} {
		f := p.faces[size]
		if width, _, _ := f.measure(figure); f.caps+2 <= h && width <= Width/2 {
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
		r.whole.sizes = &noteSizes
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
	width, _, _ := q.figure.measure(h.figure)
	p.write(q.figure, b.x, b.y+(b.h+q.figure.caps)/2, h.figure)
	column := box{b.x + width + gutter, b.y, b.w - width - gutter, b.h}
	p.set(column.w, column.h, p.right(h, q.remarks-q.below)...)
	p.place(column, false)
}

// A cell is one seat in a row or a grid.
type cell struct {
	label []byte
	total []byte
	dark  bool // on lit ground
}

// panel prepares the seats that a scene shows, and returns what room they need at the bottom.
func (p *Painter) panel(s Scene, shown panel) box {
	p.cells = p.cells[:0]
	v := s.View
	switch shown {
	case entrants:
		for _, seat := range v.Seats {
			pressed := slices.Contains(v.Headline.Seats, seat.Seat)
			if pressed || seat.Lamp == games.Blinking {
				p.cells = append(p.cells, cell{label: p.number(int(seat.Seat)), dark: pressed})
			}
		}
		if len(p.cells) > 0 {
			return box{0, 0, Width, 24 + leading}
		}
	case totals:
		ahead := v.Headline.Seats
		for _, t := range v.Lines {
			if t.Word == "leader" {
				ahead = t.Seats
			}
		}
		for _, seat := range v.Seats {
			p.cells = append(p.cells, cell{p.number(int(seat.Seat)), p.number(seat.Total), slices.Contains(ahead, seat.Seat)})
		}
		if _, rows := p.gridSize(); rows > 0 {
			return box{0, 0, Width, max(27, 12*rows) + leading}
		}
	case grids:
		return box{0, 0, Width, 27 + leading}
	case answers:
		return box{0, 0, Width, 35 + leading}
	case debrief:
		if !codeOf(v.Lines).IsZero() {
			return box{0, 0, Width, 17 + leading}
		}
	case slates:
		return box{0, 0, Width, huntsHeight(len(v.Slates)) + leading}
	}
	return box{}
}

// mostInRow is how many seats can stand side by side.
const mostInRow = 9

// seatRow draws p.cells side by side, each in a frame.
func (p *Painter) seatRow(b box) {
	const gap = 3
	space := 8 // above and below the number
	if p.low() {
		space = 6
	}
	n := len(p.cells)
	if n == 0 {
		return
	}
	w := min((b.w+gap)/n-gap, 30)
	x := b.x + (b.w-n*(w+gap)+gap)/2
	f := p.faces[11]
	for _, size := range [...]int{24, 20, 18, 16, 14, 13, 12, 11} {
		wide := 0
		for _, c := range p.cells {
			width, _, _ := p.faces[size].measure(c.label)
			wide = max(wide, width)
		}
		if f = p.faces[size]; wide <= w-4 && f.caps <= b.h-space {
			break
		}
	}
	for _, c := range p.cells {
		frame := box{x, b.y + 1, w, b.h - 2}
		width, _, _ := f.measure(c.label)
		p.write(f, x+(w-width)/2, frame.y+(frame.h+f.caps)/2, c.label)
		if c.dark {
			p.invert(frame)
		} else {
			p.frame(frame)
		}
		x += w + gap
	}
}

// labelSizes leaves a row free above the number of a seat.
func (p *Painter) labelSizes(rows int) *ladder {
	if rows < 11 {
		return &tagSizes
	}
	return &noteSizes
}

// gridSize is how many columns and rows the points of all need.
func (p *Painter) gridSize() (columns, rows int) {
	n := len(p.cells)
	switch {
	case n == 0:
		return 0, 0
	case n <= 5 && !p.low():
		return n, 1
	}
	columns = 4
	fits := n <= 5
	for _, c := range p.cells {
		width, _, _ := p.faces[small].measure(c.total)
		fits = fits && width <= (Width-turning)/n
		if width > 18 {
			columns = 3
		}
	}
	if fits {
		return n, 1
	}
	return columns, (n + columns - 1) / columns
}

// grid draws the points of all: each below its seat, or in several rows, small, beside it.
func (p *Painter) grid(b box) {
	columns, rows := p.gridSize()
	if rows == 0 {
		return
	}
	for i, c := range p.cells {
		r := box{b.x + i%columns*(b.w/columns), b.y + i/columns*(b.h/rows), b.w/columns - 1, b.h / rows}
		sizes := &noteSizes
		switch {
		case b.h >= 30 && rows == 1:
			sizes = &nameSizes
		case rows == 1, r.h >= 16:
			sizes = &menuSizes
		}
		if rows == 1 {
			label := min(12, 2*r.h/5+1)
			p.fit(box{r.x, r.y, r.w, label}, true, paragraph{c.label, p.labelSizes(label), 1})
			p.fit(box{r.x, r.y + label, r.w, r.h - label}, true, paragraph{c.total, sizes, 1})
		} else {
			start := len(p.said)
			p.said = append(append(append(p.said, c.label...), ':'), c.total...)
			p.fit(box{r.x + 1, r.y, r.w - 2, r.h}, false, paragraph{p.said[start:], sizes, 1})
		}
		if c.dark {
			p.invert(r)
		}
	}
}
