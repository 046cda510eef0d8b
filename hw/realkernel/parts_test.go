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

	"github.com/google/go-cmp/cmp"
)

// twoDisplays is a table with a display for everyone beside the judge's, and a game on it.
func twoDisplays(t *testing.T) *table {
	t.Helper()
	p := layTable(t)
	p.config += "[public]\nenabled = true\n"
	p.panel.plugged(bothPanels)
	p.start()
	p.sitDown()
	return p
}

// showsPublic waits until the second display shows the public view of the game.
func (p *table) showsPublic() {
	p.Helper()
	played, _ := p.played()
	want := canvas.NewPicture()
	display.NewPainter(wording.NewPhrases(all.Games())).Draw(want,
		display.Scene{View: played.View(games.Public), Language: wording.English})
	p.await("the second display shows the public view", func() bool {
		p.panel.messages()
		return cmp.Equal(p.panel.public.Picture().Pix, want.Pix)
	})
}

func TestASecondDisplayIsForAll(t *testing.T) {
	p := twoDisplays(t)
	p.showsPublic()
	if bytes.Equal(p.panel.picture().Pix, p.panel.public.Picture().Pix) {
		t.Error("both displays show the judge's question")
	}
}

// judgesDisplayFails pulls the judge's panel out during the turn of seat 1, which goes on, and plugs
// it in again with its memory empty.
func (p *table) judgesDisplayFails() {
	p.Helper()
	p.panel.plugged(publicPanel)
	p.passes(1)
	p.lit(2)
	// The module's status says that a display is on: only one that has failed is set up anew.
	p.await("the display fails", func() bool { return strings.Contains(p.log.String(), "display failed") })
	p.panel.judgeLosesPower()
	p.panel.plugged(bothPanels)
	p.shows("turn")
}

func TestTheGameGoesOnWithoutTheJudgesDisplay(t *testing.T) {
	p := twoDisplays(t)
	p.judgesDisplayFails()
	p.passes(2)
	p.lit(3)
	p.shows("turn")
	p.showsPublic()
	if got := strings.Count(p.log.String(), "display failed"); got != 1 {
		t.Errorf("the log names the display %d times, want once:\n%s", got, p.log.String())
	}
}

// A module with an SH1106 is found out, beside one with an SSD1306, also after its power was cut.
func TestADisplayWithAnSH1106(t *testing.T) {
	p := layTable(t)
	p.config += "[public]\nenabled = true\n"
	p.panel.plugged(bothPanels)
	p.panel.isSH1106()
	p.start()
	p.sitDown()
	p.shows("turn")
	p.showsPublic()
	p.judgesDisplayFails()
}
