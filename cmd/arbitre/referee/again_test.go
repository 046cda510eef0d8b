package referee

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/match"
	"arbitre/games"
	"arbitre/games/race"

	"github.com/google/go-cmp/cmp"
)

// answers posts answers from the phone, which the box must accept.
func (p *phone) answers(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.wants(http.StatusNoContent, p.post("/judge/answer", text))
	}
}

// beginSlaps begins a game of slaps without an end of its own.
func (p *phone) beginSlaps() {
	p.t.Helper()
	p.pair()
	p.answers(`{"prompt":"game","value":"slap"}`)
	p.press(1, 2)
	p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"decides","value":"last"}`,
		`{"prompt":"false_slap","value":"nothing"}`, `{"prompt":"out","value":"at_3"}`,
		`{"prompt":"begin","value":"begin"}`)
	p.wait(time.Second)
}

// A rematch keeps the options of its players and takes the race limits that hold when it begins.
// Its journal is like any other: it can be read, and a restarted box resumes it.
func TestTheSameAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := race.DefaultLimits()
		house := func(s *setup) {
			s.HouseRules = map[string]match.HouseRules{"slap": {Options: func([]games.Seat) games.Agreed {
				limits.Tie += time.Millisecond
				return games.Agreed{}.With(games.Field{Key: games.RaceOption, Value: limits.Value()})
			}}}
		}
		folder := t.TempDir()
		p := newPhone(t, folder, house)
		p.beginSlaps()
		first := p.referee.stack.match.Table().Start()
		p.answers(`{"prompt":"finish","value":"over"}`, `{"prompt":"again","value":"same"}`)
		p.press(2)
		p.stop()
		p = newPhone(t, folder)
		p.press(ok) // go on
		again := p.referee.stack.match.Table()
		want := first.Options.With(games.Field{Key: games.RaceOption, Value: limits.Value()})
		if diff := cmp.Diff(fmt.Sprint(want.All()), fmt.Sprint(again.Start().Options.All())); diff != "" {
			t.Errorf("it is played by (-want +got):\n%s", diff)
		}
		if was, _ := first.Options.Of(games.RaceOption); was.Equal(limits.Value()) || again.Lines() != 3 {
			t.Errorf("the first was played by %s; the rematch goes on at line %d", was, again.Lines())
		}
	})
}
