package display

import (
	"strings"

	"arbitre/display/canvas"
	"arbitre/games"
)

// mostSlates is the number of hunts that a picture shows: those of a solo game of four.
const mostSlates = 4

// The least rows of letters, and the columns of the label at their left.
const (
	letterRow = 10
	labelled  = 31
)

// hunts draws the slates of the open hunts.
type hunts struct{ *composer }

// panel has the hunts below each other, beneath the rivals. A low picture has room for one hunt
// below the headline, and all letters of each on a page of its own.
func (h hunts) panel() panel {
	slates := h.View.Slates
	p := panel{tall: true, draw: h.all}
	p.shows = func(t games.Text) bool { return t.Span != 0 || t.Role == games.Tally }
	if h.Tight() {
		p.rows = 19 // one row of letters
		if len(slates) == 1 && slates[0].Word != "" {
			p.rows = 21
		}
		p.always, p.leaves = true, h.leaves
		return p
	}
	// One or two hunts have room for the word and for the last proposal.
	p.rows = [...]int{0, 30, 50, 39, 52}[min(len(slates), mostSlates)]
	if len(h.View.Rivals) > 0 {
		p.rows += rivalStrip
	}
	return p
}

// leaves returns a page for each hunt, and one for the rivals.
func (h hunts) leaves() (leaves []leaf) {
	for _, slate := range h.View.Slates {
		leaves = append(leaves, leaf{draw: func(b canvas.Box) { h.hunt(slate, b) }})
	}
	if len(h.View.Rivals) > 0 {
		leaves = append(leaves, leaf{draw: func(b canvas.Box) {
			b = b.Inset(0, 2)
			rivals(h).draw(b.CutTop(rivalStrip))
			rivals(h).lead(b)
		}})
	}
	return leaves
}

// all draws the hunts that have room below each other; of several on a low picture, the one whose
// turn it is.
func (h hunts) all(b canvas.Box) {
	slates := h.View.Slates
	switch {
	case h.Tight() && len(slates) > 1:
		slates = slates[h.Turn%len(slates):][:1]
	case !h.Tight() && len(h.View.Rivals) > 0:
		rivals(h).draw(b.CutTop(rivalStrip))
	}
	slates = slates[:min(len(slates), mostSlates)]
	high := b.H / max(1, len(slates))
	for _, slate := range slates {
		h.hunt(slate, b.CutTop(high))
	}
}

// hunt draws the label and the letters: the known ones above the last proposal or, in one row, the
// last proposal if there is one.
func (h hunts) hunt(slate games.Slate, b canvas.Box) {
	rows := min(2, b.H/letterRow)
	if h.Tight() && slate.Word == "" {
		rows = 1
	}
	h.label(slate, canvas.At(b.X, b.Y, labelled, b.H))
	b.CutLeft(labelled + 1)
	b.H -= h.rows(0, 1)
	word := slate.Known // the letters that everyone knows, or the whole word if the view has it
	if slate.Secret != "" {
		word = slate.Secret
	}
	n := max(1, len(word))
	w, high := b.W/n-4, b.H/rows-3
	if h.Tight() {
		w, high = min(b.W/n, tightPitch)-2, max(letterRow-1, b.H/rows-2)
	}
	size := h.LargestLetter(w, high, word+slate.Word)
	row := b.CutTop(b.H / rows)
	if rows == 2 || slate.Word == "" {
		known := strings.Map(func(r rune) rune {
			if r == '.' {
				return '-'
			}
			return 'X'
		}, slate.Known)
		h.letters(row, size, word, known)
		row = b
	}
	h.letters(row, size, slate.Word, slate.Marks)
}

// label draws who proposes, on which line, and the seconds left: the line below the seat and the
// clock or, if the box is too low for that, the line or the clock at the right of the seat.
func (h hunts) label(slate games.Slate, b canvas.Box) {
	seconds := 0
	for _, asked := range h.View.Prompts {
		if asked.Hunt == slate.Hunt {
			seconds = max(seconds, secondsLeft(asked, h.Now))
		}
	}
	oneRow := b.H < 2*letterRow
	var who, line, clock canvas.Box
	if rest := b; oneRow {
		rest.H--
		who = rest.CutLeft(13)
		rest.CutLeft(h.rows(2, 0)) // a seat of a low picture is as small as the line
		line, clock = rest, rest
	} else {
		line = rest.CutBottom(band)
		line.H--
		who, clock = rest.CutLeft(17), rest
	}
	if seconds > 0 {
		h.Label(clock, canvas.Middle, number(seconds), canvas.Note)
	}
	if len(slate.Seats) > 0 {
		if len(slate.Seats) > 1 && !oneRow && seconds == 0 {
			who.W = b.W - 2 // the clock's columns are free
		}
		seats, ok := h.proposers(slate.Seats, who)
		if !ok {
			who.H, line.H = b.H, 0
		}
		h.Fit(who, canvas.Left, seats...)
	}
	if slate.Line > 0 && line.H > 0 && (!oneRow || seconds == 0) {
		text := number(slate.Line)
		if slate.Line <= slate.Lines {
			text = outOf(slate.Line, slate.Lines)
		}
		h.Label(line, canvas.Left, text, canvas.Tag)
	}
}

// proposers returns the seats as one text or, if that has no room, each in a small row of its own,
// and whether they fit.
func (h hunts) proposers(seats []games.Seat, b canvas.Box) (rows []canvas.Paragraph, ok bool) {
	all := h.voice.Sentence(games.Text{Word: "seats", Seats: seats})
	if h.Fits(b.W, b.H, all, canvas.Seat) {
		return []canvas.Paragraph{{Text: all, Style: canvas.Seat, Most: 1}}, true
	}
	for _, seat := range seats {
		rows = append(rows, canvas.Paragraph{Text: number(int(seat)), Style: canvas.Tag, Most: 1})
	}
	_, ok = h.Set(b.W, b.H, rows...)
	return rows, ok
}

// The most columns from one letter to the next, with and without a frame.
const (
	framedPitch = 19
	tightPitch  = 16
)

// letters draws a word with its marks: a letter that is in place on lit ground, a misplaced one in
// a frame or, on a low picture, underlined. An unknown letter is a point.
func (h hunts) letters(b canvas.Box, size int, word, marks string) {
	pitch, high := framedPitch, b.H-1
	if h.Tight() {
		pitch = tightPitch
		if b.H <= band {
			high = b.H // it has no row to spare
		}
	}
	pitch = min(b.W/max(1, len(word)), pitch)
	for i, r := range word {
		cell, mark := canvas.At(b.X+i*pitch, b.Y, pitch-1, high), byte('-')
		if i < len(marks) {
			mark = marks[i]
		}
		switch {
		case r == '.':
			h.Fill(canvas.At(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2, 2))
			continue
		case h.Tight():
			h.tightLetter(size, cell, r, mark == 'O')
		default:
			h.Letter(size, cell, r)
		}
		switch {
		case mark == 'X':
			h.Invert(cell)
		case mark == 'O' && !h.Tight():
			h.Frame(cell)
		}
	}
}

// tightLetter writes a letter into a cell hardly higher than it, and a line below a misplaced one.
// A letter with a tail, such as Q, stands higher, and an accent is cut off at the top of the cell.
func (h hunts) tightLetter(size int, cell canvas.Box, r rune, misplaced bool) {
	g, caps := h.Faces.Of(size).Glyph(r), h.Row("I", size).Caps
	room := cell.H
	if misplaced {
		room -= 2 // the line and the gap above it
	}
	baseline := max(min((room+caps)/2, cell.H-g.Down), caps)
	down := baseline + g.Top // from the top of the cell to that of the letter
	strips := make([]uint64, len(g.Columns))
	for i, rows := range g.Columns {
		strips[i] = rows << max(0, down) >> max(0, -down) & (1<<cell.H - 1)
	}
	h.Ink(cell.X+(cell.W-len(strips)+1)/2, cell.Y, strips...)
	if misplaced {
		h.Fill(cell.CutBottom(1))
	}
}
