// Package display turns what a game shows, and where its judge is with the keys, into pictures of
// 128 pixels by 64 or by 32. A picture is first composed, of blocks that have their places and
// sizes, and then drawn.
//
// The first page of what everyone sees, on both displays, and a question:
//
//	┌────────────────────────┐ ┌────────────────────────┐ ┌────────────────────────┐
//	│ ███  headline        ! │ │ ██ headline      [OK] ▴│ │ title             ! 12s│
//	│ ███  remark            │ │ ██ remark              │ ├────────────────────────┤
//	│ ███  remark            │ │ panel                 ▾│ │  the field: what is    │
//	│ remark                 │ └────────────────────────┘ │  chosen or entered     │
//	│ panel, from side       │                            ├────────────────────────┤
//	│ to side                │                            │ what explains it       │
//	│ [OK] what it does   ▴▾ │                            └────────────────────────┘
//	└────────────────────────┘
//
// Start to read in compose.go. What is drawn beside sentences is in panels.go, which says how to
// add a panel.
package display

import (
	"time"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// The heights of the displays in rows.
const (
	Height    = 64
	LowHeight = 32
)

// A Scene is all that one picture shows.
type Scene struct {
	View     games.View
	Dialogue keys.Dialogue // where the judge is with the keys; zero for an audience without keys
	Language wording.Language
	Now      time.Duration // on the game's clock, of which prompts say until when they are open

	Turn       int         // where there is room for one of several hunts: whose turn it is to be shown
	Invitation *Invitation // while a phone may be paired: shown in place of the view
}

// NextTick tells when a scene shows another number of seconds, where a clock runs: the one time for
// which a caller that draws each change must wake up.
func NextTick(v games.View, now time.Duration) (at time.Duration, ok bool) {
	for _, p := range v.Prompts {
		if left := secondsLeft(p, now); left > 0 {
			if next := p.Until - time.Duration(left-1)*time.Second; !ok || next < at {
				at, ok = next, true
			}
		}
	}
	return at, ok
}

// secondsLeft is how long a prompt stays open, rounded up; 0 where its time is up or it has no end.
func secondsLeft(p games.Prompt, now time.Duration) int {
	return int(max(0, p.Until-now+time.Second-1) / time.Second)
}

// A Painter draws scenes. It keeps each letter that it has drawn once. One goroutine owns it.
type Painter struct {
	phrases wording.Phrases
	faces   typeface.Faces

	page  canvas.Page // the picture drawn last
	pages int
}

// NewPainter opens the fonts, and says what phrases say.
func NewPainter(phrases wording.Phrases) *Painter {
	return &Painter{phrases: phrases, faces: typeface.New()}
}

// Draw replaces the whole of a picture, one of [canvas.NewPicture], by a scene. The same scene is
// always the same picture.
func (p *Painter) Draw(dst *image1bit.VerticalLSB, s Scene) {
	p.page, p.pages = compose(s, canvas.Type{Height: dst.Rect.Dy(), Faces: p.faces}, p.phrases)
	canvas.Draw(dst, p.faces, p.page.Blocks)
}

// Pages is how many pages the scene has that was drawn last.
func (p *Painter) Pages() int { return p.pages }

// Cut is how many texts of the picture drawn last had to be shortened.
func (p *Painter) Cut() int { return p.page.Cut }
