package display

import "arbitre/display/canvas"

// What the tests look at: the quiet zone of a code, and the least rows of a picture that has the points on its first page.
const (
	Quiet = quiet
	Tall  = tall
)

func (p *Painter) Canvas() *canvas.Canvas { return p.c }

// Unsaid is how many lines the picture had no room for.
func (p *Painter) Unsaid() int { return p.unsaid }

func (p *Painter) AppendColour(b []byte, colour string) []byte { return p.appendColour(b, colour) }
