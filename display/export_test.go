package display

import (
	"sync"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
)

// Quiet is the quiet zone of a code.
const Quiet = quiet

// faces are opened once: what is composed and drawn with them does not change them.
var faces = sync.OnceValue(typeface.New)

// Composed are the blocks of a scene on so many rows, and how many of its texts are shortened.
func Composed(p wording.Phrases, s Scene, rows int) (blocks []canvas.Block, cut int) {
	c := compose(s, canvas.TypeFor(rows, faces()), p.In(s.Language, s.View.Game))
	return c.blocks, c.cut
}

// Spilled is how many strokes of the picture drawn last are beyond its edge.
func (p *Painter) Spilled() int { return p.spilled }

// Edges are the texts of the picture drawn last with the first and the last column of their ink.
func (p *Painter) Edges() map[string][2]int {
	edges := map[string][2]int{}
	for _, b := range p.blocks {
		f, pen, last := p.faces.Of(b.Size), b.X, 0
		for i, r := range b.Text {
			g := f.Glyph(r)
			if i == 0 {
				edges[b.Text] = [2]int{pen + max(0, g.Left)}
			}
			last = max(last, pen+max(0, g.Left)+len(g.Columns)-1)
			pen += g.Advance
		}
		edges[b.Text] = [2]int{edges[b.Text][0], last}
	}
	return edges
}
