package display

import (
	"image"
	"image/color"
	"image/png"
	"io"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// WritePNG writes a picture as the panel shows it, each pixel scale×scale, with a dark border.
func WritePNG(w io.Writer, picture *image1bit.VerticalLSB, scale int) error {
	const border = 3 // pixels of the panel
	scale = max(1, scale)
	r := picture.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, (r.Dx()+2*border)*scale, (r.Dy()+2*border)*scale),
		color.Palette{color.Gray{0x08}, color.RGBA{0xe8, 0xf4, 0xff, 0xff}})
	for y := range r.Dy() * scale {
		for x := range r.Dx() * scale {
			if picture.BitAt(r.Min.X+x/scale, r.Min.Y+y/scale) {
				out.SetColorIndex(border*scale+x, border*scale+y, 1)
			}
		}
	}
	return png.Encode(w, out)
}
