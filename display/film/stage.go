package film

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// The colours of a stage, those of the pages, after the two of the display.
const (
	ground = iota + 2
	card
	ink
	soft
	track
	dark // a lamp
	rim  // of a lamp
	lit
	shine // around a lamp that is lit
	onLit
	wrong
)

var colours = []color.Color{
	color.RGBA{0x15, 0x11, 0x0f, 0xff}, color.RGBA{0x22, 0x1c, 0x18, 0xff},
	color.RGBA{0xf3, 0xe9, 0xda, 0xff}, color.RGBA{0xb9, 0xa8, 0x94, 0xff}, color.RGBA{0x4a, 0x3e, 0x34, 0xff},
	color.RGBA{0x3d, 0x33, 0x29, 0xff}, color.RGBA{0x5c, 0x4d, 0x3e, 0xff},
	color.RGBA{0xff, 0xc4, 0x5c, 0xff}, color.RGBA{0x7a, 0x58, 0x28, 0xff}, color.RGBA{0x2a, 0x18, 0x04, 0xff},
	color.RGBA{0xff, 0x9d, 0x8f, 0xff},
}

// Measures below the display, in units of two pixels each way, as letters are drawn.
const (
	unitSize   = 2
	rowHigh    = 24
	footHigh   = 18
	lampWide   = 28
	figureWide = 62
	laneWide   = 74
	gap        = 6
)

// A stage is the picture of a moment: the display, and below it a row for each seat, with its lamp and
// its points, or its place in the photo finish.
type stage struct {
	faces  typeface.Faces
	voice  *wording.Voice
	names  wording.Names
	before *games.Photo  // the race that was over when the film began
	over   time.Duration // in the film, when its own race was over; negative until then

	*image.Paletted
	panel []byte // the display's pixels in the picture
	rows  []row
}

// A row is what the picture shows of a seat.
type row struct {
	seat         games.Seat
	name, figure string
	lamp         bool
	runs         bool    // it has a lane of the photo finish
	share        float64 // of the lane
	arrived      bool    // at its end; else it still runs, or has not pressed
	decides      bool    // the verdict is about it
	slowest      bool    // and is a bad one
}

func newStage(faces typeface.Faces, voice *wording.Voice, names wording.Names, v games.View) *stage {
	s := &stage{faces: faces, voice: voice, names: names, over: -1, rows: make([]row, len(v.Seats))}
	if v.Race != nil && !v.Race.Open {
		s.before = v.Race
	}
	top := canvas.Enlarged(canvas.NewPicture(), zoom)
	size := image.Rect(0, 0, top.Rect.Dx(), top.Rect.Dy()+(len(v.Seats)*rowHigh+footHigh)*unitSize)
	s.Paletted = image.NewPaletted(size, append(top.Palette, colours...))
	s.fill(0, top.Rect.Dy(), size.Dx(), size.Dy(), ground)
	foot := canvas.At(gap, s.top(len(v.Seats)), size.Dx()/unitSize-2*gap, footHigh)
	s.write(foot, left, "arbitre · "+voice.Word(v.Game), canvas.Note, soft)
	return s
}

// top returns the first line of a row.
func (s *stage) top(row int) int {
	return (canvas.Height+2*canvas.Border)*zoom/unitSize + row*rowHigh
}

// draw draws what everyone sees at a time of the game, and of the film. It reports whether the picture
// has changed.
func (s *stage) draw(panel *image1bit.VerticalLSB, v games.View, now, at time.Duration) (changed bool) {
	if !bytes.Equal(panel.Pix, s.panel) {
		s.panel, changed = bytes.Clone(panel.Pix), true
		copy(s.Pix, canvas.Enlarged(panel, zoom).Pix) // both are as wide
	}
	for i, next := range s.look(v, now, at) {
		if next != s.rows[i] {
			s.rows[i], changed = next, true
			s.drawRow(i, next)
		}
	}
	return changed
}

// look returns what the rows show.
func (s *stage) look(v games.View, now, at time.Duration) []row {
	var runners []wording.Runner
	var decided []games.Seat
	if r := v.Race; r != nil && !r.Open && (s.before == nil || r.Race != s.before.Race || r.Zero != s.before.Zero) {
		if runners = s.voice.Finish(r); s.over < 0 {
			s.over = at
		}
		decided = append(r.Decided(), r.DeadHeat...)
	}
	drawn := min(1, float64(at-s.over+tick)/float64(finish)) // of the photo finish
	rows := make([]row, 0, len(v.Seats))
	for _, p := range v.Seats {
		r := row{seat: p.Seat, name: s.drawable(s.names.Seats[p.Seat]), figure: wording.Number(p.Total)}
		r.lamp = p.Lamp == games.Lit || p.Lamp == games.Blinking && at/blink%2 == 0
		if p.Bot {
			r.name = s.voice.Word("bot")
		}
		if p.Clock != nil {
			r.figure = s.voice.Clock(*p.Clock, now)
		}
		if runners != nil {
			r.figure = ""
		}
		for _, f := range runners {
			if f.Seat != p.Seat {
				continue
			}
			r.runs, r.share, r.arrived = true, min(drawn, f.Share), f.Pressed && f.Share <= drawn
			if r.arrived || drawn == 1 {
				r.figure = f.Margin
				r.decides = drawn == 1 && slices.Contains(decided, p.Seat)
				r.slowest = r.decides && v.Race.SlowestLoses
			}
			if !f.Pressed {
				r.share = 0
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// drawable returns the part of a name that the fonts can draw. A name in a script that they lack, or
// one that is written from right to left, has none: its seat's number stands for it.
func (s *stage) drawable(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if s.faces.Draws(string(r)) {
			return r
		}
		return -1
	}, name))
}

func (s *stage) drawRow(i int, r row) {
	wide, y := s.Rect.Dx()/unitSize, s.top(i)
	s.fill(0, y*unitSize, wide*unitSize, (y+rowHigh)*unitSize, ground)
	s.fill(2*unitSize, (y+1)*unitSize, (wide-2)*unitSize, (y+rowHigh-1)*unitSize, card)
	box := canvas.At(gap, y, wide-2*gap, rowHigh)
	s.drawLamp(box.CutLeft(lampWide), r)
	box.CutLeft(gap)
	strong := uint8(ink)
	switch {
	case r.slowest:
		strong = wrong
	case r.decides:
		strong = lit
	}
	s.write(box.CutRight(figureWide), right, r.figure, canvas.Name, strong)
	if box.CutRight(gap); r.runs {
		s.drawLane(box.CutRight(laneWide), r, strong)
		box.CutRight(gap)
	}
	s.write(box, left, r.name, canvas.Name, strong)
}

func (s *stage) drawLane(b canvas.Box, r row, strong uint8) {
	const thick, dot = 2, 10
	line := b.Inset(dot/2, 0).Middle(b.W-dot, thick)
	s.fillBox(line, track)
	line.W = int(r.share * float64(line.W))
	s.fillBox(line, strong)
	if r.arrived {
		s.disc(line.Right()*unitSize, (line.Y+1)*unitSize, dot/2*unitSize, strong)
	}
}

func (s *stage) drawLamp(b canvas.Box, r row) {
	x, y := (b.X+b.W/2)*unitSize, (b.Y+b.H/2)*unitSize
	around, inside, text := uint8(rim), uint8(dark), uint8(ink)
	if r.lamp {
		around, inside, text = shine, lit, onLit
	}
	s.disc(x, y, 22, around)
	s.disc(x, y, 18, inside)
	s.write(b, middle, wording.Number(int(r.seat)), canvas.Name, text)
}

// An align says where a text stands in its box.
type align int

const (
	left align = iota
	middle
	right
)

// write writes a text in one row, smaller or shortened if it is too long.
func (s *stage) write(b canvas.Box, a align, text string, style canvas.Style, colour uint8) {
	if text == "" {
		return
	}
	page := canvas.Page{Type: canvas.Type{Faces: s.faces}}
	const oneRow = 16
	rows, ok := page.Set(b.W, b.H, canvas.Paragraph{Text: text, Style: style, Most: 1})
	if !ok {
		rows = page.Shorten(b.W, oneRow, canvas.Paragraph{Text: text, Style: style, Most: 1})
	}
	if len(rows) == 0 {
		return
	}
	b.CutLeft((b.W - rows[0].Width) * int(a) / int(right))
	page.Place(b, canvas.Left, rows[0])
	for _, block := range page.Blocks {
		for at, glyph := range block.Letters(s.faces) {
			for x, column := range glyph.Columns {
				for y := at.Y; column != 0; y, column = y+1, column>>1 {
					if column&1 != 0 {
						s.fillBox(canvas.At(at.X+x, y, 1, 1), colour)
					}
				}
			}
		}
	}
}

// fillBox fills a box in units.
func (s *stage) fillBox(b canvas.Box, colour uint8) {
	s.fill(b.X*unitSize, b.Y*unitSize, b.Right()*unitSize, b.Bottom()*unitSize, colour)
}

// fill fills a rectangle of pixels, cut off at the edges of the picture.
func (s *stage) fill(x0, y0, x1, y1 int, colour uint8) {
	r := image.Rect(x0, y0, x1, y1).Intersect(s.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := s.Pix[s.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range row {
			row[x] = colour
		}
	}
}

// disc fills a circle of pixels around the corner between four of them.
func (s *stage) disc(x, y, radius int, colour uint8) {
	for dy := -radius; dy < radius; dy++ {
		half := 0
		for h := 2*half + 1; h*h+(2*dy+1)*(2*dy+1) <= 4*radius*radius; h = 2*half + 1 {
			half++
		}
		s.fill(x-half, y+dy, x+half, y+dy+1, colour)
	}
}
