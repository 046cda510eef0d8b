package realkernel

import (
	"bytes"
	"strings"
	"testing"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
)

// The display at 0x3D shows the public view, the one at 0x3C the judge's questions.
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

	// The judge's is pulled out; the game goes on.
	p.panel.plugged("2")
	p.passes(1)
	p.lit(2)
	p.panel.chip = sim.NewSSD1306(64, nil) // it has forgotten everything
	p.panel.plugged("3")
	p.shows("turn")
	p.passes(2)
	p.lit(3)
	p.shows("turn")
	shows()
	if log := p.log.String(); strings.Count(log, "display failed") != 1 {
		t.Errorf("the display is to be named once in the log:\n%s", log)
	}
}
