// Package scan reads the QR code of a picture, as a phone's camera does, for tests.
package scan

import (
	"arbitre/display/canvas"

	"periph.io/x/devices/v3/ssd1306/image1bit"
	"rsc.io/qr/coding"
)

// Code returns the text of the QR code on the left of a picture, "" if none stands there. It
// takes the layout of the modules from package coding, and corrects no error.
func Code(picture *image1bit.VerticalLSB) string {
	for version := coding.Version(1); version <= 3; version++ {
		for level := coding.L; level <= coding.H; level++ {
			plan, err := coding.NewPlan(version, level, 0)
			if err != nil {
				return ""
			}
			if data := readModules(picture, plan); data != nil {
				return readSegments(data[:plan.DataBytes])
			}
		}
	}
	return ""
}

// readModules returns the bytes of a code, or nil if what does not depend on its text is otherwise
// than planned.
func readModules(picture *image1bit.VerticalLSB, plan *coding.Plan) []byte {
	data := make([]byte, plan.DataBytes+plan.CheckBytes)
	margin := (canvas.Height - 2*len(plan.Pixel)) / 2
	for y, row := range plan.Pixel {
		for x, module := range row {
			other := !bool(picture.BitAt(margin+2*x, margin+2*y)) != (module&coding.Black != 0)
			switch role := module.Role(); {
			case role != coding.Data && role != coding.Check && role != coding.Extra && other:
				return nil
			case (role == coding.Data || role == coding.Check) && other:
				data[module.Offset()/8] |= 0x80 >> (module.Offset() % 8)
			}
		}
	}
	return data
}

// readSegments returns the text of a code's bytes, in the alphanumeric mode and in bytes (ISO/IEC
// 18004, 7.4, versions 1 to 9).
func readSegments(data []byte) (text string) {
	at := 0
	bits := func(n int) (v int) {
		for range n {
			v = v<<1 | int(data[at/8]>>(7-at%8)&1)
			at++
		}
		return v
	}
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	for at+4 <= 8*len(data) {
		switch mode := bits(4); mode {
		case 2:
			n := bits(9)
			for ; n >= 2; n -= 2 {
				pair := bits(11)
				text += letters[pair/45:pair/45+1] + letters[pair%45:pair%45+1]
			}
			if n == 1 {
				last := bits(6)
				text += letters[last : last+1]
			}
		case 4:
			for range bits(8) {
				text += string(rune(bits(8)))
			}
		default:
			return text
		}
	}
	return text
}
