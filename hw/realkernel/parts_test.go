package realkernel

import (
	"bytes"
	"testing"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"

	"github.com/google/go-cmp/cmp"
)

// On the display at 0x3D stands what everyone may see, while the other has the judge's questions.
func TestASecondDisplayIsForAll(t *testing.T) {
	p := layTable(t)
	p.config += "[public]\nenabled = true\n"
	p.panel.plugged("3")
	p.start()
	p.sitDown()
	shows := func() {
		t.Helper()
		played, _ := p.played()
		want := canvas.NewPicture(display.Height)
		display.NewPainter(wording.NewPhrases(all.Games())).Draw(want,
			display.Scene{View: played.View(games.Public), Language: wording.English})
		p.await("the second display shows what is for all", func() bool {
			p.panel.messages()
			return cmp.Equal(p.panel.public.Picture().Pix, want.Pix)
		})
	}
	shows()
	if bytes.Equal(p.panel.picture().Pix, p.panel.public.Picture().Pix) {
		t.Error("the judge's question is on both")
	}

	// One is pulled out; the other goes on, and it comes back.
	p.panel.plugged("1")
	p.passes(1)
	p.lit(2)
	p.panel.plugged("3")
	p.passes(2)
	p.lit(3)
	p.shows("turn")
	shows()
}
