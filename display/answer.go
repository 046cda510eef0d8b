package display

import (
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/games"
)

// hand draws the numbers of a hand and the points that they make. Each number stands above its
// name; without a note only the number that is being set is named, at its right.
func (q question) hand() {
	const narrow = 28
	numbers := q.draft.Numbers()
	p := q.share(canvas.Wish{Least: 20, Good: 34, Most: 60}, canvas.Wish{Least: 14, Most: 18, Drop: 1})
	field, names := p.field, p.note
	sum := p.title.CutRight(45)
	q.title(p.title, q.ask())
	points, style := q.voice.Sentence(games.Text{Word: "points", Number: q.asked.Points(numbers)}), titleStyle(sum)
	if sum.W--; style != canvas.Note {
		sum.H--
	}
	q.Label(sum, canvas.Middle, points, style)
	columns := field.Columns(len(numbers))
	for i, count := range q.asked.Counts {
		name, column, style := q.voice.Word(count.Key), columns[i].Inset(1, 0), canvas.Head
		if names.H > 0 {
			q.Label(canvas.At(columns[i].X, names.Y, columns[i].W, names.H), canvas.Middle, name, canvas.Tag)
		} else {
			column, style = field.CutLeft(narrow), canvas.Name
		}
		set := column
		if i == q.draft.Cursor && names.H == 0 {
			rest := (len(numbers) - 1 - i) * narrow
			beside := field.CutLeft(field.W - rest)
			q.Label(canvas.At(set.X+3, set.Y, beside.W-3, set.H), canvas.Left, name, canvas.Note)
			set.W += beside.W
			column.X += beside.W
		}
		q.Label(column, canvas.Middle, number(numbers[i]), style)
		q.Light(set, i == q.draft.Cursor)
	}
}

// step draws one large value, with an arrow on each side on which there are more.
func (q question) step(value string, less, more bool) {
	p := q.share(canvas.Wish{Least: 20, Good: 48, Most: 60}, canvas.Wish{})
	q.title(p.title, q.ask())
	field := p.field.Inset(14, 0)
	if field.H >= roomy {
		field = field.Inset(0, 4)
	}
	q.Label(field.Inset(2, 0), canvas.Middle, value, canvas.Head)
	q.Invert(field)
	y := field.Y + field.H/2 - 4
	if less {
		q.Ink(4, y, 0b000010000, 0b000111000, 0b001111100, 0b011111110, 0b111111111)
	}
	if more {
		q.Ink(canvas.Width-9, y, 0b111111111, 0b011111110, 0b001111100, 0b000111000, 0b000010000)
	}
}

// A card is a question for the attributes of a card.
type card struct{ question }

// draw draws the attributes in a row, a cross for each word that may be answered instead, and below
// them the name of the one at the cursor, or the complete card.
func (q card) draw() {
	p := q.share(canvas.Wish{Least: 10, Good: 24, Most: 30}, canvas.Wish{Least: band, Good: roomy, Most: 40})
	q.title(p.title, q.ask())
	for i, box := range p.field.Columns(len(q.asked.Options)) {
		q.attribute(i, box)
	}
	name, at := p.note, q.draft.Cursor
	switch {
	case at >= len(q.asked.Options) && name.H >= roomy:
		rest := q.okKey(name.CutBottom(18))
		rest.H--
		q.Label(rest, canvas.Left, q.chosen(), canvas.Head)
	case at >= len(q.asked.Options):
		q.Label(q.okKey(name), canvas.Left, q.chosen(), canvas.Note)
	case name.H >= roomy:
		text := canvas.Paragraph{Text: q.option(q.asked.Options[at]), Style: canvas.Name, Most: 2}
		q.Fit(name.Inset(1, 0), canvas.Middle, text)
	default:
		name.CutLeft(margin)
		q.Label(name, canvas.Left, q.option(q.asked.Options[at]), canvas.Note)
	}
}

// attribute draws the i-th attribute, on lit ground if it is chosen. In a high box it has a frame,
// and an arrow below it is the cursor; in a low one it is small, and brackets are the cursor.
func (q card) attribute(i int, b canvas.Box) {
	r := '×'
	if i < q.asked.Places {
		r = rune('1' + i)
	}
	chosen, here := slices.Contains(q.draft.Numbers(), i+1), i == q.draft.Cursor
	if b.H >= roomy {
		step, cell := 0, canvas.At(b.X, b.Y, b.W-2, b.H-5)
		if b.W < 16 {
			step = 1
		}
		q.Letter(canvas.Sign.Size(step), cell, r)
		q.Cell(cell, chosen)
		if here {
			q.Arrow(cell.X+cell.W/2-2, cell.Bottom()+2, -1)
		}
		return
	}
	cell := b.Middle(10, 10)
	q.Letter(canvas.Sign.Size(4), cell, r)
	q.Light(cell, chosen)
	if here {
		const side, ends = 0b1111111111, 0b1000000001
		q.Ink(cell.X-2, cell.Y, side, ends)
		q.Ink(cell.Right(), cell.Y, ends, side)
	}
}

// chosen returns the chosen attributes as a card is written: 1·4·7.
func (q card) chosen() string {
	var attributes []string
	for _, n := range q.draft.Numbers() {
		attributes = append(attributes, number(n))
	}
	return strings.Join(attributes, "·")
}

// code draws the places of a code, how many of its colours are set, and the name of the colour at
// the cursor.
func (q question) code() {
	numbers := q.draft.Numbers()
	places, note := canvas.Wish{Least: 20, Good: 28, Most: 36}, canvas.Wish{Least: 14, Good: 20, Most: 26, Drop: 1}
	p := q.share(places, note)
	set, colours := 0, make([]string, len(numbers))
	for i, n := range numbers {
		if n > 0 {
			colours[i] = q.asked.Options[n-1].String()
			set++
		}
	}
	for i, place := range p.field.Columns(len(numbers)) {
		q.colour(canvas.At(place.X+2, place.Y, place.W-2, place.H), colours[i], i == q.draft.Cursor)
	}
	count, whole, name := outOf(set, q.asked.Max), q.draft.Cursor == len(numbers), ""
	if !whole && numbers[q.draft.Cursor] > 0 {
		name = q.option(q.asked.Options[numbers[q.draft.Cursor]-1])
	}
	title, detail := p.title, p.note
	if detail.H == 0 {
		q.title(title.CutRight(q.Wide(count, canvas.Note)+2), count)
		title.CutRight(apart)
		if whole {
			title.H--
			q.confirm(title, "send", canvas.Note)
		} else {
			q.titleWithAnswer(title, name)
		}
		return
	}
	q.title(title, q.ask())
	detail.CutTop(min(3, detail.H-14))
	detail.W -= 2
	q.Label(detail.CutRight(28), canvas.Middle, count, canvas.Menu)
	detail.W -= 2
	detail.H--
	if whole {
		q.confirm(detail, "send", canvas.Line)
		return
	}
	if name == "" {
		name = q.voice.Word("empty")
	}
	detail.CutLeft(margin)
	q.Label(detail, canvas.Left, name, canvas.Line)
}

// token draws a colour, and a position at its right.
func (q question) token() {
	numbers := q.draft.Numbers()
	p := q.share(canvas.Wish{Least: 20, Good: 35, Most: 56}, canvas.Wish{Least: 13, Most: 18, Drop: 1})
	field, names := p.field, p.note
	named := []string{q.voice.Word("colour"), q.voice.Word("position")}
	style, inner := canvas.Head, 1
	if names.H > 0 {
		q.title(p.title, q.ask())
	} else {
		style, inner = canvas.Name, 0
		q.titleWithAnswer(p.title, named[q.draft.Cursor])
	}
	position := field.CutRight(min(36, field.H+10))
	field.W -= 2
	values := []string{q.option(q.asked.Options[numbers[0]-1]), number(numbers[1])}
	for i, b := range []canvas.Box{field, position} {
		if names.H > 0 {
			q.Label(canvas.At(b.X, names.Y, b.W, names.H), canvas.Middle, named[i], canvas.Tag)
		}
		q.Label(b.Inset(2, inner), canvas.Middle, values[i], style)
		q.Light(b, i == q.draft.Cursor)
	}
}

// A word is a question for a word.
type word struct{ question }

// draw draws the letters that are entered, a box for each missing letter, and the wheel.
func (q word) draw() {
	letters, wheel := canvas.Wish{Least: 20, Good: 28, Most: 40}, canvas.Wish{Least: 14, Good: 20, Most: 24, Drop: 1}
	p := q.share(letters, wheel)
	row, foot := p.field, p.note
	if row.H >= roomy {
		row.Y, row.H = row.Y+3, row.H-4
	}
	n := max(1, q.asked.Max)
	pitch := min(canvas.Width/n, max(20, row.H-2))
	entered := q.boxes(row.Middle(n*pitch, row.H), pitch, n)
	ok := "send"
	if q.asked.For > 0 {
		ok = "keep" // a secret is confirmed first, for nobody else could tell a slip in it
	}
	switch {
	case entered >= n && foot.H > 0:
		q.confirm(foot.CutBottom(14), ok, canvas.Note)
	case entered >= n:
		p.title.H--
		q.confirm(p.title, ok, canvas.Note)
		return
	case foot.H > 0 && q.draft.Word.Wheel != 0:
		foot.CutTop(foot.H / 10)
		foot.H = min(16, foot.H)
		q.wheel(foot, 14, canvas.Sign.Size(2))
	case foot.H == 0 && q.draft.Word.Turned():
		q.wheel(p.title, 11, canvas.Sign.Size(3))
		return
	}
	q.title(p.title, q.ask())
}

// boxes draws n boxes with the letters that are entered, and returns their number.
func (q word) boxes(b canvas.Box, pitch, n int) (entered int) {
	high := b.H - 4
	if b.H < roomy {
		high = b.H - 8 // for accents
	}
	size := q.LargestLetter(pitch-2, high, q.draft.Word.Letters+"A")
	for _, r := range q.draft.Word.Letters {
		q.Letter(size, canvas.At(b.X+entered*pitch, b.Y, keys.Letters(r)*pitch-1, b.H), r)
		entered += keys.Letters(r)
	}
	for i := entered; i < n; i++ {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, b.H)
		if i > entered {
			q.Frame(cell)
			continue
		}
		if q.draft.Word.Wheel != 0 {
			q.Letter(size, cell, q.draft.Word.Wheel)
		}
		q.Invert(cell)
	}
	return entered
}

// wheel draws the letter on the wheel on lit ground, and the letters before and after it, pitch
// columns apart.
func (q word) wheel(b canvas.Box, pitch, size int) {
	ring := q.draft.Word.Ring()
	at, seen := slices.Index(ring[:], q.draft.Word.Wheel), (b.W/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := b.Middle(pitch, b.H)
		cell.X += i * pitch
		q.Letter(size, cell, ring[(at+i+len(ring))%len(ring)])
		q.Light(cell, i == 0)
	}
}
