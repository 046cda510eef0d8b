package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/wording"
)

// Measures of a runner: its row, and the columns of its seat and of a time, such as +37 ms.
const (
	runnerHigh = 13
	runnerTag  = 12
	marginWide = 50
)

// A finish draws the photo finish of a race.
type finish struct {
	*composer
	runners []wording.Runner
}

// panel has the photo finish below a headline without lines, or on as many pages as it needs.
func (f finish) panel() (p panel) {
	n := len(f.runners)
	if n == 0 {
		return panel{}
	}
	if len(f.View.Lines) == 0 {
		p.rows = (n + 1) / 2 * runnerHigh
	}
	p.draw = func(b canvas.Box) { f.draw(f.runners, b) }
	p.pages = func() (pages []laterPage) {
		most := belowFirst().H / smallRow * 2
		needed := (n + most - 1) / most
		for runners := range slices.Chunk(f.runners, (n+needed-1)/needed) { // evenly filled
			pages = append(pages, laterPage{draw: func(b canvas.Box) { f.draw(runners, b) }})
		}
		return pages
	}
	return p
}

// draw draws runners with their margins below each other, each with a bar as long as its lag, or in
// two columns if there are too many.
func (f finish) draw(runners []wording.Runner, b canvas.Box) {
	w, rows := b.W, len(runners)
	if rows*smallRow > b.H {
		w, rows = b.W/2, (rows+1)/2
	}
	h := b.H / rows
	for i, runner := range runners {
		r := canvas.At(b.X+i/rows*w, b.Y+i%rows*h, w, h)
		tag := r.CutLeft(runnerTag)
		tag = tag.Middle(tag.W, min(smallRow, tag.H))
		f.page.Label(tag, canvas.Middle, f.seat(runner.Seat, tag.W, canvas.Note), canvas.Note)
		if runner.Margin == "" {
			f.page.Invert(tag)
			continue
		}
		if !runner.Pressed {
			f.page.Label(r.CutRight(min(r.W, marginWide)), canvas.Left, runner.Margin, canvas.Note)
			continue
		}
		f.page.Label(r.CutRight(min(r.W-2, marginWide)), canvas.Left, runner.Margin, canvas.Note)
		if r.W -= 6; r.W > marginWide/2 {
			f.page.Fill(canvas.At(r.X+3, r.Y+r.H/2-1, max(1, int(float64(r.W)*runner.Share)), 3))
		}
	}
}
