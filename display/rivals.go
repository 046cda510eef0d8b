package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// rivalStrip is the height of two rivals in rows.
const rivalStrip = 13

// rivals has them in one strip, in place of the line with the tally.
func (c *composer) rivals() panel {
	shows := func(t games.Text) bool { return t.Role == games.Tally }
	return panel{rows: rivalStrip, draw: c.drawRivals, shows: shows}
}

// drawRivals draws two seats who race to the same number of points: at the left and the right a square for
// each point that wins, the won ones full, and the margin of the last race between them.
func (c *composer) drawRivals(b canvas.Box) {
	const label, square, gap = 12, 7, 2
	for i, rival := range c.View.Rivals[:min(2, len(c.View.Rivals))] {
		w := label + rival.ToWin*(square+gap)
		side := b
		if i == 0 {
			side = b.CutLeft(w)
		} else {
			side = b.CutRight(w)
		}
		c.page.Label(side.CutLeft(label), canvas.Middle, c.seat(rival.Seat, label, canvas.Menu), canvas.Menu)
		for n := range rival.ToWin {
			point := canvas.At(side.X+gap+n*(square+gap), side.Y+(side.H-square)/2, square, square)
			if n < rival.Points {
				c.page.Fill(point)
			} else {
				c.page.Frame(point)
			}
		}
	}
	if i := slices.IndexFunc(c.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 {
		c.page.Label(b, canvas.Middle, c.voice.Span(c.View.Lines[i].Span), canvas.Note)
	}
}
