package display

import (
	"regexp"
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
// A host that is too long as it is written is encoded in capitals, which mean the same and need
// less. The scheme never is: some phones take HTTP:// for no address.
func qrCode(text string) (strips []uint64) {
	scheme, behind, _ := strings.Cut(text, "//")
	host, path, _ := strings.Cut(behind, "/")
	texts := []string{text}
	if capitals := strings.ToUpper(host); coding.Alpha(capitals).Check() == nil {
		texts = append(texts, scheme+"//"+capitals+"/"+path)
	}
	for _, text := range texts {
		parts := segments(text)
		for version := coding.Version(1); module*(17+4*int(version))+2*quiet <= canvas.Height; version++ {
			for level := coding.H; level >= coding.L; level-- {
				plan, _ := coding.NewPlan(version, level, 0) // every version and level has a plan
				if code, err := plan.Encode(parts...); err == nil {
					return pixels(code)
				}
			}
		}
	}
	return nil
}

// alphanumeric are the characters of the mode of that name, which has 11 bits for two of them, and
// others (ISO/IEC 18004, 7.4.4).
var alphanumeric = regexp.MustCompile(`[0-9A-Z $%*+./:-]+|[^0-9A-Z $%*+./:-]+`)

// segments splits a text between the alphanumeric mode and bytes, so that it has the fewest bits in
// the versions that fit.
func segments(text string) (parts []coding.Encoding) {
	bytes := ""
	flush := func() {
		if bytes != "" {
			parts = append(parts, coding.String(bytes))
		}
		bytes = ""
	}
	runs := alphanumeric.FindAllString(text, -1)
	for i, run := range runs {
		short, extra := coding.Alpha(run), 0
		if 0 < i && i < len(runs)-1 {
			extra = coding.String("").Bits(1) // the header of the bytes behind it
		}
		if short.Check() != nil || short.Bits(1)+extra >= 8*len(run) {
			bytes += run
			continue
		}
		flush()
		parts = append(parts, short)
	}
	flush()
	return parts
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
