package header

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// SVG is the header as it is seen from above, with every wire of the parts: a drawing for a sheet
// of A4, all in millimetres. Wires differ by their lines, not by colour alone, so that a
// black-and-white print serves as well.
func SVG(parts []Part, say Say) string {
	d := drawing{say: say}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" ` +
		`font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="3">`)
	d.f("<title>%s</title>", escape(say("The wires of arbitre")))
	d.f(`<rect width="210" height="297" fill="white"/>`)
	d.text(pageLeft, 16, "start", `font-size="6" font-weight="bold"`, say("The wires of arbitre"))
	d.text(pageLeft, 21.5, "start", `fill="#444"`,
		say("The 40-pin header from above, the even pins at the board's edge. A pale name: no wire."))

	wires := wiring(parts, say)
	d.f(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2" fill="#1f5c3a"/>`, pageMiddle-boardHalf, pinTop-7.2,
		2*boardHalf, 19*pinPitch+11.4)
	d.text(pageMiddle, pinTop-3.9, "middle", `font-size="2.3" fill="white"`, "▲ microSD card")
	for _, side := range []int{0, 1} {
		d.side(wires, side)
	}
	for _, p := range Pins() {
		d.pin(p, wires)
	}
	d.f(`<path d="M%.1f %.1fH%.1f" stroke="#999" stroke-width="0.3"/>`, pageLeft, notesTop-6, pageRight)
	d.notes(parts, wires)
	d.circuits(parts)
	d.f("</svg>")
	return d.b.String()
}

// The drawing's places, in millimetres.
const (
	pageLeft, pageRight = 12.0, 198.0
	pageMiddle          = 105.0
	pinTop, pinPitch    = 37.0, 8.7
	pinNear             = 4.6  // from the middle of the header to its pins
	boardHalf           = 20.0 // from there to where wires leave the board
	labelFar            = 46.0 // from there to the ends of the wires
	labelPitch          = 5.0
	notesTop            = 217.0
	circuitsLeft        = 112.0
	sheetBottom         = 288.0
)

type drawing struct {
	b   strings.Builder
	say Say
}

func (d *drawing) f(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

func (d *drawing) text(x, y float64, anchor, more, text string) {
	d.f(`<text x="%.2f" y="%.2f" text-anchor="%s" %s>%s</text>`, x, y, anchor, more, escape(text))
}

// position is where a pin is.
func (p Pin) position() (x, y float64) {
	x = pageMiddle - pinNear
	if p.Number%2 == 0 {
		x = pageMiddle + pinNear
	}
	return x, pinTop + float64((p.Number-1)/2)*pinPitch
}

// pin draws a pin with its number and name; a used one is bright.
func (d *drawing) pin(p Pin, wires []wire) {
	x, y := p.position()
	used := slices.ContainsFunc(wires, func(w wire) bool { return w.pin == p.Number })
	fill, ink := "#c9b458", "#222"
	switch p.Name {
	case "GND":
		fill, ink = "#222", "white"
	case "5V":
		fill, ink = "#c8321e", "white"
	case "3V3":
		fill = "#f08c28"
	}
	if p.Number == 1 {
		d.f(`<rect x="%.2f" y="%.2f" width="5" height="5" fill="%s" stroke="white" stroke-width="0.3"/>`, x-2.5, y-2.5,
			fill)
	} else {
		d.f(`<circle cx="%.2f" cy="%.2f" r="2.5" fill="%s" stroke="white" stroke-width="0.3"/>`, x, y, fill)
	}
	d.text(x, y+0.85, "middle", fmt.Sprintf(`font-size="2.4" fill="%s"`, ink), fmt.Sprint(p.Number))
	anchor, at := "end", x-3.4
	if p.Number%2 == 0 {
		anchor, at = "start", x+3.4
	}
	look := `font-size="2.3" fill="#8fb8a0"`
	if used {
		look = `font-size="2.3" font-weight="bold" fill="white"`
	}
	d.text(at, y+0.8, anchor, look, p.Name)
}

// side draws the wires of the odd or the even pins, with their labels in the order of the pins.
func (d *drawing) side(wires []wire, even int) {
	var mine []wire
	var wish []float64
	for _, w := range wires {
		if w.pin != 0 && (w.pin+1)%2 == even {
			_, y := Pins()[w.pin-1].position()
			mine, wish = append(mine, w), append(wish, y)
		}
	}
	way := -1.0
	anchor := "end"
	if even == 1 {
		way, anchor = 1, "start"
	}
	for i, y := range spread(wish, labelPitch) {
		from, bend, to := pageMiddle+way*boardHalf, pageMiddle+way*(labelFar-4), pageMiddle+way*labelFar
		line := fmt.Sprintf("M%.2f %.2fH%.2fL%.2f %.2fH%.2f", from, wish[i], pageMiddle+way*(boardHalf+3), bend, y, to)
		d.wire(mine[i].carry, line)
		d.end(mine[i].carry, to, y, way)
		d.text(to+way*4.2, y+1.1, anchor, "", mine[i].label)
	}
}

// A manner is how the wires of one signal are drawn: strokes that are laid over one another.
type manner struct {
	carry   signal
	means   string
	strokes []string
}

// manners are in the order of the signals.
func (d *drawing) manners() []manner {
	return []manner{
		{contact, d.say("button"), []string{`stroke="#222" stroke-width="0.5"`}},
		{light, d.say("lamp, by a transistor"),
			[]string{`stroke="#b8860b" stroke-width="0.7" stroke-dasharray="2.6 1.2"`}},
		{sound, d.say("buzzer or sound"), []string{`stroke="#7a2a8c" stroke-width="0.7" stroke-dasharray="3 1 0.7 1"`}},
		{bus, "I²C", []string{`stroke="#1a6fb0" stroke-width="1.5"`, `stroke="white" stroke-width="0.6"`}},
		{supply, d.say("supply, 3V3 or 5 V"), []string{`stroke="#c8321e" stroke-width="1.3"`}},
		{ground, d.say("ground"),
			[]string{`stroke="#222" stroke-width="0.7" stroke-dasharray="0.01 1.3" stroke-linecap="round"`}},
	}
}

// wire draws a line in the manner of what it carries.
func (d *drawing) wire(carry signal, path string) {
	for _, stroke := range d.manners()[carry].strokes {
		d.f(`<path d="%s" fill="none" %s/>`, path, stroke)
	}
}

// end draws the end of a wire: the sign of ground, or a ring.
func (d *drawing) end(carry signal, x, y, way float64) {
	if carry != ground {
		d.f(`<circle cx="%.2f" cy="%.2f" r="0.8" fill="white" stroke="#222" stroke-width="0.35"/>`, x+way*1.2, y)
		return
	}
	for i, half := range []float64{1.5, 1, 0.5} {
		at := x + way*(0.4+float64(i)*0.8)
		d.f(`<path d="M%.2f %.2fV%.2f" stroke="#222" stroke-width="0.4"/>`, at, y-half, y+half)
	}
}

// spread moves places apart by at least the pitch. It keeps their order and minimises the sum of
// the squared moves (pool adjacent violators).
func spread(wish []float64, pitch float64) []float64 {
	const top, bottom = 29.0, 207.0
	if n := len(wish); n > 1 {
		pitch = min(pitch, (bottom-top)/float64(n-1))
	}
	type block struct {
		sum float64
		n   int
	}
	var blocks []block
	at := func(b block) float64 { return b.sum / float64(b.n) }
	for i, w := range wish {
		blocks = append(blocks, block{w - float64(i)*pitch, 1})
		for last := len(blocks) - 1; last > 0 && at(blocks[last-1]) >= at(blocks[last]); last-- {
			blocks[last-1] = block{blocks[last-1].sum + blocks[last].sum, blocks[last-1].n + blocks[last].n}
			blocks = blocks[:last]
		}
	}
	var places []float64
	for _, b := range blocks {
		first := min(max(at(b), top), bottom-float64(len(wish)-1)*pitch)
		for range b.n {
			places = append(places, first+float64(len(places))*pitch)
		}
	}
	return places
}

// notes explains the lines, lists what is not on the header, and says what the lines ask for.
func (d *drawing) notes(parts []Part, wires []wire) {
	type row = func(y float64)
	var rows []row
	write := func(more, text string) {
		rows = append(rows, func(y float64) { d.text(pageLeft, y, "start", more, text) })
	}
	columns := func(of, n int, draw func(i int, x, y float64)) {
		for i := 0; i < n; i += of {
			rows = append(rows, func(y float64) {
				for c := range min(of, n-i) {
					draw(i+c, pageLeft+float64(c)*48, y)
				}
			})
		}
	}

	means := slices.DeleteFunc(d.manners(), func(m manner) bool {
		return !slices.ContainsFunc(wires, func(w wire) bool { return w.carry == m.carry })
	})
	columns(2, len(means), func(i int, x, y float64) {
		d.wire(means[i].carry, fmt.Sprintf("M%.2f %.2fh12", x, y-1.1))
		d.end(means[i].carry, x+12, y-1.1, 1)
		d.text(x+16, y, "start", small, means[i].means)
	})
	section := func(title string) {
		rows = append(rows, func(float64) {})
		write(`font-weight="bold"`, title)
	}
	for _, off := range offHeader(wires, d.say) {
		section(off.title)
		ends, of := farEnds(off.wires)
		columns(of, len(ends), func(i int, x, y float64) {
			d.wire(off.wires[i].carry, fmt.Sprintf("M%.2f %.2fh7", x, y-1))
			d.text(x+9, y, "start", small, ends[i])
		})
	}
	firmware, mind := setup(parts, d.say)
	for _, s := range []struct {
		title string
		lines []string
	}{{d.say("In /boot/firmware/config.txt"), firmware}, {d.say("Mind"), mind}} {
		if len(s.lines) > 0 {
			section(s.title)
		}
		for _, line := range s.lines {
			for _, part := range broken(line, 62) {
				write(small, part)
			}
		}
	}

	pitch := min(4.8, (sheetBottom-notesTop)/float64(len(rows)))
	for i, draw := range rows {
		draw(notesTop + float64(i)*pitch)
	}
}

// farEnds are where wires go that are not on the header, and how many columns they need.
func farEnds(wires []wire) (ends []string, columns int) {
	columns = 2
	for _, w := range wires {
		end := w.farEnd(10) + ": " + w.label
		if utf8.RuneCountInString(end) > 25 {
			columns = 1
		}
		ends = append(ends, end)
	}
	return ends, columns
}

const small = `font-size="2.7"`

// circuits draws how one of each kind is connected.
func (d *drawing) circuits(parts []Part) {
	has := func(kinds ...Kind) bool {
		return slices.ContainsFunc(parts, func(p Part) bool { return slices.Contains(kinds, p.Kind) && !p.Plugged })
	}
	n := 0
	cell := func(title string, draw func()) {
		d.f(`<g transform="translate(%.1f %.1f)" fill="none" stroke="#222" stroke-width="0.4">`,
			circuitsLeft+float64(n%2)*46, notesTop+float64(n/2)*37)
		d.text(0, 0, "start", `font-weight="bold" fill="#222" stroke="none"`, title)
		draw()
		d.f("</g>")
		n++
	}
	label := func(x, y float64, anchor, text string) {
		d.text(x, y, anchor, `font-size="2.5" fill="#222" stroke="none"`, text)
	}
	earth := func(x, y float64) {
		d.f(`<path d="M%.1f %.1fh3m-2.5 0.8h2m-1.5 0.8h1"/>`, x-1.5, y)
	}
	// A load between 5 V and an NPN transistor, whose base the line drives.
	switched := func(load, base, transistor string) {
		d.f(`<path d="M1 20H6M12 20H22M22 17.2V22.8M22 18.6L26 16V%sM22 21.4L26 24V27"/>`, load)
		d.f(`<path d="M26 24l-2.2-0.4 1-1.4z" fill="#222"/>` +
			`<rect x="6" y="19" width="6" height="2"/><circle cx="0.4" cy="20" r="0.6"/>`)
		earth(26, 27)
		label(9, 17.8, "middle", base)
		label(-1, 23.4, "start", d.say("line"))
		label(28, 23, "start", transistor)
		label(26, 4.6, "middle", "5 V")
	}
	if has(Button) {
		cell(d.say("A button"), func() {
			d.f(`<path d="M1 12H9M9 12L15.4 9.4M16 12H24V15"/><circle cx="0.4" cy="12" r="0.6"/>` +
				`<circle cx="9" cy="12" r="0.6" fill="#222"/><circle cx="16" cy="12" r="0.6" fill="#222"/>`)
			earth(24, 15)
			label(-1, 15.4, "start", d.say("line"))
			label(0, 23, "start", d.say("A pair of wires, twisted."))
			label(0, 26.6, "start", d.say("The Pi pulls the line up."))
		})
	}
	if has(Lamp) {
		cell(d.say("A lamp"), func() {
			switched("12.5M26 8.5V6", "2.2 kΩ", "BC547")
			d.f(`<circle cx="26" cy="10.5" r="2"/><path d="M24.6 9.1l2.8 2.8m0 -2.8l-2.8 2.8"/>`)
			label(29.5, 11.4, "start", "5 V LED")
		})
	}
	if has(PassiveBuzzer, ActiveBuzzer) {
		cell(d.say("The buzzer"), func() {
			switched("13.5M26 8V6", "1 kΩ", "BC337")
			d.f(`<path d="M26 8a2.75 2.75 0 0 1 0 5.5z"/><path d="M26 7H21V9.6M26 14.5H21V11.8"/>` +
				`<path d="M19.8 11.8h2.4l-1.2-2.2zM19.8 9.6h2.4" fill="#222"/>`)
			label(18.8, 11.4, "end", "1N4148")
		})
	}
	if has(OLED) {
		cell(d.say("On I²C"), func() {
			for i, row := range []string{d.say("VCC to 3V3, never to 5 V"), d.say("GND to ground"),
				d.say("SDA to GPIO2, SCL to GPIO3"), d.say("all modules side by side")} {
				label(0, 6+float64(i)*4.2, "start", row)
			}
		})
	}
}
