package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// A question draws one open prompt with the answer as far as it is chosen or entered. Its parts lie
// below each other: the title, a field with the answer, and a note that explains the answer. If
// there is no room for a note, its text moves into the title's row or is left out.
type question struct {
	*composer
	asked games.Prompt
}

// drawAnswer draws the open prompt by its shape.
func drawAnswer(q question) {
	switch shape := q.asked.Shape; {
	case q.draft.Seats != nil:
		drawWhose(q)
	case shape == games.Choice:
		newMenu(q).draw()
	case shape == games.Hand:
		drawHand(q)
	case shape == games.Card:
		drawCard(q)
	case shape == games.Code:
		drawCodeEntry(q)
	case shape == games.Token:
		drawToken(q)
	case shape == games.Letters:
		drawWord(q)
	case shape == games.Amount:
		lower, higher := q.draft.CanChange()
		drawStep(q, q.option(q.draft.Amount()), lower, higher)
	}
}

// ask returns the text of the question, option the text of one of its answers.
func (q question) ask() string                      { return q.voice.Question(q.View, q.asked) }
func (q question) option(answer games.Value) string { return q.voice.Option(q.asked, answer) }

// The heights of the parts of a question.
const (
	titleRows = 16
	noteRows  = 14 // a note of one row
	seatsHigh = 32 // at most, of seats side by side
)

// parts are the boxes of a question. A note that is left out has no rows.
type parts struct{ title, field, note canvas.Box }

// share divides the picture between the parts, with so many rows for the note, and draws the time that
// is left to answer.
func (q question) share(note int) (p parts) {
	p.field = canvas.At(0, 0, canvas.Width, canvas.Height)
	p.title = q.clock(p.field.CutTop(titleRows))
	p.note = p.field.CutBottom(note)
	return p
}

// clock draws the remaining seconds at the right of the title's row, and returns the rest of the row.
func (q question) clock(row canvas.Box) canvas.Box {
	if seconds := secondsLeft(q.asked, q.Now); seconds > 0 {
		text := q.voice.Sentence(games.Text{Word: "seconds", Number: min(seconds, 999)})
		clock := row.CutRight(q.page.Wide(text, canvas.Menu) + 1)
		clock.H--
		q.page.Label(clock, canvas.Left, text, canvas.Menu)
		row.W -= 4
	}
	return row
}

// title writes a text into the title's row, and beside it the mark for a fault: not where the text needs
// the whole row, as a fault is told in full whenever nothing is asked.
func (q question) title(row canvas.Box, text string) {
	if slices.ContainsFunc(q.View.Lines, isFault) {
		if q.page.Fits(row.W-faultWide-faultGap-2*margin, row.H-1, text, canvas.Menu) {
			drawFaultMark(q.page, &row)
		}
	}
	row.H--
	q.page.Label(row.Inset(1, 0), canvas.Left, text, canvas.Menu)
}

// confirm draws the OK key with what it does to a complete answer.
func (q question) confirm(b canvas.Box, does string, style canvas.Style) {
	q.page.Label(drawOKKey(q.page, b), canvas.Left, q.voice.Word(does), style)
}

// drawWhose asks which seat a chosen option is about.
func drawWhose(q question) {
	naming, _ := q.asked.Names(q.draft.Option)
	note := 0
	if naming.Buttons {
		note = noteRows
	}
	p := q.share(note)
	if naming.Buttons {
		q.buttons(&p.title, p.note)
	}
	q.title(p.title, q.voice.Whose(q.asked, q.draft.Option))
	var cells []cell
	for i, item := range q.draft.Items {
		cells = append(cells, cell{label: number(int(item.Seat)), name: q.voice.Name(item.Seat), lit: i == q.draft.Cursor})
	}
	drawSeatRow(q.page, p.field.Middle(p.field.W, min(seatsHigh, p.field.H)), cells)
}

// buttons says that the players' buttons answer, too: in the note or, if that has no rows, by the
// picture of a button in the title's row.
func (q question) buttons(row *canvas.Box, note canvas.Box) {
	if note.H > 0 {
		q.page.Label(note, canvas.Middle, q.voice.Word("or_button"), canvas.Note)
		return
	}
	const base, edge, full = 0b110000000, 0b111111000, 0b111111100
	mark := row.CutRight(14)
	q.page.Ink(mark.X, mark.Y, base, base, base, edge, full, full, full, full, full, edge, base, base, base)
}

// context repeats the headline below a question, if there is room for it.
func (q question) context(b canvas.Box) {
	said := q.voice.Sentence(q.View.Headline)
	if !q.View.Headline.IsZero() && q.page.Fits(b.W, b.H, said, canvas.Note) {
		q.page.Label(b, canvas.Middle, said, canvas.Note)
	}
}
