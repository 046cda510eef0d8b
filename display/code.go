package display

import (
	"slices"

	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
)

// drawReplies draws the last guess, and below it the peg of each reply, as the first letter of its
// colour: on a dark display a black peg would be taken for a white one.
func drawReplies(c *composer, b canvas.Box) {
	replies := slices.DeleteFunc(slices.Clone(c.View.Lines), func(t games.Text) bool { return t.Reply == nil })
	drawCode(c, b.CutTop(min(18, (b.H+1)/2)), codeOf(c.View.Lines))
	for i, r := range b.Columns(len(replies)) {
		label := c.page.Row(number(replies[i].Reply.Of), canvas.Note.Size(0))
		side := min(15, b.H)
		r = r.Middle(label.Width+3+side, r.H)
		c.page.Place(r.CutLeft(label.Width+3), canvas.Left, label)
		peg := r.Middle(side, side)
		c.page.Letter(canvas.Sign.Size(2), peg, []rune(c.voice.Peg(replies[i]))[0])
		c.page.Frame(peg)
	}
}

// codeOf returns the code of the first line that has one.
func codeOf(lines []games.Text) []string {
	for _, t := range lines {
		if t.Code != nil {
			return t.Code
		}
	}
	return nil
}

// drawCode draws a code in a row of boxes.
func drawCode(c *composer, b canvas.Box, code []string) {
	for i, place := range b.Columns(len(code)) {
		drawColour(c, canvas.At(place.X+2, place.Y, place.W-2, place.H-1), code[i], false)
	}
}

// drawColour draws a place of a code, in a frame: its colour in short, or a dash for none.
func drawColour(c *composer, b canvas.Box, colour string, chosen bool) {
	text := "–"
	if colour != "" {
		text = short(c, colour)
	}
	c.page.Label(b.Inset(1, 1), canvas.Middle, text, canvas.Code)
	c.page.Cell(b, chosen)
}

// short abbreviates a colour. A known one has two letters in each language. A colour of the table's
// own has the two or three that tell it from the others, or else its first letter and number.
func short(c *composer, colour string) string {
	if name, known := c.voice.Find(wording.Words, colour); known {
		return wording.Short(name, wording.InShort)
	}
	var options []games.Value
	for _, asked := range c.View.Prompts {
		if asked.Shape == games.Code || asked.Shape == games.Token {
			options = asked.Options
		}
	}
	for n := wording.InShort; n <= wording.InShort+1; n++ {
		alike := 0
		for _, o := range options {
			if wording.Short(o.String(), n) == wording.Short(colour, n) {
				alike++
			}
		}
		if alike <= 1 {
			return wording.Short(colour, n)
		}
	}
	return wording.Short(colour, 1) + number(1+slices.IndexFunc(options, games.Word(colour).Equal))
}
