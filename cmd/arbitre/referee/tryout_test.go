package referee

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// The buttons are tried from the menu: each press shows its name, where it is and how it bounced,
// lights its lamp, and does nothing else; what moves by itself is named. One that is held ends it.
func TestTheButtonsAreTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		open := func() {
			g.pick(games.Word("settings"))
			g.pick(games.Word("try"))
			if !g.says("try_any") {
				t.Fatalf("the display shows %+v", g.view())
			}
		}
		open()
		// A wire that picks something up, and a button that bounces for 3 ms.
		g.edge(4, true, g.now())
		g.wait(50 * time.Microsecond)
		g.edge(4, false, g.now())
		g.wait(2 * time.Second)
		for _, after := range []time.Duration{0, time.Millisecond, 2 * time.Millisecond} {
			g.edge(2, after != time.Millisecond, g.now())
			g.wait(time.Millisecond + after/2)
		}
		g.wait(100 * time.Millisecond)
		if g.lamps[2] != hw.Lit || g.lamps[1] != hw.Dark {
			t.Errorf("lamps %v", g.lamps)
		}
		g.edge(2, false, g.now())
		g.wait(100 * time.Millisecond)
		v := g.view()
		if want := (games.Text{Word: "try_pressed", Seat: 2}); !v.Headline.Equal(want) || g.lamps[2] != hw.Dark {
			t.Errorf("the display shows %+v, lamps %v", v, g.lamps)
		}
		want := []games.Text{{Word: "try_place", Extra: g.referee.stack.Config.Buttons.Seats[1]},
			{Word: "try_bounced", Span: 2500 * time.Microsecond}, {Word: "try_strays", Seat: 4}, {Word: "hold_to_leave"}}
		for i, line := range v.Lines {
			if i >= len(want) || !line.Equal(want[i]) {
				t.Errorf("line %d is %+v", i, line)
			}
		}
		g.press(ok, ok)
		if v := g.view(); !v.Headline.Equal(games.Text{Word: "try_pressed", Extra: "key OK"}) {
			t.Errorf("the key OK does something: %+v", v)
		}
		g.hold(3, 3*time.Second)
		if v := g.view(); v.Headline.Word != "welcome" || len(v.Headline.Seats) > 0 {
			t.Errorf("after the test the display shows %+v", v)
		}

		// Nobody is there any more.
		open()
		g.wait(time.Hour)
		if g.says("try_any") {
			t.Error("it is tested for ever")
		}
	})
}
