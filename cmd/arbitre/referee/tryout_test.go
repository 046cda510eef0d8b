package referee

import (
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// The buttons are tried from the menu: each press shows its name, where it is and how it bounced, lights
// its lamp, and does nothing else. What moves by itself is named. A button that is held ends it, as do an
// answer of a page and the lack of a press.
func TestTheButtonsAreTried(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pair()
		try := func() {
			t.Helper()
			p.wait(ReadingTime)
			p.pick(games.Word("settings"))
			p.pick(games.Word("try"))
			p.shows("try_any", "try")
		}
		says := func(want ...games.Text) {
			t.Helper()
			v, leave := p.view(), games.Text{Word: "hold_to_leave"}
			if diff := cmp.Diff(append(want, leave), append([]games.Text{v.Headline}, v.Lines...)); diff != "" {
				t.Errorf("the display says (-want +got):\n%s", diff)
			}
		}
		pressed, place := games.Text{Word: "try_pressed", Seat: 2}, games.Text{Word: "try_place", Extra: "GPIO27"}
		bounced, strays := games.Text{Word: "try_bounced", Span: 2500 * time.Microsecond}, games.Text{Word: "try_strays", Seat: 4}
		try()
		for _, after := range []time.Duration{0, time.Millisecond, 2 * time.Millisecond} { // it bounces for 3 ms
			p.edge(2, after != time.Millisecond, p.now())
			p.wait(time.Millisecond + after/2)
		}
		p.wait(100 * time.Millisecond)
		says(pressed, place)
		if p.lamps[2] != hw.Lit || p.lamps[1] != hw.Dark {
			t.Errorf("lamps %v", p.lamps)
		}
		p.edge(2, false, p.now())
		p.edge(4, true, p.now()) // nobody's hand
		p.edge(4, false, p.now()+100*time.Microsecond)
		p.wait(100 * time.Millisecond)
		says(pressed, place, bounced)
		p.wait(3 * time.Second)
		says(pressed, place, bounced, strays)
		if v := p.referee.stack.view(p.referee.stack.moment(), games.Public); p.lamps[2] != hw.Dark || v.Headline.Word != "welcome" {
			t.Errorf("lamps %v; everyone sees %+v", p.lamps, v)
		}
		p.press(ok, ok)
		if v := p.view(); !v.Headline.Equal(games.Text{Word: "try_pressed", Extra: "key OK"}) {
			t.Errorf("the key OK does something: %+v", v)
		}
		for _, ends := range []func(){
			func() {
				p.hold(3, 1900*time.Millisecond)
				p.shows("try_pressed", "try")
				p.hold(3, 2100*time.Millisecond)
			},
			func() { p.answers(`{"prompt":"try","value":"done"}`) },
			func() { p.answers(backKey) },
			func() {
				p.wait(p.referee.stack.Config.OLED.Blank - time.Second)
				p.press(3)
				p.wait(2 * time.Second)
				p.shows("try_pressed", "try")
				p.wait(time.Hour)
				p.press(ok) // wakes the display
			},
		} {
			meter := p.referee.stack.tryout().Meter
			ends()
			p.shows("welcome", "game")
			up := func(hw.Button) bool { return false }
			meter.Strays(p.now()+time.Second, up) // of the last press
			p.press(next, previous)
			if measured := meter.Strays(p.now()+time.Second, up); len(measured) > 0 {
				t.Errorf("edges are measured after the test: %v", measured)
			}
			try()
		}
	})
}
