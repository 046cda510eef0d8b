package web

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// read returns all that an unpaired browser gets in a language: a page, and an event of the stream
// without its clock.
func read(h *evening, path string, l wording.Language) string {
	status, body, header := h.ask("GET "+path+"?lang="+l.String(), "")
	header.Del("Date")
	stream := h.listen("/events?lang=" + l.String())
	m := stream.next()
	stream.cancel()
	_, told, _ := strings.Cut(m.raw, ",")
	return fmt.Sprint(path, status, header, body, m.id, told)
}

// played returns the game of a journal.
func played(t *testing.T, rules games.Rules, text []byte) *games.Table {
	t.Helper()
	table, _, err := journal.Play(text, games.Rulebook{rules}, math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// follow shows every moment of a journal; the judge and the players hold the display in turn. The
// public view is that of an audience: another than Public makes the pages tell too much.
func follow(t *testing.T, h *evening, rules games.Rules, text []byte, everyone games.Audience) {
	t.Helper()
	h.web.Show(State{}) // the lobby
	for end, c := range text {
		if c != '\n' {
			continue
		}
		table := played(t, rules, text[:end+1])
		seats := append([]games.Seat{0}, table.Start().Seats...)
		holder := seats[table.Lines()%len(seats)]
		h.web.Show(State{
			Public: table.View(everyone), Judge: table.View(games.Judge), Holder: holder,
			Scene: display.Scene{View: table.View(games.Player(holder)), Now: table.Now()},
			Now:   table.Now(), Line: table.Lines(), Told: table.Told(),
		})
	}
}

// Two games that differ only in secrets that no fact has told have the same public pages, whatever
// the judge and the players see.
func TestNothingPublicTellsOfASecret(t *testing.T) {
	gametest.CollectRarely()
	const pairs = 12
	pages := newTwinPages(t)
	paths := []string{"/", "/overlay", "/judge", "/judge/events", "/table.js"}
	for _, rules := range all.Games() {
		for number := range pairs {
			pages.language = wording.Languages()[number%len(wording.Languages())]
			twins := pages.twins(rules, number)
			if diff := pages.differ(paths[number%len(paths)], rules, twins, games.Public); diff != "" {
				t.Fatalf("%s: the public can tell:\n%s\n%s\n%s", rules.Name, twins[0], twins[1], diff)
			}
		}
	}
}

// The test above would notice if everyone were shown a player's view.
func TestAPageThatTellsIsNoticed(t *testing.T) {
	const most = 200 // pairs to try: usually one of the first thirty shows a difference
	pages := newTwinPages(t)
	for number := range most {
		for _, rules := range all.Games() {
			twins := pages.twins(rules, number)
			a, b := played(t, rules, twins[0]), played(t, rules, twins[1])
			for _, s := range a.Start().Seats {
				p := games.Player(s)
				if !cmp.Equal(a.View(p), b.View(p)) && pages.differ("/", rules, twins, p) != "" {
					return
				}
			}
		}
	}
	t.Error("no page told anything")
}

// A twinPages has the pages of two tables, at which twins are played: games that differ in secrets.
type twinPages struct {
	*testing.T
	tables   [2]*evening
	language wording.Language
}

func newTwinPages(t *testing.T) *twinPages {
	p := &twinPages{T: t, language: wording.English}
	for i := range p.tables {
		p.tables[i] = serve(t, Options{})
		p.tables[i].web.pace = time.Millisecond
	}
	return p
}

func (p *twinPages) twins(rules games.Rules, number int) [2][]byte {
	p.Helper()
	twins, err := gametest.Twins(rules, number)
	if err != nil {
		p.Fatal(err)
	}
	return twins
}

// differ returns the difference between the pages at a path after two games, when everyone is shown
// the view of an audience; "" if there is none.
func (p *twinPages) differ(path string, rules games.Rules, twins [2][]byte, everyone games.Audience) string {
	p.Helper()
	var pages [2]string
	for i, h := range p.tables {
		follow(p.T, h, rules, twins[i], everyone)
		pages[i] = read(h, path, p.language)
	}
	return cmp.Diff(pages[0], pages[1])
}

// No page shows the code of an invitation: it is for those who see the box. The judge's page only
// says that there is one. The public page has neither prompts nor secret words, even of a view with
// both.
func TestNoPageShowsWhatItsReadersMayNotKnow(t *testing.T) {
	phrases := wording.NewPhrases(all.Games())
	v := games.View{Game: "motus", Slates: []games.Slate{{Hunt: 1, Known: "E....", Secret: "ETAGE"}},
		Prompts: []games.Prompt{{ID: "guess", Shape: games.Letters, Options: games.Words("ETUDE")}}}
	scene := display.Scene{View: games.View{Headline: games.Text{Word: "secret_card", Extra: "EPAVE"}}}
	for _, inviting := range []bool{false, true} {
		if inviting {
			scene.Invitation = &display.Invitation{Address: "http://arbitre.local/judge", Code: "918273"}
		}
		c := newContent(Options{Phrases: phrases}, "", State{Public: v, Judge: v, Scene: scene}, Book{},
			display.NewPainter(phrases))
		for _, l := range wording.Languages() {
			for _, secret := range []string{"ETAGE", "ETUDE", "EPAVE", "918273", `"panel"`} {
				if page := c.encode(channel{public, l}); bytes.Contains(page, []byte(secret)) {
					t.Errorf("everyone reads %s in %s", secret, page)
				}
			}
			page := string(c.encode(channel{judge, l}))
			if !strings.Contains(page, "ETAGE") || strings.Contains(page, "918273") ||
				strings.Contains(page, `"inviting":true`) != inviting || strings.Contains(page, `"panel"`) == inviting {
				t.Errorf("inviting: %v; the judge's page is %s", inviting, page)
			}
		}
	}
}
