package referee

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
	"arbitre/hw"
)

// wired are the lines of a box that nobody has told anything: button 1 is on the first, and so on.
var wired = []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24", "GPIO5", "GPIO6", "GPIO13"}

// unknown makes a box that does not know its buttons.
func unknown(s *setup) {
	s.Config.Buttons.Seats, s.Config.Run.Learn = nil, true
	s.Seats = []games.Seat{1, 2, 3, 4, 5, 6, 7, 8}
	s.Learn = &layers.Buttons{Before: s.Config, Source: func(b hw.Button) (hw.Source, bool) {
		if b < 1 || int(b) > len(wired) {
			return hw.Source{}, false
		}
		return hw.Source{Place: wired[b-1]}, true
	}}
	watch := hw.DefaultWatch()
	watch.Held = 5 * time.Second
	health, learn := s.Health, s.Learn
	s.Contacts = hw.NewContacts(hw.DefaultDebounce(), watch, func(b hw.Button, fault error) {
		learn.Fault(b, fault)
		health.Of(fmt.Sprint("line ", b), games.Text{})(fault)
	})
}

// asks fails unless the box asks for a press of this button.
func (g *rig) asks(b hw.Button) {
	g.t.Helper()
	want := games.Text{Word: "press_key", Extra: b.String()}
	if b > 0 {
		want = games.Text{Word: "press_seat", Number: int(b)}
	}
	if got := g.view().Headline; !got.Equal(want) {
		g.t.Fatalf("the display shows %+v, want %+v\n%s", got, want, g.log.String())
	}
}

// What the contacts find is wrong with a line is said at once, and for long enough to be read; what was pressed before
// stays.
func TestWrongWiringIsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		down []hw.Button // at the start
		does func(*rig)
		want games.Text
	}{
		"a line that is low": {down: []hw.Button{3}, does: func(*rig) {},
			want: games.Text{Word: "line_stuck", Extra: "GPIO22"}},
		"a button that never lets go": {does: func(g *rig) { g.press(2); g.edge(1, true, g.now()) },
			want: games.Text{Word: "button_stuck", Seat: 2}},
		"a loose wire": {does: func(g *rig) {
			for range 100 {
				g.edge(5, true, g.now())
				g.wait(500 * time.Microsecond)
				g.edge(5, false, g.now())
				g.wait(15 * time.Millisecond)
			}
			g.edge(5, true, g.now()) // so that it is not calm
		}, want: games.Text{Word: "line_noisy", Extra: "GPIO24"}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir(), unknown, func(s *setup) {
					s.Down = func() ([]hw.Button, error) { return test.down, nil }
				})
				test.does(g)
				g.wait(6 * time.Second)
				v := g.view()
				for _, said := range append([]games.Text{v.Headline}, v.Lines...) {
					if said.Equal(test.want) {
						return
					}
				}
				t.Errorf("the display shows %+v", v)
			})
		})
	}
}

// Without a display the judge's page leads through the first start, also where there are no keys. A
// language that was chosen on it stays.
func TestThePageLeadsThroughTheFirstStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newPaged(t, unknown, func(s *setup) { s.Learn.Before.OLED.Enabled = false })
		answer := func(prompt, value string) { // names the question that it shows, as the page does
			t.Helper()
			b.answers(fmt.Sprintf(`{"prompt":%q,"asked":%d,"value":%q}`, prompt, b.asked(prompt).Serial, value))
		}
		answer("learning", "language")
		answer("language", "de")
		b.wait(time.Minute)
		b.press(3, 2, 1)
		answer("learning", "no_more")
		b.asks(hw.KeyOK)
		answer("learning", "no_more")
		if b.wait(0); b.next == nil || b.next.HasKeys() || b.next.Language != "de" || len(b.next.Buttons.Seats) != 3 {
			t.Errorf("it goes on with %+v", b.next)
		}
	})
}

// To learn all buttons anew, a key for Back or a button for one answer ends the lobby, for a box that
// asks for them.
func TestButtonsAreLearntWhenSomebodyAsks(t *testing.T) {
	for _, test := range []struct {
		picks []string
		only  hw.Button
	}{
		{[]string{"yes"}, 0},
		{[]string{"back"}, hw.KeyBack},
		{[]string{"shortcut", "mito/play/mosquito"}, hw.Shortcut(0)},
	} {
		t.Run(test.picks[0], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir(), func(s *setup) { s.Learns = true })
				for _, word := range append([]string{"settings", "learn"}, test.picks...) {
					g.pick(games.Word(word))
				}
				g.wait(0)
				if g.next == nil || !g.next.Run.Learn || g.next.Run.LearnOnly != test.only || len(g.next.Buttons.Seats) != 5 {
					t.Fatalf("it goes on with %+v", g.next)
				}
				if _, is := test.only.Shortcut(); is && g.next.Shortcuts[0] != (config.Shortcut{Prompt: "play", Value: "mosquito"}) {
					t.Errorf("it learns %+v", g.next.Shortcuts)
				}
			})
		})
	}
}
