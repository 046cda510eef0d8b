package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

// sixGames returns the games of the house and duel, which nothing but these tests knows.
func sixGames() games.Rulebook { return append(all.Games(), duelRules()) }

func TestAnAddedGameConforms(t *testing.T) { gametest.Conform(t, duelRules()) }

// A duelist plays the added game at a box, with a judge's phone.
type duelist struct{ *phone }

func newDuelist(t *testing.T) duelist {
	folder, phrases := t.TempDir(), wording.NewPhrases(sixGames())
	return duelist{newPhoneOf(t, folder, web.Options{
		Phrases: phrases, Folder: folder,
		Addresses: func() (string, string) { return "http://box.test", "http://box.test" },
	}, func(s *setup) {
		s.Rules, s.Phrases = sixGames(), phrases
		s.Folder = journal.NewFolder(folder, s.Rules, journal.FolderOptions{Log: s.Log, Report: func(error) {}})
		s.HouseRules = map[string]match.HouseRules{"duel": {Options: func([]games.Seat) games.Agreed {
			return games.Agreed{}.With(games.Field{Key: "weapons", Value: gametest.Value(`["épée","fleuret"]`)})
		}}}
	})}
}

// says fails unless the displays say these headlines, and have room for all their texts.
func (d duelist) says(french, german, english string) {
	d.t.Helper()
	painter, v := display.NewPainter(d.referee.stack.Phrases), d.view()
	for l, want := range map[wording.Language]string{
		wording.French: french, wording.German: german, wording.English: english,
	} {
		scene := display.Scene{View: v, Language: l}
		if got := scene.Spoken(d.referee.stack.Phrases); !strings.Contains(got, want) {
			d.t.Errorf("in %s it says %q, want %q", l, got, want)
		}
		scene.Dialogue.Shown = true
		if painter.Draw(canvas.NewPicture(), scene); painter.Cut() > 0 {
			d.t.Errorf("%s: %d texts are shortened", l, painter.Cut())
		}
	}
}

// pageSays fails unless a page's stream has these words.
func (d duelist) pageSays(stream string, words ...string) {
	d.t.Helper()
	page := d.sees(stream)
	for _, want := range words {
		if !strings.Contains(page, want) {
			d.t.Errorf("%s lacks %q: %s", stream, want, page)
		}
	}
}

// plays chooses the game in the lobby, plays it by buttons, keys and phone, and stops the box.
func (d duelist) plays() {
	d.pair()
	d.answers(`{"prompt":"game","value":"duel"}`)
	d.press(1, 2, 3)
	d.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"rounds","value":1}`,
		`{"prompt":"begin","value":"begin"}`)
	d.shows("aim", "weapon")
	d.says("Quelle arme ?", "Welche Waffe?", "Which weapon?")
	d.pageSays("/judge/events?lang=fr", "Quelle arme", "épée")
	d.answers(`{"prompt":"weapon","value":"fleuret"}`)
	d.shows("shoot", "")
	d.says("Feu !", "Feuer!", "Shoot!")
	d.wait(time.Second)
	d.press(3, 1)
	d.wait(time.Second)
	d.shows("hit", "points")
	d.press(next, next, ok) // by the box's own keys: three
	d.shows("game_over", "again")
	d.pageSays("/events?lang=de", "Duell", "trifft!")
	d.answers(`{"prompt":"again","value":"leave"}`)
	d.shows("welcome", "game")
	d.stop()
}

// The added game is chosen in the lobby, played by buttons, keys and a judge's phone, and shown in
// all languages on both displays, on the scoreboard and on the judge's page. Its journal is
// written, and counts in the results of the evening.
func TestAnAddedGameIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDuelist(t)
		d.plays()
		start := `{"v":1,"t":0,"start":"duel","seats":[1,2,3],"seed":7,` +
			`"options":{"rounds":1,"weapons":["épée","fleuret"]}}`
		if lines := d.lines(); lines[0] != start {
			t.Errorf("the journal begins with %s, want %s", lines[0], start)
		}
		evenings, warnings, err := results.Read(d.referee.stack.Folder.Path(), sixGames(), results.Clock{Wall: time.Now})
		if err != nil || len(warnings) > 0 || len(evenings) != 1 {
			t.Fatalf("%d evenings, %v, %v; want one, no warning", len(evenings), warnings, err)
		}
		want := []results.Row{{Game: "duel", Seat: 3, Played: 1, Won: 1, Points: 3, Fastest: time.Second},
			{Game: "duel", Seat: 1, Played: 1}, {Game: "duel", Seat: 2, Played: 1}}
		if diff := cmp.Diff(want, results.Standings(evenings[0])); diff != "" {
			t.Errorf("the table of the evening (-want +got):\n%s", diff)
		}
	})
}
