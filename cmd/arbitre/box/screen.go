package box

import (
	"context"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/hw"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A Panel shows pictures; an OLED, for instance.
type Panel interface {
	Draw(*image1bit.VerticalLSB) error
	SetContrast(byte) error
}

// A screen draws on a panel in a goroutine of its own, which holds only the newest frame:
// the bus of a panel is slow, and the game must not wait for it.
type screen struct {
	phrases wording.Phrases
	panel   Panel
	config  config.Panel
	report  func(error) // called when the panel begins to fail, and with nil when it works again
	drawn   func()      // called after each attempt to draw, successful or not
	newest  chan referee.Picture
}

// dimmed is the contrast of a screen that rests.
const dimmed = 1

func newScreen(phrases wording.Phrases, panel Panel, c config.Panel, report func(error), drawn func()) *screen {
	return &screen{phrases, panel, c, report, drawn, make(chan referee.Picture, 1)}
}

// show replaces what is to be drawn next. One goroutine calls it; it never waits.
func (s *screen) show(p referee.Picture) {
	select {
	case <-s.newest:
	default:
	}
	s.newest <- p
}

// run draws until the context ends. A panel that fails is tried again after pauses that grow.
func (s *screen) run(ctx context.Context) {
	painter, picture := display.NewPainter(s.phrases), canvas.NewPicture(s.config.Height)
	outage := hw.Outage{Report: s.report}
	var p referee.Picture
	var again <-chan time.Time // set while the panel fails
	for {
		select {
		case <-ctx.Done():
			return
		case p = <-s.newest:
			if again != nil {
				continue // it is drawn when the panel is tried next
			}
		case <-again:
		}
		if p.Look.Mark > 0 {
			painter.DrawMark(picture, p.Look.Mark)
		} else {
			painter.Draw(picture, p.Scene)
		}
		again = nil
		if pause := outage.Tried(s.put(picture, p.Look.Dim)); pause > 0 {
			again = time.After(pause)
		}
		s.drawn()
	}
}

func (s *screen) put(picture *image1bit.VerticalLSB, dim bool) error {
	contrast := byte(s.config.Contrast)
	if dim {
		contrast = min(dimmed, contrast)
	}
	if err := s.panel.SetContrast(contrast); err != nil {
		return err
	}
	return s.panel.Draw(picture)
}
