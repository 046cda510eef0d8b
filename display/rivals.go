package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// rivals draws the points of two seats who race to the same number of points.
type rivals struct{ *composer }

// rivalStrip is their height in rows.
const rivalStrip = 13

// panel has the rivals in one strip, in place of the line with the tally.
func (r rivals) panel() panel {
	shows := func(t games.Text) bool { return t.Role == games.Tally }
	return panel{rows: rivalStrip, draw: r.draw, shows: shows}
}

// draw draws at the left and the right a square for each point that wins, the won ones full, and the
// margin of the last race between them.
func (r rivals) draw(b canvas.Box) {
	const label, square, gap = 12, 7, 2
	for i, rival := range r.View.Rivals[:min(2, len(r.View.Rivals))] {
		w := label + rival.ToWin*(square+gap)
		side := b
		if i == 0 {
			side = b.CutLeft(w)
		} else {
			side = b.CutRight(w)
		}
		r.page.Label(side.CutLeft(label), canvas.Middle, r.seat(rival.Seat, label, canvas.Menu), canvas.Menu)
		for n := range rival.ToWin {
			point := canvas.At(side.X+gap+n*(square+gap), side.Y+(side.H-square)/2, square, square)
			if n < rival.Points {
				r.page.Fill(point)
			} else {
				r.page.Frame(point)
			}
		}
	}
	if i := slices.IndexFunc(r.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 {
		r.page.Label(b, canvas.Middle, r.voice.Span(r.View.Lines[i].Span), canvas.Note)
	}
}
