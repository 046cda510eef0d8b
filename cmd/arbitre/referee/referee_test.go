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
)

func TestALongOKAsksWhetherToTakeBack(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.press(1)
		g.hold(ok, time.Second)
		g.shows("turn", "stop")
		g.pick(games.Word("undo"))
		g.shows("turn", "play")
		g.isAbout(1)
		g.hold(ok, time.Second)
		g.pick(games.Word("redo"))
		g.isAbout(2)
	})
}

func TestAJournalThatCannotBeResumedIsSetAside(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "2026-01-01T00-00-00-mito"+journal.OpenEnd)
	const start = `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}`
	write(t, bad, start+"\nnonsense\n\n")
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
