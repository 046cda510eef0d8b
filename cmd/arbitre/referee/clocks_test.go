package referee

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// leftTo returns what the display shows of a seat's clock now.
func (g *rig) leftTo(seat games.Seat) time.Duration {
	i := slices.IndexFunc(g.view().Seats, func(p games.Place) bool { return p.Seat == seat })
	left, _ := g.view().Seats[i].Clock.Shown(g.referee.stack.gameTime())
	return left
}

// CLOCK-10: the time without power is nobody's, a pause is nobody's, the last seconds can be heard and
// are drawn with tenths, and the flag falls by itself.
func TestAChessClock(t *testing.T) {
	folder := t.TempDir()
	begun := `{"v":1,"t":0,"start":"chessclock","seats":[1,2],"options":{"time":"1m"}}` + "\n" + `{"t":1000000000,"press":2}` + "\n"
	write(t, filepath.Join(folder, "2000-01-01T00-00-00-chessclock"+journal.OpenEnd), begun)
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		g.wait(time.Hour)
		g.press(ok) // wakes the display
		g.press(ok)
		g.shows("turn", "finish")
		if left := g.leftTo(1); left != time.Minute {
			t.Errorf("after an hour without power %v are left", left)
		}
		g.wait(20 * time.Second)
		g.hold(ok, time.Second)
		g.pick(games.Word("pause"))
		g.shows("paused", "pause")
		paused := g.leftTo(1)
		drawn := len(g.frames)
		g.wait(time.Minute)
		if left := g.leftTo(1); left != paused || left > 40*time.Second || left < 30*time.Second {
			t.Errorf("a pause that began with %v ends with %v", paused, left)
		}
		if n := len(g.frames) - drawn; n > 2 {
			t.Errorf("in a pause %d pictures are drawn", n)
		}
		g.press(ok)
		g.shows("turn", "finish")
		g.leaveGame()
		g.wait(time.Minute)
		g.press(previous, ok)
		g.shows("welcome", "resume")
		g.press(ok)
		g.shows("turn", "finish")
		if left := g.leftTo(1); left > paused || left < paused-5*time.Second {
			t.Errorf("a game that was left with %v is resumed with %v", paused, left)
		}
		paused = g.leftTo(1)
		g.cues = nil
		g.wait(paused - 12500*time.Millisecond)
		if slices.Contains(g.cues, games.CueTick) {
			t.Error("it ticks before the last ten seconds")
		}
		g.wait(3 * time.Second)
		drawn = len(g.frames)
		g.wait(time.Second)
		if n := len(g.frames) - drawn; n < 9 || n > 11 {
			t.Errorf("in one of the last seconds %d pictures are drawn, want one for each tenth", n)
		}
		g.wait(10 * time.Second)
		ticks := 0
		for _, c := range g.cues {
			if c == games.CueTick {
				ticks++
			}
		}
		if ticks != 4 {
			t.Errorf("the last ten seconds tick %d times, want at their begin and three times", ticks)
		}
		g.shows("game_over", "again")
	})
}
