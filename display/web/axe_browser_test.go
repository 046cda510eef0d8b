package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/browser"
	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/motus"
	"arbitre/games/slap"
)

// The rules of axe, from npm, find nothing on any page after an evening, by day and by night, whatever the
// screen.
func TestBrowserAxe(t *testing.T) {
	if os.Getenv("ARBITRE_NPM") == "" {
		t.Skip("ARBITRE_NPM is not set: with ARBITRE_NPM=1, and nodejs and npm, it installs axe-core and asks it")
	}
	browser.Need(t)
	t.Parallel()
	folder := t.TempDir()
	if out, err := exec.Command("npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "axe-core@4.10.3").CombinedOutput(); err != nil {
		t.Fatalf("npm: %v\n%s", err, out)
	}
	axe, err := os.ReadFile(filepath.Join(folder, "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	e := chromium(t)
	check := func(t *testing.T, on *browser.Tab, name string) {
		_, err := on.Ask(string(axe) + "; true")
		for tries := 1; err != nil; tries++ { // on a busy machine it takes a while
			if _, err = on.Ask(string(axe) + "; true"); tries == 8 && err != nil {
				t.Fatalf("axe does not load: %.200v", err)
			}
		}
		on.Await(`(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
		for _, look := range []struct {
			scheme        string
			width, height int
		}{{"light", 360, 640}, {"light", 1920, 1080}, {"light", 3840, 2160}, {"dark", 360, 640}} {
			if err := on.Page.(*browser.Chromium).Scheme(look.scheme); err != nil {
				t.Fatal(err)
			}
			on.Resize(look.width, look.height)
			rests(on)
			on.Await(`(window.found = undefined, axe.run().then(r => window.found = r.violations.flatMap(v =>
				v.nodes.map(n => v.id + ": " + n.target + "\n  " + n.failureSummary))), true)`)
			on.Await("window.found !== undefined")
			if found := browser.See[[]string](on, "window.found"); len(found) > 0 {
				t.Errorf("%s, %s, %d pixels wide:\n%s", name, look.scheme, look.width, strings.Join(found, "\n"))
			}
		}
		on.Photograph("axe-" + strings.ReplaceAll(name, "/", "_") + ".png")
	}
	o := named()
	o.Homes, _ = besideHomes(t)
	h := serve(t, o)
	for _, moment := range []struct {
		name string
		come func()
	}{
		{"idle", func() {
			welcome := games.View{Headline: games.Text{Word: "welcome"}}
			h.web.Show(shown.State{Public: welcome, Judge: welcome})
		}},
		{"mito", func() {
			h.sit(mito.Rules(), mitoStart())
			h.tell("press 1", `play "mosquito"`)
		}},
		{"words", func() {
			h.sit(motus.Rules(), games.Start{Game: "motus", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
				games.Field{Key: "letters", Value: games.Number(5)}, games.Field{Key: "clock", Value: games.Word("10m")})})
			h.tell(`word hunt=1 "ETAGE"`, `guess hunt=1 "ETUDE"`, `guess hunt=1 "EMAIL"`)
		}},
		{"verdict", func() {
			h.sit(slap.Rules(), games.Start{Game: "slap", Seats: []games.Seat{1, 2, 4}})
			h.raced(7*time.Millisecond, 2, 4, 1)
		}},
		{"over", func() { h.tell(`slap "right"`, `finish "over"`) }},
	} {
		moment.come()
		pages := []string{"/", "/tv"}
		if moment.name == "idle" {
			pages = []string{"/", "/tv", "/overlay", "/rules", "/name", "/judge", "/wifi"}
		}
		for _, path := range pages {
			t.Run(moment.name+path, func(t *testing.T) {
				p := pickUp(t, e, h, path)
				p.Await(`!document.getElementById("link") || document.getElementById("link").dataset.link === "live"`)
				if moment.name == "over" && path == "/" { // the result as it is sent around
					p.Click("#share-draw")
					p.Await(`!document.getElementById("picture").hidden && !(document.getElementById("share-text").hidden = false)`)
				}
				check(t, p.Tab, moment.name+path)
			})
		}
		if moment.name == "idle" {
			t.Run("wifi", func(t *testing.T) {
				p := judging(t, e, h)
				p.Go(h.url + "/wifi?lang=en")
				p.Await(`document.querySelectorAll("[name=home]").length === 5`)
				p.Click(`label[for="home-0"]`)
				p.Choose("Join")
				p.says("#wifi-told", "the password has 8 to 63 letters")
				p.Click(`label[for="home-4"]`) // which hides its name
				check(t, p.Tab, "wifi")
			})
		}
		t.Run(moment.name+"/judge paired", func(t *testing.T) { check(t, judging(t, e, h).Tab, moment.name+"/paired") })
	}
	t.Run("virtual", func(t *testing.T) { check(t, openIn(t, e, newTable(t, 5)).Tab, "virtual") })
}
