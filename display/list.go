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

// A list draws words below each other, with a cursor on one of them.
type list struct {
	*composer
	words  []string
	cursor int
}

// listed returns the rows for a list of n words. In the least of them list shows only the item at
// the cursor.
func listed(n int) canvas.Wish {
	return canvas.Wish{Least: 20, Good: listPitch * min(n, 3), Most: listMost * n}
}

// draw draws the list, or the item at the cursor where there is no room for a second.
func (l list) draw(b canvas.Box) {
	if b.H < 2*listPitch {
		l.item(b, l.words[l.cursor], len(l.words) > 1)
		return
	}
	l.scroll(b, max(listPitch, min(b.H/len(l.words), listMost)))
}

// scroll draws the rows around the cursor that fit, with arrows for the rest.
func (l list) scroll(b canvas.Box, pitch int) {
	room := min(b.H/pitch, len(l.words))
	first := max(0, min(l.cursor-room/2, len(l.words)-room))
	for i, word := range l.words[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		style := canvas.Menu
		if pitch < listPitch {
			style = canvas.Note
		}
		l.Label(canvas.At(r.X+itemIndent, r.Y, r.W-listMargins, r.H-1), canvas.Left, word, style)
		l.more(r, i == 0 && first > 0, i == room-1 && first+room < len(l.words))
		l.Light(r, first+i == l.cursor)
	}
}

// item draws the word at the cursor alone, with arrows if there are others.
func (c *composer) item(b canvas.Box, word string, others bool) {
	c.Label(canvas.At(b.X+itemIndent, b.Y, b.W-itemMargins, b.H), canvas.Left, word, canvas.Name)
	c.more(b.Inset(1, 1), others, others)
	c.Invert(b)
}

// more draws arrows at the right of a box: there are items above, or below.
func (c *composer) more(b canvas.Box, above, below bool) {
	const wide, high, gap = 5, 3, 3 // of an arrow, and between it and the edges of the box
	if above {
		c.Arrow(b.Right()-wide-gap, b.Y+gap, -1)
	}
	if below {
		c.Arrow(b.Right()-wide-gap, b.Bottom()-high-gap, 1)
	}
}
