package referee

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// A told is what an image says of updates.
type told struct{ says games.Text }

func (u *told) Says() games.Text { return u.says }

func (u *told) Install(version string) error {
	if version != u.says.Extra {
		return games.Refuse(games.Text{Word: "update_changed"}, errors.New("another stick"))
	}
	u.says = games.Text{Word: "update_installing"}
	return nil
}

// An update that is offered is installed from the menu while a game goes on, and the menu says what
// becomes of it.
func TestAnUpdateIsInstalledFromTheMenu(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		image := &told{}
		g := newRig(t, t.TempDir(), func(s *setup) { s.Updates = image })
		g.begin()
		settings := func() games.Prompt {
			g.referee.stack.ask("settings", layers.Subject{})
			g.press(next) // nothing is shown before a key
			g.wait(time.Second)
			return g.view().Prompts[0]
		}
		if p := settings(); slices.ContainsFunc(p.Options, games.Word("update").Equal) {
			t.Errorf("it offers %v", p.Options)
		}
		g.pick(games.Word("back"))
		image.says = games.Text{Word: layers.UpdateOffered, Extra: "2.0"}
		p := settings()
		if i := slices.IndexFunc(p.Options, games.Word("update").Equal); i < 0 || !cmp.Equal(p.Labels[i], image.says) {
			t.Fatalf("it offers %v, %v", p.Options, p.Labels)
		}
		for _, word := range []string{"update", "yes"} {
			g.pick(games.Word(word))
		}
		if p := g.view().Prompts[0]; p.Asks.Word != "update_installing" {
			t.Errorf("then it asks %+v", p)
		}
		g.pick(games.Word("back"))
		if p := g.view().Prompts[0]; p.ID != "settings" {
			t.Errorf("back from what became of it leads to %q", p.ID)
		}
		g.pick(games.Word("back"))
		// Another stick is there before somebody says yes.
		image.says = games.Text{Word: layers.UpdateOffered, Extra: "3.0"}
		settings()
		g.pick(games.Word("update"))
		image.says.Extra = "3.1"
		g.pick(games.Word("yes"))
		if image.says.Extra != "3.1" || !g.referee.stack.dialogue.Refused() {
			t.Errorf("of the stick that was asked about, it says %+v", g.view().Lines)
		}
		if g.referee.stack.match == nil {
			t.Error("the game has ended")
		}
	})
}
