package canvas_test

import (
	"bytes"
	"image/png"
	"testing"

	"pgregory.net/rapid"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
)

func draw(blocks ...canvas.Block) (pixels []byte) {
	picture := canvas.NewPicture()
	canvas.Draw(picture, typeface.Faces{}, blocks)
	return picture.Pix
}

// Wherever ink is drawn, the picture has exactly its pixels that are inside.
func TestInkStaysInsideThePicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		picture := canvas.NewPicture()
		x, y := rapid.IntRange(-2, canvas.Width+1).Draw(t, "x"), rapid.IntRange(-70, 65).Draw(t, "y")
		strip := rapid.Uint64().Draw(t, "strip")
		for i := range picture.Pix {
			picture.Pix[i] = 0xaa // whatever was there before
		}
		block := canvas.Block{Kind: canvas.Ink, Box: canvas.At(x, y, 1, 64), Strips: []uint64{strip}}
		canvas.Draw(picture, typeface.Faces{}, []canvas.Block{block})
		for row := range picture.Rect.Dy() {
			for column := range canvas.Width {
				lit := column == x && row >= y && strip>>(row-y)&1 != 0
				if bool(picture.BitAt(column, row)) != lit {
					t.Fatalf("pixel %d,%d: lit is %v", column, row, !lit)
				}
			}
		}
	})
}

// A frame and its filled inside make an inverted box, which has no corners and is dark when it is
// inverted again.
func TestBoxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := canvas.At(rapid.IntRange(0, 60).Draw(t, "x"), rapid.IntRange(0, 30).Draw(t, "y"),
			rapid.IntRange(3, 60).Draw(t, "w"), rapid.IntRange(3, 34).Draw(t, "h"))
		frame, inside := canvas.Block{Kind: canvas.Frame, Box: b}, canvas.Block{Kind: canvas.Fill, Box: b.Inset(1, 1)}
		inverse := canvas.Block{Kind: canvas.Invert, Box: b}
		if !bytes.Equal(draw(frame, inside), draw(inverse)) {
			t.Fatal("the frame is not around the box")
		}
		if twice := draw(inverse, inverse); bytes.ContainsFunc(twice, func(r rune) bool { return r != 0 }) {
			t.Fatal("inverted twice it is not as it was")
		}
	})
}

// A box is free as long as no ink, of a letter or of a box, is in it.
func TestFree(t *testing.T) {
	page := canvas.Page{Type: canvas.Type{Faces: typeface.New()}}
	page.Label(canvas.At(0, 0, canvas.Width, 20), canvas.Left, "il", canvas.Name)
	page.Frame(canvas.At(40, 40, 10, 10))
	for _, tt := range []struct {
		canvas.Box
		free bool
	}{
		{canvas.At(0, 0, canvas.Width, 20), false},
		{canvas.At(0, 20, canvas.Width, 20), true},
		{canvas.At(20, 0, 20, 64), true},
		{canvas.At(49, 49, 5, 5), false},
		{canvas.At(50, 49, 5, 5), true},
	} {
		if page.Free(tt.Box) != tt.free {
			t.Errorf("%v is free: %v", tt.Box, !tt.free)
		}
	}
}

func TestPNGShowsEveryPixelEnlarged(t *testing.T) {
	const zoom = 4
	picture := canvas.NewPicture()
	page := canvas.Page{Type: canvas.Type{Faces: typeface.New()}}
	page.Label(canvas.At(0, 0, canvas.Width, 64), canvas.Middle, "Arbitre", canvas.Head)
	canvas.Draw(picture, typeface.New(), page.Blocks)
	var b bytes.Buffer
	if err := canvas.WritePNG(&b, picture, zoom); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	border := (img.Bounds().Dx() - zoom*canvas.Width) / 2
	for y := range zoom * 64 {
		for x := range zoom * canvas.Width {
			r, _, _, _ := img.At(border+x, border+y).RGBA()
			if lit := r > 0x8000; lit != bool(picture.BitAt(x/zoom, y/zoom)) {
				t.Fatalf("pixel %d,%d of the PNG: lit is %v", x, y, lit)
			}
		}
	}
}
