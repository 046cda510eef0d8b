package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/games"
)

// finishers draws in their order who came when, by the first press, and who never did: below each other with a bar as long
// as each was late where there is room for that, else in two columns.
func (p *Painter) finishers(from, to int, b canvas.Box) {
	const told = 50 // columns of a time
	order, missing := p.scene.View.Race.Pressed(), p.scene.View.Race.Silent()
	w, rows := b.W, to-from
	if rows*band > b.H {
		w, rows = b.W/2, (rows+1)/2
	}
	h := b.H / rows
	last := order[len(order)-1].After - order[0].After
	for i := from; i < to; i++ {
		n := i - from
		r := canvas.At(b.X+n/rows*w, b.Y+n%rows*h, w, h)
		tag := r.CutLeft(12)
		tag = canvas.At(tag.X, tag.Y+(tag.H-band)/2, tag.W, min(band, tag.H))
		if i >= len(order) {
			p.c.Label(tag, true, p.number(int(missing[i-len(order)])), canvas.Note)
			start := len(p.said)
			p.said = p.voice.AppendNever(p.said, p.scene.View.Race, missing[i-len(order)])
			p.c.Label(r.CutRight(min(r.W, told)), false, p.said[start:], canvas.Note)
			continue
		}
		p.c.Label(tag, true, p.number(int(order[i].Seat)), canvas.Note)
		if i == 0 {
			p.c.Invert(tag)
			continue
		}
		after := order[i].After - order[0].After
		start := len(p.said)
		p.said = p.voice.AppendSpan(append(p.said, '+'), after)
		p.c.Label(r.CutRight(min(r.W-2, told)), false, p.said[start:], canvas.Note)
		if r.W -= 6; r.W > told/2 && last > 0 {
			for x := range max(1, int(int64(r.W)*int64(after)/int64(last))) {
				p.c.Ink(r.X+3+x, r.Y+r.H/2-1, 0b111)
			}
		}
	}
}

// lowHunts draws hunts in two bands: of one, what is known above the last proposal; of two, one in each; of more, two in each.
func (p *Painter) lowHunts(all []games.Slate, b canvas.Box) {
	all = all[:min(len(all), mostSlates)]
	h := b.H / 2
	switch len(all) {
	case 0:
	case 1:
		const left = 31
		slate := all[0]
		p.huntLabel(slate, canvas.At(b.X, b.Y, left, b.H), false)
		row := canvas.At(b.X+left+1, b.Y, b.W-left-1, h)
		word := known(slate)
		f := p.letterFace(lowPitch(row, word)-2, max(letterRows, h-2), word, slate.Word)
		p.lowLetters(f, row, word, slate.Known, false)
		row.Y += h
		p.lowLetters(f, row, slate.Word, slate.Marks, true)
	case 2:
		const left = 31
		for i, slate := range all {
			r := canvas.At(b.X, b.Y+i*h, b.W, h)
			p.huntLabel(slate, canvas.At(r.X, r.Y, left, r.H), true)
			letters := canvas.At(r.X+left+1, r.Y, r.W-left-1, r.H)
			p.latest(p.letterFace(lowPitch(letters, slate.Known)-2, max(letterRows, h-2), known(slate), slate.Word), slate, letters)
		}
	default:
		w := b.W / 2
		f := p.c.Faces[typeface.Small]
		for i, slate := range all {
			r := canvas.At(b.X+i%2*w, b.Y+i/2*h, w-2, h)
			n := max(1, len(slate.Known))
			if quartered(all, b.W) {
				pitch := max(inQuarter, min(10, (r.W-quarterLabel)/n))
				p.quarterLabel(slate, r.CutLeft(r.W-n*pitch))
				p.latest(f, slate, r)
			} else { // no room for marks: what everyone knows says most
				p.quarterLabel(slate, r.CutLeft(r.W-n*(inQuarter-1)))
				p.lowLetters(f, r, slate.Known, "", false)
			}
		}
	}
}

// The least columns of a letter with its mark where two hunts share a band, and those of a seat and its clock.
const inQuarter, quarterLabel = 8, 18

// quartered tells whether hunts of which two share a band have room for their letters beside their seats.
func quartered(all []games.Slate, w int) bool {
	for _, slate := range all {
		if w/2-2-len(slate.Known)*inQuarter < 7 {
			return false
		}
	}
	return true
}

// letterRows is how high letters are at least: those of the narrowest face.
const letterRows = 9

// latest draws the last proposal of a hunt, or what is known before there is one.
func (p *Painter) latest(f *typeface.Face, slate games.Slate, b canvas.Box) {
	word, marks, proposed := slate.Word, slate.Marks, true
	if word == "" {
		word, marks, proposed = known(slate), slate.Known, false
	}
	p.lowLetters(f, b, word, marks, proposed)
}

// lowPitch is how far apart the letters of a word stand in a band.
func lowPitch(b canvas.Box, word string) int { return min(b.W/max(len(word), 1), 16) }

// lowLetters draws a word with what is known of each letter: one that is in place on lit ground, a misplaced one underlined.
func (p *Painter) lowLetters(f *typeface.Face, b canvas.Box, word, marks string, proposed bool) {
	pitch := lowPitch(b, word)
	h := b.H
	if h > band {
		h--
	}
	for i, r := range word {
		cell := canvas.At(b.X+i*pitch, b.Y, pitch-1, h)
		if r == '.' {
			p.c.Dot(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2)
			continue
		}
		misplaced := proposed && i < len(marks) && marks[i] == 'O'
		room := cell.H
		if misplaced {
			room -= 2
		}
		g := f.Glyph(r)
		base := max(min((room+f.Caps)/2, cell.H-g.Down), f.Caps) // a Q stands higher
		down := cell.Y + base + g.Top
		for j, rows := range g.Columns {
			rows = rows << max(0, down) >> max(0, -down)
			p.c.Ink(cell.X+(cell.W-len(g.Columns)+1)/2+j, 0, rows&((1<<cell.H-1)<<cell.Y))
		}
		if misplaced {
			p.c.Underline(cell)
		}
		if i < len(marks) && (proposed && marks[i] == 'X' || !proposed && marks[i] != '.') {
			p.c.Invert(cell)
		}
	}
}

// quarterLabel draws who proposes, and how many seconds are left, as far as there is room beside the letters.
func (p *Painter) quarterLabel(slate games.Slate, b canvas.Box) {
	f := p.c.Faces[11]
	y := b.Y + (b.H-1+f.Caps)/2
	write := func(text []byte) {
		if width, _, _ := f.Measure(text); width < b.W {
			b.W -= width + 1
			p.c.Write(f, b.X+b.W, y, text)
			b.W -= 2
		}
	}
	if seconds := p.huntSeconds(slate); seconds > 0 {
		write(p.number(seconds))
	}
	for _, seat := range slices.Backward(slate.Seats) {
		write(p.number(int(seat)))
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
