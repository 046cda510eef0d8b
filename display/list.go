package display

import "arbitre/display/canvas"

const (
	listPitch  = 16 // least rows of an item in a list
	listMost   = 24 // and the most
	itemIndent = 4  // columns before the text of an item

	// Columns beside the text, with those of the arrows: of an item in a list, and of one alone.
	listMargins = 14
	itemMargins = 16
)

// drawList draws words below each other, with a cursor on one of them, or a single word alone.
func drawList(p *canvas.Page, b canvas.Box, words []string, cursor int) {
	if len(words) == 1 {
		drawLone(p, b, words[0])
		return
	}
	drawScroll(p, b, max(listPitch, min(b.H/len(words), listMost)), words, cursor)
}

// drawScroll draws the rows of a list around its cursor that fit, with arrows for the rest.
func drawScroll(p *canvas.Page, b canvas.Box, pitch int, words []string, cursor int) {
	style := canvas.Menu
	if pitch < listPitch {
		style = canvas.Note
	}
	room := min(b.H/pitch, len(words))
	first := max(0, min(cursor-room/2, len(words)-room))
	for i, word := range words[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		p.Label(canvas.At(r.X+itemIndent, r.Y, r.W-listMargins, r.H-1), canvas.Left, word, style)
		scrollArrows(p, r, i == 0 && first > 0, i == room-1 && first+room < len(words))
		p.Light(r, first+i == cursor)
	}
}

// drawLone draws a single word.
func drawLone(p *canvas.Page, b canvas.Box, word string) {
	p.Label(canvas.At(b.X+itemIndent, b.Y, b.W-itemMargins, b.H), canvas.Left, word, canvas.Name)
	p.Invert(b)
}

// scrollArrows draws arrows at the right of a box: there are items above, or below.
func scrollArrows(p *canvas.Page, b canvas.Box, above, below bool) {
	const gap = 3 // between an arrow and the edges of the box
	if above {
		p.Arrow(b.Right()-arrowWide-gap, b.Y+gap, -1)
	}
	if below {
		p.Arrow(b.Right()-arrowWide-gap, b.Bottom()-arrowHigh-gap, 1)
	}
}
