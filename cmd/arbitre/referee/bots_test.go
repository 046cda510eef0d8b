package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
	"arbitre/hw"
)

// picks takes an answer to the question that the judge is asked.
func (g *rig) picks(id, word string) {
	g.t.Helper()
	if p := g.referee.asks(); p.ID != id {
		g.t.Fatalf("it asks %q, want %q", p.ID, id)
	}
	g.wait(2 * ReadingTime)
	g.pick(games.Word(word))
}

// untilLaid waits until a bot has laid a card.
func (g *rig) untilLaid() {
	g.t.Helper()
	for range 600 {
		g.wait(20 * time.Millisecond)
		if by, _ := g.referee.stack.match.Bots().Laid(); by != 0 {
			return
		}
	}
	g.t.Fatal("no bot lays a card")
}

// A button that is held while the judge goes on to the options asks for no bot any more.
func TestNoBotSitsDownAfterThePlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.picks("game", "slap")
		g.press(1, 2)
		g.edge(3, true, g.now())
		g.wait(20 * time.Millisecond)
		g.press(ok)
		g.wait(2 * time.Second)
		g.shows("agreeing", "teams")
		g.edge(3, false, g.now())
	})
}

// Whoever holds the button of an empty seat is asked who plays it. The box then slaps there, and
// breathes, and its button does nothing.
func TestTheBoxPlaysASeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		g := newRig(t, folder)
		g.picks("game", "slap")
		g.press(1)
		g.hold(2, 2*time.Second)
		g.picks("bot", "strong")
		g.hold(3, 2*time.Second)
		g.picks("bot", "person")
		g.press(3) // who leaves
		if l := g.lamps; l[1] != hw.Lit || l[2] != hw.Breathing || l[3] != hw.Blinking {
			t.Errorf("lamps: %v", l)
		}
		g.picks("players", "ready")
		for g.referee.asks().ID != "begin" {
			g.picks(g.referee.asks().ID, g.referee.asks().Options[0].String())
		}
		g.picks("begin", "begin")
		g.untilLaid()
		if h := g.view().Headline; h.Word != "lays_card" || h.Seat != 2 || g.lamps[2] != hw.Breathing {
			t.Errorf("it says %+v, lamps %v", h, g.lamps)
		}
		g.press(2) // nobody's
		g.press(1)
		g.wait(10 * time.Second)
		text := strings.Join(g.lines(), "\n")
		for _, want := range []string{`"bots":{"2":"strong"}`, `"press":2`, `"release":2`, `"answer":"slap"`} {
			if !strings.Contains(text, want) {
				t.Errorf("the journal lacks %s\n%s", want, text)
			}
		}
		g.stop()
		again := newRig(t, folder)
		again.picks("resume", "resume")
		if bots := again.referee.stack.match.Bots(); bots.Plays(1) || !bots.Plays(2) {
			t.Error("taken up again it has other bots")
		}
		again.untilLaid()
	})
}

// A hand's press is as honest as a button's: it has the time at which the hand moved, also where the
// loop reads late, and decides nothing by its arrival. While the box asks something the bots rest.
func TestABotIsNoFasterThanItsHand(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		start := games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3},
			Options: games.Agreed{}.With(games.Bots{2: games.Strong, 3: games.Weak}.Agreed()...)}
		if err := g.referee.Begin(start); err != nil {
			t.Fatal(err)
		}
		g.referee.elapse(g.now())
		g.press(previous) // the loop looks
		g.untilLaid()
		due, _ := g.referee.stack.botsDue()
		g.lag = time.Hour // nothing is read meanwhile
		g.wait(due - g.now() - 2*time.Millisecond)
		at := g.now()
		g.edge(1, true, at) // two milliseconds before the bot
		g.wait(3 * time.Second)
		g.lag = 0
		g.edge(1, false, g.now())
		g.wait(time.Second)
		if over := g.facts("race_over"); len(over) != 1 || !strings.Contains(over[0], `"fastest":1`) {
			t.Errorf("it was decided otherwise: %v", over)
		}
		if _, due := g.referee.stack.botsDue(); !due {
			t.Error("the bots have stopped")
		}
		g.referee.stack.ask(layers.Menu, layers.Subject{})
		if _, due := g.referee.stack.botsDue(); due {
			t.Error("bots play on behind a question")
		}
	})
}
