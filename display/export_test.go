package display

import (
	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
)

// Quiet is the quiet zone of a code.
const Quiet = quiet

// Composed are the blocks of a scene on so many rows, and what of it has no room: texts that are
// shortened, and lines that are on none of its pages.
func Composed(p wording.Phrases, s Scene, rows int) (blocks []canvas.Block, cut, unsaid int) {
	c := compose(s, canvas.TypeFor(rows, typeface.New()), p.In(s.Language, s.View.Game))
	return c.blocks, c.cut, c.unsaid
}

// Glued is how many letters of the picture drawn last stand at the very edge.
func (p *Painter) Glued() int { return p.flaws.Glued }

// Spilled is how many of its strokes are beyond it.
func (p *Painter) Spilled() int { return p.flaws.Spilled }

// Unsaid is how many lines it had no room for.
func (p *Painter) Unsaid() int { return p.drawn.unsaid }
