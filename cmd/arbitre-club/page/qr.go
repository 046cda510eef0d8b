package page

import (
	"strings"

	"rsc.io/qr"
)

// QR returns a QR code of a text for a terminal of any colours. A line shows two rows of the code's
// modules. QR returns "" if the text is too long.
func QR(text string) string {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return ""
	}
	const quiet = 4 // modules around it (ISO/IEC 18004, 6.3.8)
	const blackOnWhite, plain = "\x1b[30;107m", "\x1b[0m"
	halves := map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄", {false, false}: " "}
	var lines strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		lines.WriteString(blackOnWhite)
		for x := -quiet; x < code.Size+quiet; x++ {
			lines.WriteString(halves[[2]bool{code.Black(x, y), code.Black(x, y+1)}])
		}
		lines.WriteString(plain + "\n")
	}
	return lines.String()
}
