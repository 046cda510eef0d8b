package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// gridSide is the side of a team's grid in pixels.
const gridSide = 25

// grids draws the grids of the teams.
type grids struct{ *composer }

// panel has the points of each team with its grid.
func (g grids) panel() panel {
	return panel{rows: gridSide, draw: g.teams, points: true, pages: noPages}
}

// teams draws the points of each team, side by side.
func (g grids) teams(b canvas.Box) {
	v := g.View
	b.X, b.W = 1, canvas.Width-2
	for i, r := range b.Columns(len(v.Grids)) {
		g.one(v.Grids[i], r.Right()-gridSide, r.Y+(r.H-gridSide)/2)
		r.W -= gridSide + 1
		g.page.Label(r.CutTop(12), canvas.Left, g.team(i+1, r.W, canvas.Tag), canvas.Tag)
		if i < len(v.Seats) { // the first seat is of the first team, the second of the second
			g.page.Label(r, canvas.Left, number(v.Seats[i].Total), canvas.Menu)
		}
	}
}

// drawn draws at the right of a box the grid of the team that has just drawn a token, and cuts its
// columns off the box.
func (g grids) drawn(b *canvas.Box) {
	v, team := g.View, g.View.Headline.Grid
	if i := slices.IndexFunc(v.Lines, isOnGrid); i >= 0 {
		team = v.Lines[i].Grid
	}
	if team > 0 && team <= len(v.Grids) && b.H >= gridSide {
		b.W -= gridSide + gutter
		g.one(v.Grids[team-1], b.Right()+gutter, b.Y+(b.H-gridSide)/2)
	}
}

func isOnGrid(t games.Text) bool { return t.Grid > 0 }

// one draws a grid with its covered squares full, or only their number if squares would be smaller
// than two pixels.
func (g grids) one(of games.Grid, x, y int) {
	pitch := gridSide / of.Size
	covered := 0
	for i, full := range of.Covered {
		square := canvas.At(x+i%of.Size*pitch, y+i/of.Size*pitch, pitch-1, pitch-1)
		if full {
			covered++
		} else {
			square = canvas.At(square.X+pitch/2-1, square.Y+pitch/2-1, 1, 1)
		}
		if pitch >= 3 {
			g.page.Fill(square)
		}
	}
	if pitch < 3 {
		whole := canvas.At(x, y, gridSide-1, gridSide-1)
		g.page.Label(whole, canvas.Middle, number(covered), canvas.Note)
		g.page.Frame(whole)
	}
}
