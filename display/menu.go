package display

import (
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/games"
)

// A menu is a question for one of several options: offers of other prompts, seats, and words.
type menu struct {
	question
	offers, words []string
	seats         []cell
	cursor        int // its place among the offers and, behind them, the words; -1 if it is on a seat
}

// menu sorts the options of the prompt into offers, words and seats.
func (q question) menu() menu {
	m := menu{question: q, cursor: -1}
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
		seat := cell{label: string(o), lit: i == q.draft.Cursor}
		if label := q.asked.Label(o); !label.IsZero() {
			seat.total = number(label.Number)
		}
		m.seats = append(m.seats, seat)
	}
	if waiting := q.View.Prompts; q.draft.Waiting {
		add(len(q.asked.Options), q.voice.Opens(q.View, waiting[len(waiting)-1]))
	}
	return m
}

// draw draws the options by what they are: words, a few seats, or more seats than have room.
func (m menu) draw() {
	switch {
	case len(m.seats) == 0:
		m.drawWords()
	case len(m.seats) > mostInRow:
		last := len(m.asked.Options) - 1
		at := min(m.draft.Cursor, last)
		m.step(m.option(m.asked.Options[at]), at > 0, at < last)
	default:
		m.drawSeats()
	}
}

// drawSeats draws seats side by side, offers above and words in a list below them. If only some
// have room, arrows beside the seats or the item at the cursor lead to the others.
func (m menu) drawSeats() {
	boxes := m.whole().Share(m.wishes()...)
	title, above, row, note, below := boxes[0], boxes[1], boxes[2], boxes[3], boxes[4]
	if row.H == 0 {
		p := m.share(listed(1), canvas.Wish{})
		m.title(m.hint(p.title, canvas.Box{}, true))
		m.item(p.field, m.all()[m.cursor], true)
		return
	}
	m.title(m.hint(m.status(title), note, row.H < totalled))
	m.drawOffers(above)
	moreAbove, moreBelow := len(m.offers) > 0 && above.H == 0, len(m.words) > 0 && below.H == 0
	arrows, middle := row.Right()-6, row.Y+row.H/2
	if moreAbove {
		m.Arrow(arrows, middle-4, -1)
	}
	if moreBelow {
		m.Arrow(arrows, middle+1, 1)
	}
	if moreAbove || moreBelow {
		row.W -= turning
	}
	if len(m.words) > 0 && below.H > 0 {
		words := list{m.composer, m.words, m.cursor - len(m.offers)}
		words.scroll(below, max(12, below.H/min(len(m.words), 2)))
	}
	m.seatRow(row, m.seats)
}

// wishes returns the rows for the title, the offers, the seats, the note and the words, from the
// top.
func (m menu) wishes() []canvas.Wish {
	above := canvas.Wish{Least: 14 * min(len(m.offers), 1), Most: 14, Drop: 2}
	seats := canvas.Wish{Least: 20, Most: 48, Drop: 1}
	note := canvas.Wish{Least: 14, Drop: 4}
	two := 12 * min(len(m.words), 2)
	words := canvas.Wish{Least: 12 * min(len(m.words), 1), Good: two, Most: two, Drop: 3}
	said := len(m.words) > 0 || m.View.Panel == games.Entrants // the options name the lobby's players already
	if m.seats[0].total != "" || m.asked.Buttons == games.Play && said {
		note.Least = 0
	}
	switch { // the part with the cursor is never left out
	case m.cursor >= len(m.offers):
		words.Drop = 0
	case m.cursor >= 0:
		above.Drop = 0
	default:
		seats.Drop = 0
	}
	return []canvas.Wish{titled(), above, seats, note, words}
}

// hint says in the note that players' buttons answer, or else repeats the headline there. It
// returns the title's text and box: the question, or each seat's points if hidden says that they
// have no room below the seats.
func (m menu) hint(row, note canvas.Box, hidden bool) (rest canvas.Box, title string) {
	var worth []string // 2:12 3:5
	for _, seat := range m.seats {
		if seat.total != "" {
			worth = append(worth, seat.label+":"+seat.total)
		}
	}
	switch {
	case worth != nil && hidden:
		return row, strings.Join(worth, "  ")
	case worth == nil && m.asked.Buttons != games.Play:
		m.buttons(&row, note)
	case note.H > 0:
		m.context(note)
	}
	return row, m.ask()
}

// all returns the offers and the words.
func (m menu) all() []string { return slices.Concat(m.offers, m.words) }

// drawOffers draws the offers of other prompts side by side.
func (m menu) drawOffers(row canvas.Box) {
	if row.H == 0 {
		return
	}
	for i, box := range row.Columns(len(m.offers)) {
		box.W--
		m.Label(box.Inset(1, 0), canvas.Middle, m.offers[i], canvas.Note)
		m.Light(box, i == m.cursor)
	}
}

// drawWords draws words in a list. Below it stand the seats that have joined, for which the list
// gives up a row, or below a short list the headline.
func (m menu) drawWords() {
	words := m.all()
	entered := m.View.Panel == games.Entrants
	about, shown := canvas.Wish{Least: 16, Most: 28, Drop: 1}, len(words)
	if entered {
		shown = min(shown, 2)
	} else if shown > 2 {
		about.Least = 0
	}
	p := m.share(listed(shown), about)
	field := p.field
	switch {
	case p.note.H > 0 && entered:
		m.seatRow(p.note, entrants(m.View))
	case p.note.H > 0:
		m.context(p.note)
	case entered && field.H < 2*listPitch:
		if m.Fits(field.W-joinedSide-itemMargins, field.H, words[m.cursor], canvas.Name) {
			m.joined(field.CutRight(joinedSide))
		}
	}
	m.title(p.title, m.ask())
	list{m.composer, words, m.cursor}.draw(field)
}

// joinedSide is the width in columns of the seats beside an item.
const joinedSide = 54

// joined draws in two rows the seats that may join, those that have on lit ground.
func (m menu) joined(b canvas.Box) {
	cells := entrants(m.View)
	columns := (len(cells) + 1) / 2
	b.CutLeft(3)
	for i, cell := range cells {
		w, h := min(13, b.W/columns), b.H/2
		r := canvas.At(b.X+i%columns*w, b.Y+i/columns*(h+1), w-1, h-1)
		m.Label(r, canvas.Middle, cell.label, canvas.Tag)
		m.Light(r, cell.lit)
	}
}
