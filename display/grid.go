package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/games"
)

// drawn draws the grid of the team that has just drawn a token at the right of a canvas.Box, and takes its room off it.
func (p *Painter) drawn(v games.View, b *canvas.Box) {
	team := v.Headline.Grid
	if i := slices.IndexFunc(v.Lines, isOnGrid); i >= 0 {
		team = v.Lines[i].Grid
	}
	if team > 0 && team <= len(v.Grids) && b.H >= gridSide {
		b.W -= gridSide + gutter
		p.squares(v.Grids[team-1], b.X+b.W+gutter, b.Y+(b.H-gridSide)/2)
	}
}

func isOnGrid(t games.Text) bool { return t.Grid > 0 }

// teams draws the points and the grid of each team, side by side.
func (p *Painter) teams(b canvas.Box) {
	v := p.scene.View
	w := b.W / len(v.Grids)
	for i, g := range v.Grids {
		r := canvas.At(b.X+i*w, b.Y, w-1, b.H)
		p.squares(g, r.X+r.W-gridSide+1, b.Y+(b.H-gridSide)/2)
		r.W -= gridSide
		p.c.Label(r.CutTop(12), false, p.say(games.Text{Word: "team", Number: i + 1}), canvas.Tag)
		if i < len(v.Seats) { // the first seat is of the first team, the second of the second
			p.c.Label(r, false, p.number(v.Seats[i].Total), canvas.Menu)
		}
	}
}

// rivalStrip is how many rows the points of two rivals take.
const rivalStrip = 13

// rivalry draws at the left and the right how many of the points that win each of two rivals has, and between them the margin of the last race.
func (p *Painter) rivalry(b canvas.Box) {
	const label, square, gap = 12, 7, 2
	rivals := p.scene.View.Rivals[:min(2, len(p.scene.View.Rivals))]
	for i, rival := range rivals {
		w := label + rival.ToWin*(square+gap)
		r := b.CutLeft(w)
		if i == 1 {
			b = canvas.At(r.X, b.Y, w+b.W, b.H)
			r = b.CutRight(w)
		}
		p.c.Label(r.CutLeft(label), true, p.number(int(rival.Seat)), canvas.Menu)
		for i := range rival.ToWin {
			cell := canvas.At(r.X+gap+i*(square+gap), r.Y+(r.H-square)/2, square, square)
			if i < rival.Points {
				p.c.Dot(cell.X, cell.Y, square)
			} else {
				p.c.Frame(cell)
			}
		}
	}
	if !p.c.Tight() { // else it has no room there
		p.margin(b)
	}
}

// margin draws that of the last race.
func (p *Painter) margin(b canvas.Box) {
	if i := slices.IndexFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 {
		p.c.Label(b, true, p.fill("{span}", p.scene.View.Lines[i]), canvas.Note)
	}
}

// gridSide is how large a team's grid is drawn.
const gridSide = 25

// squares draws a grid, covered squares full; if it has too many for that, how many of them are covered.
func (p *Painter) squares(g games.Grid, x, y int) {
	if g.Size <= 0 {
		return
	}
	pitch := gridSide / g.Size
	if pitch < 3 {
		covered := 0
		for _, c := range g.Covered {
			if c {
				covered++
			}
		}
		whole := canvas.At(x, y, gridSide-1, gridSide-1)
		p.c.Label(whole, true, p.number(covered), canvas.Note)
		p.c.Frame(whole)
		return
	}
	for i, covered := range g.Covered {
		left, top := x+i%g.Size*pitch, y+i/g.Size*pitch
		switch {
		case covered:
			p.c.Dot(left, top, pitch-1)
		default:
			p.c.Dot(left+pitch/2-1, top+pitch/2-1, 1)
		}
	}
}

// teamPoints draws the points of each team, without its grid.
func (p *Painter) teamPoints(b canvas.Box) {
	w := b.W / max(1, len(p.scene.View.Grids))
	for i := range min(len(p.scene.View.Grids), len(p.scene.View.Seats)) {
		t := games.Text{Word: "team_points", Seat: games.Seat(i + 1), Number: p.scene.View.Seats[i].Total}
		p.c.Label(canvas.At(b.X+i*w, b.Y, w, b.H), true, p.say(t), canvas.Note)
	}
}
