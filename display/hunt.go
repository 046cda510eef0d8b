package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// mostSlates is how many hunts a picture shows: those of a solo game of four.
const mostSlates = 4

// huntsHeight is how many rows n hunts need: for up to two, one row of letters for the word and one for the last proposal.
func huntsHeight(n int) int {
	switch n {
	case 1:
		return 30
	case 2:
		return 50
	}
	return 13 * min(n, mostSlates)
}

// hunts draws the slates below each other, as the journal numbers them.
func (p *Painter) hunts(b canvas.Box) {
	n := min(len(p.scene.View.Slates), mostSlates)
	for i, slate := range p.scene.View.Slates[:n] {
		p.hunt(slate, canvas.At(b.X, b.Y+i*(b.H/n), b.W, b.H/n), n > 2)
	}
}

// hunt draws who proposes on which line, and the letters.
func (p *Painter) hunt(slate games.Slate, b canvas.Box, short bool) {
	const left = 31
	p.huntLabel(slate, canvas.At(b.X, b.Y, left, b.H), short)
	word := known(slate)
	letters := canvas.At(b.X+left+1, b.Y, b.W-left-1, b.H-1)
	rows := 1
	if !short {
		rows = 2
	}
	f := p.letterFace(letters.W/max(1, len(word))-4, letters.H/rows-3, word, slate.Word)
	row := letters.CutTop(letters.H / rows)
	if !short || slate.Word == "" {
		p.letters(f, row, word, slate.Known, false)
		row = letters
	}
	p.letters(f, row, slate.Word, slate.Marks, true)
}

// known is the word of a hunt for whoever may see it, else what everyone knows of it.
func known(slate games.Slate) string {
	if slate.Secret != "" {
		return slate.Secret
	}
	return slate.Known
}

// huntSeconds is how long there is still time to propose; 0 where no clock runs.
func (p *Painter) huntSeconds(slate games.Slate) int {
	seconds := 0
	for _, asked := range p.scene.View.Prompts {
		if asked.Hunt == slate.Hunt {
			seconds = max(seconds, secondsLeft(asked, p.scene.Now))
		}
	}
	return seconds
}

// huntLabel draws who proposes, on which line and for how long.
func (p *Painter) huntLabel(slate games.Slate, b canvas.Box, short bool) {
	left := b.W
	who, line, clock := canvas.At(b.X, b.Y, 17, b.H-11), canvas.At(b.X, b.Bottom()-11, left, 10), canvas.At(b.X+17, b.Y, left-17, b.H-11)
	if short {
		who, line = canvas.At(b.X, b.Y, 13, b.H-1), canvas.At(b.X+13, b.Y, left-13, b.H-1)
		if p.low() {
			line.CutLeft(2) // its seat is as small as the line
		}
		clock = line
	}
	seconds := p.huntSeconds(slate)
	if seconds > 0 {
		p.c.Label(clock, true, p.number(seconds), canvas.Note)
	}
	if len(slate.Seats) > 1 && !short && seconds == 0 {
		who.W = left - 2
	}
	p.stacked = append(p.stacked[:0], canvas.Paragraph{Text: p.say(games.Text{Word: "seats", Seats: slate.Seats}), Style: canvas.Seat, Most: 1})
	if _, _, ok := p.c.Set(who.W, who.H, p.stacked...); !ok {
		p.stacked = p.stacked[:0]
		for _, seat := range slate.Seats {
			p.stacked = append(p.stacked, canvas.Paragraph{Text: p.number(int(seat)), Style: canvas.Tag, Most: 1})
		}
		if _, _, ok := p.c.Set(who.W, who.H, p.stacked...); !ok && p.low() {
			who.H, line.H = b.H, 0
		}
	}
	if len(slate.Seats) > 0 {
		p.c.Fit(who, false, p.stacked...)
	}
	if slate.Line > 0 && line.H > 0 && (!short || seconds == 0) {
		start := len(p.said)
		if p.said = wording.AppendNumber(p.said, slate.Line); slate.Line <= slate.Lines {
			p.said = wording.AppendNumber(append(p.said, '/'), slate.Lines)
		}
		p.c.Label(line, false, p.said[start:], canvas.Tag)
	}
}

// letterFace is the largest in which every letter of some words is at most w wide and h high.
func (p *Painter) letterFace(w, h int, words ...string) *typeface.Face {
	f := p.c.Faces[11]
	for _, size := range [...]int{20, 18, 16, 14, 13, typeface.Small, 11} {
		f = p.c.Faces[size]
		wide := 0
		for _, word := range words {
			for _, r := range word {
				wide = max(wide, len(f.Glyph(r).Columns))
			}
		}
		if wide <= w && f.Caps <= h {
			break
		}
	}
	return f
}

// letters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one in a frame.
// Of a word that is no proposal marks has the letters that are known, "." for the others.
func (p *Painter) letters(f *typeface.Face, b canvas.Box, word, marks string, proposed bool) {
	n := max(len(word), 1)
	pitch := min(b.W/n, 19)
	for i, r := range word {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, b.H-1)
		if r == '.' {
			p.c.Dot(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2)
			continue
		}
		p.c.Letter(f, cell, r)
		switch {
		case i >= len(marks):
		case proposed && marks[i] == 'X', !proposed && marks[i] != '.':
			p.c.Invert(cell)
		case proposed && marks[i] == 'O':
			p.c.Frame(cell)
		}
	}
}

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
	if i := slices.IndexFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 && !p.low() { // where there is less room it is said
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
