package referee

import (
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// The buttons are tried from the menu: each press shows its name and how it bounced, lights its lamp,
// and does nothing else. One that is held ends it.
func TestTheButtonsAreTried(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.pick(games.Word("settings"))
		g.pick(games.Word("try"))
		if !g.says("try_any") {
			t.Fatalf("the display shows %+v", g.view())
		}
		for _, after := range []time.Duration{0, time.Millisecond, 2 * time.Millisecond} { // it bounces for 3 ms
			g.edge(2, after != time.Millisecond, g.now())
			g.wait(time.Millisecond + after/2)
		}
		g.wait(100 * time.Millisecond)
		if g.lamps[2] != hw.Lit || g.lamps[1] != hw.Dark {
			t.Errorf("lamps %v", g.lamps)
		}
		g.edge(2, false, g.now())
		g.wait(100 * time.Millisecond)
		v, bounced := g.view(), games.Text{Word: "try_bounced", Span: 2500 * time.Microsecond}
		if !v.Headline.Equal(games.Text{Word: "try_pressed", Seat: 2}) || !v.Lines[1].Equal(bounced) || g.lamps[2] != hw.Dark {
			t.Errorf("the display shows %+v, lamps %v", v, g.lamps)
		}
		g.press(ok, ok)
		if v := g.view(); !v.Headline.Equal(games.Text{Word: "try_pressed", Extra: "key OK"}) {
			t.Errorf("the key OK does something: %+v", v)
		}
		g.hold(3, 3*time.Second)
		if v := g.view(); v.Headline.Word != "welcome" || len(v.Headline.Seats) > 0 {
			t.Errorf("after the test the display shows %+v", v)
		}
	})
}
