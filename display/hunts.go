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

// panel has the hunts below each other, beneath the rivals.
func (h hunts) panel() panel {
	slates := h.View.Slates
	p := panel{tall: true, draw: h.all}
	p.shows = func(t games.Text) bool { return t.Span != 0 || t.Role == games.Tally }
	// One or two hunts have room for the word and for the last proposal.
	p.rows = [...]int{0, 30, 50, 39, 52}[min(len(slates), mostSlates)]
	if len(h.View.Rivals) > 0 {
		p.rows += rivalStrip
	}
	return p
}

// all draws the hunts below each other.
func (h hunts) all(b canvas.Box) {
	if len(h.View.Rivals) > 0 {
		h.drawRivals(b.CutTop(rivalStrip))
	}
	slates := h.View.Slates[:min(len(h.View.Slates), mostSlates)]
	high := b.H / max(1, len(slates))
	for _, slate := range slates {
		h.hunt(slate, b.CutTop(high))
	}
}

// hunt draws the label and the letters: the known ones above the last proposal or, in one row, the
// last proposal if there is one.
func (h hunts) hunt(slate games.Slate, b canvas.Box) {
	rows := min(2, b.H/letterRow)
	h.label(slate, canvas.At(b.X, b.Y, labelled, b.H))
	b.CutLeft(labelled + 1)
	b.H--
	word := slate.Known // the letters that everyone knows, or the whole word if the view has it
	if slate.Secret != "" {
		word = slate.Secret
	}
	n := max(1, len(word))
	size := h.page.LargestLetter(b.W/n-5, b.H/rows-3, word+slate.Word)
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
		line, clock = rest, rest
	} else {
		line = rest.CutBottom(smallRow)
		line.H--
		who, clock = rest.CutLeft(17), rest
	}
	if seconds > 0 {
		h.page.Label(clock, canvas.Middle, number(seconds), canvas.Note)
	}
	if len(slate.Seats) > 0 {
		if len(slate.Seats) > 1 && !oneRow && seconds == 0 {
			who.W = b.W - 2 // the clock's columns are free
		}
		seats, ok := h.proposers(slate.Seats, who)
		if !ok {
			who.H, line.H = b.H, 0
		}
		h.page.Fit(who, canvas.Left, seats...)
	}
	if slate.Line > 0 && line.H > 0 && (!oneRow || seconds == 0) {
		text := number(slate.Line)
		if slate.Line <= slate.Lines {
			text = outOf(slate.Line, slate.Lines)
		}
		h.page.Label(line, canvas.Left, text, canvas.Tag)
	}
}

// proposers returns the seats as one text or, if that has no room, each in a small row of its own,
// and whether they fit.
func (h hunts) proposers(seats []games.Seat, b canvas.Box) (rows []canvas.Paragraph, ok bool) {
	all := h.voice.Sentence(games.Text{Word: "seats", Seats: seats})
	if h.page.Fits(b.W, b.H, all, canvas.Seat) {
		return []canvas.Paragraph{{Text: all, Style: canvas.Seat, Most: 1}}, true
	}
	for _, seat := range seats {
		rows = append(rows, canvas.Paragraph{Text: number(int(seat)), Style: canvas.Tag, Most: 1})
	}
	_, ok = h.page.Set(b.W, b.H, rows...)
	return rows, ok
}

// widestPitch is the most columns from one letter to the next.
const widestPitch = 19

// letters draws a word with its marks: a letter that is in place on lit ground, a misplaced one in
// a frame. An unknown letter is a point.
func (h hunts) letters(b canvas.Box, size int, word, marks string) {
	pitch := min(b.W/max(1, len(word)), widestPitch)
	for i, r := range word {
		cell, mark := canvas.At(b.X+i*pitch, b.Y, pitch-1, b.H-1), byte('-')
		if i < len(marks) {
			mark = marks[i]
		}
		if r == '.' {
			h.page.Fill(canvas.At(cell.X+cell.W/2-1, cell.Y+cell.H/2, 2, 2))
			continue
		}
		h.page.Letter(size, cell, r)
		switch mark {
		case 'X':
			h.page.Invert(cell)
		case 'O':
			h.page.Frame(cell)
		}
	}
}
