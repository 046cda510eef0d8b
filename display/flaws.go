package display

import "fmt"

// Flaws tells what of the picture drawn last can't be read; "" where all can.
func (p *Painter) Flaws() string {
	if p.c.Spilled+p.c.Smeared+p.c.Cut == 0 {
		return ""
	}
	return fmt.Sprintf("ink is beyond the edge %d times, ink over ink %d times, and %d texts are shortened", p.c.Spilled, p.c.Smeared, p.c.Cut)
}
