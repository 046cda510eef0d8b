// Package display turns what a game shows, and where its judge is with the keys, into pictures of 128 pixels by 64 or by 32.
package display

import (
	"time"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// The heights of the panels in rows.
const (
	Height    = 64
	LowHeight = 32
)

// A Scene is all that one picture shows.
type Scene struct {
	View     games.View
	Dialogue keys.Dialogue // where the judge is with the keys; the zero value for whoever has none
	Language wording.Language
	Now      time.Duration // on the game's clock, of which prompts say until when they are open; needed where one does

	Turn       int         // where there is room for one of several hunts: whose turn it is to be shown
	Invitation *Invitation // while a phone may be paired: shown in place of the view
}

// NextTick tells when a scene shows another number of seconds, where a clock runs: the one time for which a caller that
// draws each change must wake up.
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
	c  *canvas.Canvas
	qr qrCode

	phrases wording.Phrases

	// Of this picture:
	scene Scene
	draft keys.Draft // what its dialogue has come to
	voice *wording.Voice

	said    []byte   // the sentences of this picture
	remarks []remark // what the scene says below its headline
	stacked []canvas.Paragraph
	items   [][]byte // the words of a list
	waiting []games.Prompt
	cells   []cell // the seats of a panel or a question
	wishes  [choiceBelow + 1]canvas.Wish
	tries   []arrangement
	leaves  []leaf // the pages of a scene

	optional int // how many of the last remarks are left out rather than told on a page of their own
	unsaid   int // lines that it had no room for
}

// NewPainter opens the fonts, and says what phrases say.
func NewPainter(phrases wording.Phrases) *Painter {
	return &Painter{c: canvas.New(), phrases: phrases, said: make([]byte, 0, 2048)}
}

// Draw replaces the whole of a picture, one of [canvas.NewPicture], by a scene. The same scene is always the same picture.
func (p *Painter) Draw(dst *image1bit.VerticalLSB, s Scene) {
	p.c.Clear(dst.Rect.Dy())
	p.voice = p.phrases.In(s.Language, s.View.Game)
	p.said, p.leaves, p.unsaid = p.said[:0], p.leaves[:0], 0
	p.scene, p.draft = s, s.Dialogue.Draft(s.View)
	switch {
	case p.draft.Refusal != "":
		p.refusal()
	case s.Invitation != nil:
		p.invitation(*s.Invitation)
	case s.View.Panel == games.Leaflet:
		p.leaflet()
	case p.draft.State == keys.Asked:
		p.question()
	case p.draft.State == keys.Listed:
		p.choosePrompt()
	default:
		p.table()
	}
	p.c.CopyTo(dst)
}

// Pages is how many pages the scene has that was drawn last.
func (p *Painter) Pages() int { return max(1, len(p.leaves)) }
