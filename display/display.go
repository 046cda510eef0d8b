// Package display turns what a game shows, and where its judge is with the keys, into pictures of
// 128 by 64 pixels. A picture is first composed, of blocks that have their places and sizes, and
// then drawn.
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
// Start to read in compose.go: table.go has the scene of a game, question.go and menu.go what is
// asked. What is drawn beside sentences is in panels.go, which says how to add a panel.
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

// A Scene is everything that one picture shows.
type Scene struct {
	View     games.View
	Dialogue keys.Dialogue // where the judge is with the keys; zero for an audience without keys
	Language wording.Language
	Now      time.Duration               // on the game's clock, as the deadlines of prompts are
	Sitters  map[games.Seat]games.Sitter // their names are shown where they have room

	Invitation *Invitation // while a phone may be paired: shown in place of the view
}

// NextTick returns when what a running clock shows changes next; false if no clock runs. A caller
// that draws each change of a view needs no other timer.
func NextTick(v games.View, now time.Duration) (at time.Duration, ok bool) {
	earliest := func(next time.Duration) {
		if !ok || next < at {
			at, ok = next, true
		}
	}
	for _, p := range v.Prompts {
		if left := secondsLeft(p, now); left > 0 {
			earliest(p.Until - time.Duration(left-1)*time.Second)
		}
	}
	for _, p := range v.Seats {
		if p.Clock != nil && p.Clock.Until > now {
			left, step := p.Clock.Shown(now)
			earliest(p.Clock.Until - left + step)
		}
	}
	return at, ok
}

// secondsLeft returns the seconds until a prompt closes, rounded up; 0 if its time is up or it has
// no deadline.
func secondsLeft(p games.Prompt, now time.Duration) int {
	return int(max(0, p.Until-now+time.Second-1) / time.Second)
}

// A Painter draws scenes. It caches the letters that it has drawn. One goroutine owns it.
type Painter struct {
	phrases wording.Phrases
	faces   typeface.Faces
	page    canvas.Page // the picture drawn last
}

// NewPainter opens the fonts, and takes its words from phrases.
func NewPainter(phrases wording.Phrases) *Painter {
	return &Painter{phrases: phrases, faces: typeface.New()}
}

// Draw replaces the whole of a picture, made by [canvas.NewPicture], by a scene, and returns the
// number of the scene's pages. Equal scenes make equal pictures.
func (p *Painter) Draw(dst *image1bit.VerticalLSB, s Scene) (pages int) {
	p.page, pages = compose(s, canvas.Type{Faces: p.faces}, p.phrases)
	canvas.Draw(dst, p.faces, p.page.Blocks)
	return pages
}

// Cut returns how many texts of the scene that was drawn last had to be shortened.
func (p *Painter) Cut() int { return p.page.Cut }
