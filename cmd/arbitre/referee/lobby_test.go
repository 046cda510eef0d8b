package referee

import (
	"strings"
	"testing"

	"arbitre/display/shown"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// The lobby's questions for a number of seats, and the options in the start line that the first
// answers make: every one that is in force, whatever a later version takes for its default.
func TestLobby(t *testing.T) {
	const colours = ` colours=["blue","red","yellow","green","orange","brown"]`
	for _, c := range []struct {
		game    string
		seats   []games.Seat
		answers map[string]string // if not the first option
		asks    []string
		options string
	}{
		{"mito", []games.Seat{1, 2, 3}, nil, []string{"rounds", "first"}, `rounds=1 first=1`},
		{"mog", []games.Seat{1, 2}, nil, []string{"holder", "rounds", "first"}, `holder="players" rounds=1 first=1`},
		{"mog", []games.Seat{1, 2}, map[string]string{"holder": "house"}, []string{"holder", "rounds"},
			`holder="house" rounds=1 first=1`},
		{"mog", []games.Seat{4}, nil, []string{"rounds"}, `holder="house" rounds=1 first=4`},
		{"mastermind", []games.Seat{1, 2}, nil, []string{"dealer", "boards", "call", "rounds"},
			`dealer="house" audit=false boards=1 call="turn" rounds=1 look="500ms"` + colours},
		{"mastermind", []games.Seat{1, 2}, map[string]string{"boards": "two_one"},
			[]string{"dealer", "boards", "call", "rounds"},
			`dealer="house" audit=false boards=[2,1] call="turn" rounds=1 look="500ms"` + colours},
		{"mastermind", []games.Seat{1, 2, 3}, map[string]string{"dealer": "table", "audit": "yes"},
			[]string{"dealer", "audit", "call", "rounds"},
			`dealer="table" audit=true boards=1 call="turn" rounds=1 look="0s"` + colours},
		{"motus", []games.Seat{1, 2, 3, 4}, map[string]string{"clock": "8s"},
			[]string{"mode", "letters", "series", "grid", "clock"},
			`mode="teams" letters=3 series=1 grid="house" size=5 blanks=3 clock="8s" ` +
				`clocks="speaker" super=true prepare=true`},
		{"motus", []games.Seat{1, 2}, nil, []string{"letters", "series", "clock"},
			`mode="solo" letters=3 series=1 grid="none" size=5 blanks=3 clocks="each" super=false prepare=false`},
		{"slap", []games.Seat{1, 2}, nil, []string{"decides", "false_slap", "target", "out"},
			`decides="first" points=1 false_slap=1 window="3s"`},
		{"slap", []games.Seat{1, 2, 4, 5}, map[string]string{"teams": "3", "decides": "last"}, []string{"teams", "lineup", "decides", "false_slap", "out"},
			`teams=[[1,2],[4],[5]] decides="last" points=1 false_slap=1 window="3s"`},
		{"quiz", []games.Seat{1, 2}, map[string]string{"right": "naqt"}, []string{"open", "right", "answer"},
			`open="always" again="no" right=10 power=15 interrupt=5 wrong=0 early="250ms"`},
		{"quiz", []games.Seat{1, 2}, nil, []string{"open", "right", "wrong", "answer", "target"},
			`open="always" again="no" right=1 interrupt=0 wrong=0 early="250ms"`},
	} {
		t.Run(c.game+" "+c.options, func(t *testing.T) {
			r := newDaemon(t.TempDir(), "")
			defer r.stack.Folder.Close()
			r.exec.toLobby(c.seats, nil)
			give := func(value games.Value) {
				t.Helper()
				in := games.Input{Kind: games.Answer, Prompt: r.asks().ID, Value: value}
				if err := r.exec.give(in, shown.Box); err != nil {
					t.Fatal(err)
				}
			}
			give(games.Word(c.game))
			give(games.Word("ready"))
			var asks []string
			for r.asks().ID != "begin" {
				p := r.asks()
				asks = append(asks, p.ID)
				value := p.Options[0]
				for _, o := range p.Options {
					if o.String() == c.answers[p.ID] {
						value = o
					}
				}
				give(value)
			}
			if diff := cmp.Diff(c.asks, asks); diff != "" {
				t.Errorf("asked (-want +got):\n%s", diff)
			}
			give(games.Word("begin"))
			var options []string
			for _, o := range r.stack.match.Table().Start().Options.All() {
				options = append(options, o.Key+"="+string(o.Value.AppendJSON(nil)))
			}
			if got := strings.Join(options, " "); got != c.options {
				t.Errorf("agreed on %s, want %s", got, c.options)
			}
		})
	}
}

// asks returns the first question that the judge is asked.
func (r *Referee) asks() games.Prompt { return r.stack.view(r.stack.moment(), games.Judge).Prompts[0] }
