package page

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// The lines of a code, cut into modules again, are the code with its margin of light.
func TestACodeForATerminal(t *testing.T) {
	const link = "http://192.168.178.20:8090/organiser#ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(QR(link)), "\n")
	if want := (code.Size + 8 + 1) / 2; len(lines) != want {
		t.Fatalf("it has %d lines, want %d", len(lines), want)
	}
	for n, line := range lines {
		line, begins := strings.CutPrefix(line, "\x1b[30;107m")
		line, ends := strings.CutSuffix(line, "\x1b[0m")
		if modules := code.Size + 8; !begins || !ends || len([]rune(line)) != modules {
			t.Fatalf("line %d is %q, want %d modules, black on white", n, line, modules)
		}
		for x, module := range []rune(line) {
			upper, lower := strings.ContainsRune("█▀", module), strings.ContainsRune("█▄", module)
			if y := 2*n - 4; upper != code.Black(x-4, y) || lower != code.Black(x-4, y+1) {
				t.Fatalf("line %d, column %d: %q", n, x, module)
			}
		}
	}
	if QR(strings.Repeat("x", 4000)) != "" {
		t.Error("there is a code for a text that is too long for one")
	}
}
