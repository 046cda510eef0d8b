package display

import (
	"time"

	"arbitre/display/canvas"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A Rest says when an idle display is dimmed and blanked: lit pixels wear out.
type Rest struct {
	Dim   time.Duration // after so long without a key, a press or another view; zero is never
	Blank time.Duration // after so long a small mark that moves each minute replaces the picture; zero is never
}

// A Look says how a display is to be lit.
type Look struct {
	Dim  bool
	Mark int // the place of the mark, from 1; 0 while the picture is shown
}

// Look returns the look of a display that has been idle for a time, and the idle time at which its
// look changes next; zero if never. A caller needs no other timer.
func (r Rest) Look(idle time.Duration) (look Look, next time.Duration) {
	if r.Blank > 0 && idle >= r.Blank {
		minutes := (idle - r.Blank) / time.Minute
		return Look{Dim: true, Mark: 1 + int(minutes)}, r.Blank + (minutes+1)*time.Minute
	}
	if idle < r.Dim && (r.Blank <= 0 || r.Dim < r.Blank) {
		return Look{}, r.Dim
	}
	return Look{Dim: r.Dim > 0 && idle >= r.Dim}, max(0, r.Blank)
}

// DrawMark replaces a picture by the mark at its n-th place. The mark moves, so that it wears no
// pixel more than others.
func (p *Painter) DrawMark(dst *image1bit.VerticalLSB, n int) {
	const size = 8
	columns, rows := canvas.Width/size, dst.Rect.Dy()/size
	// Steps that share no divisor with the number of places visit them all.
	place := max(0, n) * 53 % (columns * rows)
	mark := canvas.At(place%columns*size, place/columns*size, size-2, size)
	canvas.Draw(dst, p.faces, []canvas.Block{{Kind: canvas.Frame, Box: mark}})
}
