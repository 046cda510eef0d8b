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

// faces are opened once: what is composed and drawn with them does not change them.
var faces = sync.OnceValue(typeface.New)

// Composed are the blocks of a scene on so many rows, and how many of its texts are shortened.
func Composed(p wording.Phrases, s Scene, rows int) (blocks []canvas.Block, cut int) {
	page, _ := compose(s, canvas.Type{Height: rows, Faces: faces()}, p)
	return page.Blocks, page.Cut
}

// Flaws tells what of the picture drawn last can't be read; "" where all can.
func (p *Painter) Flaws() string {
	lost, smeared := p.inked()
	if lost+smeared+p.page.Cut == 0 {
		return ""
	}
	return fmt.Sprintf("%d pixels of ink are beyond the edge, %d over others, and %d texts are shortened",
		lost, smeared, p.page.Cut)
}

// Spilled is how much ink of the picture drawn last is beyond its edge.
func (p *Painter) Spilled() int {
	lost, _ := p.inked()
	return lost
}

// inked counts the pixels of letters and signs that are beyond the edge of the picture drawn last,
// and those that are where something is lit already.
func (p *Painter) inked() (lost, smeared int) {
	picture, one := canvas.NewPicture(p.page.Height), canvas.NewPicture(p.page.Height)
	for _, b := range p.page.Blocks {
		canvas.Draw(one, p.faces, []canvas.Block{b})
		ink := 0
		for _, columns := range p.strips(b) {
			for _, c := range columns {
				ink += bits.OnesCount64(c)
			}
		}
		lost += ink
		for i, eight := range one.Pix {
			if ink > 0 {
				lost -= bits.OnesCount8(eight)
				smeared += bits.OnesCount8(eight & picture.Pix[i])
			}
			if b.Kind == canvas.Invert {
				picture.Pix[i] ^= eight
			} else {
				picture.Pix[i] |= eight
			}
		}
	}
	return lost, smeared
}

// strips are the columns of ink of a block: those of each letter, or its own.
func (p *Painter) strips(b canvas.Block) (strips [][]uint64) {
	if b.Kind != canvas.Text {
		return [][]uint64{b.Strips}
	}
	for _, g := range b.Letters(p.faces) {
		strips = append(strips, g.Columns)
	}
	return strips
}

// Edges are the texts of the picture drawn last with the first and the last column of their ink.
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
