package referee

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/results"
)

// sixGames returns the games of the house and duel, which nothing but these tests knows.
func sixGames() games.Rulebook { return append(all.Games(), duelRules()) }

func TestAnAddedGameConforms(t *testing.T) { gametest.Conform(t, duelRules()) }

// The added game has a table in the configuration file.
func TestAnAddedGameIsConfigured(t *testing.T) {
	r := config.Reader{Rules: sixGames(), Env: func(string) string { return "" }}
	c, err := r.Parse("arbitre.toml", []byte("[duel]\nweapons = ['épée', 'fleuret']"))
	if err != nil {
		t.Fatal(err)
	}
	if options := c.Options("duel", c.Limits(time.Millisecond)); options.All()[0].Value != `["épée","fleuret"]` {
		t.Errorf("it is played with %v", options)
	}
	const table = "# Duel.\n[duel]\n" +
		"# The names of the two weapons. Empty: pistol and sabre.\nweapons = ['épée', 'fleuret']\n"
	if file := c.File(); !strings.Contains(file, table) {
		t.Errorf("its table is not in the file:\n%s", file)
	}
}

// The added game is chosen in the lobby, played by buttons, keys and a judge's phone, and shown in
// all languages on both displays, on the scoreboard and on the judge's page.
func TestAnAddedGameIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, rules := t.TempDir(), sixGames()
		phrases := wording.NewPhrases(rules)
		pages := web.New(web.Options{
			Phrases: phrases, Folder: folder, Hosts: []string{"box.test"},
			Address: func() string { return "http://box.test/judge" }, NumericAddress: func() string { return "" },
		})
		defer pages.Close()
		p := &phone{rig: newRig(t, folder, func(s *setup) {
			s.Rules, s.Pages = rules, pages
			s.Folder = journal.NewFolder(folder, rules, journal.FolderOptions{Log: s.Log, Report: func(error) {}})
			s.HouseRules = map[string]HouseRules{"duel": {Options: func([]games.Seat) games.Agreed {
				return games.Agreed{}.With(games.Field{Key: "weapons", Value: `["épée","fleuret"]`})
			}}}
		})}
		painter := display.NewPainter(phrases)
		said := func(l wording.Language) string {
			t.Helper()
			v := p.view()
			for _, height := range []int{display.Height, display.LowHeight} {
				painter.Draw(canvas.NewPicture(height),
					display.Scene{View: v, Dialogue: keys.Dialogue{Rows: height}, Language: l})
				if cut := painter.Cut(); cut > 0 {
					t.Errorf("%s, %d rows: %d texts are shortened: say it in fewer letters", l, height, cut)
				}
			}
			return display.Scene{View: v, Language: l}.Spoken(phrases)
		}
		says := func(headline string) {
			t.Helper()
			sentences := strings.Split(headline, " | ")
			for i, l := range []wording.Language{wording.French, wording.German, wording.English} {
				if got := said(l); !strings.Contains(got, sentences[i]) {
					t.Errorf("in %s it says %q, want %q", l, got, sentences[i])
				}
			}
		}

		p.pair()
		p.answers(`{"prompt":"game","value":"duel"}`)
		p.press(1, 2, 3)
		p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"rounds","value":1}`,
			`{"prompt":"begin","value":"begin"}`)
		p.shows("aim", "weapon")
		says("Quelle arme ? | Welche Waffe? | Which weapon?")

		page := p.sees("/judge/events?lang=fr")
		if !strings.Contains(page, "Quelle arme") || !strings.Contains(page, "épée") {
			t.Errorf("the judge's page asks %s", page)
		}
		p.answers(`{"prompt":"weapon","value":"fleuret"}`)
		p.shows("shoot", "")
		says("Feu ! | Feuer! | Shoot!")
		p.wait(time.Second)
		p.press(3, 1)
		p.wait(time.Second)
		p.shows("hit", "points")
		p.press(next, next, ok) // by the box's own keys: three
		p.shows("game_over", "again")
		if page = p.sees("/events?lang=de"); !strings.Contains(page, "Duell") || !strings.Contains(page, "trifft!") {
			t.Errorf("the scoreboard shows %s", page)
		}
		p.answers(`{"prompt":"again","value":"leave"}`)
		p.shows("welcome", "game")
		p.stop()

		start := `{"v":1,"t":0,"start":"duel","seats":[1,2,3],"seed":7,` +
			`"options":{"rounds":1,"weapons":["épée","fleuret"]}}`
		if lines := p.lines(); lines[0] != start {
			t.Errorf("the journal begins with %s", lines[0])
		}
		evenings, warnings, err := results.Read(folder, rules, results.Clock{Wall: time.Now})
		if err != nil || len(warnings) > 0 || len(evenings) != 1 {
			t.Fatalf("%d evenings, %v, %v", len(evenings), warnings, err)
		}
		rows := results.Standings(evenings[0])
		if got := fmt.Sprint(rows); got != `[{duel  3 1 1 3} {duel  1 1 0 0} {duel  2 1 0 0}]` {
			t.Errorf("the table of the evening is %s", got)
		}
	})
}
