package referee

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
)

// The judge presses his usual OK OK for a mosquito just as the guardian's slap opens a check: that
// must accuse nobody.
func TestAQuestionThatAppearsByItselfTakesNoKeyAtOnce(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.press(1)
		g.wait(3 * time.Second)
		g.press(next) // the cards are open, the mosquito is first
		g.press(1)    // the guardian sees it, or slaps
		g.shows("call", "accused")
		lines := g.referee.stack.match.Table().Lines()
		g.press(ok, ok)
		g.letters("3")
		g.shows("call", "accused")
		if d := g.picture().Scene.Dialogue.Draft(g.view()); d.Cursor != 0 {
			t.Errorf("a digit moves the cursor to %d", d.Cursor)
		}
		if !strings.Contains(g.log.String(), "a key came before what it would change could be read") {
			t.Errorf("the log says %s", &g.log)
		}
		if got := g.referee.stack.match.Table().Lines(); got != lines || !slices.Contains(g.cues, games.CueRefused) {
			t.Errorf("the journal has %d lines, want %d; heard were %v", got, lines, g.cues)
		}
		g.wait(ReadingTime)
		g.press(next)
		g.letters("É") // the key of 2 on a French keyboard
		g.press(ok)
		if g.shows("check", "verdict"); g.view().Prompts[0].Seat != 2 {
			t.Errorf("accused is seat %d, want 2", g.view().Prompts[0].Seat)
		}
		g.pick(games.Word("innocent")) // the judge's own answer led there
		g.shows("innocent", "play")
	})
}

// A verdict stays long enough to be read, whoever brought it about: a habitual double OK neither
// replaces it nor declares a card.
func TestAVerdictTakesNoKeyAtOnce(t *testing.T) {
	for verdict, bring := range map[string]func(*rig){
		"guilty":  func(g *rig) { g.call(); g.wait(time.Second); g.press(ok, ok) }, // the judge's own OK
		"slowest": func(g *rig) { g.press(ok, ok, 2, 3) },
	} {
		t.Run(verdict, func(t *testing.T) {
			atTable(t, func(t *testing.T, g *rig) {
				g.begin()
				g.wait(3 * time.Second)
				bring(g)
				g.shows(verdict, "play")
				lines := g.referee.stack.match.Table().Lines()
				g.press(ok, ok, next)
				if d := g.picture().Scene.Dialogue; d.Drafting() || d.Draft(g.view()).Page > 0 {
					t.Error("the verdict was wiped")
				}
				g.wait(ReadingTime)
				g.press(ok, ok) // the second comes before the cards can be read
				g.shows(verdict, "play")
				if got := g.referee.stack.match.Table().Lines(); got != lines {
					t.Errorf("something was declared: %d lines, want %d", got, lines)
				}
				g.press(next, next, ok, ok) // an empty hand, and of which seat
				g.shows("count", "hand")
			})
		})
	}
}

// A question that appears accepts no key that went down before it could be read. A question to which
// the judge's own key has led accepts the next key at once.
func TestAQuestionIsReadBeforeAKeyAnswersIt(t *testing.T) {
	const ms = time.Millisecond
	question, another := games.Question{Serial: 1}, games.Question{Serial: 2}
	for _, tc := range []struct {
		name    string
		happen  func(*keyGuard)
		down    time.Duration
		tooSoon bool
	}{
		{"it appears by itself", func(g *keyGuard) { g.notice(question, 0, 1000*ms) }, 1599 * ms, true},
		{"and could be read", func(g *keyGuard) { g.notice(question, 0, 1000*ms) }, 1600 * ms, false},
		{"the key was down long before it", func(g *keyGuard) { g.notice(question, 0, 1000*ms) }, 10 * ms, true},
		{"it is seen twice", func(g *keyGuard) { g.notice(question, 0, 1000*ms); g.notice(question, 0, 2000*ms) },
			2010 * ms, false},
		{"it is followed by another", func(g *keyGuard) { g.notice(question, 0, 1000*ms); g.notice(another, 0, 2000*ms) },
			2010 * ms, true},
		{"an offer takes the first place", func(g *keyGuard) { g.notice(question, 0, 1000*ms); g.notice(question, 1, 2000*ms) },
			2010 * ms, true},
		{"the judge's own key has led to it", func(g *keyGuard) { g.expect(question, 0, 1000*ms, false) }, 990 * ms, false},
		{"and has brought a result about, which nobody has seen",
			func(g *keyGuard) { g.expect(question, 0, 1000*ms, true) }, 1010 * ms, true},
	} {
		var guard keyGuard
		if tc.happen(&guard); guard.tooSoon(tc.down) != tc.tooSoon {
			t.Errorf("%s: a key that goes down at %v is refused: %t", tc.name, tc.down, !tc.tooSoon)
		}
	}
}
