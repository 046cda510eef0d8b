package display

import (
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/games"
)

// A menu is a question for an item of a list: seats, and words before and behind them.
type menu struct {
	question
	words  []string
	above  int // how many of the words stand before the seats: offers of other prompts
	seats  []cell
	cursor int // its place among the words; -1 if it is on a seat
}

// newMenu sorts the items of the list into words and seats.
func newMenu(q question) menu {
	m := menu{question: q, cursor: -1}
	for i, item := range q.draft.Items {
		here := i == q.draft.Cursor
		if n, ok := numberOf(item); ok {
			seat := cell{label: number(n), lit: here}
			if q.asked.Seats {
				seat.name = q.voice.Name(games.Seat(n))
			}
			if points := q.asked.Label(item.Option); !points.IsZero() {
				seat.total = number(points.Number)
			}
			m.seats = append(m.seats, seat)
			continue
		}
		if here {
			m.cursor = len(m.words)
		}
		if item.Prompt.ID != q.asked.ID && !item.Option.IsZero() {
			m.above++
		}
		m.words = append(m.words, q.item(item))
	}
	return m
}

// numberOf returns the seat, or another number, that an item offers, and whether it offers one.
func numberOf(i keys.Item) (n int, ok bool) {
	n, err := i.Option.Int()
	return n, err == nil
}

// item returns the text of an item.
func (q question) item(i keys.Item) string {
	if i.Back {
		return q.voice.Word("back")
	}
	if i.Option.IsZero() {
		return q.voice.Opens(q.View, i.Prompt)
	}
	return q.voice.Option(i.Prompt, i.Option)
}

// draw draws the options by what they are: words, a few seats, or more seats than have room.
func (m menu) draw() {
	switch {
	case len(m.seats) == 0:
		m.drawWords()
	case len(m.seats) > mostInRow:
		drawStep(m.question, m.item(m.draft.Items[m.draft.Cursor]), true, true) // the keys go round
	default:
		m.drawSeats()
	}
}

// drawSeats draws seats side by side, offers above and words in a list below them.
func (m menu) drawSeats() {
	p := m.share(0)
	const wordRows, least = 12, 20 // of each of two words, and of the seats
	row := p.field
	if m.above > 0 {
		m.drawOffers(row.CutTop(noteRows))
	}
	said := len(m.words) > 0 || m.View.Panel == games.Entrants // the options name the lobby's players already
	noted := noteRows
	if m.above > 0 || m.seats[0].total != "" || m.asked.Buttons == games.PressesOnly && said {
		noted = 0
	}
	below := row.CutBottom(min(wordRows*min(len(m.words)-m.above, 2), row.H-noted-least))
	note := row.CutBottom(noted)
	m.seatsTitle(p.title, note, row.H < totalled)
	if below.H > 0 {
		drawScroll(m.page, below, wordRows, m.words[m.above:], m.cursor-m.above)
	}
	drawSeatRow(m.page, row, m.seats)
}

// seatsTitle writes the question or, if the points of the seats are hidden because they have no
// room below them, the points. It says in the note that players' buttons answer, or else repeats
// the headline there.
func (m menu) seatsTitle(row, note canvas.Box, hidden bool) {
	title, points := m.ask(), m.seats[0].total != ""
	switch {
	case points && hidden:
		title = ""
		for _, seat := range m.seats {
			title += seat.label + ":" + seat.total + "  "
		}
	case !points && m.asked.Buttons != games.PressesOnly:
		m.buttons(&row, note)
	case note.H > 0:
		m.context(note)
	}
	m.title(row, strings.TrimRight(title, " "))
}

// drawOffers draws the offers of other prompts side by side.
func (m menu) drawOffers(row canvas.Box) {
	for i, box := range row.Columns(m.above) {
		box.W--
		m.page.Label(box.Inset(1, 0), canvas.Middle, m.words[i], canvas.Note)
		m.page.Light(box, i == m.cursor)
	}
}

// seatsBelow is the height of what stands below a list of words.
const seatsBelow = 16

// drawWords draws words in a list. Below it stand the seats that have joined, for which the list
// gives up a row, or below a short list the headline.
func (m menu) drawWords() {
	entered := m.View.Panel == games.Entrants
	about := 0
	if entered || len(m.words) <= 2 && m.draft.State != keys.Listed {
		about = seatsBelow
	}
	p := m.share(about)
	switch {
	case p.note.H > 0 && entered:
		drawSeatRow(m.page, p.note, entrants(m.composer))
	case p.note.H > 0:
		m.context(p.note)
	}
	m.title(p.title, m.ask())
	drawList(m.page, p.field, m.words, m.cursor)
}
