package referee

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
)

// What is set in the menu holds at once and is kept.
func TestSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var volume int
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.Volume = func(percent int) { volume = percent }
		})
		set := func(menu ...string) {
			t.Helper()
			for _, word := range menu {
				g.pick(games.Word(word))
			}
		}
		if volume != 100 {
			t.Errorf("it begins with volume %d", volume)
		}
		set("settings", "brightness")
		if p := g.view().Prompts[0]; !p.Preset.Is("bright") {
			t.Errorf("preset is %v", p.Preset)
		}
		g.press(next, ok) // the next one below it
		if got := g.picture().Contrast; got != 48 || g.kept != "[oled]\ncontrast = 48\n[public]\ncontrast = 48\n" {
			t.Errorf("contrast %d; it keeps %q", got, g.kept)
		}
		if set("settings", "volume", "soft"); volume != 15 || g.kept != "[sounds]\nvolume = 15\n" {
			t.Errorf("volume %d; it keeps %q", volume, g.kept)
		}
	})
}

// Back leads to the menu before, and every menu to where one was.
func TestMenusKnowWhereOneWas(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		at := func(question, option string) {
			t.Helper()
			v := g.view()
			d := g.picture().Scene.Dialogue.Draft(v)
			if v.Prompts[0].ID != question || !d.Items[d.Cursor].Option.Is(option) {
				t.Errorf("it asks %q at %v, want %q at %q", v.Prompts[0].ID, d.Items[d.Cursor].Option, question, option)
			}
		}
		g.pick(games.Word("settings"))
		g.pick(games.Word("volume"))
		g.hold(ok, time.Second)
		g.press(previous, next)
		at("settings", "volume")
		g.pick(games.Word("back"))
		g.press(previous, next)
		at("game", "settings")

		g.begin()
		g.hold(ok, time.Second)
		g.pick(games.Word("settings"))
		g.pick(games.Word("back"))
		g.press(previous, next)
		at(layers.Menu, "settings")
		g.hold(ok, time.Second)
		g.shows("turn", "play")
	})
}
