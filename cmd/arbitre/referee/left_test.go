package referee

import (
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// leaveGame leaves the running game by the menu and confirms it.
func (g *rig) leaveGame() {
	g.t.Helper()
	g.hold(ok, time.Second)
	g.press(previous, ok)
	g.shows(g.view().Headline.Word, "leave")
	g.press(next, ok)
	g.shows("welcome", "game")
}

// left lists the games that the lobby offers to take up again.
func (g *rig) left() []games.Text {
	return slices.DeleteFunc(slices.Clone(g.referee.asks().Labels), func(t games.Text) bool { return t.Word != "left_game" })
}

var leftMito = games.Text{Word: "left_game", Extra: "mito"}

func TestAGameThatWasLeftIsKeptForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told, playing := 0, false
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.PutAway = func(string) { told++ }
			s.Playing = func(start *games.Start) { playing = start != nil }
		})
		g.begin()
		g.press(1)
		if !playing {
			t.Error("the buttons are not told that a game is played")
		}
		g.leaveGame()
		if playing {
			t.Error("the buttons are not told that the game was left")
		}
		g.wait(23 * time.Hour)
		g.referee.exec.toLobby(nil, nil)
		if len(g.left()) != 1 || told != 0 {
			t.Errorf("after 23 hours these can be taken up again: %v", g.left())
		}
		g.wait(2 * time.Hour)
		g.referee.exec.toLobby(nil, nil)
		if left := g.left(); len(left) != 0 || told != 1 {
			t.Errorf("after a day these can be taken up again: %v; the results were told %d times", left, told)
		}
	})
}

// Whoever has seen who won pulls the plug: the game counts, and nobody is asked about it.
func TestAGameThatWasOverWhenThePowerWentIsPutAway(t *testing.T) {
	folder := t.TempDir()
	quiz := `{"v":1,"t":0,"start":"quiz","seats":[1,2]}` + "\n" + `{"t":5,"answer":"finish","value":"over"}` + "\n"
	path := filepath.Join(folder, "2000-01-01T00-00-00-quiz"+journal.OpenEnd)
	write(t, path, quiz)
	synctest.Test(t, func(t *testing.T) {
		var counted []string
		g := newRig(t, folder, func(s *setup) {
			s.PutAway = func(path string) { counted = append(counted, path) }
		})
		synctest.Wait()
		g.shows("welcome", "game")
		if diff := cmp.Diff([]string{journal.WithEnd(path, journal.OverEnd)}, counted); diff != "" {
			t.Errorf("counted are (-want +got):\n%s", diff)
		}
		if left := g.left(); len(left) > 0 {
			t.Errorf("it can be taken up again: %v", left)
		}
	})
}

// One slip discards no game, and after "later" the box does not ask again.
func TestAnInterruptedGameIsDiscardedByTwoAnswers(t *testing.T) {
	folder := t.TempDir()
	start := `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}` + "\n"
	path := filepath.Join(folder, "2000-01-01T00-00-00-mito"+journal.OpenEnd)
	write(t, path, start)
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		if diff := cmp.Diff([]games.Text{leftMito}, g.labels()); diff != "" {
			t.Errorf("asked of (-want +got):\n%s", diff)
		}
		g.press(next, ok) // later
		g.shows("welcome", "game")
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "game")
		g.press(previous, ok)
		g.shows("welcome", "resume")
		g.hold(ok, time.Second) // back
		g.shows("welcome", "game")
		g.press(previous, ok)
		g.press(previous, ok)
		g.shows("welcome", "discard")
		g.hold(ok, time.Second) // back
		g.shows("welcome", "resume")
		g.press(previous, ok)
		g.press(ok) // no
		g.shows("welcome", "resume")
		g.hold(ok, time.Second) // back to where it came from, and not to what was just answered
		g.shows("welcome", "game")
		g.press(previous, ok)
		g.press(previous, ok)
		g.press(next, ok) // yes
		g.shows("welcome", "game")
		if len(g.left()) > 0 {
			t.Errorf("it can be taken up again: %v", g.view().Prompts[0])
		}
	})
	if got := journal.WithEnd(path, journal.OverEnd); whatIsIn(t, got)[0] != start {
		t.Errorf("%s is not what was thrown away", got)
	}
}
