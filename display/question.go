package display

import (
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/games"
)

// A question is composed of elements below each other: its title, a field with the answer, and what
// explains the answer. What there is no room for below the field stands in the row of the title.
type question struct {
	composer
	asked games.Prompt
}

// answer composes a prompt that has the display.
func (q question) answer() {
	switch shape := q.asked.Shape; {
	case q.draft.Seats != nil:
		q.whose()
	case shape == games.Choice:
		q.choice()
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
		q.step(q.option(q.draft.Amount()), q.draft.Less, q.draft.More)
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
	return q.whole().Share(slices.Insert(below, 0, titled)...)
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

// waiting lists the prompts that wait.
func (q question) waiting() {
	var items []string
	for _, asked := range keys.Waiting(q.View) {
		items = append(items, q.opens(asked))
	}
	q.asked.ID = "which"
	top, below := q.share(canvas.Wish{Least: 20, Good: 48, Most: 24 * len(items)})
	q.title(top, q.ask())
	q.list(below[0], items, min(q.draft.Cursor, len(items)-1))
}

// A menu is what may be chosen: the offers of other prompts, seats, and words.
type menu struct {
	offers, words []string
	seats         []cell
	cursor        int // on one of the offers, or behind them of the words; -1 where it is on a seat
}

func (q question) menu() menu {
	m := menu{cursor: -1}
	for i, o := range q.asked.Offers {
		if i == q.draft.Cursor+len(q.asked.Offers) {
			m.cursor = i
		}
		m.offers = append(m.offers, q.voice.Option(games.Prompt{ID: o.Prompt}, o.Option))
	}
	add := func(i int, word string) {
		if i == q.draft.Cursor {
			m.cursor = len(m.offers) + len(m.words)
		}
		m.words = append(m.words, word)
	}
	for i, o := range q.asked.Options {
		if o[0] == '"' {
			add(i, q.option(o))
			continue
		}
		seat := cell{label: string(o), dark: i == q.draft.Cursor}
		if label := q.asked.Label(o); !label.IsZero() {
			seat.total = number(label.Number)
		}
		m.seats = append(m.seats, seat)
	}
	if waiting := q.View.Prompts; q.draft.Waiting {
		add(len(q.asked.Options), q.opens(waiting[len(waiting)-1]))
	}
	return m
}

// choice draws the options: seats side by side, offers above and words in a list below them. Where
// there is not room for all, arrows beside those at the cursor tell of the others.
func (q question) choice() {
	m := q.menu()
	switch {
	case len(m.seats) == 0:
		q.chooseWord(append(m.offers, m.words...), m.cursor)
		return
	case len(m.seats) > mostInRow:
		last := len(q.asked.Options) - 1
		at := min(q.draft.Cursor, last)
		q.step(q.option(q.asked.Options[at]), at > 0, at < last)
		return
	}
	above := canvas.Wish{Least: 14 * min(len(m.offers), 1), Most: 14, Drop: 2}
	seats := canvas.Wish{Least: 20, Most: 48, Drop: 1}
	note := canvas.Wish{Least: 14, Drop: 4}
	two := 12 * min(len(m.words), 2)
	words := canvas.Wish{Least: 12 * min(len(m.words), 1), Good: two, Most: two, Drop: 3}
	said := len(m.words) > 0 || q.View.Panel == games.Entrants // the lobby's players are those that may be chosen
	if m.seats[0].total != "" || q.asked.Buttons == games.Play && said {
		note.Least = 0
	}
	switch { // what the cursor is on is not left out
	case m.cursor >= len(m.offers):
		words.Drop = 0
	case m.cursor >= 0:
		above.Drop = 0
	default:
		seats.Drop = 0
	}
	boxes := q.elements(above, seats, note, words)
	alone := boxes[2].H == 0 // the word at the cursor
	if alone {
		boxes = append(q.elements(listed(1)), canvas.Box{}, canvas.Box{}, canvas.Box{})
	}
	top, row := q.ahead(boxes[0]), boxes[2]
	ask, worth := q.ask(), worth(m.seats)
	switch {
	case worth != "" && (alone || row.H < totalled):
		ask = worth // says what is asked, too
	case worth == "" && q.asked.Buttons != games.Play:
		q.buttons(&top, boxes[3])
	case boxes[3].H > 0:
		q.context(boxes[3])
	}
	q.title(top, ask)
	if alone {
		q.item(boxes[1], append(m.offers, m.words...)[m.cursor], true)
		return
	}
	narrow := row
	narrow.W -= turning
	q.offers(boxes[1], m.offers, m.cursor)
	if len(m.offers) > 0 && boxes[1].H == 0 {
		q.Arrow(row.Right()-6, row.Y+row.H/2-4, -1)
		row = narrow
	}
	if len(m.words) > 0 && boxes[4].H > 0 {
		q.words(boxes[4], m.words, max(12, boxes[4].H/min(len(m.words), 2)), m.cursor-len(m.offers))
	} else if len(m.words) > 0 {
		q.Arrow(narrow.Right()+turning-6, row.Y+row.H/2+1, 1)
		row = narrow
	}
	q.seatRow(row, m.seats)
}

// worth is what seats have, in a row: 2:12 3:5.
func worth(seats []cell) string {
	var all []string
	for _, seat := range seats {
		if seat.total != "" {
			all = append(all, seat.label+":"+seat.total)
		}
	}
	return strings.Join(all, "  ")
}

// offers draws the offers of other prompts side by side.
func (q question) offers(row canvas.Box, offers []string, cursor int) {
	if row.H == 0 {
		return
	}
	for i, box := range row.Columns(len(offers)) {
		box.W--
		q.Label(box.Inset(1, 0), canvas.Middle, offers[i], canvas.Note)
		if i == cursor {
			q.Invert(box)
		}
	}
}

// chooseWord draws words in a list, and below a short one what it is about: who takes part, or the
// headline.
func (q question) chooseWord(words []string, cursor int) {
	about := canvas.Wish{Least: 16, Most: 28, Drop: 1}
	if len(words) > 2 {
		about.Least = 0
	}
	top, below := q.share(listed(len(words)), about)
	field, rest := below[0], below[1]
	entered := q.View.Panel == games.Entrants
	switch {
	case rest.H > 0 && entered:
		q.seatRow(rest, entrants(q.View))
	case rest.H > 0:
		q.context(rest)
	case entered && field.H < 2*listPitch:
		if q.Fits(field.W-joinedSide-itemMargins, field.H, words[cursor], canvas.Name) {
			q.joined(field.CutRight(joinedSide))
		}
	}
	q.title(top, q.ask())
	q.list(field, words, cursor)
}

// listPitch is how high a row of a list is at least.
const listPitch = 16

// listed is the wish for a list of so many rows; where there is room for one it is that at the
// cursor.
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
	q.words(b, words, max(listPitch, min(b.H/len(words), 24)), cursor)
}

// words draws as many as there is room for, so that the one at the cursor is among them.
func (q question) words(b canvas.Box, words []string, pitch, cursor int) {
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
		if first+i == cursor {
			q.Invert(r)
		}
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

// joinedSide is how many columns beside an item show who takes part.
const joinedSide = 54

// joined draws in two rows who takes part, on lit ground, and who may.
func (q question) joined(b canvas.Box) {
	cells := entrants(q.View)
	columns := (len(cells) + 1) / 2
	b.CutLeft(3)
	for i, cell := range cells {
		w, h := min(13, b.W/columns), b.H/2
		r := canvas.At(b.X+i%columns*w, b.Y+i/columns*(h+1), w-1, h-1)
		q.Label(r, canvas.Middle, cell.label, canvas.Tag)
		if cell.dark {
			q.Invert(r)
		}
	}
}
