package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
)

// A cell is one seat in a row or a grid.
type cell struct {
	label, total string
	name         string // shown in place of the label if it has room; "" for none
	lit          bool   // on lit ground
}

// entrants returns the seats that may join, those that have on lit ground, and bots in brackets.
func entrants(c *composer) (cells []cell) {
	v := c.View
	for _, seat := range v.Seats {
		pressed := slices.Contains(v.Headline.Seats, seat.Seat)
		if pressed || seat.Lamp == games.Blinking {
			one := cell{label: number(int(seat.Seat)), name: c.voice.Name(seat.Seat), lit: pressed}
			if seat.Bot {
				one.label = "(" + one.label + ")"
			}
			cells = append(cells, one)
		}
	}
	return cells
}

// totals returns the points of all seats, or of the teams, the leaders or winners on lit ground.
func totals(c *composer) (cells []cell) {
	v := c.View
	var ahead []games.Seat
	if v.Headline.Role == games.Winners {
		ahead = v.Headline.Seats
	}
	for _, t := range v.Lines {
		if t.Role == games.Leaders {
			ahead = t.Seats
		}
	}
	for _, side := range games.Sides(v.Seats) {
		first := side[0]
		one := cell{number(int(first.Seat)), number(first.Total), c.voice.Name(first.Seat), slices.Contains(ahead, first.Seat)}
		if first.Team > 0 {
			one.label, one.name = wording.Letter(first.Team), c.names.Teams[first.Team]
		}
		cells = append(cells, one)
	}
	return cells
}

// inTeams returns the seats with the letters of their teams below them.
func inTeams(c *composer) (cells []cell) {
	for _, seat := range c.View.Seats {
		cells = append(cells, cell{label: number(int(seat.Seat)), total: wording.Letter(seat.Team), name: c.voice.Name(seat.Seat)})
	}
	return cells
}

// mostInRow is the number of seats that have room side by side.
const mostInRow = 9

// totalled is the least height in rows of seats with their totals below them.
const totalled = 31

// drawSeatRow draws seats side by side, each in a frame.
func drawSeatRow(p *canvas.Page, b canvas.Box, cells []cell) {
	const gap = 3
	n := len(cells)
	if n == 0 {
		return
	}
	withTotals := cells[0].total != "" && b.H >= totalled
	var below canvas.Box
	if withTotals {
		below = b.CutBottom(12)
	}
	w := min((b.W+gap)/n-gap, 30)
	var labels []string
	for _, cell := range cells {
		labels = append(labels, cell.label)
	}
	size, _ := p.Largest(canvas.Number, w-4, b.H-8, labels...)
	x := b.X + (b.W-n*(w+gap)+gap)/2
	for _, cell := range cells {
		frame := canvas.At(x, b.Y+1, w, b.H-2)
		row := p.Row(cell.label, size)
		if named := p.Row(cell.name, canvas.Tag.Size(0)); cell.name != "" && named.Width <= w-2 {
			row = named
		}
		p.Place(frame, canvas.Middle, row)
		p.Cell(frame, cell.lit)
		if withTotals {
			p.Label(canvas.At(x-1, below.Y, w+2, below.H), canvas.Middle, cell.total, canvas.Note)
		}
		x += w + gap
	}
}

// standings draws the points of all seats.
type standings struct {
	*composer
	cells []cell
}

// panel has the points below the sentences.
func (s standings) panel() panel {
	p := panel{draw: func(b canvas.Box) { s.draw(edges(b)) }, points: true, pages: noPages}
	p.shows = func(t games.Text) bool { return t.Role == games.Leaders }
	switch _, lines := s.size(); {
	case lines > 2:
		p.rows = 12 * lines
	case lines > 0:
		p.rows = 27
	}
	return p
}

// size returns the columns and rows of the table that they make.
func (s standings) size() (columns, rows int) {
	n, widest := len(s.cells), 0
	for _, cell := range s.cells {
		widest = max(widest, s.page.Wide(cell.total, canvas.Note))
	}
	switch {
	case n == 0:
		return 0, 0
	case n <= 5:
		return n, 1
	case widest > 18:
		columns = 3
	default:
		columns = 4
	}
	return columns, (n + columns - 1) / columns
}

// draw draws each total below its seat or, if there are several rows, at the right of it.
func (s standings) draw(b canvas.Box) {
	columns, rows := s.size()
	for i, cell := range s.cells {
		whole := canvas.At(b.X+i%columns*(b.W/columns), b.Y+i/columns*(b.H/rows), b.W/columns-1, b.H/rows)
		r, style := whole, canvas.Note
		switch {
		case b.H >= 30 && rows == 1:
			style = canvas.Name
		case rows == 1, r.H >= 16:
			style = canvas.Menu
		}
		if rows == 1 {
			if cell.name != "" && s.page.Fits(r.W, canvas.Height, cell.name, canvas.Note) {
				cell.label = cell.name
			}
			s.page.Label(r.CutTop(min(12, 2*r.H/5+1)), canvas.Middle, cell.label, canvas.Note)
			s.page.Label(r, canvas.Middle, cell.total, style)
		} else {
			label := r.CutLeft(max(10, 7*len(cell.label)))
			s.page.Label(canvas.At(label.X+1, label.Y, label.W-1, label.H), canvas.Middle, cell.label, canvas.Tag)
			s.page.Invert(label.Middle(label.W, min(smallRow, label.H)))
			s.page.Label(canvas.At(r.X+2, r.Y, r.W-2, r.H), canvas.Left, cell.total, style)
		}
		s.page.Light(whole, cell.lit)
	}
}
