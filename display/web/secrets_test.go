package web

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/mastermind"
	"arbitre/games/mog"
	"arbitre/games/motus"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A pair of games that differ in what is secret alone.
type secretive struct {
	name  string
	rules games.Rules
	start games.Start
	// secret is the answer of one of the two games to a prompt for what is secret; "" to any other.
	secret func(t *rapid.T, which int, p games.Prompt) games.Value
}

func secretives() []secretive {
	option := func(key string, v games.Value) games.Field { return games.Field{Key: key, Value: v} }
	four := []games.Seat{1, 2, 3, 4}
	return []secretive{
		{"mog", mog.Rules(), games.Start{Game: "mog", Seats: four},
			func(t *rapid.T, which int, p games.Prompt) games.Value {
				if p.ID != "secret" {
					return ""
				}
				return rapid.SampledFrom([]games.Value{`[1,2,3]`, `[1,2,4]`, `[3,6,8]`, `[5,6,7]`}).Draw(t, fmt.Sprint("secret of ", which))
			}},
		{"mastermind", mastermind.Rules(), games.Start{Game: "mastermind", Seats: four,
			Options: []games.Field{option("dealer", `"entered"`), option("first", "1"), option("call", `"any"`)}},
			func(t *rapid.T, which int, p games.Prompt) games.Value {
				if p.ID != "token" {
					return ""
				}
				// Positions ascend in one game and descend in the other.
				position := 1 + int(p.For)
				if which == 1 {
					position = 6 - position
				}
				colour := rapid.SampledFrom([]string{"blue", "red", "orange", "brown"}).Draw(t, fmt.Sprint("colour of ", which))
				return games.Value(fmt.Sprintf(`{"colour":%q,"position":%d}`, colour, position))
			}},
		{"motus", motus.Rules(), games.Start{Game: "motus", Seats: four, Options: []games.Field{option("letters", "5"), option("series", "2")}},
			func(t *rapid.T, which int, p games.Prompt) games.Value {
				if p.ID != "word" {
					return ""
				}
				return games.Word(rapid.SampledFrom([]string{"ETAGE", "ETUDE", "EPAVE", "ECOLE"}).Draw(t, fmt.Sprint("word of ", which)))
			}},
	}
}

// guess draws an answer that everyone may hear.
func guess(t *rapid.T, p games.Prompt) games.Value {
	of := func(values ...games.Value) games.Value { return rapid.SampledFrom(values).Draw(t, p.ID) }
	switch p.Shape {
	case games.Card:
		return of(`[1,2,3]`, `[1,2,5]`, `[2,4,8]`, `[6,7,8]`, `"withdraw"`)
	case games.Code:
		return of(`["blue","red","yellow","green",""]`, `["","blue","orange","brown","red"]`)
	case games.Letters:
		return of(`"ETAGE"`, `"ECLAT"`, `"EMAIL"`)
	}
	if len(p.Options) > 0 {
		return of(p.Options...)
	}
	return `"done"`
}

// read is what somebody who is not paired reads of a page, in a language, and of the stream behind the clock.
func read(t rapid.TB, h *evening, path string, l wording.Language) string {
	status, body, header := h.send(request{method: "GET", path: path + "?lang=" + l.String()})
	header.Del("Date")
	stream := h.listen("/events?lang="+l.String(), nil)
	m := stream.next()
	stream.cancel()
	_, told, _ := strings.Cut(m.raw, ",")
	return fmt.Sprint(path, status, header, body, m.id, told)
}

// Two games that differ in their secrets alone can't be told apart by anything that is public, whatever the judge and the
// players see, as long as no fact of the game has told.
func TestNothingPublicTellsOfASecret(t *testing.T) {
	var tables [2]*evening
	for i := range tables {
		tables[i] = serve(t, Options{})
		tables[i].web.pace = time.Millisecond
	}
	for _, kind := range secretives() {
		t.Run(kind.name, func(t *testing.T) {
			for _, h := range tables {
				h.TB = t
			}
			rapid.Check(t, func(t *rapid.T) {
				var both [2]*games.Table
				for i := range both {
					table, _, err := games.NewTable(kind.rules, kind.start)
					if err != nil {
						t.Fatal(err)
					}
					both[i] = table
					tables[i].web.Show(State{}) // the lobby
				}
				var at time.Duration
				told := false
				for range rapid.IntRange(4, 14).Draw(t, "inputs") {
					at += rapid.SampledFrom([]time.Duration{time.Millisecond, 40 * time.Millisecond, 3 * time.Second}).Draw(t, "gap")
					var asked []games.Prompt
					for _, a := range []games.Audience{games.Judge, 1, 2, 3, 4} {
						asked = append(asked, both[0].View(a).Prompts...)
					}
					in := games.Input{At: at, Kind: games.Press, Seat: rapid.SampledFrom(kind.start.Seats).Draw(t, "seat")}
					var secret [2]games.Value
					if len(asked) > 0 && rapid.IntRange(0, 3).Draw(t, "answer") > 0 {
						p := rapid.SampledFrom(asked).Draw(t, "prompt")
						in = games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: p.Keys}
						for i := range secret {
							secret[i] = kind.secret(t, i, p)
						}
						if secret[0] == "" {
							in.Value = guess(t, p)
						}
					}
					var facts [2]string
					for i, table := range both {
						in := in
						if secret[i] != "" {
							in.Value = secret[i]
						}
						happened, err := table.Apply(in)
						facts[i] = fmt.Sprint(gametest.Facts(happened), err != nil)
					}
					if told = facts[0] != facts[1]; told {
						break
					}
					for i, table := range both {
						holder := rapid.SampledFrom([]games.Seat{0, 1, 4}).Draw(t, "holder")
						tables[i].web.Show(State{
							Public: table.View(games.Public), Judge: table.View(games.Judge), Holder: holder,
							Scene: display.Scene{View: table.View(games.Player(holder)), Now: at},
							Now:   at, Line: table.Lines(),
						})
					}
				}
				path := rapid.SampledFrom([]string{"/", "/overlay", "/judge", "/judge/events", "/table.js"}).Draw(t, "path")
				language := rapid.SampledFrom(wording.Languages()).Draw(t, "language")
				if diff := cmp.Diff(read(t, tables[0], path, language), read(t, tables[1], path, language)); diff != "" {
					t.Fatalf("the public can tell:\n%s", diff)
				}
			})
		})
	}
}

// A code pairs whoever sees the box itself: no page shows it, and the judge's tells where to look.
func TestNoPageShowsTheCode(t *testing.T) {
	scene := display.Scene{View: games.View{Headline: games.Text{Word: "welcome"}}}
	for inviting, want := range map[bool]bool{false: true, true: false} {
		c := content{phrases: wording.NewPhrases(all.Games()), painter: display.NewPainter(wording.NewPhrases(all.Games())), state: State{Scene: scene}}
		if inviting {
			c.state.Scene.Invitation = &display.Invitation{Address: "http://arbitre.local/judge", Code: "918273"}
		}
		page := c.encode(channel{judge, wording.English})
		if got := bytes.Contains(page, []byte(`"panel"`)); got != want || bytes.Contains(page, []byte(`"inviting":true`)) == want {
			t.Errorf("inviting: %v; the judge's page is %s", inviting, page)
		}
	}
}

// The public page takes neither prompts nor secret words, even of a view that has them.
func TestThePublicPageTakesNoSecrets(t *testing.T) {
	v := games.View{Game: "motus", Slates: []games.Slate{{Hunt: 1, Known: "E....", Secret: "ETAGE"}},
		Prompts: []games.Prompt{{ID: "guess", Shape: games.Letters, Options: games.Words("ETUDE")}}}
	c := content{phrases: wording.NewPhrases(all.Games()), painter: display.NewPainter(wording.NewPhrases(all.Games())), state: State{Public: v, Judge: v,
		Scene: display.Scene{View: games.View{Headline: games.Text{Word: "secret_card", Extra: "EPAVE"}}}}, asked: make([]ticket, 1)}
	for _, l := range wording.Languages() {
		if page := c.encode(channel{public, l}); bytes.Contains(page, []byte("ETAGE")) || bytes.Contains(page, []byte("ETUDE")) || bytes.Contains(page, []byte("EPAVE")) {
			t.Errorf("everyone reads %s", page)
		}
		if page := c.encode(channel{judge, l}); !bytes.Contains(page, []byte("ETAGE")) {
			t.Errorf("the judge lacks the word: %s", page)
		}
	}
}
