// Package display turns what a game shows into pictures of 128×64 pixels, in French, German or English,
// and lets a judge answer what it asks with three keys.
package display

import (
	"image"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/games"
)

// Width and Height of every picture, in pixels.
const (
	Width  = 128
	Height = 64
)

// NewPicture returns a dark picture of the size that [Painter.Draw] fills.
func NewPicture() *image1bit.VerticalLSB {
	return image1bit.NewVerticalLSB(image.Rect(0, 0, Width, Height))
}

// A Scene is all that one picture shows.
type Scene struct {
	View     games.View
	Dialogue Dialogue // where the judge is with the keys; the zero value for whoever has none
	Language Language
}

// A Painter draws scenes. It keeps each letter that it has drawn once. One goroutine owns it.
type Painter struct {
	canvas
	faces typecase
	words dictionary

	said    []byte   // the sentences of this picture
	rows    []row    // the rows that are being set
	remarks []remark // what the scene says below its headline
	stacked []paragraph
	items   [][]byte // the words of a list
	cells   []cell   // the seats of a panel or a question

	cut      int // texts that had to be shortened in this picture
	optional int // how many of the last remarks are said only where that makes nothing else small
	unsaid   int // lines that it had no room for
}

// NewPainter opens the fonts.
func NewPainter() *Painter {
	return &Painter{faces: newTypecase(), words: newDictionary(), said: make([]byte, 0, 2048)}
}

// Draw replaces the whole of a picture, one of [NewPicture], by a scene. The same scene is always the same picture.
func (p *Painter) Draw(dst *image1bit.VerticalLSB, s Scene) {
	p.clear()
	p.said, p.cut, p.unsaid = p.said[:0], 0, 0
	s.Dialogue.Follow(s.View)
	switch asked, ok := s.Dialogue.asks(s.View); {
	case s.Dialogue.refusal != "":
		p.refusal(s)
	case ok:
		p.question(s, asked)
	default:
		p.table(s)
	}
	p.copyTo(dst)
}
