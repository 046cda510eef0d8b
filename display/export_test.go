package display

import "arbitre/display/canvas"

// Quiet is the quiet zone of a code.
const Quiet = quiet

func (p *Painter) Canvas() *canvas.Canvas { return p.c }

// Unsaid is how many lines the picture had no room for.
func (p *Painter) Unsaid() int { return p.unsaid }

func (p *Painter) AppendColour(b []byte, colour string) []byte { return p.appendColour(b, colour) }
