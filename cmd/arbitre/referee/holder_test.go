package referee

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"
)

// motus goes through the lobby to a game of Motus for four in teams, with five letters, one series
// and no clock.
func (g *rig) motus(grid int) {
	g.t.Helper()
	g.pick(games.Word("motus"))
	g.press(1, 2, 3, 4, ok)
	g.shows("agreeing", "mode")
	g.press(ok, previous, previous, ok) // teams; five letters
	g.shows("agreeing", "series")
	for range 9 {
		g.press(previous)
	}
	g.press(ok)
	g.shows("agreeing", "grid")
	g.choose(grid)
	g.shows("agreeing", "clock")
	g.press(ok)
	g.shows("agreed", "begin")
	g.press(ok)
}

// write makes an author take the display and enter his word.
func (g *rig) write(author games.Seat, word string) {
	g.t.Helper()
	g.shows("for_eyes", "cover")
	if seat := g.view().Headline.Seat; seat != author {
		g.t.Fatalf("the display is for %d, want %d", seat, author)
	}
	g.press(ok)
	g.typed(word)
}

func TestASecretWordIsConfirmedBeforeItCounts(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.motus(2)
		g.press(ok)
		g.press(ok, ok, ok, ok, ok) // with the keys: any letters
		g.wait(time.Second)
		if n := len(g.lines()); n != 1 {
			t.Fatalf("the journal has %d lines: the word counts before its author has looked at it", n)
		}
		g.press(previous) // changes the last letter
		g.press(next, ok)
		g.shows("motus_write", "word")
		g.press(ok)
		g.shows("for_eyes", "cover")
		if n := len(g.lines()); n != 2 {
			t.Errorf("the journal has %d lines, want the word", n)
		}

		// Backspace too often and then Enter: nobody's word is taken back.
		g.press(ok)
		g.letters("B")
		for range 4 {
			g.hold(ok, time.Second)
		}
		g.press(ok)
		g.stop()
		if n := len(g.lines()); n != 2 {
			t.Errorf("the journal has %d lines: another's word is gone\n%s", n, g.lines())
		}
	})
}

func TestAClockStopsWhenTheProposalBeginsToBeEntered(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.pick(games.Word("motus"))
		g.press(1, 2, ok)
		g.press(previous, previous, ok, ok)
		g.choose(1) // 8 s
		g.press(ok)
		g.write(1, "ETAGE")
		g.wait(time.Minute) // nobody's time runs before all words are written
		g.write(2, "BALLE")
		g.cues = nil
		if g.wait(7 * time.Second); !slices.Contains(g.cues, games.CueTick) {
			t.Error("nobody hears that the time is nearly up")
		}
		g.letters("ET")
		g.wait(time.Minute)
		g.letters("UDE")
		g.press(ok)
		if v := g.view(); v.Slates[0].Word != "ETUDE" {
			t.Errorf("the slate is %+v; the word that was being typed is lost", v.Slates[0])
		}
		g.wait(7 * time.Second)
		g.press(ok, next, ok, next, next) // with the keys: the hunt, and a letter
		g.wait(time.Minute)
		g.stop()
		if facts := g.facts("too_late"); len(facts) > 0 && g.referee.stack.match.Table().Now() < 3*time.Minute {
			t.Errorf("too late: %v", facts)
		}
	})
}
