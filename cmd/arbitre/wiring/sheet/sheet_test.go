package sheet

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func button(name, line string) wiring.Part {
	return wiring.Part{Name: name, Kind: wiring.Button, Line: line}
}

func lamp(name, line string) wiring.Part {
	return wiring.Part{Name: name, Kind: wiring.Lamp, Line: line}
}

func oled(name string, address uint16, bus string) wiring.Part {
	return wiring.Part{Name: name, Kind: wiring.OLED, Address: address, Bus: bus}
}

func buzzer(kind wiring.Kind, line string) wiring.Part {
	return wiring.Part{Name: "buzzer", Kind: kind, Line: line}
}

func soundCard() wiring.Part { return wiring.Part{Name: "sound card", Kind: wiring.SoundCard} }

func TestDrawings(t *testing.T) {
	for name, parts := range map[string][]wiring.Part{
		"empty": nil,
		// All kinds, shared pins, lines elsewhere, long names and special characters, and every
		// note.
		"everything": {
			button("seat 1 button", "GPIO17"), button("seat 2 button", "GPIO9"), button("seat 3 button", "keypad 3"),
			lamp("lamp 1", "GPIO5"), lamp("lamp 2", "expander 3"), lamp("lamp 3", "expander 15"),
			button("judge's previous", "GPIO14"), button("judge's next", "GPIO4"),
			button("shortcut <\"&\x1b'> of a long name", "GPIO22"),
			oled("judge's OLED", 0x3C, ""), oled("public OLED", 0x3D, "I2C3"), buzzer(wiring.PassiveBuzzer, "GPIO13"), soundCard(),
		},
		// Beside a wire, the keys and lamps of a device that is plugged in.
		"plugged": {
			button("seat 1 button", "0079:0006@1-1.3/BTN_TRIGGER_HAPPY12"),
			lamp("lamp 1", "054c:1000/buzz1"),
			button("judge's OK", "GPIO13"),
		},
		"unwired": {button("seat 1 button", "0079:0006/BTN_THUMB"),
			button("seat 2 button", "0079:0006/BTN_TOP")},
	} {
		golden(t, name+".txt", Text(parts, fmt.Sprintf))
		golden(t, name+".svg", SVG(parts, fmt.Sprintf))
	}
}

// anyParts draws a box that can be wired.
func anyParts(t *rapid.T) []wiring.Part {
	var parts []wiring.Part
	some := func(what string, p ...wiring.Part) bool {
		yes := rapid.Bool().Draw(t, what)
		if yes {
			parts = append(parts, p...)
		}
		return yes
	}
	i2c := some("OLED", oled("judge's OLED", 0x3C, ""))
	i2c = some("public OLED", oled("public OLED", 0x3D, "")) || i2c
	i2s := some("sound card", soundCard())

	var free []string
	var tune string // a line with PWM
	for _, p := range wiring.Header() {
		_, hasPWM := hw.PWMOverlay(p.Name)
		switch {
		case !strings.HasPrefix(p.Name, "GPIO"), p.Name == "GPIO0", p.Name == "GPIO1",
			i2c && strings.HasPrefix(p.Serves, "I2C"), i2s && strings.HasPrefix(p.Serves, "I2S"):
		case hasPWM && tune == "":
			tune = p.Name
		default:
			free = append(free, p.Name)
		}
	}
	free = append(rapid.Permutation(free).Draw(t, "lines"), "EXP0", "EXP1", "EXP2", "EXP3", "EXP4", "EXP5", "EXP6",
		"EXP7")
	line := func() string {
		next := free[0]
		free = free[1:]
		return next
	}
	some("buzzer", buzzer(rapid.SampledFrom([]wiring.Kind{wiring.PassiveBuzzer, wiring.ActiveBuzzer}).Draw(t, "kind"), tune))
	l := wiring.Lines{Previous: line(), Next: line(), OK: line()}
	lamps := rapid.Bool().Draw(t, "lamps")
	for range rapid.IntRange(wiring.Fewest, wiring.Most).Draw(t, "seats") {
		l.Seats = append(l.Seats, line())
		if lamps {
			l.Lamps = append(l.Lamps, line())
		}
	}
	return rapid.Permutation(append(parts, l.Parts(fmt.Sprintf)...)).Draw(t, "parts")
}

// What a part of its own line has is where that line ends, and all that stands in the text stands in
// the drawing.
func TestEveryWireIsDrawnOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := anyParts(t)
		for _, wrong := range wiring.Check(parts) {
			t.Error(wrong)
		}
		wires := readText(t, Text(parts, fmt.Sprintf))
		for _, p := range parts {
			if wires[p.Name] != p.Line {
				t.Errorf("%s is at %q, not at %q", p.Name, wires[p.Name], p.Line)
			}
		}
		texts := readSVG(t, SVG(parts, fmt.Sprintf))
		for label := range wires {
			n := 0
			for _, text := range texts {
				if text == label || strings.HasSuffix(text, ": "+label) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%q occurs %d times", label, n)
			}
		}
	})
}

// readText reads the wires back, and where they end.
func readText(t *rapid.T, text string) map[string]string {
	read := map[string]string{}
	note := func(label, at string) {
		if label = strings.TrimSpace(label); label == "" || strings.HasPrefix(label, "(") {
			return
		}
		if read[label] != "" {
			t.Errorf("%q occurs twice", label)
		}
		read[label] = at
	}
	_, drawing, _ := strings.Cut(text, "\n\n")
	drawing, rest, _ := strings.Cut(drawing, "\n\n")
	var left, right string
	for line := range strings.Lines(drawing) {
		row := []rune(strings.TrimSuffix(line, "\n") + strings.Repeat(" ", 80))
		if middle := strings.Fields(string(row[27:52])); len(middle) == 6 {
			left, right = middle[0], middle[5]
		}
		note(string(row[:27]), left)
		note(string(row[52:79]), right)
	}
	if elsewhere, ok := strings.CutPrefix(rest, "Not on the header:\n"); ok {
		elsewhere, _, _ = strings.Cut(elsewhere, "\n\n")
		for line := range strings.Lines(elsewhere) {
			at, label, _ := strings.Cut(strings.TrimSpace(line), "  ")
			note(label, at)
		}
	}
	return read
}

// readSVG wants well-formed XML with all its texts and lines on the sheet, and returns the texts.
func readSVG(t interface{ Errorf(string, ...any) }, svg string) (texts []string) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	var inText bool
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Errorf("%v", err)
			return texts
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
			if inText {
				texts = append(texts, "")
			}
			for _, a := range token.Attr {
				limit, isPlace := map[string]float64{"x": 210, "cx": 210, "y": 297, "cy": 297}[a.Name.Local]
				if n, err := strconv.ParseFloat(a.Value, 64); isPlace && (err != nil || n < -2 || n > limit) {
					t.Errorf("<%s %s=%q> is not on the sheet", token.Name.Local, a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				texts[len(texts)-1] += string(token)
			}
		}
	}
}

// Labels keep the order of their pins, so that no two wires cross, and never touch.
func TestLabelsAreSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wish := rapid.SliceOfN(rapid.Float64Range(37, 203), 0, 45).Draw(t, "wish")
		slices.Sort(wish)
		places := spread(wish, 5)
		if len(places) != len(wish) {
			t.Fatalf("%d places for %d labels", len(places), len(wish))
		}
		for i, place := range places {
			if place < 28.9 || place > 207.1 {
				t.Errorf("label %d is at %v", i, place)
			}
			if pitch := min(5, (207.0-29)/float64(len(wish))); i > 0 && place-places[i-1] < pitch-1e-6 {
				t.Errorf("labels %d and %d are at %v and %v", i-1, i, places[i-1], place)
			}
		}
	})
	far := []float64{40, 60, 100}
	if diff := cmp.Diff(far, spread(far, 5)); diff != "" {
		t.Errorf("labels that have room are moved:\n%s", diff)
	}
	if diff := cmp.Diff([]float64{95, 100, 105}, spread([]float64{100, 100, 100}, 5)); diff != "" {
		t.Errorf("labels of one pin are not around it:\n%s", diff)
	}
}

func FuzzNames(f *testing.F) {
	f.Add("seat 1 button", "GPIO17", "")
	f.Add("shortcut <&\x1b>", "keypad 3", "I2C3")
	f.Add("", "", "1")
	f.Add("\xff\u0085\ufffe", "GPIO99999999999999999999", "\x00")
	f.Add(strings.Repeat("word ", 40), strings.Repeat("G", 200), "/dev/i2c-1")
	f.Fuzz(func(t *testing.T, name, line, bus string) {
		parts := []wiring.Part{button(name, line), lamp(name, line), buzzer(wiring.PassiveBuzzer, line),
			oled(name, 0x3C, bus)}
		for _, wrong := range wiring.Check(parts) {
			if !printable(wrong.What) {
				t.Errorf("%q", wrong.What)
			}
		}
		for row := range strings.Lines(Text(parts, fmt.Sprintf)) {
			row = strings.TrimSuffix(row, "\n")
			if utf8.RuneCountInString(row) > 80 || !printable(row) {
				t.Errorf("%q", row)
			}
		}
		readSVG(t, SVG(parts, fmt.Sprintf))
	})
}

func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}
