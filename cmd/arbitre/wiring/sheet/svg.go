package sheet

import (
	"embed"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
)

// SVG draws the header as seen from above, with every wire of the parts, on a sheet of A4 in
// millimetres. Each signal has its own dashes beside its colour, so that a black-and-white print
// serves as well.
func SVG(parts []wiring.Part, say wording.Say) string {
	d := drawing{say: say, parts: parts, wires: wiring.Wires(parts, say), manners: manners(say)}
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" ` +
		`font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="3">`)
	d.printf("<title>%s</title>", escape(say("The wires of arbitre")))
	d.printf(`<rect width="210" height="297" fill="white"/>`)
	d.text(pageLeft, 16, "start", `font-size="6" `+bold, say("The wires of arbitre"))
	d.text(pageLeft, 21.5, "start", `fill="#444"`,
		say("The 40-pin header from above, the even pins at the board's edge. A pale name: no wire."))

	d.board()
	d.printf(`<path d="M%.1f %.1fH%.1f" stroke="#999" stroke-width="0.3"/>`, pageLeft, notesTop-6, pageRight)
	d.notes()
	d.circuits()
	d.printf("</svg>")
	return d.b.String()
}

// The drawing's places, in millimetres.
const (
	pageLeft, pageRight = 12.0, 198.0
	pageMiddle          = 105.0

	pinTop, pinPitch      = 37.0, 8.7
	pinRadius             = 2.5
	pinNear               = 4.6 // from the middle of the header to its pins
	nameFar               = 3.4 // from the middle of a pin to its name
	boardHalf             = 20.0
	boardTop, boardHeight = pinTop - 7.2, 19*pinPitch + 11.4

	// Of a wire, from the middle of the header: it leaves its pin's height at bendFrom, is at its
	// label's height from bendTo on, and ends at labelFar.
	bendFrom, bendTo, labelFar = boardHalf + 3, labelFar - 4, 46.0
	labelTop, labelBottom      = 29.0, 207.0
	labelPitch                 = 5.0

	notesTop, notesBottom       = 217.0, 288.0
	notePitch, noteColumn       = 4.8, 48.0
	circuitsLeft                = 112.0
	circuitWidth, circuitHeight = 46.0, 37.0
)

const (
	bold  = `font-weight="bold"`
	small = `font-size="2.7"`
)

// A drawing is the sheet as far as it is drawn.
type drawing struct {
	b       strings.Builder
	say     wording.Say
	parts   []wiring.Part
	wires   []wiring.Wire
	manners []manner // by signal
}

// printf appends a line of SVG.
func (d *drawing) printf(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

// text draws a text whose anchor, its start, middle or end, is at x; its letters stand on y.
func (d *drawing) text(x, y float64, anchor, attributes, text string) {
	d.printf(`<text x="%.2f" y="%.2f" text-anchor="%s" %s>%s</text>`, x, y, anchor, attributes, escape(text))
}

// escape escapes a text for XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder never fails
	return b.String()
}

// board draws the board with the wires that go to it, and its pins over them.
func (d *drawing) board() {
	d.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" fill="#1f5c3a"/>`, pageMiddle-boardHalf,
		boardTop, 2*boardHalf, boardHeight)
	d.text(pageMiddle, boardTop+3.3, "middle", `font-size="2.3" fill="white"`, "▲ microSD card")
	d.side(-1)
	d.side(1)
	for _, p := range wiring.Header() {
		d.pin(p)
	}
}

// position returns the middle of a pin.
func position(p wiring.Pin) (x, y float64) {
	x = pageMiddle - pinNear
	if p.Number%2 == 0 {
		x = pageMiddle + pinNear
	}
	return x, pinTop + float64((p.Number-1)/2)*pinPitch
}

// colours returns the colour of a pin and of the number on it.
func colours(p wiring.Pin) (fill, ink string) {
	switch p.Name {
	case "GND":
		return "#222", "white"
	case "5V":
		return "#c8321e", "white"
	case "3V3":
		return "#f08c28", "#222"
	}
	return "#c9b458", "#222"
}

// pin draws a pin with its number and name; the name of a pin without a wire is pale. Pin 1 is
// square, as on the board.
func (d *drawing) pin(p wiring.Pin) {
	x, y := position(p)
	fill, ink := colours(p)
	if p.Number == 1 {
		d.printf(`<rect x="%.2f" y="%.2f" width="%g" height="%[3]g" fill="%[4]s" stroke="white" stroke-width="0.3"/>`,
			x-pinRadius, y-pinRadius, 2*pinRadius, fill)
	} else {
		d.printf(`<circle cx="%.2f" cy="%.2f" r="%g" fill="%s" stroke="white" stroke-width="0.3"/>`, x, y, pinRadius,
			fill)
	}
	d.text(x, y+0.85, "middle", fmt.Sprintf(`font-size="2.4" fill="%s"`, ink), fmt.Sprint(p.Number))
	anchor, at := "end", x-nameFar
	if p.Number%2 == 0 {
		anchor, at = "start", x+nameFar
	}
	look := `font-size="2.3" fill="#8fb8a0"`
	if slices.ContainsFunc(d.wires, func(w wiring.Wire) bool { return w.Pin == p.Number }) {
		look = `font-size="2.3" font-weight="bold" fill="white"`
	}
	d.text(at, y+0.8, anchor, look, p.Name)
}

// side draws the wires on one side of the board: outward is -1 for the odd pins, on the left, and 1
// for the even ones, on the right. The labels stand in the order of the pins.
func (d *drawing) side(outward float64) {
	anchor := "start"
	if outward < 0 {
		anchor = "end"
	}
	var shown []wiring.Wire
	var heights []float64
	for _, w := range d.wires {
		if w.Pin == 0 {
			continue
		}
		if x, y := position(wiring.Header()[w.Pin-1]); (x-pageMiddle)*outward > 0 {
			shown, heights = append(shown, w), append(heights, y)
		}
	}
	from, bend := pageMiddle+outward*boardHalf, pageMiddle+outward*bendFrom
	level, to := pageMiddle+outward*bendTo, pageMiddle+outward*labelFar
	for i, y := range spread(heights, labelPitch) {
		w := shown[i]
		d.wire(w.Carries, fmt.Sprintf("M%.2f %.2fH%.2fL%.2f %.2fH%.2f", from, heights[i], bend, level, y, to))
		d.end(w.Carries, to, y, outward)
		d.text(to+outward*4.2, y+1.1, anchor, "", label(w))
	}
}

// A manner says how the wires of one signal are drawn.
type manner struct {
	means   string
	strokes []string // laid over one another
}

// manners returns the manner of each signal.
func manners(say wording.Say) []manner {
	return []manner{
		wiring.Contact: {say("button"), []string{`stroke="#222" stroke-width="0.5"`}},
		wiring.Light: {say("lamp, by a transistor"),
			[]string{`stroke="#b8860b" stroke-width="0.7" stroke-dasharray="2.6 1.2"`}},
		wiring.Sound: {say("buzzer or sound"),
			[]string{`stroke="#7a2a8c" stroke-width="0.7" stroke-dasharray="3 1 0.7 1"`}},
		wiring.Bus:    {"I²C", []string{`stroke="#1a6fb0" stroke-width="1.5"`, `stroke="white" stroke-width="0.6"`}},
		wiring.Supply: {say("supply, 3V3 or 5 V"), []string{`stroke="#c8321e" stroke-width="1.3"`}},
		wiring.Ground: {say("ground"),
			[]string{`stroke="#222" stroke-width="0.7" stroke-dasharray="0.01 1.3" stroke-linecap="round"`}},
	}
}

// wire draws a line in the manner of its signal.
func (d *drawing) wire(carry wiring.Signal, path string) {
	for _, stroke := range d.manners[carry].strokes {
		d.printf(`<path d="%s" fill="none" %s/>`, path, stroke)
	}
}

// end draws the outer end of a wire: the sign of ground, or a ring.
func (d *drawing) end(carry wiring.Signal, x, y, outward float64) {
	if carry != wiring.Ground {
		d.printf(`<circle cx="%.2f" cy="%.2f" r="0.8" fill="white" stroke="#222" stroke-width="0.35"/>`,
			x+outward*1.2, y)
		return
	}
	for i, half := range []float64{1.5, 1, 0.5} {
		at := x + outward*(0.4+float64(i)*0.8)
		d.printf(`<path d="M%.2f %.2fV%.2f" stroke="#222" stroke-width="0.4"/>`, at, y-half, y+half)
	}
}

// spread moves heights apart by at least the pitch, or by less where the sheet is too short, and keeps
// their order. Each is halfway between where those above it push it down to, and those below it up.
func spread(wish []float64, pitch float64) []float64 {
	last := len(wish) - 1
	pitch = min(pitch, (labelBottom-labelTop)/float64(max(last, 1)))
	down, up := slices.Clone(wish), slices.Clone(wish)
	for i := range wish {
		if i > 0 {
			down[i] = max(wish[i], down[i-1]+pitch)
			up[last-i] = min(wish[last-i], up[last-i+1]-pitch)
		}
	}
	places := make([]float64, len(wish))
	for i := range places {
		lowest, highest := labelBottom-float64(last-i)*pitch, labelTop+float64(i)*pitch
		places[i] = (min(down[i], lowest) + max(up[i], highest)) / 2
	}
	return places
}

// A row draws one line of the notes at a height that is known once all rows are.
type row func(y float64)

// notes explains the lines, lists what is not on the header, and says what the lines ask for.
func (d *drawing) notes() {
	rows := d.legend()
	for _, s := range sections(d.parts, d.wires, d.say) {
		rows = append(rows, func(float64) {}, d.line(bold, s.title)) // one stays empty before the heading
		for _, line := range s.lines {
			for _, piece := range broken(strings.Replace(line, "\t", ": ", 1), 62) {
				rows = append(rows, d.line(small, piece))
			}
		}
	}
	pitch := min(notePitch, (notesBottom-notesTop)/float64(len(rows)))
	for i, draw := range rows {
		draw(notesTop + float64(i)*pitch)
	}
}

// legend explains the manners of the wires that are drawn, two to a row.
func (d *drawing) legend() (rows []row) {
	var used []wiring.Signal
	for carry := range wiring.Signal(len(d.manners)) {
		if slices.ContainsFunc(d.wires, func(w wiring.Wire) bool { return w.Pin != 0 && w.Carries == carry }) {
			used = append(used, carry)
		}
	}
	for pair := range slices.Chunk(used, 2) {
		rows = append(rows, func(y float64) {
			for i, carry := range pair {
				x := pageLeft + float64(i)*noteColumn
				d.wire(carry, fmt.Sprintf("M%.2f %.2fh12", x, y-1.1))
				d.end(carry, x+12, y-1.1, 1)
				d.text(x+16, y, "start", small, d.manners[carry].means)
			}
		})
	}
	return rows
}

// line returns a row with a text.
func (d *drawing) line(attributes, text string) row {
	return func(y float64) { d.text(pageLeft, y, "start", attributes, text) }
}

// circuitDrawings has the drawing of each circuit in millimetres from its title's place, with gaps for texts.
// transistor is one that switches a load to ground, its base behind a resistor; above its collector is the
// place of the load, a lamp or a buzzer.
//
//go:embed circuits
var circuitDrawings embed.FS

// circuits draws how one part of each kind is connected, two circuits side by side.
func (d *drawing) circuits() {
	texts := d.circuitTexts()
	drawn := 0
	for _, c := range []struct {
		title string
		kinds []wiring.Kind
		files []string
	}{
		{d.say("A button"), []wiring.Kind{wiring.Button}, []string{"button"}},
		{d.say("A lamp"), []wiring.Kind{wiring.Lamp}, []string{"transistor", "lamp"}},
		{d.say("The buzzer"), []wiring.Kind{wiring.PassiveBuzzer, wiring.ActiveBuzzer}, []string{"transistor", "buzzer"}},
		{d.say("On I²C"), []wiring.Kind{wiring.OLED}, []string{"bus"}},
	} {
		wired := func(p wiring.Part) bool { return slices.Contains(c.kinds, p.Kind) && !p.Plugged() }
		if !slices.ContainsFunc(d.parts, wired) {
			continue
		}
		x, y := circuitsLeft+float64(drawn%2)*circuitWidth, notesTop+float64(drawn/2)*circuitHeight
		d.printf(`<g transform="translate(%.1f %.1f)" fill="none" stroke="#222" stroke-width="0.4">`, x, y)
		d.text(0, 0, "start", `font-weight="bold" fill="#222" stroke="none"`, c.title)
		for _, file := range c.files {
			drawing, err := circuitDrawings.ReadFile("circuits/" + file + ".svg")
			if err != nil {
				panic(err) // it is not embedded
			}
			d.b.WriteString(texts.Replace(string(drawing)))
		}
		d.printf("</g>")
		drawn++
	}
}

// circuitTexts fills the gaps of the drawings.
func (d *drawing) circuitTexts() *strings.Replacer {
	say := func(english string) string { return escape(d.say(english)) }
	return strings.NewReplacer(
		"{{line}}", say("line"),
		"{{twisted}}", say("A pair of wires, twisted."),
		"{{pulled}}", say("The Pi pulls the line up."),
		"{{supply}}", say("VCC to 3V3, never to 5 V"),
		"{{ground}}", say("GND to ground"),
		"{{signals}}", say("SDA to GPIO2, SCL to GPIO3"),
		"{{together}}", say("all modules side by side"),
	)
}
