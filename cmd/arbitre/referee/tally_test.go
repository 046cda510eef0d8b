package referee

import (
	"strings"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// answers returns the answers and undos of the game's journal, without their times.
func (g *rig) answers() []string {
	g.t.Helper()
	var given []string
	for _, line := range g.lines() {
		_, what, ok := strings.Cut(line, ",")
		if ok && (strings.Contains(what, `"hand"`) || strings.Contains(what, `"undo"`)) {
			given = append(given, strings.TrimSuffix(what, "}"))
		}
	}
	return given
}

// hands makes seat 1 go out, and enters the hands of 2 and 3: 3 numbers, an action and a Mito each,
// which is the preset of a hand.
func (g *rig) hands() {
	g.t.Helper()
	g.out()
	for range 12 { // whoever only presses OK may have counted nothing
		g.press(ok)
	}
	g.shows("count", "hand")
	for range 2 {
		g.press(ok, ok, ok)
		g.shows("count", "unchanged")
		g.press(next, ok) // yes, it is
	}
	g.shows("count", "count")
	points := []games.Text{{Word: "points", Number: 18}, {Word: "points", Number: 18}}
	if diff := cmp.Diff(points, g.labels()); diff != "" {
		g.t.Errorf("the hands that are shown (-want +got):\n%s", diff)
	}
}

const usual = `"value":{"numbers":3,"actions":1,"mitos":1}`

// Before the last hand counts the judge sees all hands, and can correct each without entering the
// later ones again.
func TestHandsAreLookedAtBeforeTheRoundIsOver(t *testing.T) {
	two, three := `"answer":"hand","seat":2,`, `"answer":"hand","seat":3,`
	for _, tc := range []struct {
		name string
		play func(*rig)
		want []string
	}{
		{"all are right", func(g *rig) { g.press(ok) }, []string{two + usual, three + usual}},
		{"the first is mended", func(g *rig) {
			g.press(next, ok) // round the list: seat 2
			g.shows("count", "hand")
			g.press(next, ok, ok, previous, ok) // one number more, no Mito
			g.shows("count", "count")
			if n := g.view().Prompts[0].Labels[0].Number; n != 4+2*5 {
				g.t.Errorf("it has %d points now", n)
			}
			g.press(ok)
		}, []string{two + usual, `"undo":true`, two + `"value":{"numbers":4,"actions":2,"mitos":0}`, three + usual}},
		{"its owner's button goes to it", func(g *rig) {
			g.wait(time.Second)
			g.press(2, ok, ok, ok, previous, ok)
			g.press(ok)
		}, []string{two + usual, `"undo":true`, two + `"value":{"numbers":3,"actions":1,"mitos":0}`, three + usual}},
		{"what can't be a hand is refused, and nothing has changed", func(g *rig) {
			g.press(next, ok)
			g.press(ok, ok, next, next, next, next, next, next, next, ok) // all eight Mitos, of which seat 3 has one
			if !g.referee.stack.dialogue.Refused() {
				g.t.Error("a ninth Mito was taken")
			}
			g.press(ok) // has read the reason
			g.hold(ok, 700*time.Millisecond)
			g.hold(ok, 700*time.Millisecond)
			g.hold(ok, 700*time.Millisecond)
			g.shows("count", "count")
			g.press(ok)
		}, []string{two + usual, three + usual}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			atTable(t, func(t *testing.T, g *rig) {
				g.begin()
				g.wait(3 * time.Second)
				g.hands()
				tc.play(g)
				g.shows("game_over", "again")
				g.stop()
				if diff := cmp.Diff(tc.want, g.answers()); diff != "" {
					t.Errorf("the journal (-want +got):\n%s", diff)
				}
			})
		})
	}
}
