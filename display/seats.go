package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// A cell is one seat in a row or a grid.
type cell struct {
	label []byte
	total []byte
	dark  bool // on lit ground
}

// entrants prepares who may press, and who has.
func (p *Painter) entrants(v games.View) {
	p.cells = p.cells[:0]
	for _, seat := range v.Seats {
		pressed := slices.Contains(v.Headline.Seats, seat.Seat)
		if pressed || seat.Lamp == games.Blinking {
			p.cells = append(p.cells, cell{label: p.number(int(seat.Seat)), dark: pressed})
		}
	}
}

// totals prepares the points of all.
func (p *Painter) totals(v games.View) {
	p.cells = p.cells[:0]
	var ahead []games.Seat
	if v.Headline.Role == games.Winners {
		ahead = v.Headline.Seats
	}
	for _, t := range v.Lines {
		if t.Role == games.Leaders {
			ahead = t.Seats
		}
	}
	for _, seat := range v.Seats {
		p.cells = append(p.cells, cell{p.number(int(seat.Seat)), p.number(seat.Total), slices.Contains(ahead, seat.Seat)})
	}
}

// mostInRow is how many seats can stand side by side.
const mostInRow = 9

// totalled is how many rows seats need to have their totals below them.
const totalled = 31

// seatRow draws p.cells side by side, each in a frame.
func (p *Painter) seatRow(b canvas.Box) {
	const gap = 3
	space := 8 // above and below the number
	if p.c.Tight() {
		space = 6
	}
	n := len(p.cells)
	if n == 0 {
		return
	}
	w := min((b.W+gap)/n-gap, 30)
	totals := b
	withTotals := p.cells[0].total != nil && b.H >= totalled
	if withTotals {
		totals = b.CutBottom(12)
	}
	x := b.X + (b.W-n*(w+gap)+gap)/2
	f := p.c.Faces[11]
	for _, size := range [...]int{24, 20, 18, 16, 14, 13, 12, 11} {
		wide := 0
		for _, c := range p.cells {
			width, _, _ := p.c.Faces[size].Measure(c.label)
			wide = max(wide, width)
		}
		if f = p.c.Faces[size]; wide <= w-4 && f.Caps <= b.H-space {
			break
		}
	}
	for _, c := range p.cells {
		frame := canvas.At(x, b.Y+1, w, b.H-2)
		width, _, _ := f.Measure(c.label)
		p.c.Write(f, x+(w-width)/2, frame.Y+(frame.H+f.Caps)/2, c.label)
		if c.dark {
			p.c.Invert(frame)
		} else {
			p.c.Frame(frame)
		}
		if withTotals {
			p.c.Label(canvas.At(x-1, totals.Y, w+2, totals.H), true, c.total, canvas.Note)
		}
		x += w + gap
	}
}

// gridSize is how many columns and rows p.cells need.
func (p *Painter) gridSize() (columns, rows int) {
	n := len(p.cells)
	switch {
	case n == 0:
		return 0, 0
	case n <= 5 && !p.c.Tight():
		return n, 1
	}
	columns = 4
	width := p.widestTotal(canvas.Note)
	if width > 18 {
		columns = 3
	}
	if n <= 5 && width <= (canvas.Width-turning)/n {
		return n, 1
	}
	return columns, (n + columns - 1) / columns
}

// grid draws the points of all: each below its seat, or in several rows, small, beside it.
func (p *Painter) grid(b canvas.Box) {
	columns, rows := p.gridSize()
	if rows == 0 {
		return
	}
	for i, c := range p.cells {
		whole := canvas.At(b.X+i%columns*(b.W/columns), b.Y+i/columns*(b.H/rows), b.W/columns-1, b.H/rows)
		r := whole
		style := canvas.Note
		switch {
		case b.H >= 40 && rows == 1 && p.widestTotal(canvas.Head) < b.W/columns:
			style = canvas.Head
		case b.H >= 30 && rows == 1:
			style = canvas.Name
		case rows == 1, r.H >= 16:
			style = canvas.Menu
		}
		if rows == 1 {
			label, seat := r.CutTop(min(12, 2*r.H/5+1)), canvas.Note
			if label.H < band {
				seat = canvas.Tag // which leaves a row free above it
			}
			p.c.Label(label, true, c.label, seat)
			p.c.Label(r, true, c.total, style)
		} else {
			label := r.CutLeft(max(10, 7*len(c.label)))
			p.c.Label(canvas.At(label.X+1, label.Y, label.W-1, label.H), true, c.label, canvas.Tag)
			p.c.Invert(canvas.At(label.X, label.Y+(label.H-band)/2, label.W, min(band, label.H)))
			p.c.Label(canvas.At(r.X+2, r.Y, r.W-2, r.H), false, c.total, style)
		}
		if c.dark {
			p.c.Invert(whole)
		}
	}
}

// widestTotal is how wide the totals of p.cells are at most in the largest type of a style.
func (p *Painter) widestTotal(style canvas.Style) (widest int) {
	for _, c := range p.cells {
		width, _, _ := p.c.Face(style).Measure(c.total)
		widest = max(widest, width)
	}
	return widest
}
