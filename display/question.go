package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/games"
)

// A question is composed of elements below each other: its title, a field with the answer, and what
// explains the answer. What there is no room for below the field stands in the row of the title.
type question struct {
	*composer
	asked games.Prompt
}

// answer draws the open prompt by its shape.
func (q question) answer() {
	switch shape := q.asked.Shape; {
	case q.draft.Seats != nil:
		q.whose()
	case shape == games.Choice:
		q.menu().draw()
	case shape == games.Hand:
		q.hand()
	case shape == games.Card:
		q.card()
	case shape == games.Code:
		q.code()
	case shape == games.Token:
		q.token()
	case shape == games.Letters:
		q.spell()
	case shape == games.Amount:
		less, more := q.draft.Way()
		q.step(q.option(q.draft.Amount()), less, more)
	}
}

// ask is what the prompt asks, option what may be answered.
func (q question) ask() string                      { return q.voice.Question(q.View, q.asked) }
func (q question) option(answer games.Value) string { return q.voice.Option(q.asked, answer) }

// share lays elements out below each other, with the title before them, and returns what is left of
// the title's row.
func (q question) share(wishes ...canvas.Wish) (top canvas.Box, below []canvas.Box) {
	boxes := q.elements(wishes...)
	return q.ahead(boxes[0]), boxes[1:]
}

func (q question) elements(below ...canvas.Wish) []canvas.Box {
	titled := canvas.Wish{Least: band, Good: 16, Most: 16}
	return canvas.At(0, 0, canvas.Width, q.Height).Share(slices.Insert(below, 0, titled)...)
}

// ahead marks at the right of the title's row that something is wrong with the table, and how many
// seconds are left for an answer, and returns the rest of the row.
func (q question) ahead(top canvas.Box) canvas.Box {
	if slices.ContainsFunc(q.View.Lines, isFault) {
		q.faultMark(&top)
	}
	if seconds := secondsLeft(q.asked, q.Now); seconds > 0 {
		text, style := q.voice.Sentence(games.Text{Word: "seconds", Number: min(seconds, 999)}), titleStyle(top)
		clock := top.CutRight(q.Wide(text, style) + 1)
		clock.H--
		q.Label(clock, canvas.Left, text, style)
		top.W -= 4
	}
	return top
}

// title writes what stands in the first row.
func (q question) title(b canvas.Box, text string) {
	style := titleStyle(b)
	if style == canvas.Menu {
		b.H--
	}
	q.Label(b.Inset(1, 0), canvas.Left, text, style)
}

// titleStyle is how what stands in a row for a title is set.
func titleStyle(b canvas.Box) canvas.Style {
	switch {
	case b.H >= 15:
		return canvas.Menu
	case b.H >= 12:
		return canvas.Note
	}
	return canvas.Tag
}

// beside writes an answer at the right of what is asked, or alone if there is not room for both.
func (q question) beside(b canvas.Box, answer string) {
	ask := q.ask()
	if answer != "" {
		style := titleStyle(b)
		wide := q.Wide(answer, style)
		if q.Wide(ask, style)+apart+wide > b.W-1 {
			ask = answer
		} else {
			q.title(b.CutRight(wide+2), answer)
		}
	}
	q.title(b, ask)
}

// confirm says what OK does with a whole answer.
func (q question) confirm(b canvas.Box, word string, style canvas.Style) {
	q.Label(q.okKey(b), canvas.Left, q.voice.Word(word), style)
}

// whose asks which seat a chosen option is about.
func (q question) whose() {
	naming, _ := q.asked.Names(q.draft.Option)
	note := canvas.Wish{Least: 14, Drop: 1}
	if naming.Buttons == nil {
		note.Least = 0
	}
	top, below := q.share(canvas.Wish{Least: 20, Most: 32}, note)
	if naming.Buttons != nil {
		q.buttons(&top, below[1])
	}
	q.title(top, q.voice.Whose(q.asked, q.draft.Option))
	var cells []cell
	for i, seat := range q.draft.Seats {
		cells = append(cells, cell{label: number(int(seat)), dark: i == q.draft.Cursor})
	}
	q.seatRow(below[0], cells)
}

// buttons says that the players' buttons answer, too: below the question, or with a picture of one
// in its title.
func (q question) buttons(top *canvas.Box, below canvas.Box) {
	if below.H > 0 {
		q.Label(below, canvas.Middle, q.voice.Word("or_button"), canvas.Note)
		return
	}
	const base, edge, full = 0b110000000, 0b111111000, 0b111111100
	mark := top.CutRight(14)
	q.Ink(mark.X, mark.Y, base, base, base, edge, full, full, full, full, full, edge, base, base, base)
}

// waiting draws the list of background prompts.
func (q question) waiting() {
	var items []string
	for _, asked := range keys.Waiting(q.View) {
		items = append(items, q.voice.Opens(q.View, asked))
	}
	q.asked.ID = "which"
	top, below := q.share(canvas.Wish{Least: 20, Good: 48, Most: 24 * len(items)})
	q.title(top, q.ask())
	q.list(below[0], items, min(q.draft.Cursor, len(items)-1))
}

// listPitch is how high a row of a list is at least.
const listPitch = 16

// listed is the space that a list of n rows asks for; with the least of it, list shows only the row
// at the cursor.
func listed(n int) canvas.Wish {
	return canvas.Wish{Least: 20, Good: listPitch * min(n, 3), Most: 24 * n}
}

// context repeats the headline below a question, if there is room for it.
func (q question) context(b canvas.Box) {
	said := q.voice.Sentence(q.View.Headline)
	if !q.View.Headline.IsZero() && q.Fits(b.W, b.H, said, canvas.Note) {
		q.Label(b, canvas.Middle, said, canvas.Note)
	}
}

// list draws words below each other, or the one at the cursor where there is no room for a second.
func (q question) list(b canvas.Box, words []string, cursor int) {
	if b.H < 2*listPitch {
		q.item(b, words[cursor], len(words) > 1)
		return
	}
	q.rowsOf(b, words, max(listPitch, min(b.H/len(words), 24)), cursor)
}

// rowsOf draws as many as there is room for, so that the one at the cursor is among them.
func (q question) rowsOf(b canvas.Box, words []string, pitch, cursor int) {
	room := min(b.H/pitch, len(words))
	first := max(0, min(cursor-room/2, len(words)-room))
	for i, word := range words[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		style := canvas.Menu
		if pitch < listPitch {
			style = canvas.Note
		}
		q.Label(canvas.At(r.X+4, r.Y, r.W-14, r.H-1), canvas.Left, word, style)
		if i == 0 && first > 0 {
			q.Arrow(r.Right()-8, r.Y+3, -1)
		}
		if i == room-1 && first+room < len(words) {
			q.Arrow(r.Right()-8, r.Bottom()-6, 1)
		}
		q.Light(r, first+i == cursor)
	}
}

// itemMargins are the columns beside the text of an item.
const itemMargins = 16

// item draws the word at the cursor, with arrows where there are others.
func (q question) item(b canvas.Box, word string, others bool) {
	q.Label(canvas.At(b.X+4, b.Y, b.W-itemMargins, b.H), canvas.Left, word, canvas.Name)
	if others {
		q.Arrow(b.Right()-9, b.Y+4, -1)
		q.Arrow(b.Right()-9, b.Bottom()-7, 1)
	}
	q.Invert(b)
}
