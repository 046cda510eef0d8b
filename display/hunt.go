package display

import (
	"slices"

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
func (p *Painter) hunts(b box) {
	n := min(len(p.scene.View.Slates), mostSlates)
	for i, slate := range p.scene.View.Slates[:n] {
		p.hunt(slate, box{b.x, b.y + i*(b.h/n), b.w, b.h / n}, n > 2)
	}
}

// hunt draws who proposes on which line, and the letters.
func (p *Painter) hunt(slate games.Slate, b box, short bool) {
	const left = 31
	p.huntLabel(slate, box{b.x, b.y, left, b.h}, short)
	word := known(slate)
	letters := box{b.x + left + 1, b.y, b.w - left - 1, b.h - 1}
	rows := 1
	if !short {
		rows = 2
	}
	f := p.letterFace(letters.w/max(1, len(word))-4, letters.h/rows-3, word, slate.Word)
	row := letters.cutTop(letters.h / rows)
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
func (p *Painter) huntLabel(slate games.Slate, b box, short bool) {
	left := b.w
	who, line, clock := box{b.x, b.y, 17, b.h - 11}, box{b.x, b.bottom() - 11, left, 10}, box{b.x + 17, b.y, left - 17, b.h - 11}
	if short {
		who, line = box{b.x, b.y, 13, b.h - 1}, box{b.x + 13, b.y, left - 13, b.h - 1}
		if p.low() {
			line.cutLeft(2) // its seat is as small as the line
		}
		clock = line
	}
	seconds := p.huntSeconds(slate)
	if seconds > 0 {
		p.fit(clock, true, paragraph{p.number(seconds), &noteSizes, 1})
	}
	if len(slate.Seats) > 1 && !short && seconds == 0 {
		who.w = left - 2
	}
	p.stacked = append(p.stacked[:0], paragraph{p.say(games.Text{Word: "seats", Seats: slate.Seats}), &seatSizes, 1})
	if _, _, ok := p.set(who.w, who.h, p.stacked...); !ok {
		p.stacked = p.stacked[:0]
		for _, seat := range slate.Seats {
			p.stacked = append(p.stacked, paragraph{p.number(int(seat)), &tagSizes, 1})
		}
		if _, _, ok := p.set(who.w, who.h, p.stacked...); !ok && p.low() {
			who.h, line.h = b.h, 0
		}
	}
	if len(slate.Seats) > 0 {
		p.fit(who, false, p.stacked...)
	}
	if slate.Line > 0 && line.h > 0 && (!short || seconds == 0) {
		start := len(p.said)
		if p.said = wording.AppendNumber(p.said, slate.Line); slate.Line <= slate.Lines {
			p.said = wording.AppendNumber(append(p.said, '/'), slate.Lines)
		}
		p.fit(line, false, paragraph{p.said[start:], &tagSizes, 1})
	}
}

// letterFace is the largest in which every letter of some words is at most w wide and h high.
func (p *Painter) letterFace(w, h int, words ...string) *typeface.Face {
	f := p.faces[11]
	for _, size := range [...]int{20, 18, 16, 14, 13, typeface.Small, 11} {
		f = p.faces[size]
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
func (p *Painter) letters(f *typeface.Face, b box, word, marks string, proposed bool) {
	n := max(len(word), 1)
	pitch := min(b.w/n, 19)
	for i, r := range word {
		cell := box{b.x + i*pitch, b.y, pitch - 1, b.h - 1}
		if r == '.' {
			p.dot(cell.x+cell.w/2-1, cell.y+cell.h/2, 2)
			continue
		}
		p.letterIn(f, cell, r)
		switch {
		case i >= len(marks):
		case proposed && marks[i] == 'X', !proposed && marks[i] != '.':
			p.invert(cell)
		case proposed && marks[i] == 'O':
			p.frame(cell)
		}
	}
}

// letterIn writes one letter in the middle of a cell.
func (p *Painter) letterIn(f *typeface.Face, cell box, r rune) {
	g := f.Glyph(r)
	y := cell.y + (cell.h+f.Caps)/2
	for i, strip := range g.Columns {
		p.ink(cell.x+(cell.w-len(g.Columns)+1)/2+i, y+g.Top, strip)
	}
}

// dot draws a square of size×size.
func (p *Painter) dot(x, y, size int) {
	for i := range size {
		p.ink(x+i, y, strip(size))
	}
}

// drawn draws the grid of the team that has just drawn a token at the right of a box, and takes its room off it.
func (p *Painter) drawn(v games.View, b *box) {
	team := v.Headline.Grid
	if i := slices.IndexFunc(v.Lines, isOnGrid); i >= 0 {
		team = v.Lines[i].Grid
	}
	if team > 0 && team <= len(v.Grids) && b.h >= gridSide {
		b.w -= gridSide + gutter
		p.squares(v.Grids[team-1], b.x+b.w+gutter, b.y+(b.h-gridSide)/2)
	}
}

func isOnGrid(t games.Text) bool { return t.Grid > 0 }

// teams draws the points and the grid of each team, side by side.
func (p *Painter) teams(b box) {
	v := p.scene.View
	w := b.w / len(v.Grids)
	for i, g := range v.Grids {
		r := box{b.x + i*w, b.y, w - 1, b.h}
		p.squares(g, r.x+r.w-gridSide+1, b.y+(b.h-gridSide)/2)
		r.w -= gridSide
		p.fit(r.cutTop(12), false, paragraph{p.say(games.Text{Word: "team", Number: i + 1}), &tagSizes, 1})
		if i < len(v.Seats) { // the first seat is of the first team, the second of the second
			p.fit(r, false, paragraph{p.number(v.Seats[i].Total), &menuSizes, 1})
		}
	}
}

// rivalStrip is how many rows the points of two rivals take.
const rivalStrip = 13

// rivalry draws at the left and the right how many of the points that win each of two rivals has, and between them the margin of the last race.
func (p *Painter) rivalry(b box) {
	const label, square, gap = 12, 7, 2
	rivals := p.scene.View.Rivals[:min(2, len(p.scene.View.Rivals))]
	for i, rival := range rivals {
		w := label + rival.ToWin*(square+gap)
		r := b.cutLeft(w)
		if i == 1 {
			b = box{r.x, b.y, w + b.w, b.h}
			r = b.cutRight(w)
		}
		p.fit(r.cutLeft(label), true, paragraph{p.number(int(rival.Seat)), &menuSizes, 1})
		for i := range rival.ToWin {
			cell := box{r.x + gap + i*(square+gap), r.y + (r.h-square)/2, square, square}
			if i < rival.Points {
				p.dot(cell.x, cell.y, square)
			} else {
				p.frame(cell)
			}
		}
	}
	if i := slices.IndexFunc(p.scene.View.Lines, func(t games.Text) bool { return t.Span != 0 }); i >= 0 && !p.low() { // where there is less room it is said
		p.fit(b, true, paragraph{p.fill("{span}", p.scene.View.Lines[i]), &noteSizes, 1})
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
		whole := box{x, y, gridSide - 1, gridSide - 1}
		p.fit(whole, true, paragraph{p.number(covered), &noteSizes, 1})
		p.frame(whole)
		return
	}
	for i, covered := range g.Covered {
		left, top := x+i%g.Size*pitch, y+i/g.Size*pitch
		switch {
		case covered:
			p.dot(left, top, pitch-1)
		default:
			p.dot(left+pitch/2-1, top+pitch/2-1, 1)
		}
	}
}
