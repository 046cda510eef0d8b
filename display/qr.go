package display

import (
	"strings"

	"rsc.io/qr/coding"

	"arbitre/display/canvas"
)

// A module of the QR code has a side of module pixels. The quiet zone around it has quiet lit
// pixels: less than the standard's four modules: an address leaves no more of 64 rows.
const (
	module = 2
	quiet  = 3
)

// qrCode encodes a text in the smallest size that holds it, with the strongest correction of that
// size. It returns its columns, dark on a lit square as high as the picture; nil if the text is too
// long.
//
// Scheme and host mean the same in capitals, for which a QR code needs fewer modules: they are
// encoded in capitals, as is a secret behind the path that already is.
func qrCode(text string) (strips []uint64) {
	_, behind, _ := strings.Cut(text, "//")
	_, path, _ := strings.Cut(behind, "/")
	host := strings.TrimSuffix(text, path)
	shortest := func(capitals, text string) coding.Encoding {
		if short := coding.Alpha(capitals); short.Check() == nil {
			return short
		}
		return coding.String(text)
	}
	parts := []coding.Encoding{shortest(strings.ToUpper(host), host)}
	if path, secret, _ := strings.Cut(path, "#"); secret != "" {
		parts = append(parts, coding.String(path+"#"), shortest(secret, secret))
	} else if path != "" {
		parts = append(parts, coding.String(path))
	}
	for version := coding.Version(1); module*(17+4*int(version))+2*quiet <= canvas.Height; version++ {
		for level := coding.H; level >= coding.L; level-- {
			plan, _ := coding.NewPlan(version, level, 0) // every version and level has a plan
			if code, err := plan.Encode(parts...); err == nil {
				return pixels(code)
			}
		}
	}
	return nil
}

// pixels draws a code in the middle of a square.
func pixels(code *coding.Code) []uint64 {
	strips := make([]uint64, canvas.Height)
	margin := (canvas.Height - module*code.Size) / 2
	for x := range strips {
		for y := range canvas.Height {
			if !code.Black((x-margin+module)/module-1, (y-margin+module)/module-1) {
				strips[x] |= 1 << y
			}
		}
	}
	return strips
}
