package referee

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
)

// pickCounts takes the choice that switches whether the game counts, and fails unless its label
// says this word.
func (g *rig) pickCounts(word string) {
	g.t.Helper()
	asked := g.view().Prompts[0]
	if said := asked.Label(games.Word("counts")); said.Word != word || said.Extra != "mito" {
		g.t.Errorf("the choice says %+v, want %s", said, word)
	}
	g.pick(games.Word("counts"))
}

func TestTheMenuSwitchesWhetherTheGameCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		if options := g.view().Prompts[0].Options; slices.ContainsFunc(options, games.Word("counts").Equal) {
			t.Errorf("before any game the lobby offers %v", options)
		}
		g.begin()
		journal := g.referee.stack.match.Recorded().Journal
		for i, said := range []string{"uncount", "count", "uncount"} {
			g.hold(ok, time.Second)
			g.pickCounts(said)
			g.shows("turn", "play")
			if counts, want := g.referee.stack.Counts(journal), i == 1; counts != want {
				t.Errorf("it counts: %t, want %t", counts, want)
			}
		}
	})
}

func TestAMarkThatCannotBeWrittenIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.SetCounts = func(string, bool) error { return errors.ErrUnsupported }
		})
		g.begin()
		g.hold(ok, time.Second)
		g.pickCounts("uncount")
		if !g.picture().Scene.Dialogue.Refused() {
			t.Errorf("nothing is said: %+v", g.view())
		}
	})
}

// A game that other players continue has a journal of its own, which counts no more than the first.
func TestAGameThatIsContinuedByOtherPlayersCountsAsBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, counts := range []bool{true, false} {
			p := newPhone(t, t.TempDir())
			p.betweenRounds()
			if !counts {
				p.hold(ok, time.Second)
				p.pickCounts("uncount")
			}
			p.hold(ok, time.Second)
			p.pick(games.Word("players"))
			p.press(4)
			p.press(ok, ok, ok) // ready; who begins; begin
			path := p.referee.stack.match.Recorded().Journal
			if got := p.referee.stack.Counts(path); got != counts {
				t.Errorf("%s counts: %t, want %t", path, got, counts)
			}
			p.stop()
		}
	})
}
