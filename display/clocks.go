package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// clocks draws the time that each seat has left.
type clocks struct{ *composer }

// clockTag is the columns of the seat at the left of a clock.
const clockTag = 13

// panel has the clocks below the sentences, as high as may be.
func (c clocks) panel() panel {
	rows := 38
	if _, lines := c.size(); lines > 2 {
		rows = 2 + lines*(smallRow-1)
	}
	return panel{rows: rows, draw: func(b canvas.Box) { c.draw(edges(b)) }, tall: true}
}

// size returns the columns and lines in which all clocks can be read: in one line if there is room.
func (c clocks) size() (columns, lines int) {
	n := len(c.View.Seats)
	for columns = min(n, 4); columns > 2; columns-- {
		lines, w := (n+columns-1)/columns, canvas.Width/columns-4
		if lines > 1 {
			w -= clockTag
		}
		if lines > 1 && columns == 4 {
			continue
		}
		if !slices.ContainsFunc(c.View.Seats, func(s games.Place) bool { return !c.page.Fits(w, canvas.Height, c.left(s), canvas.Name) }) {
			break
		}
	}
	return columns, (n + columns - 1) / max(1, columns)
}

// left writes the time of a seat.
func (c clocks) left(seat games.Place) string {
	if seat.Clock == nil {
		return ""
	}
	return c.voice.Clock(*seat.Clock, c.Now)
}

// draw draws each clock below its seat or, in several lines, at the right of it; the one that runs on
// lit ground.
func (c clocks) draw(b canvas.Box) {
	columns, lines := c.size()
	b.CutTop(1) // the headline may reach down to it
	w, h := b.W/columns, b.H/lines
	style, tag, rest := canvas.Name, canvas.At(1, 0, clockTag, h), canvas.At(1+clockTag, 0, w-clockTag-4, h)
	if lines == 1 {
		style, tag, rest = canvas.Head, canvas.At(0, 0, w, 12), canvas.At(2, 12, w-5, h-12)
	}
	var times []string
	for _, seat := range c.View.Seats {
		times = append(times, c.left(seat))
	}
	size, _ := c.page.Largest(style, rest.W, rest.H-7, times...)
	for i, seat := range c.View.Seats {
		x, y := b.X+i%columns*w, b.Y+i/columns*h
		c.page.Label(canvas.At(x+tag.X, y+tag.Y, tag.W, tag.H), canvas.Middle, c.seat(seat.Seat, tag.W, canvas.Tag), canvas.Tag)
		c.page.Place(canvas.At(x+rest.X, y+rest.Y, rest.W, rest.H), canvas.Middle, c.page.Row(times[i], size))
		c.page.Light(canvas.At(x, y, w-1, h), seat.Lamp == games.Lit && !c.View.Over)
	}
}
