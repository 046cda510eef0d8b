package display

import "fmt"

// Flaws tells what of the picture drawn last can't be read; "" where all can.
func (p *Painter) Flaws() string {
	if p.spilled+p.smeared+p.cut == 0 {
		return ""
	}
	return fmt.Sprintf("ink is beyond the edge %d times, ink over ink %d times, and %d texts are shortened", p.spilled, p.smeared, p.cut)
}
