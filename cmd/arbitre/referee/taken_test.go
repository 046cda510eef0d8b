package referee

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// Whatever is played: a shortcut may give every answer that can be chosen, and the menu names the
// input that undo takes back or redo brings again, in words and without a secret.
func TestTheBoxKnowsEveryGame(t *testing.T) {
	phrases := wording.NewPhrases(all.Games())
	for _, rules := range all.Games() {
		t.Run(rules.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := gametest.Start(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "start"), 0)), rules)
				table, _, err := games.NewTable(rules, start)
				if err != nil {
					t.Fatal(err)
				}
				known := rules.Asks(start.Seats)
				for range rapid.IntRange(1, 60).Draw(t, "inputs") {
					table.Apply(gametest.Next(t, table)) // a refused input changes nothing
					for _, p := range table.View(games.Judge).Prompts {
						for _, option := range p.Options {
							if p.Shape == games.Choice && !slices.ContainsFunc(known[p.ID], option.Equal) {
								t.Fatalf("%q may be answered %v, which is not among %v", p.ID, option, known[p.ID])
							}
						}
					}
				}
				var o layers.Offers
				match.New(table, nil, match.HouseRules{}, 0, 0, rand.Uint64).Offer(&o)
				for _, label := range []games.Text{o.Undo, o.Redo} {
					for _, l := range wording.Languages() {
						said := phrases.In(l, start.Game).Sentence(label)
						wrong := func(part string) bool { return strings.Contains(said, part) }
						if slices.ContainsFunc([]string{"_", "{", "}", " 0", "\u00a00", "Yes", "ETAGE"}, wrong) {
							t.Fatalf("%q of %+v", said, label)
						}
					}
				}
			})
		})
	}
}

func TestAVerdictCanBeMendedWhenItsTimeIsLongUp(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pair()
		p.answers(`{"prompt":"game","value":"quiz"}`)
		p.press(1, 2)
		p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"open","value":"always"}`,
			`{"prompt":"right","value":"one"}`, `{"prompt":"wrong","value":"nothing"}`, `{"prompt":"answer","value":"5s"}`,
			`{"prompt":"target","value":"no_target"}`, `{"prompt":"begin","value":"begin"}`)
		p.press(1)
		p.wait(4 * time.Second)
		p.answers(`{"prompt":"verdict","value":"wrong"}`)
		p.press(1) // without effect, but it stands in the journal
		p.wait(10 * time.Second)
		p.answers(`{"undo":true}`, `{"prompt":"stop","value":"undo"}`)
		if at := p.referee.stack.match.Table().Now(); at < 14*time.Second {
			t.Errorf("the undo is written at %v, want 14 s at least: after the wait", at)
		}
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
