package canvas

// A Box is a rectangle of pixels.
type Box struct{ X, Y, W, H int }

// At returns a box of w×h pixels with its top left one at x, y.
func At(x, y, w, h int) Box { return Box{x, y, w, h} }

// Right returns the first column beside a box, Bottom the first row below it.
func (b Box) Right() int  { return b.X + b.W }
func (b Box) Bottom() int { return b.Y + b.H }

// meets reports whether two boxes have a pixel in common.
func (b Box) meets(c Box) bool {
	return b.X < c.Right() && c.X < b.Right() && b.Y < c.Bottom() && c.Y < b.Bottom()
}

// Middle returns a box of w×h pixels in the middle of b.
func (b Box) Middle(w, h int) Box { return Box{b.X + (b.W-w)/2, b.Y + (b.H-h)/2, w, h} }

// Inset returns b without x columns at each side, and y rows at the top and at the bottom.
func (b Box) Inset(x, y int) Box { return Box{b.X + x, b.Y + y, b.W - 2*x, b.H - 2*y} }

// Columns divides b into n boxes of equal width. A remainder at the right belongs to none.
func (b Box) Columns(n int) []Box {
	boxes := make([]Box, n)
	for i := range boxes {
		boxes[i] = Box{b.X + i*(b.W/n), b.Y, b.W / n, b.H}
	}
	return boxes
}

// CutTop takes h rows off the top of b and returns them.
func (b *Box) CutTop(h int) Box {
	top := Box{b.X, b.Y, b.W, h}
	b.Y += h
	b.H -= h
	return top
}

// CutBottom takes h rows off the bottom of b and returns them.
func (b *Box) CutBottom(h int) Box {
	b.H -= h
	return Box{b.X, b.Bottom(), b.W, h}
}

// CutLeft takes w columns off the left of b and returns them.
func (b *Box) CutLeft(w int) Box {
	left := Box{b.X, b.Y, w, b.H}
	b.X += w
	b.W -= w
	return left
}

// CutRight takes w columns off the right of b and returns them.
func (b *Box) CutRight(w int) Box {
	b.W -= w
	return Box{b.Right(), b.Y, w, b.H}
}
