package referee

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// The judge's usual OK OK for a mosquito is on its way when the guardian's slap opens a check: it must accuse nobody.
func TestAQuestionThatAppearsByItselfTakesNoKeyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.press(1)
		g.wait(3 * time.Second)
		g.press(next) // the cards are open, the mosquito is first
		g.press(1)    // the guardian sees it, or slaps
		g.shows("call", "accused")
		lines := g.referee.stack.match.table.Lines()
		g.press(ok, ok)
		g.shows("call", "accused")
		if got := g.referee.stack.match.table.Lines(); got != lines || !slices.Contains(g.cues, games.CueRefused) {
			t.Errorf("the journal has %d lines, want %d; heard were %v", got, lines, g.cues)
		}
		g.wait(ThumbTime)
		g.pick(games.Number(3))
		g.shows("check", "verdict")
		g.pick(games.Word("innocent")) // the judge's own answer led there
		g.shows("innocent", "play")
	})
}

// A verdict can be read, whoever brought it about: a habit of pressing OK twice neither wipes it nor declares a card.
func TestAVerdictTakesNoKeyAtOnce(t *testing.T) {
	for verdict, bring := range map[string]func(*rig){
		"guilty":  func(g *rig) { g.call(); g.wait(time.Second); g.press(ok, ok) }, // the judge's own OK
		"slowest": func(g *rig) { g.press(ok, ok, 2, 3) },
	} {
		t.Run(verdict, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir())
				g.begin()
				g.wait(3 * time.Second)
				bring(g)
				g.shows(verdict, "play")
				lines := g.referee.stack.match.table.Lines()
				g.press(ok, ok, next)
				if d := g.picture().Scene.Dialogue; d.Drafting() || d.Draft(g.view()).Page > 0 {
					t.Error("the verdict was wiped")
				}
				g.wait(ThumbTime)
				g.press(ok, ok) // the second comes before the cards can be read
				g.shows(verdict, "play")
				if got := g.referee.stack.match.table.Lines(); got != lines {
					t.Errorf("something was declared: %d lines, want %d", got, lines)
				}
				g.press(next, next, ok, ok) // a hand is empty, and whose
				g.shows("count", "hand")
			})
		})
	}
}

// A check that opens while the menu of the box is open has the display.
func TestAMenuGivesWayToACheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.press(1)
		g.wait(3 * time.Second)
		g.hold(ok, time.Second)
		g.shows("turn", "stop")
		g.press(1)
		g.shows("call", "accused")
		g.wait(time.Second)
		g.hold(ok, time.Second)
		g.shows("call", "stop") // the judge's own doing: he may want to take it back
	})
}

// The judge's own key has led to the menu, so the next one acts however soon it comes: once he has let go, or Back is a key of its own.
func TestAMenuThatTheJudgeOpenedTakesHisNextKeyAtOnce(t *testing.T) {
	for name, open := range map[string]func(*rig){
		"OK, held": func(g *rig) {
			g.edge(ok, true, g.now())
			g.wait(800 * time.Millisecond)
			g.edge(ok, false, g.now())
			g.wait(20 * time.Millisecond)
		},
		"Back": func(g *rig) {
			g.edge(hw.KeyBack, true, g.now())
			g.wait(20 * time.Millisecond)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir())
				g.begin()
				g.wait(3 * time.Second)
				g.press(ok, ok) // a mosquito
				g.press(2, 3)
				g.wait(time.Second)
				g.shows("slowest", "play")
				open(g)
				g.shows("slowest", "stop")
				g.press(ok) // play on
				g.shows("slowest", "play")
				if slices.Contains(g.cues, games.CueRefused) {
					t.Error("a key was refused")
				}
			})
		})
	}
}

// What counts is when the thumb went down: OK acts when it comes up, and an arrow that is held goes on by itself.
func TestAKeyThatWasDownBeforeTheQuestionDoesNothing(t *testing.T) {
	for _, key := range []struct {
		name   string
		button hw.Button
		held   time.Duration // after the question has appeared
	}{
		{"OK", ok, 400 * time.Millisecond},
		{"OK, held for long", ok, time.Second},
		{"an arrow", next, 2 * time.Second},
	} {
		t.Run(key.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir())
				g.begin()
				g.press(1)
				g.wait(3 * time.Second)
				g.press(next)
				g.edge(key.button, true, g.now())
				g.wait(20 * time.Millisecond)
				g.press(1)
				g.wait(key.held)
				g.edge(key.button, false, g.now())
				g.wait(100 * time.Millisecond)
				g.shows("call", "accused")
				refused := 0
				for _, c := range g.cues {
					if c == games.CueRefused {
						refused++
					}
				}
				if key.button == ok && refused != 1 {
					t.Errorf("it was refused %d times, want once", refused)
				}
			})
		})
	}
}

// A phone's answer leads somewhere else; the thumb on the box did not know.
func TestAnAnswerOnAPhoneMovesNoQuestionUnderTheThumb(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPhone(t, t.TempDir())
		p.pair()
		p.begin()
		p.press(1)
		p.wait(3 * time.Second)
		p.press(1)
		p.wait(time.Second)
		p.answers(`{"prompt":"accused","value":2}`)
		p.shows("check", "verdict")
		p.press(ok)
		p.shows("check", "verdict")
		p.wait(ThumbTime)
		p.press(ok)
		if p.view().Headline.Word != "guilty" {
			t.Errorf("after it could be read, the answer leads to %+v", p.view().Headline)
		}
	})
}
