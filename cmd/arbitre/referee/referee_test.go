package referee

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

func TestALongOKAsksWhetherToTakeBack(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.press(1)
		g.hold(ok, time.Second)
		g.shows("turn", "stop")
		undone := games.Text{Word: "undo", Seat: 1, Extra: "did_press"}
		if diff := cmp.Diff(undone, g.view().Prompts[0].Labels[1]); diff != "" {
			t.Errorf("it is not said what would be taken back (-want +got):\n%s", diff)
		}
		g.press(next, ok) // undo
		g.shows("turn", "play")
		g.isAbout(1)
		g.hold(ok, time.Second)
		// Nothing is left to take back, and nobody joins in the midst of a round.
		for _, word := range []string{"undo", "players"} {
			if slices.ContainsFunc(g.view().Prompts[0].Options, games.Word(word).Equal) {
				t.Errorf("%s is offered", word)
			}
		}
		redone := games.Text{Word: "redo", Seat: 1, Extra: "did_press"}
		if diff := cmp.Diff(redone, g.view().Prompts[0].Labels[1]); diff != "" {
			t.Errorf("it is not said what would come back (-want +got):\n%s", diff)
		}
		g.press(next, ok) // redo
		g.isAbout(2)
		g.hold(ok, time.Second)
		g.press(previous, ok) // leave
		g.shows("turn", "leave")
		g.press(next, ok) // yes
		g.shows("welcome", "game")
		g.stop()
		want := []string{"press", "release", "undo", "redo", "release"} // the last tells when it was left
		for i, line := range g.lines()[1:] {
			if i >= len(want) || !strings.Contains(line, want[i]) {
				t.Errorf("line %d is %s", i+2, line)
			}
		}
	})
}

func TestAJournalThatCannotBeResumedIsSetAside(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "2026-01-01T00-00-00-mito"+journal.OpenEnd)
	const start = `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}`
	if err := os.WriteFile(bad, []byte(start+"\nnonsense\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		g.press(ok)
		g.shows("welcome", "game")
		if offered := g.left(); len(offered) > 0 {
			t.Errorf("it is offered again: %v", offered)
		}
		if !g.picture().Scene.Dialogue.Refused() {
			t.Error("nobody is told that it can't be resumed")
		}
		if !strings.Contains(g.log.String(), "mito.open.jsonl:2: not a JSON object") {
			t.Errorf("the log does not name the line:\n%s", g.log.String())
		}
	})
	if _, err := os.Stat(filepath.Join(folder, "2026-01-01T00-00-00-mito"+journal.BrokenEnd)); err != nil {
		t.Error(err)
	}
}

func TestAnIdleTableSleeps(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.press(ok, 1, 2, 3) // blinking lamps call for more players
		if g.lamps[4] != hw.Blinking {
			t.Errorf("lamps %v; want the last one blinking", g.lamps)
		}
		before := len(g.frames)
		g.wait(time.Hour)
		if woken := len(g.frames) - before; woken > 60 {
			t.Errorf("woken %d times in an hour", woken)
		}
		last := g.picture()
		if !last.Look.Dim || last.Look.Mark == 0 {
			t.Errorf("the display looks %+v after an hour", last.Look)
		}
		if g.lamps[4] == hw.Blinking {
			t.Error("the lamp still blinks")
		}
		g.press(ok) // on a dark display a key only wakes it
		if last := g.picture(); last.Look.Dim || g.says("agreeing") {
			t.Errorf("a key has the display look %+v and say %v", last.Look, g.view().Headline)
		}
	})
}

func TestTooFewPlayersAreTold(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.press(ok)
		g.press(1, 2, 2) // 2 has left again
		g.press(ok)
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("a game of one begins")
		}
		g.shows("joined", "players")
		if !g.picture().Scene.Dialogue.Refused() {
			t.Error("nobody is told why")
		}
		g.press(2) // joins, which clears the refusal
		if g.picture().Scene.Dialogue.Refused() {
			t.Error("the refusal hides who joins")
		}
	})
}

func TestAWordIsTypedAndAnUnknownOneQuestioned(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.pick(games.Word("motus"))
		g.press(1, 2, 3, ok)
		g.shows("agreeing", "letters")
		g.press(previous, previous, ok) // five
		g.shows("agreeing", "series")
		g.press(ok)
		g.shows("agreeing", "clock")
		g.choose(1) // 8 s
		g.shows("agreed", "begin")
		g.press(ok)
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.shows("motus_write", "word")
		g.typed("XYL")
		if said := g.referee.stack.dialogue.Draft(g.view()).Refusal; said != "5\u00a0letters!" {
			t.Errorf("why a short word is refused: %q", said)
		}
		g.press(ok) // seen
		g.letters("EM")
		g.press(ok)
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("a word that is in no dictionary is not questioned")
		}
		g.press(ok) // seen
		g.press(ok) // it is meant
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.typed("ÉTAGE")
		g.press(ok)
		g.typed("BALLE")
		if strings.Contains(g.log.String(), "XYL") {
			t.Errorf("the log tells the secret word:\n%s", g.log.String())
		}
		if slates := g.view().Slates; len(slates) != 3 || slates[1].Known != "E...." || slates[1].Secret != "" {
			t.Fatalf("the slates are %+v", slates)
		}
		if a, _ := g.referee.stack.displayView(g.referee.stack.moment()); a != games.Judge {
			t.Fatalf("the display is %v's, want the judge's", a)
		}

		// The shot clocks of 8 s run one after the other. Each ticks three times, and then the line
		// is lost.
		ticks := func() (n int) {
			for _, c := range g.cues {
				if c == games.CueTick {
					n++
				}
			}
			return n
		}
		for range 10 {
			g.wait(880 * time.Millisecond) // draws again within a second: it must not tick twice
			g.press(4)
		}
		g.wait(10 * time.Second)
		if n := ticks(); n != 2*3 {
			t.Errorf("%d ticks of the two clocks that run out in 20 s, want three of each", n)
		}
		if line := g.view().Slates[0].Line; line < 2 {
			t.Errorf("line %d is open after the clock", line)
		}
	})
}
