package canvas

import (
	"image"
	"image/color"
	"image/png"
	"io"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// WritePNG writes a picture as a PNG, [Enlarged].
func WritePNG(w io.Writer, picture *image1bit.VerticalLSB, scale int) error {
	fast := png.Encoder{CompressionLevel: png.BestSpeed} // pictures of two colours are small anyway
	return fast.Encode(w, Enlarged(picture, scale))
}

// Border is how many of its pixels surround an [Enlarged] picture.
const Border = 3

// Enlarged returns a picture as the panel shows it, each pixel scale×scale, with a dark border.
func Enlarged(picture *image1bit.VerticalLSB, scale int) *image.Paletted {
	r := picture.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, (r.Dx()+2*Border)*scale, (r.Dy()+2*Border)*scale),
		color.Palette{color.Gray{0x08}, color.RGBA{0xe8, 0xf4, 0xff, 0xff}})
	for y := range r.Dy() {
		row := out.PixOffset(Border*scale, (Border+y)*scale)
		for x := range r.Dx() * scale {
			if picture.BitAt(r.Min.X+x/scale, r.Min.Y+y) {
				out.Pix[row+x] = 1
			}
		}
		for again := 1; again < scale; again++ {
			copy(out.Pix[row+again*out.Stride:][:r.Dx()*scale], out.Pix[row:])
		}
	}
	return out
}
