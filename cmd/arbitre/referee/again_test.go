package referee

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/games/race"
)

// answers posts answers from the phone, which the box must accept.
func (p *phone) answers(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.wants(http.StatusNoContent, p.post("/judge/answer", text))
	}
}

// beginMotus begins a series of two words to the clock.
func (p *phone) beginMotus() {
	p.t.Helper()
	p.pair()
	p.answers(`{"prompt":"game","value":"motus"}`)
	p.press(1, 2)
	p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"letters","value":5}`, `{"prompt":"series","value":1}`,
		`{"prompt":"clock","value":"8s"}`, `{"prompt":"begin","value":"begin"}`)
	for _, word := range []string{"ETAGE", "BALLE"} {
		p.shows("for_eyes", "cover")
		p.wait(time.Second)
		p.press(ok)
		p.typed(word)
	}
}

// beginCount plays Mito until the last hands are counted.
func (p *phone) beginCount() {
	p.t.Helper()
	p.pair()
	p.begin()
	p.wait(3 * time.Second)
	p.press(ok, next, next, ok) // the cards, and the third: out
	for range 20 {
		if p.view().Headline.Word == "count" {
			return
		}
		p.press(next, ok)
	}
	p.t.Fatal("nobody goes out")
}

func (p *phone) count() {
	p.t.Helper()
	for synctest.Wait(); !p.referee.stack.match.table.View(games.Public).Over; synctest.Wait() {
		hand := p.referee.stack.view(games.Judge).Prompts[0]
		if hand.ID == "count" {
			p.answers(`{"prompt":"count","value":"right"}`)
			continue
		}
		p.answers(fmt.Sprintf(`{"prompt":"hand","seat":%d,"value":{"numbers":1,"actions":0,"mitos":0}}`, hand.Seat))
	}
}

func TestAnotherConfigurationIsTakenBeforeTheSameGameAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reload := make(chan config.Config)
		p := newPhone(t, t.TempDir(), func(s *setup) { s.Reload = reload })
		p.beginCount()
		reload <- config.Config{Language: "fr"}
		p.count()
		p.shows("game_over", "again")
		p.wait(time.Second)
		p.press(ok, ok) // what now: the same again
		if p.next == nil {
			t.Error("another game begins with the old configuration")
		}
	})
}

// A rematch keeps the options of its players and takes the race limits that hold when it begins.
// Its journal is like any other: it can be read, and a restarted box resumes it.
func TestTheSameAgainFourTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := race.DefaultLimits()
		limits.Tie = 0
		house := func(s *setup) {
			s.HouseRules = map[string]HouseRules{"slap": {Options: func([]games.Seat) games.Agreed {
				limits.Tie += time.Millisecond
				return games.Agreed{}.With(games.Field{Key: games.RaceOption, Value: limits.Value()})
			}}}
		}
		folder := t.TempDir()
		p := newPhone(t, folder, house)
		p.pair()
		p.answers(`{"prompt":"game","value":"slap"}`)
		p.press(1, 2)
		p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"decides","value":"last"}`,
			`{"prompt":"false_slap","value":"nothing"}`, `{"prompt":"out","value":"at_3"}`,
			`{"prompt":"begin","value":"begin"}`)
		for range 4 {
			p.wait(time.Second)
			p.answers(`{"prompt":"finish","value":"over"}`, `{"prompt":"again","value":"same"}`)
		}
		p.press(2)
		p.stop()
		paths, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
		var tie time.Duration
		for _, path := range paths {
			tie += time.Millisecond
			table, err := whatIsPlayed([]byte(strings.Join(whatIsIn(t, path), "")))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			agreed := table.Start().Options
			said, _ := agreed.Of(games.RaceOption)
			got, err := race.ParseLimits(said)
			decides, _ := agreed.Of("decides")
			if out, _ := agreed.Of("out"); got.Tie != tie || decides != `"last"` || out != "3" || err != nil {
				t.Errorf("%s is played by %v, %v", path, agreed, err)
			}
		}
		if len(paths) != 5 {
			t.Errorf("the journals are %v, want five", paths)
		}
		p = newPhone(t, folder)
		p.press(ok) // go on
		if m := p.referee.stack.match; m == nil || m.table.Lines() != 3 {
			t.Error("the rematch does not go on")
		}
	})
}
