package referee

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/match"
	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// betweenRounds plays Mito until its first round of two is over.
func (p *phone) betweenRounds() {
	p.t.Helper()
	p.pair()
	p.answers(`{"prompt":"game","value":"mito"}`)
	p.press(1, 2, 3)
	p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"rounds","value":2}`,
		`{"prompt":"first","value":1}`, `{"prompt":"begin","value":"begin"}`)
	p.wait(3 * time.Second)
	p.answers(`{"prompt":"play","seat":1,"value":"out"}`)
	p.answers(`{"prompt":"hand","seat":2,"value":{"numbers":2,"actions":0,"mitos":0}}`,
		`{"prompt":"hand","seat":3,"value":{"numbers":0,"actions":1,"mitos":0}}`,
		`{"prompt":"count","value":"right"}`)
	p.press(2) // too soon to be asked whether he leaves
	p.wait(time.Second)
}

func (g *rig) totals() map[games.Seat]int {
	totals := map[games.Seat]int{}
	for _, s := range g.referee.stack.match.Table().View(games.Public).Seats {
		totals[s.Seat] = s.Total
	}
	return totals
}

func TestPlayersLeaveAndJoinBetweenRounds(t *testing.T) {
	for name, asks := range map[string]func(*phone){
		"by the menu": func(p *phone) {
			p.hold(ok, time.Second)
			p.pickCounts("counted", "for_fun")
			p.hold(ok, time.Second)
			p.pick(games.Word("players"))
			p.press(4)
		},
		"by a button": func(p *phone) {
			p.press(2)
			p.press(ok) // after it could be read: no
			p.shows("round_over", "regroup")
			p.wait(time.Second)
			p.press(ok)
			p.shows("round_over", "next_round")
			p.press(4)
			p.wait(time.Second)
			p.pick(games.Word("yes"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			byPhone(t, func(t *testing.T, p *phone) {
				p.betweenRounds()
				if !p.says("between") {
					t.Errorf("the end of the round says %v", p.view().Lines)
				}
				asks(p)
				p.shows("joined", "players")
				p.press(2)  // leaves, as 4 has joined
				p.press(ok) // ready: how many rounds is agreed on
				p.shows("agreeing", "first")
				p.press(ok) // the next player on the left of 2, who was to begin
				p.shows("agreed", "begin")
				p.press(ok)
				if p.says("between") {
					t.Error("in a round it is said that players may change")
				}
				v := p.referee.stack.match.Table().View(games.Public)
				if v.Round != 2 || v.Rounds != 2 {
					t.Errorf("round %d of %d, want 2 of 2", v.Round, v.Rounds)
				}
				want := map[games.Seat]int{1: 0, 3: 5, 4: 5} // 4 joins with the points of the worst placed
				if diff := cmp.Diff(want, p.totals()); diff != "" {
					t.Errorf("points (-want +got):\n%s", diff)
				}
				if counts := p.referee.stack.Counts(p.referee.stack.match.Recorded().Journal); counts != (name == "by a button") {
					t.Errorf("what others continue counts: %t, unlike before", counts)
				}
				again := p.referee.stack.match.Rematch().Options
				_, brought := again.Of(games.TotalsOption)
				if rounds, _ := again.Of("rounds"); !rounds.Equal(games.Number(2)) || brought {
					t.Errorf("the same again is %v; want both rounds, and no points from before", again)
				}
				p.stop()
				journals, _ := filepath.Glob(filepath.Join(p.referee.stack.Folder.Path(), "*.jsonl"))
				last := whatIsIn(t, journals[len(journals)-1])[0]
				if len(journals) != 2 || strings.Contains(journals[0], journal.LeftEnd) ||
					!strings.Contains(last, `"options":{"rounds":1,"first":3,"totals":{"1":0,"3":5,"4":5},"played":1`) {
					t.Errorf("journals %v; the last begins with %s", journals, last)
				}
			})
		})
	}
}

// The game before is only put away once the one that continues it can begin.
func TestAGameThatCannotBeginLeavesTheOneBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var options games.Agreed
		p := newPhone(t, t.TempDir(), func(s *setup) {
			s.HouseRules = map[string]match.HouseRules{"mito": {Options: func([]games.Seat) games.Agreed { return options }}}
		})
		p.betweenRounds()
		options = options.With(games.Field{Key: games.RaceOption, Value: games.Word("never")})
		p.hold(ok, time.Second)
		p.pick(games.Word("players"))
		p.press(ok, ok, ok) // ready, first, begin
		p.shows("agreed", "begin")
		if !p.picture().Scene.Dialogue.Refused() {
			t.Error("nobody is told why it does not begin")
		}
		if left := p.referee.stack.Folder.Left(); len(left) != 1 {
			t.Errorf("%v can be taken up again, want the game before", left)
		}
	})
}
