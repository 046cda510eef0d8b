package display

import (
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/games"
)

// drawHand draws the numbers of a hand, each above its name, and the points that they make.
func drawHand(q question) {
	numbers := q.draft.Numbers()
	p := q.share(14)
	sum := p.title.CutRight(45)
	q.title(p.title, q.ask())
	points := q.voice.Sentence(games.Text{Word: "points", Number: q.asked.Points(numbers)})
	q.page.Label(canvas.At(sum.X, sum.Y, sum.W-1, sum.H-1), canvas.Middle, points, canvas.Menu)
	columns := p.field.Columns(len(numbers))
	for i, count := range q.asked.Counts {
		name, set := canvas.At(columns[i].X, p.note.Y, columns[i].W, p.note.H), columns[i].Inset(1, 0)
		q.page.Label(name, canvas.Middle, q.voice.Word(count.Key), canvas.Tag)
		q.page.Label(set, canvas.Middle, number(numbers[i]), canvas.Head)
		q.page.Light(set, i == q.draft.Cursor)
	}
}

// drawStep draws one large value, with an arrow on each side on which there are more.
func drawStep(q question, value string, less, more bool) {
	p := q.share(0)
	q.title(p.title, q.ask())
	field := p.field.Inset(14, 4)
	q.page.Label(field.Inset(2, 0), canvas.Middle, value, canvas.Head)
	q.page.Invert(field)
	y := field.Y + field.H/2 - 4
	if less {
		q.page.Ink(4, y, 0b000010000, 0b000111000, 0b001111100, 0b011111110, 0b111111111)
	}
	if more {
		q.page.Ink(canvas.Width-9, y, 0b111111111, 0b011111110, 0b001111100, 0b000111000, 0b000010000)
	}
}

// drawCard draws the attributes in a row, a cross for each word that may be answered instead, and below
// them the name of the one at the cursor, or the complete card.
func drawCard(q question) {
	p := q.share(24)
	q.title(p.title, q.ask())
	for i, box := range p.field.Columns(len(q.asked.Options)) {
		drawAttribute(q, i, box)
	}
	name, at := p.note, q.draft.Cursor
	switch {
	case at >= len(q.asked.Options):
		rest := drawOKKey(q.page, name.CutBottom(18))
		rest.H--
		q.page.Label(rest, canvas.Left, chosen(q), canvas.Head)
	default:
		text := canvas.Paragraph{Text: q.option(q.asked.Options[at]), Style: canvas.Name, Most: 2}
		q.page.Fit(name.Inset(1, 0), canvas.Middle, text)
	}
}

// drawAttribute draws the i-th attribute in a frame, on lit ground if it is chosen. An arrow below it is
// the cursor.
func drawAttribute(q question, i int, b canvas.Box) {
	r := '×'
	if i < q.asked.Places {
		r = rune('1' + i)
	}
	step, cell := 0, canvas.At(b.X, b.Y, b.W-2, b.H-5)
	if b.W < 16 {
		step = 1
	}
	q.page.Letter(canvas.Sign.Size(step), cell, r)
	q.page.Cell(cell, slices.Contains(q.draft.Numbers(), i+1))
	if i == q.draft.Cursor {
		q.page.Arrow(cell.X+cell.W/2-2, cell.Bottom()+2, -1)
	}
}

// chosen returns the chosen attributes as a card is written: 1·4·7.
func chosen(q question) string {
	var attributes []string
	for _, n := range q.draft.Numbers() {
		attributes = append(attributes, number(n))
	}
	return strings.Join(attributes, "·")
}

// drawCodeEntry draws the places of a code, how many of its colours are set, and the name of the colour at
// the cursor.
func drawCodeEntry(q question) {
	numbers, at := q.draft.Numbers(), q.draft.Cursor
	p := q.share(20)
	set, colours := 0, make([]string, len(numbers))
	for i, n := range numbers {
		if n > 0 {
			colours[i] = q.asked.Options[n-1].String()
			set++
		}
	}
	for i, place := range p.field.Columns(len(numbers)) {
		drawColour(q.composer, canvas.At(place.X+2, place.Y, place.W-2, place.H), colours[i], i == at)
	}
	count, whole, name := outOf(set, q.asked.Max), at == len(numbers), ""
	if !whole && numbers[at] > 0 {
		name = q.option(q.asked.Options[numbers[at]-1])
	}
	q.title(p.title, q.ask())
	detail := p.note
	detail.CutTop(3)
	detail.W -= 2
	q.page.Label(detail.CutRight(28), canvas.Middle, count, canvas.Menu)
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
	q.page.Label(detail, canvas.Left, name, canvas.Line)
}

// drawToken draws a colour, and a position at its right.
func drawToken(q question) {
	numbers := q.draft.Numbers()
	p := q.share(13)
	named := []string{q.voice.Word("colour"), q.voice.Word("position")}
	q.title(p.title, q.ask())
	position := p.field.CutRight(36)
	p.field.W -= 2
	values := []string{q.option(q.asked.Options[numbers[0]-1]), number(numbers[1])}
	for i, b := range []canvas.Box{p.field, position} {
		q.page.Label(canvas.At(b.X, p.note.Y, b.W, p.note.H), canvas.Middle, named[i], canvas.Tag)
		q.page.Label(b.Inset(2, 1), canvas.Middle, values[i], canvas.Head)
		q.page.Light(b, i == q.draft.Cursor)
	}
}

// drawWord draws the letters that are entered, a box for each missing letter, and the wheel.
func drawWord(q question) {
	p := q.share(20)
	row, foot := p.field, p.note
	row.Y, row.H = row.Y+3, row.H-4
	n := max(1, q.asked.Max)
	pitch := min(canvas.Width/n, 22)
	entered := drawBoxes(q, row.Middle(n*pitch, row.H), pitch, n)
	ok := "send"
	if q.asked.For > 0 {
		ok = "keep" // a secret is confirmed first: no other player could notice a slip in it
	}
	switch {
	case entered >= n:
		q.confirm(foot.CutBottom(14), ok, canvas.Note)
	case q.draft.Word.Wheel != 0:
		drawWheel(q, canvas.At(foot.X, foot.Y+2, foot.W, 16), 14, canvas.Sign.Size(2))
	}
	q.title(p.title, q.ask())
}

// drawBoxes draws n boxes with the letters that are entered, and returns their number.
func drawBoxes(q question, b canvas.Box, pitch, n int) (entered int) {
	high := b.H - 4 // for accents
	size := q.page.LargestLetter(pitch-2, high, q.draft.Word.Letters+"A")
	for _, r := range q.draft.Word.Letters {
		q.page.Letter(size, canvas.At(b.X+entered*pitch, b.Y, keys.Letters(r)*pitch-1, b.H), r)
		entered += keys.Letters(r)
	}
	for i := entered; i < n; i++ {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, b.H)
		if i > entered {
			q.page.Frame(cell)
			continue
		}
		if q.draft.Word.Wheel != 0 {
			q.page.Letter(size, cell, q.draft.Word.Wheel)
		}
		q.page.Invert(cell)
	}
	return entered
}

// drawWheel draws the letter on the wheel on lit ground, and the letters before and after it, pitch
// columns apart.
func drawWheel(q question, b canvas.Box, pitch, size int) {
	ring := q.draft.Word.Ring()
	at, seen := slices.Index(ring[:], q.draft.Word.Wheel), (b.W/pitch-1)/2
	for i := -seen; i <= seen; i++ {
		cell := b.Middle(pitch, b.H)
		cell.X += i * pitch
		q.page.Letter(size, cell, ring[(at+i+len(ring))%len(ring)])
		q.page.Light(cell, i == 0)
	}
}
