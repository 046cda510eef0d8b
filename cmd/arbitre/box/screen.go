package box

import (
	"context"
	"sync"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// displays returns what shows a picture to the judge, and what shows one to all, nil if nothing does.
func (a *assembly) displays() (judge, public func(referee.Picture)) {
	judge = func(referee.Picture) {}
	if a.box.Panel != nil {
		failed := a.service.Health.Of("display", games.Text{Word: "no_display"})
		judge = a.screen(a.box.Panel, failed, sync.OnceFunc(a.ready))
		if show := judge; a.box.Told != nil {
			judge = func(p referee.Picture) { a.box.Told(p); show(p) }
		}
	}
	if a.box.Public != nil {
		failed := a.service.Health.Of("display for all", games.Text{Word: "no_public"})
		public = a.screen(a.box.Public, failed, func() {})
	}
	return judge, public
}

// screen draws on a panel, in a goroutine. Tried is called after each picture that it has tried to
// draw.
func (a *assembly) screen(panel *hw.OLED, failed func(error), tried func()) (show func(referee.Picture)) {
	drawn := newScreen(a.service.Phrases, panel, failed, tried)
	a.working.Go(func() { drawn.run(a.beside) })
	return drawn.show
}

// A screen draws on a panel in a goroutine of its own and holds only the newest picture: the bus of
// a panel is slow, and the game must not wait for it.
type screen struct {
	phrases wording.Phrases
	panel   *hw.OLED
	report  func(error) // called when the panel begins to fail, and with nil when it works again
	tried   func()      // called after each attempt to draw, successful or not
	newest  chan referee.Picture
}

// dimmed is the contrast of a screen that rests.
const dimmed = 1

func newScreen(phrases wording.Phrases, panel *hw.OLED, report func(error), tried func()) *screen {
	return &screen{phrases, panel, report, tried, make(chan referee.Picture, 1)}
}

// show replaces the picture that is drawn next. Only one goroutine may call it; it never waits.
func (s *screen) show(p referee.Picture) {
	select {
	case <-s.newest:
	default:
	}
	s.newest <- p
}

// run draws until the context ends. A panel that fails is tried again after growing pauses.
func (s *screen) run(ctx context.Context) {
	painter, pixels := display.NewPainter(s.phrases), canvas.NewPicture()
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
		again = nil
		if pause := outage.Tried(s.draw(painter, pixels, p)); pause > 0 {
			again = time.After(pause)
		}
		s.tried()
	}
}

// draw paints a picture and sends its pixels to the panel.
func (s *screen) draw(painter *display.Painter, pixels *image1bit.VerticalLSB, p referee.Picture) error {
	if p.Look.Mark > 0 {
		painter.DrawMark(pixels, p.Look.Mark)
	} else {
		painter.Draw(pixels, p.Scene)
	}
	contrast := byte(p.Contrast)
	if p.Look.Dim {
		contrast = min(dimmed, contrast) // 0, if configured, stays darker
	}
	if err := s.panel.SetContrast(contrast); err != nil {
		return err
	}
	return s.panel.Draw(pixels)
}
