package display

import (
	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// mostSlates is how many hunts a picture shows: those of a solo game of four.
const mostSlates = 4

// hunted is how many rows n hunts have: for up to two, one of letters for the word and one for the last proposal.
func hunted(n int) int {
	switch n {
	case 1:
		return 30
	case 2:
		return 50
	}
	return 13 * min(n, mostSlates)
}

// The least rows of letters, and the columns of the label at their left.
const (
	letterRow = 10
	labelled  = 31
)

// hunts draws the slates below each other, as the journal numbers them; beside a headline a low picture has room for one of
// them alone, in one row.
func (p *Painter) hunts(slates []games.Slate, b canvas.Box) {
	n := min(len(slates), mostSlates)
	if n > 1 && p.c.Tight() {
		p.hunt(slates[p.scene.Turn%len(slates)], b, 1)
		return
	}
	for i, slate := range slates[:n] {
		h := b.H / n
		p.hunt(slate, canvas.At(b.X, b.Y+i*h, b.W, h), min(2, h/letterRow))
	}
}

// hunt draws who proposes on which line, and the letters: those that are known above the last proposal or, in one row, what
// was proposed last.
func (p *Painter) hunt(slate games.Slate, b canvas.Box, rows int) {
	if p.c.Tight() && slate.Word == "" {
		rows = 1
	}
	p.huntLabel(slate, canvas.At(b.X, b.Y, labelled, b.H), b.H < 2*letterRow)
	letters := canvas.At(b.X+labelled+1, b.Y, b.W-labelled-1, b.H)
	if !p.c.Tight() {
		letters.H--
	}
	word := known(slate)
	f := p.letterFace(p.letterBox(letters.W, letters.H/rows, word), word, slate.Word)
	row := letters.CutTop(letters.H / rows)
	if rows == 2 || slate.Word == "" {
		p.letters(f, row, word, slate.Known, false)
		row = letters
	}
	p.letters(f, row, slate.Word, slate.Marks, true)
}

// letterBox is how large the letters of a word may be in a row.
func (p *Painter) letterBox(w, h int, word string) canvas.Box {
	n := max(1, len(word))
	if p.c.Tight() {
		return canvas.At(0, 0, min(w/n, tightPitch)-2, max(letterRow-1, h-2))
	}
	return canvas.At(0, 0, w/n-4, h-3)
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
		if p.c.Tight() {
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
		if _, _, ok := p.c.Set(who.W, who.H, p.stacked...); !ok && b.H < roomy {
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

// letterFace is the largest in which every letter of some words has room in a box.
func (p *Painter) letterFace(b canvas.Box, words ...string) *typeface.Face {
	f := p.c.Faces[11]
	for _, size := range [...]int{20, 18, 16, 14, 13, typeface.Small, 11} {
		f = p.c.Faces[size]
		wide := 0
		for _, word := range words {
			for _, r := range word {
				wide = max(wide, len(f.Glyph(r).Columns))
			}
		}
		if wide <= b.W && f.Caps <= b.H {
			break
		}
	}
	return f
}

// The most columns from one letter to the next, with and without a frame.
const (
	framedPitch = 19
	tightPitch  = 16
)

// letters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one in a frame or,
// where there is no room for that, underlined. Of a word that is no proposal marks has the letters that are known, "." for
// the others.
func (p *Painter) letters(f *typeface.Face, b canvas.Box, word, marks string, proposed bool) {
	pitch, h, tight := framedPitch, b.H-1, p.c.Tight()
	if tight {
		pitch, h = tightPitch, b.H-min(1, b.H/(band+1))
	}
	pitch = min(b.W/max(1, len(word)), pitch)
	for i, r := range word {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, h)
		if r == '.' {
			p.c.Dot(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2)
			continue
		}
		misplaced := proposed && i < len(marks) && marks[i] == 'O'
		if tight {
			p.tightLetter(f, cell, r, misplaced)
		} else {
			p.c.Letter(f, cell, r)
		}
		switch {
		case misplaced && tight:
			p.c.Underline(cell)
		case misplaced:
			p.c.Frame(cell)
		case i < len(marks) && (proposed && marks[i] == 'X' || !proposed && marks[i] != '.'):
			p.c.Invert(cell)
		}
	}
}

// tightLetter writes one letter in a cell that is hardly higher than it, above the line of a misplaced one; a Q stands higher.
func (p *Painter) tightLetter(f *typeface.Face, cell canvas.Box, r rune, misplaced bool) {
	room := cell.H
	if misplaced {
		room -= 2
	}
	g := f.Glyph(r)
	base := max(min((room+f.Caps)/2, cell.H-g.Down), f.Caps)
	down := base + g.Top
	for i, rows := range g.Columns {
		rows = rows << max(0, down) >> max(0, -down) & (1<<cell.H - 1) // an accent may reach above the cell
		p.c.Ink(cell.X+(cell.W-len(g.Columns)+1)/2+i, cell.Y, rows)
	}
}
