package web

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// played returns the game of a journal.
func played(t *testing.T, rules games.Rulebook, text []byte) *games.Table {
	t.Helper()
	table, _, err := journal.Play(text, rules, math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Two games that differ only in secrets that no fact has told have the same public page, whatever
// the judge and the players see.
func TestNothingPublicTellsOfASecret(t *testing.T) {
	gametest.CollectRarely()
	const pairs = 50
	o := Options{Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}
	painter := display.NewPainter(o.Phrases)
	for _, rules := range all.Games() {
		for number := range pairs {
			twins, err := gametest.Twins(rules, number)
			if err != nil {
				t.Fatal(err)
			}
			var pages [len(twins)]string
			for i, text := range twins {
				table := played(t, all.Games(), text)
				holder := table.Start().Seats[number%len(table.Start().Seats)]
				c := newContent(o, "", shown.State{
					Public: table.View(games.Public), Judge: table.View(games.Judge), Holder: holder,
					Scene: display.Scene{View: table.View(games.Player(holder)), Now: table.Now()},
					Now:   table.Now(), Line: table.Lines(), Told: table.History(),
				}, time.Now(), Book{}, painter)
				l := wording.Languages()[number%len(wording.Languages())]
				pages[i] = string(c.of(channel{public, l})) + string(c.of(channel{entrant, l}))
			}
			if diff := cmp.Diff(pages[0], pages[1]); diff != "" {
				t.Fatalf("%s: the public can tell:\n%s\n%s\n%s", rules.Name, twins[0], twins[1], diff)
			}
		}
	}
}

// No page shows the code of an invitation: it is for those who see the box. The judge's page only
// says that there is one. No page shows where a name was entered. The public page has neither prompts nor secret words, even of a view with
// both.
func TestNoPageShowsWhatItsReadersMayNotKnow(t *testing.T) {
	phrases := wording.NewPhrases(all.Games())
	v := games.View{Game: "motus", Slates: []games.Slate{{Hunt: 1, Known: "E....", Secret: "ETAGE"}},
		Prompts: []games.Prompt{{ID: "guess", Shape: games.Letters, Options: games.Words("ETUDE")}}}
	scene := display.Scene{View: games.View{Game: "mog", Headline: games.Text{Word: "secret_card", Extra: "EPAVE"}}}
	for _, inviting := range []bool{false, true} {
		if inviting {
			scene.Invitation = &display.Invitation{Address: "http://arbitre.local/judge", Code: "918273"}
		}
		claims := shown.Claims{Open: true, Waiting: []shown.Claim{{Phone: "f00d", Host: "192.0.2.66", Sitter: games.Sitter{Name: "Zoé"}}}}
		c := newContent(Options{Phrases: phrases}, "", shown.State{Public: v, Judge: v, Scene: scene, Claims: claims}, time.Now(), Book{},
			display.NewPainter(phrases))
		for _, l := range wording.Languages() {
			for _, secret := range []string{"ETAGE", "ETUDE", "EPAVE", "918273", "192.0.2.66", `"panel"`} {
				for _, a := range []audience{public, entrant} {
					if page := c.of(channel{a, l}); bytes.Contains(page, []byte(secret)) {
						t.Errorf("everyone reads %s in %s", secret, page)
					}
				}
			}
			if page := c.of(channel{entrant, l}); !bytes.Contains(page, []byte(`"asked":"Zoé","waiting":["f00d"]`)) {
				t.Errorf("who enters names reads %s", page)
			}
			page := string(c.of(channel{judge, l}))
			if !strings.Contains(page, "ETAGE") || strings.Contains(page, "918273") ||
				strings.Contains(page, `"inviting":true`) != inviting || strings.Contains(page, `"panel"`) == inviting {
				t.Errorf("inviting: %v; the judge's page is %s", inviting, page)
			}
		}
	}
}
