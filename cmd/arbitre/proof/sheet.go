package proof

import (
	"fmt"
	"math"
	"strings"
	"time"

	"arbitre/cmd/arbitre/words"
)

// Sheet is the report as a sheet of A4 for print, in millimetres. Bars differ by their patterns, not by colour alone, so
// that a black-and-white print serves as well.
func (r Report) Sheet(say words.Say) string {
	s := sheet{say: say, y: 20}
	s.f(`<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297" font-family="DejaVu Sans, Arial, Helvetica, sans-serif" font-size="3.2">`)
	s.f("<title>%s</title>", escape(say("How fair this box is")))
	s.f(`<defs><pattern id="hatched" width="1.6" height="1.6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.6" height="1.6" fill="white"/><rect width="0.7" height="1.6" fill="#7a7a7a"/></pattern><pattern id="dotted" width="1.4" height="1.4" patternUnits="userSpaceOnUse"><rect width="1.4" height="1.4" fill="white"/><circle cx="0.7" cy="0.7" r="0.4" fill="#555"/></pattern></defs>`)
	s.f(`<rect width="210" height="297" fill="white"/>`)
	s.text(left, s.y, "start", `font-size="7" font-weight="bold"`, say("How fair this box is"))
	word, ink := say("proved fair"), "#2f6f4f"
	if !r.Fair() {
		word, ink = say("not proved fair"), "#c8321e"
	}
	s.text(right, s.y, "end", fmt.Sprintf(`font-size="5" font-weight="bold" fill="%s"`, ink), word)
	s.y += 8
	for _, line := range r.verdict(say) {
		s.text(left, s.y, "start", `font-size="3.7"`, line)
		s.y += 5.6
	}
	s.y += 2
	s.facts(r)
	s.chart(r)
	s.table(r)
	s.biases(r)
	s.text(left, 287, "start", `font-size="2.6" fill="#444"`,
		say("Pulses of a Raspberry Pi Pico on the seats' lines, judged by the program that referees, with its own settings: arbitre prove --pico"))
	s.f("</svg>")
	return s.b.String()
}

// The sheet's places, in millimetres.
const (
	left, right = 15.0, 195.0
	bars        = 40.0 // left of the chart's bars
)

type sheet struct {
	b   strings.Builder
	say words.Say
	y   float64
}

func (s *sheet) f(format string, args ...any) { fmt.Fprintf(&s.b, format+"\n", args...) }

func (s *sheet) text(x, y float64, anchor, more, text string) {
	s.f(`<text x="%.2f" y="%.2f" text-anchor="%s" %s>%s</text>`, x, y, anchor, more, escape(text))
}

func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// heading begins a part of the sheet.
func (s *sheet) heading(text string) {
	s.y += 7
	s.text(left, s.y, "start", `font-size="4" font-weight="bold"`, text)
	s.y += 3
}

// facts are what was judged, and by which settings.
func (s *sheet) facts(r Report) {
	for _, fact := range [][2]string{
		{s.say("machine"), r.Machine},
		{s.say("program"), "arbitre " + r.Version},
		{s.say("generator"), r.Generator},
		{s.say("busy"), s.say("a thread on every processor has the kernel busy with memory, files and pipes")},
		{s.say("on"), r.At.Format(time.DateTime)},
		{s.say("settings"), fmt.Sprintf("race.tie %v, race.settle %v, buttons.glitch %v, buttons.lockout %v", r.Tie, r.Settle, r.Glitch, r.Lockout)},
	} {
		if fact[1] == "" {
			continue
		}
		s.text(left, s.y, "start", `fill="#444"`, fact[0])
		s.text(bars, s.y, "start", "", fact[1])
		s.y += 4.6
	}
}

// chart has two bars for each gap, of the idle machine and of the busy one: how their races ended.
func (s *sheet) chart(r Report) {
	s.heading(s.say("How races ended, by how far apart the two presses were"))
	ends := columns(s.say)[1:] // the ways in which a race ends
	x := bars
	for _, k := range ends {
		s.f(`<rect x="%.2f" y="%.2f" width="4" height="3" fill="%s" stroke="#222" stroke-width="0.2"/>`, x, s.y, k.fill)
		s.text(x+5.2, s.y+2.6, "start", "", k.name)
		x += 31
	}
	s.y += 6.5
	const high = 2.3
	long := right - bars - 17
	for _, gap := range gaps(r.Tie) {
		s.text(bars-2, s.y+high+1.1, "end", "", micros(gap))
		if gap-beside == r.Tie {
			s.f(`<path d="M%.2f %.2fH%.2f" stroke="#222" stroke-width="0.3" stroke-dasharray="1.5 1"/>`, left, s.y-0.65, right)
		}
		for _, busy := range []bool{false, true} {
			c := r.of(func(c Count) bool { return c.Gap == gap && c.Busy == busy })
			x := bars
			for _, k := range ends {
				wide := long * float64(k.of(c)) / float64(max(1, c.Races))
				if wide > 0 {
					s.f(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s" stroke="#222" stroke-width="0.2"/>`, x, s.y, wide, high, k.fill)
				}
				x += wide
			}
			name := s.say("idle")
			if busy {
				name = s.say("busy")
			}
			s.text(bars+long+1.5, s.y+high-0.4, "start", `font-size="2.5" fill="#444"`, name)
			s.y += high
		}
		s.y += 1.3
	}
	s.text(left, s.y+2.2, "start", `font-size="2.6" fill="#444"`, s.say("Above the dashed line lie the presses that the tie window of %v calls a dead heat.", r.Tie))
	s.y += 3
}

func (s *sheet) table(r Report) {
	s.heading(s.say("The same in figures"))
	columns := columns(s.say)
	at := func(i int) float64 { return 80 + float64(i)*(right-80)/5 }
	for n, row := range r.rows(s.say) {
		s.y += 3.7
		if row.head {
			s.y += 0.7
			s.text(left, s.y, "start", `font-size="2.9" fill="#444"`, row.name)
			for i, c := range columns {
				if n == 0 {
					s.text(at(i), s.y, "end", `font-size="2.9" fill="#444"`, c.name)
				}
			}
			s.f(`<path d="M%.2f %.2fH%.2f" stroke="#999" stroke-width="0.2"/>`, left, s.y+1, right)
			continue
		}
		s.text(left, s.y, "start", `font-size="2.9"`, row.name)
		for i, c := range columns {
			s.text(at(i), s.y, "end", `font-size="2.9"`, fmt.Sprint(c.of(row.Count)))
		}
	}
}

// biases has for every two seats by how much the second is later, with the limits of confidence.
func (s *sheet) biases(r Report) {
	s.heading(s.say("By how much the second seat of two is later, in µs"))
	most := 1.2 * r.Allowed
	for _, p := range r.Pairs {
		most = max(most, 1.1*math.Abs(p.Low), 1.1*math.Abs(p.High))
	}
	columns := max(1, (len(r.Pairs)+9)/10) // the 28 pairs of eight seats have three
	rows := (len(r.Pairs) + columns - 1) / columns
	const pitch = 3.4
	wide := (right - left) / float64(columns)
	for i, p := range r.Pairs {
		x0, y := left+float64(i/rows)*wide, s.y+pitch*(float64(i%rows)+0.7)
		place := func(µs float64) float64 { return x0 + 13 + (wide-47)*(µs+most)/(2*most) }
		s.f(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="#e4e4e4"/>`, place(-r.Allowed), y-pitch*0.75, place(r.Allowed)-place(-r.Allowed), pitch)
		s.f(`<path d="M%.2f %.2fV%.2f" stroke="#999" stroke-width="0.2"/>`, place(0), y-pitch*0.75, y+pitch*0.25)
		s.text(x0, y, "start", `font-size="2.5"`, s.say("%d and %d", p.First, p.Second))
		ink := "#222"
		if p.Biased() {
			ink = "#c8321e"
		}
		s.f(`<path d="M%.2f %.2fH%.2f" stroke="%s" stroke-width="0.5"/>`, place(p.Low), y-0.9, place(p.High), ink)
		s.f(`<circle cx="%.2f" cy="%.2f" r="0.8" fill="%s"/>`, place(p.Bias), y-0.9, ink)
		s.text(x0+wide-32, y, "start", fmt.Sprintf(`font-size="2.5" fill="%s"`, ink), fmt.Sprintf("%s  (%s … %s)", tenths(p.Bias), tenths(p.Low), tenths(p.High)))
	}
	s.y += pitch * float64(rows)
	s.text(left, s.y+2.5, "start", `font-size="2.6" fill="#444"`, s.say("Up to %.0f µs, the grey part, decides nothing. The limits hold with a confidence of 95 in 100.", r.Allowed))
}

// tenths writes a number that is never less than nothing and 0.0 at once.
func tenths(x float64) string { return fmt.Sprintf("%+.1f", math.Round(x*10)/10+0) }
