package referee

import (
	"strings"
	"testing"
	"testing/synctest"
)

// RACE-10: the buttons make the teams in the lobby, the journal begins with them, and a phone judges
// whose team answers.
func TestTeamsFromTheLobbyToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPhone(t, t.TempDir())
		p.pair()
		p.answers(`{"prompt":"game","value":"quiz"}`)
		p.press(1, 2, 3)
		p.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"teams","value":2}`)
		p.shows("lineup", "lineup")
		p.press(2)
		p.answers(`{"prompt":"lineup","value":"ready"}`, `{"prompt":"open","value":"always"}`, `{"prompt":"right","value":"one"}`,
			`{"prompt":"wrong","value":"nothing"}`, `{"prompt":"answer","value":"no_clock"}`,
			`{"prompt":"target","value":"no_target"}`, `{"prompt":"begin","value":"begin"}`)
		p.press(3)
		p.shows("speaks", "verdict")
		p.answers(`{"prompt":"verdict","seat":3,"team":2,"value":"right"}`, `{"prompt":"finish","value":"over"}`)
		p.stop()
		if begun := p.lines()[0]; !strings.Contains(begun, `"teams":[[1],[2,3]]`) {
			t.Errorf("the journal begins with %s", begun)
		}
		told := strings.Join(p.facts("buzz", "score", "game_over"), "\n")
		for _, want := range []string{`"seat":3,"team":2`, `"total":1,"why":"right","team":2`, `"winners":[2,3]`} {
			if !strings.Contains(told, want) {
				t.Errorf("%s; want %s in it", told, want)
			}
		}
	})
}
