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

// list draws words below each other, with a cursor on one of them, or a single word alone.
func (c *composer) list(b canvas.Box, words []string, cursor int) {
	if len(words) == 1 {
		c.lone(b, words[0])
		return
	}
	c.scroll(b, max(listPitch, min(b.H/len(words), listMost)), words, cursor)
}

// scroll draws the rows of a list around its cursor that fit, with arrows for the rest.
func (c *composer) scroll(b canvas.Box, pitch int, words []string, cursor int) {
	style := canvas.Menu
	if pitch < listPitch {
		style = canvas.Note
	}
	room := min(b.H/pitch, len(words))
	first := max(0, min(cursor-room/2, len(words)-room))
	for i, word := range words[first : first+room] {
		r := canvas.At(b.X, b.Y+i*pitch, b.W, pitch)
		c.Label(canvas.At(r.X+itemIndent, r.Y, r.W-listMargins, r.H-1), canvas.Left, word, style)
		c.more(r, i == 0 && first > 0, i == room-1 && first+room < len(words))
		c.Light(r, first+i == cursor)
	}
}

// lone draws a single word.
func (c *composer) lone(b canvas.Box, word string) {
	c.Label(canvas.At(b.X+itemIndent, b.Y, b.W-itemMargins, b.H), canvas.Left, word, canvas.Name)
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
