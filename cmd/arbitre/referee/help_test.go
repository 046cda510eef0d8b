package referee

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
)

// The rules can be read in the lobby, and in the middle of a game, which stands still meanwhile.
func TestTheRulesAreInTheMenu(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		help := func() {
			t.Helper()
			g.pick(games.Word("help"))
			g.shows("help", "help")
			if n := len(g.view().Lines); n != 12 {
				t.Errorf("%d sentences are told", n)
			}
			g.press(next, next, previous)
			g.shows("help", "help")
		}
		g.press(ok) // mito
		g.shows("joined", "players")
		help()
		g.press(ok)
		g.shows("joined", "players")
		g.press(previous, previous)
		g.stop()

		g = newRig(t, t.TempDir())
		g.begin()
		g.press(1)
		g.wait(3 * time.Second)
		g.press(ok, next, ok) // a cockroach of 2, which is nobody's after five seconds
		g.hold(ok, time.Second)
		help()
		g.wait(time.Hour)
		g.shows("help", "help")
		g.press(ok, ok) // the first only lights the display
		g.shows("cockroach", "nobody")
	})
}
