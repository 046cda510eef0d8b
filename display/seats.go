package display

import (
	"slices"

	"arbitre/display/typeface"
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

// seatRow draws p.cells side by side, each in a frame.
func (p *Painter) seatRow(b box) {
	const gap = 3
	space := 8 // above and below the number
	if p.low() {
		space = 6
	}
	n := len(p.cells)
	if n == 0 {
		return
	}
	w := min((b.w+gap)/n-gap, 30)
	totals := b
	if p.cells[0].total != nil {
		totals = b.cutBottom(12)
	}
	x := b.x + (b.w-n*(w+gap)+gap)/2
	f := p.faces[11]
	for _, size := range [...]int{24, 20, 18, 16, 14, 13, 12, 11} {
		wide := 0
		for _, c := range p.cells {
			width, _, _ := p.faces[size].Measure(c.label)
			wide = max(wide, width)
		}
		if f = p.faces[size]; wide <= w-4 && f.Caps <= b.h-space {
			break
		}
	}
	for _, c := range p.cells {
		frame := box{x, b.y + 1, w, b.h - 2}
		width, _, _ := f.Measure(c.label)
		p.write(f, x+(w-width)/2, frame.y+(frame.h+f.Caps)/2, c.label)
		if c.dark {
			p.invert(frame)
		} else {
			p.frame(frame)
		}
		if c.total != nil {
			p.fit(box{x - 1, totals.y, w + 2, totals.h}, true, paragraph{c.total, &noteSizes, 1})
		}
		x += w + gap
	}
}

// labelSizes leaves a row free above the number of a seat.
func (p *Painter) labelSizes(rows int) *ladder {
	if rows < 11 {
		return &tagSizes
	}
	return &noteSizes
}

// gridSize is how many columns and rows p.cells need.
func (p *Painter) gridSize() (columns, rows int) {
	n := len(p.cells)
	switch {
	case n == 0:
		return 0, 0
	case n <= 5 && !p.low():
		return n, 1
	}
	columns = 4
	fits := n <= 5
	for _, c := range p.cells {
		width, _, _ := p.faces[typeface.Small].Measure(c.total)
		fits = fits && width <= (Width-turning)/n
		if width > 18 {
			columns = 3
		}
	}
	if fits {
		return n, 1
	}
	return columns, (n + columns - 1) / columns
}

// grid draws the points of all: each below its seat, or in several rows, small, beside it.
func (p *Painter) grid(b box) {
	columns, rows := p.gridSize()
	if rows == 0 {
		return
	}
	for i, c := range p.cells {
		r := box{b.x + i%columns*(b.w/columns), b.y + i/columns*(b.h/rows), b.w/columns - 1, b.h / rows}
		sizes := &noteSizes
		switch {
		case b.h >= 30 && rows == 1:
			sizes = &nameSizes
		case rows == 1, r.h >= 16:
			sizes = &menuSizes
		}
		if rows == 1 {
			label := min(12, 2*r.h/5+1)
			p.fit(box{r.x, r.y, r.w, label}, true, paragraph{c.label, p.labelSizes(label), 1})
			p.fit(box{r.x, r.y + label, r.w, r.h - label}, true, paragraph{c.total, sizes, 1})
		} else {
			label := r.cutLeft(max(10, 7*len(c.label)))
			p.fit(box{label.x + 1, label.y, label.w - 1, label.h}, true, paragraph{c.label, &tagSizes, 1})
			p.invert(box{label.x, label.y + (label.h-band)/2, label.w, min(band, label.h)})
			p.fit(box{r.x + 2, r.y, r.w - 2, r.h}, false, paragraph{c.total, sizes, 1})
			r = box{label.x, label.y, label.w + r.w, label.h}
		}
		if c.dark {
			p.invert(r)
		}
	}
}
