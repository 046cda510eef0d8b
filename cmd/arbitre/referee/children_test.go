package referee

import (
	"strings"
	"testing"
	"time"

	"arbitre/games"
)

// whoPlays answers whether children play, in the lobby.
func (g *rig) whoPlays(word, answer string) {
	g.t.Helper()
	if said := g.view().Prompts[0].Label(games.Word("children")); said.Word != word {
		g.t.Errorf("the choice says %+v, want %s", said, word)
	}
	g.pick(games.Word("children"))
	g.pick(games.Word(answer))
	g.shows("welcome", "game")
}

// With children a game begins by the options that it has for them, without questions about those. That
// holds for the evening, over a change of the configuration too, and its games say so.
func TestAnEveningWithChildren(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.whoPlays("without_children", "yes")
		if v := g.view(); !g.says("with_children") || !v.Large {
			t.Errorf("the lobby shows %+v", v)
		}
		g.pick(games.Word("slap"))
		g.press(1, 2)
		g.press(ok)
		asked := ""
		for g.view().Headline.Word == "agreeing" {
			asked += g.view().Prompts[0].ID + " "
			g.press(ok)
		}
		if asked != "decides target out " {
			t.Errorf("it asks for %s", asked)
		}
		g.press(ok)
		g.shows("ready", "finish")
		start := g.lines()[0]
		if !strings.Contains(start, `"children":true`) || !strings.Contains(start, `"false_slap":0`) || !g.view().Large {
			t.Errorf("it begins with %s", start)
		}
		anew := g.referee.stack.Config
		anew.Run.Children = false // as it is read from a file
		g.referee.reload(anew)
		g.leaveGame()
		g.wait(time.Second)
		if g.next == nil || !g.next.Run.Children {
			t.Error("with another configuration children play no more")
		}
	})
	atTable(t, func(t *testing.T, g *rig) {
		g.whoPlays("without_children", "yes")
		g.wait(5 * time.Hour)
		g.press(ok)
		g.hold(ok, time.Second)
		g.shows("welcome", "game")
		g.whoPlays("with_children", "no")
		g.whoPlays("without_children", "yes")
		g.wait(7 * time.Hour)
		g.press(ok) // wakes the display
		if g.view().Large || g.says("with_children") {
			t.Error("on another evening children play still")
		}
	})
}

// Children read what appears by itself for twice as long before a key answers it.
func TestChildrenReadSlowly(t *testing.T) {
	for children, want := range map[string]string{"no": "score", "yes": ""} {
		atTable(t, func(t *testing.T, g *rig) {
			g.pick(games.Word("children"))
			g.pick(games.Word(children))
			g.pick(games.Word("slap"))
			g.press(1, 2)
			for range 10 {
				g.press(ok)
			}
			g.shows("ready", "finish")
			g.wait(3 * time.Second)
			g.edge(1, true, g.now())
			g.wait(ReadingTime + 100*time.Millisecond)
			g.press(ok)
			g.wait(time.Second)
			if got := strings.Join(g.facts("score"), ""); (got == "") != (want == "") {
				t.Errorf("with children: %s; a key that comes soon gives %q", children, got)
			}
		})
	}
}
