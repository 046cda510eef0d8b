package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// gridSide is how large a team's grid is drawn.
const gridSide = 25

// squares are the points of each team, with its grid where there are rows for it. A low picture has
// none of it below a headline whose lines are about one of the grids.
func (c composer) squares(v games.View) panel {
	if c.Tight() && slices.ContainsFunc(v.Lines, isOnGrid) {
		return panel{}
	}
	return panel{rows: c.rows(band+1, gridSide), draw: c.teams, grids: true, points: !c.Tight(), leaves: noLeaves}
}

// teams draws the points of each team, side by side.
func (c composer) teams(b canvas.Box) {
	v := c.View
	if b.H < gridSide {
		for i, box := range b.Columns(len(v.Grids)) {
			if i < len(v.Seats) { // the first seat is of the first team, the second of the second
				t := games.Text{Word: "team_points", Seat: games.Seat(i + 1), Number: v.Seats[i].Total}
				c.Label(box, canvas.Middle, c.voice.Sentence(t), canvas.Note)
			}
		}
		return
	}
	b.X, b.W = 1, canvas.Width-2
	for i, r := range b.Columns(len(v.Grids)) {
		c.gridOf(v.Grids[i], r.Right()-gridSide, r.Y+(r.H-gridSide)/2)
		r.W -= gridSide + 1
		c.Label(r.CutTop(12), canvas.Left, c.voice.Sentence(games.Text{Word: "team", Number: i + 1}), canvas.Tag)
		if i < len(v.Seats) {
			c.Label(r, canvas.Left, number(v.Seats[i].Total), canvas.Menu)
		}
	}
}

// drawn draws the grid of the team that has just drawn a token at the right of a box, and takes its
// room off it.
func (c composer) drawn(b *canvas.Box) {
	v, team := c.View, c.View.Headline.Grid
	if i := slices.IndexFunc(v.Lines, isOnGrid); i >= 0 {
		team = v.Lines[i].Grid
	}
	if team > 0 && team <= len(v.Grids) && b.H >= gridSide {
		b.W -= gridSide + gutter
		c.gridOf(v.Grids[team-1], b.Right()+gutter, b.Y+(b.H-gridSide)/2)
	}
}

func isOnGrid(t games.Text) bool { return t.Grid > 0 }

// gridOf draws one grid, covered squares full; if it has too many for that, how many of them are
// covered.
func (c composer) gridOf(g games.Grid, x, y int) {
	if g.Size <= 0 {
		return
	}
	pitch := gridSide / g.Size
	covered := 0
	for i, full := range g.Covered {
		square := canvas.At(x+i%g.Size*pitch, y+i/g.Size*pitch, pitch-1, pitch-1)
		if full {
			covered++
		} else {
			square = canvas.At(square.X+pitch/2-1, square.Y+pitch/2-1, 1, 1)
		}
		if pitch >= 3 {
			c.Fill(square)
		}
	}
	if pitch < 3 {
		whole := canvas.At(x, y, gridSide-1, gridSide-1)
		c.Label(whole, canvas.Middle, number(covered), canvas.Note)
		c.Frame(whole)
	}
}

// rivalStrip is how many rows the points of two rivals take.
const rivalStrip = 13

// rivalry draws at the left and the right how many of the points that win each of two rivals has,
// and between them the margin of the last race, where it has room.
func (c composer) rivalry(b canvas.Box) {
	const label, square, gap = 12, 7, 2
	for i, rival := range c.View.Rivals[:min(2, len(c.View.Rivals))] {
		w := label + rival.ToWin*(square+gap)
		r := b
		if i == 0 {
			r = b.CutLeft(w)
		} else {
			r = b.CutRight(w)
		}
		c.Label(r.CutLeft(label), canvas.Middle, number(int(rival.Seat)), canvas.Menu)
		for n := range rival.ToWin {
			point := canvas.At(r.X+gap+n*(square+gap), r.Y+(r.H-square)/2, square, square)
			if n < rival.Points {
				c.Fill(point)
			} else {
				c.Frame(point)
			}
		}
	}
	if !c.Tight() {
		c.lead(b)
	}
}

// lead draws the margin of the last race.
func (c composer) lead(b canvas.Box) {
	if i := slices.IndexFunc(c.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 {
		c.Label(b, canvas.Middle, c.fill("{span}", c.View.Lines[i]), canvas.Note)
	}
}
