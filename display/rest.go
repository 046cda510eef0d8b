package display

import (
	"time"

	"arbitre/display/canvas"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A Rest says when a display that nobody needs is spared: its pixels age by the time they are lit.
type Rest struct {
	Dim   time.Duration // without a key, a press or another view; zero is never
	Blank time.Duration // the picture gives way to a small mark that moves each minute; zero is never
}

// DefaultRest dims after two minutes and blanks after ten.
func DefaultRest() Rest { return Rest{Dim: 2 * time.Minute, Blank: 10 * time.Minute} }

// A Look is how a display is to be lit.
type Look struct {
	Dim  bool
	Mark int // which place the mark has, from 1; 0 where the picture stands
}

// Look is how a display is lit after it has been idle for so long, and how long it must be idle for
// its look to change next: a caller needs to wake up only then. A next of zero is never.
func (r Rest) Look(idle time.Duration) (look Look, next time.Duration) {
	if r.Blank > 0 && idle >= r.Blank {
		minutes := (idle - r.Blank) / time.Minute
		return Look{Dim: true, Mark: 1 + int(minutes)}, r.Blank + (minutes+1)*time.Minute
	}
	look.Dim = r.Dim > 0 && idle >= r.Dim
	if !look.Dim && r.Dim > 0 && (r.Blank <= 0 || r.Dim < r.Blank) {
		return look, r.Dim
	}
	return look, max(0, r.Blank)
}

// DrawMark replaces a picture by the mark at its n-th place. Every pixel is lit a small part of the
// time.
func (p *Painter) DrawMark(dst *image1bit.VerticalLSB, n int) {
	const size = 8
	columns, rows := canvas.Width/size, dst.Rect.Dy()/size
	// Steps that share no divisor with the number of places visit them all.
	place := max(0, n) * 53 % (columns * rows)
	mark := canvas.At(place%columns*size, place/columns*size, size-2, size)
	canvas.Draw(dst, p.faces, []canvas.Block{{Kind: canvas.Frame, Box: mark}})
}
