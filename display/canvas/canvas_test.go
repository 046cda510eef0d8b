package canvas_test

import (
	"bytes"
	"image/png"
	"testing"

	"pgregory.net/rapid"

	"arbitre/display/canvas"
)

// Whatever is drawn wherever, the picture has exactly the pixels that are inside it, and what is beyond it is counted.
func TestInkStaysInsideThePicture(t *testing.T) {
	c := canvas.New()
	rapid.Check(t, func(t *rapid.T) {
		picture := canvas.NewPicture(rapid.SampledFrom([]int{32, 64}).Draw(t, "height"))
		x, y := rapid.IntRange(-2, canvas.Width+1).Draw(t, "x"), rapid.IntRange(-70, 65).Draw(t, "y")
		strip := rapid.Uint64().Draw(t, "strip")
		c.Clear(picture.Rect.Dy())
		c.Ink(x, y, strip)
		c.CopyTo(picture)
		spilled := false
		for i := range 64 {
			lit := strip>>i&1 != 0
			if x < 0 || x >= canvas.Width || y+i < 0 || y+i >= picture.Rect.Dy() {
				spilled = spilled || lit
			} else if bool(picture.BitAt(x, y+i)) != lit {
				t.Fatalf("pixel %d,%d: lit is %v", x, y+i, !lit)
			}
		}
		if (c.Spilled > 0) != spilled {
			t.Fatalf("spilled %d times", c.Spilled)
		}
	})
}

// A box that is inverted twice is as it was; a frame and what it frames do not touch.
func TestBoxes(t *testing.T) {
	c, picture := canvas.New(), canvas.NewPicture(64)
	rapid.Check(t, func(t *rapid.T) {
		b := canvas.At(rapid.IntRange(0, 60).Draw(t, "x"), rapid.IntRange(0, 30).Draw(t, "y"), rapid.IntRange(3, 60).Draw(t, "w"), rapid.IntRange(3, 34).Draw(t, "h"))
		c.Clear(64)
		c.Frame(b)
		inside := canvas.At(b.X+1, b.Y+1, b.W-2, b.H-2)
		if c.Free(b) || !c.Free(inside) {
			t.Fatal("the frame is not around the box")
		}
		c.Fill(inside)
		c.Invert(b)
		if !c.Free(b) {
			t.Fatal("a full box that is inverted is not free")
		}
		c.CopyTo(picture)
		if bytes.ContainsFunc(picture.Pix, func(r rune) bool { return r != 0 }) {
			t.Fatal("something is lit beside the box")
		}
	})
}

func TestPNGShowsEveryPixelEnlarged(t *testing.T) {
	const zoom = 4
	c, picture := canvas.New(), canvas.NewPicture(64)
	c.Clear(64)
	c.Write(c.Faces[20], 10, 40, []byte("Arbitre"))
	c.CopyTo(picture)
	var b bytes.Buffer
	if err := new(canvas.PNGWriter).Write(&b, picture, zoom); err != nil {
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
