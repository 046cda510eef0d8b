// Package display turns what a game shows into pictures of 128×64 pixels, in French, German or English,
// and lets a judge answer what it asks with three keys.
package display

import (
	"image"
	"time"

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
	Now      time.Duration // on the game's clock, of which prompts say until when they are open; needed where one does
}

// NextTick tells when a scene shows another number of seconds, where a clock runs: the one time for which a caller that
// draws each change must wake up.
func NextTick(v games.View, now time.Duration) (at time.Duration, ok bool) {
	for _, p := range v.Prompts {
		if left := secondsLeft(p, now); left > 0 {
			if next := p.Until - time.Duration(left-1)*time.Second; !ok || next < at {
				at, ok = next, true
			}
		}
	}
	return at, ok
}

// secondsLeft is how long a prompt stays open, rounded up; 0 where its time is up or it has no end.
func secondsLeft(p games.Prompt, now time.Duration) int {
	return int(max(0, p.Until-now+time.Second-1) / time.Second)
}

// A Painter draws scenes. It keeps each letter that it has drawn once. One goroutine owns it.
type Painter struct {
	canvas
	faces typecase
	words dictionary

	said    []byte // the sentences of this picture
	rows    []row  // the rows that are being set
	lines   []games.Text
	remarks []remark // what the scene says below its headline
	stacked []paragraph
	items   [][]byte // the words of a list
	waiting []games.Prompt
	cells   []cell // the seats of a panel or a question

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
	case s.Dialogue.listing:
		p.choosePrompt(s)
	default:
		p.table(s)
	}
	p.copyTo(dst)
}
