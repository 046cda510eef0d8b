package referee

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// In every game the menu names the input that undo takes back or redo brings again, in words and
// without a secret.
func TestWhatAnUndoTakesBackHasAName(t *testing.T) {
	phrases := wording.NewPhrases(all.Games())
	for _, s := range all.Games() {
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := drawStart(t, s)
				table, _, err := games.NewTable(s, start)
				if err != nil {
					t.Fatal(err)
				}
				m := newMatch(&stack{}, table, nil)
				for range rapid.IntRange(1, 30).Draw(t, "inputs") {
					table.Apply(gametest.Next(t, table))
				}
				undo, redo := m.takes()
				for _, label := range []games.Text{undo, redo} {
					for _, l := range wording.Languages() {
						said := phrases.In(l, start.Game).Sentence(label)
						wrong := func(part string) bool { return strings.Contains(said, part) }
						if slices.ContainsFunc([]string{"_", "{", "}", "0", "Yes", "ETAGE"}, wrong) {
							t.Fatalf("%q of %+v", said, label)
						}
					}
				}
			})
		})
	}
}

func TestAVerdictCanBeMendedWhenItsTimeIsLongUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPhone(t, t.TempDir())
		p.pair()
		p.answers(`{"prompt":"game","value":"quiz"}`)
		p.press(1, 2)
		p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"open","value":"always"}`,
			`{"prompt":"wrong","value":"nothing"}`, `{"prompt":"answer","value":"5s"}`,
			`{"prompt":"target","value":"no_target"}`, `{"prompt":"begin","value":"begin"}`)
		p.press(1)
		p.wait(4 * time.Second)
		p.answers(`{"prompt":"verdict","value":"wrong"}`)
		p.press(1) // without effect, but it stands in the journal
		p.wait(10 * time.Second)
		p.answers(`{"undo":true}`, `{"prompt":"stop","value":"undo"}`)
		p.wait(time.Minute)
		p.shows("speaks", "verdict")
		if until := p.view().Until; until != 0 {
			t.Errorf("the clock runs until %v again", until)
		}
		p.answers(`{"prompt":"verdict","value":"right"}`)
		p.stop()
		if told := p.facts("too_late", "score"); len(told) != 1 || !strings.Contains(told[0], `"total":1`) {
			t.Errorf("%v; want the point of a right answer alone\n%s", told, strings.Join(p.lines(), "\n"))
		}
	})
}

func drawStart(t *rapid.T, s games.Rules) games.Start {
	start := games.Start{Game: s.Name}
	for n := range rapid.IntRange(s.Least, min(s.Most, 5)).Draw(t, "seats") {
		start.Seats = append(start.Seats, games.Seat(n+1))
	}
	for _, o := range s.Options {
		if o.Offer == nil {
			continue
		}
		options, _ := o.Offer(games.Terms{Seats: start.Seats, Agreed: start.Options})
		if o.Key == "letters" {
			options = options[:1] // the drawn words have five letters
		}
		if len(options) > 0 {
			drawn := rapid.SampledFrom(options).Draw(t, o.Key)
			start.Options = start.Options.With(games.Field{Key: o.Key, Value: drawn})
		}
	}
	start.Options = s.Chosen(start.Options)
	return start
}
