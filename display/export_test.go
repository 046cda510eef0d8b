package display

import (
	"fmt"
	"math/bits"
	"sync"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
)

// Quiet is the quiet zone of a code.
const Quiet = quiet

// faces opens the fonts once for all tests.
var faces = sync.OnceValue(typeface.New)

// Composed returns the blocks of a scene, and how many of its texts are shortened.
func Composed(p wording.Phrases, s Scene) (blocks []canvas.Block, cut int) {
	page, _ := compose(s, canvas.Type{Faces: faces()}, p)
	return page.Blocks, page.Cut
}

// Flaws describes what can't be read in the picture drawn last; "" if all can.
func (p *Painter) Flaws() string {
	lost, smeared := p.inked()
	if lost+smeared+p.page.Cut == 0 {
		return ""
	}
	return fmt.Sprintf("%d columns of ink are beyond the edge, %d over others, and %d texts are shortened",
		lost, smeared, p.page.Cut)
}

// Spilled returns how many columns of ink of the picture drawn last are beyond its edge.
func (p *Painter) Spilled() int {
	lost, _ := p.inked()
	return lost
}

// inked counts the columns of letters and signs that reach beyond the edge of the picture drawn
// last, and those that have a pixel where something is lit already.
func (p *Painter) inked() (lost, smeared int) {
	var lit [canvas.Width]uint64
	ink := func(x, y int, columns []uint64) {
		for i, column := range columns {
			inside := column << max(0, y) >> max(0, -y) & (1<<canvas.Height - 1)
			switch {
			case column == 0:
				continue
			case x+i < 0 || x+i >= canvas.Width || bits.OnesCount64(inside) < bits.OnesCount64(column):
				lost++
				continue
			case lit[x+i]&inside != 0:
				smeared++
			}
			lit[x+i] |= inside
		}
	}
	for _, b := range p.page.Blocks {
		switch b.Kind {
		case canvas.Text:
			for at, g := range b.Letters(p.faces) {
				ink(at.X, at.Y, g.Columns)
			}
		case canvas.Ink:
			ink(b.X, b.Y, b.Strips)
		case canvas.Fill, canvas.Invert: // a frame stands around what was written before
			for x := b.X; x < b.Right(); x++ {
				lit[x] ^= (1<<b.H - 1) << b.Y
			}
		}
	}
	return lost, smeared
}

// Edges returns the texts of the picture drawn last with the first and the last column of their
// ink.
func (p *Painter) Edges() map[string][2]int {
	edges := map[string][2]int{}
	for _, b := range p.page.Blocks {
		if b.Kind != canvas.Text {
			continue
		}
		ends := [2]int{canvas.Width, 0}
		for at, g := range b.Letters(p.faces) {
			ends = [2]int{min(ends[0], at.X), max(ends[1], at.X+len(g.Columns)-1)}
		}
		edges[b.Text] = ends
	}
	return edges
}
