package referee

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
)

// guided is a box that leads through a first game by itself.
func guided(s *setup) { s.Config.Run.Guide = true }

// learns fails unless the guide says a word.
func (g *rig) learns(word string) {
	g.t.Helper()
	if said := g.view().Headline.Word; said != word {
		g.t.Fatalf("the guide says %q, want %q; the game: %v", said, word, g.facts())
	}
}

// The first game: press, slap, be first, be too slow, take back, end. It is a real one, against a bot,
// and counts for nobody.
func TestAGuidedFirstGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), guided)
		g.learns("guide_press")
		if g.lamps[1] == 0 || g.lamps[4] == 0 {
			t.Errorf("the lamps are %v", g.lamps)
		}
		begun := g.now()
		g.press(4)
		g.learns("guide_wait")
		path := g.referee.stack.match.Recorded().Journal
		if start := g.lines()[0]; !strings.Contains(start, `"seats":[1,4]`) || !strings.Contains(start, `"bots":{"1":"weak"}`) {
			t.Errorf("it begins with %s", start)
		}
		if g.referee.stack.Counts(path) {
			t.Error("it counts")
		}
		g.press(4)
		g.learns("guide_wait") // a slap at nothing is none
		if races := g.facts("race_open"); len(races) != 0 {
			t.Errorf("a slap at nothing: %v", races)
		}
		g.untilLaid()
		g.learns("guide_slap")
		g.press(4)
		g.wait(4 * time.Second) // the bot says that it was right
		g.learns("guide_lose")
		g.press(4)
		g.learns("guide_lose")
		if races := g.facts("race_open"); len(races) != 1 {
			t.Errorf("a slap between two cards: %v", races)
		}
		g.untilLaid()
		g.wait(5 * time.Second) // the bot slaps, and says that it was right
		g.learns("guide_undo")
		g.hold(ok, time.Second)
		g.pick(games.Word("undo"))
		g.learns("guide_end")
		g.wait(time.Minute) // the bot has nothing to do any more
		g.press(ok)
		g.shows("guide_learnt", "again")
		if !g.referee.stack.claiming() {
			t.Error("no name can be entered behind it")
		}
		if took := g.now() - begun; took > 90*time.Second {
			t.Errorf("it takes %v", took)
		}
		g.wait(ReadingTime)
		g.press(ok)
		g.wait(ReadingTime)
		g.pick(games.Word("leave"))
		g.shows("welcome", "game")
	})
}

// On a disk that takes nothing the first game is played as well, and leaves nothing behind.
func TestTheGuideNeedsNoDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		write(t, folder, "") // a file in its place stops root, too
		g := newRig(t, folder, guided, func(s *setup) {
			s.SetCounts = func(path string, _ bool) error { return fmt.Errorf("the journal %q counts", path) }
		})
		g.press(4)
		g.learns("guide_wait")
		if g.picture().Scene.Dialogue.Refused() {
			t.Error("the press is refused")
		}
	})
}

// It can be left before the first press, and begun again from the lobby, and left in its midst.
func TestTheGuideIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), guided)
		g.wait(ReadingTime)
		g.press(ok)
		g.shows("welcome", "game")
		g.pick(games.Word("guide"))
		g.learns("guide_press")
		g.hold(ok, time.Second)
		g.shows("welcome", "game")
		g.press(1) // nobody is led: it is no seat's game
		g.shows("welcome", "game")
		g.pick(games.Word("guide"))
		g.press(1)
		g.learns("guide_wait")
		g.wait(ReadingTime)
		g.leaveGame()
		if g.referee.stack.guide != nil {
			t.Error("the guide goes on without its game")
		}
	})
}
