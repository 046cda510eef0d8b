package referee

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
)

// pickCounts answers whether the game counts, and fails unless the menu says that it does or does not
// so far.
func (g *rig) pickCounts(word, answer string) {
	g.t.Helper()
	asked := g.view().Prompts[0]
	if said := asked.Label(games.Word("counts")); said.Word != word || said.Extra != "mito" {
		g.t.Errorf("the choice says %+v, want %s", said, word)
	}
	g.pick(games.Word("counts"))
	if preset := g.view().Prompts[0].Preset; !preset.Equal(games.Word(word)) {
		g.t.Errorf("OK pressed twice answers %s to what is %s", preset, word)
	}
	g.pick(games.Word(answer))
}

func TestTheMenuAsksWhetherTheGameCounts(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		if options := g.view().Prompts[0].Options; slices.ContainsFunc(options, games.Word("counts").Equal) {
			t.Errorf("before any game the lobby offers %v", options)
		}
		g.begin()
		journal := g.referee.stack.match.Recorded().Journal
		so := "counted"
		for _, answer := range []string{"for_fun", "for_fun", "counted", "for_fun"} {
			g.hold(ok, time.Second)
			g.pickCounts(so, answer)
			g.shows("turn", "play")
			if counts, want := g.referee.stack.Counts(journal), answer == "counted"; counts != want {
				t.Errorf("it counts: %t, want %t", counts, want)
			}
			so = answer
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
		g.pickCounts("counted", "for_fun")
		if !g.picture().Scene.Dialogue.Refused() {
			t.Errorf("nothing is said: %+v", g.view())
		}
	})
}
