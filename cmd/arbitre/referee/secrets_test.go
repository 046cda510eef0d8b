package referee

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// looks makes a player hold his button, which alone shows him his token.
func (g *rig) looks(seat hw.Button) {
	g.t.Helper()
	g.shows("peek", "peek")
	g.edge(seat, true, g.now())
	g.wait(time.Second)
	if !g.says("your_token") {
		g.t.Fatalf("%d holds the button and sees no token", seat)
	}
}

// The daemon ends while a player holds his button to look at his token. Whether he has released it
// when the next daemon begins or not, nothing is shown before a button goes down, and the game goes
// on.
func TestWhatIsShownWhileAButtonIsHeldIsHiddenAfterARestart(t *testing.T) {
	for _, marked := range []bool{true, false} { // the daemon restarts, or the machine
		for held := range hw.Button(3) {
			for _, still := range []bool{false, true} {
				t.Run(fmt.Sprintf("marked=%v/seat %d/still there=%v", marked, held+1, still), func(t *testing.T) {
					restartWhileLooking(t, marked, held+1, still)
				})
			}
		}
	}
}

func restartWhileLooking(t *testing.T, marked bool, held hw.Button, still bool) {
	folder, runtime := t.TempDir(), ""
	if marked {
		runtime = t.TempDir()
	}
	shelve := func(s *setup) { s.Folder = newFolder(folder, runtime, s.Log, s.Health) }
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, shelve)
		g.pick(games.Word("mastermind"))
		g.press(1, 2, 3, ok)
		g.press(ok, ok, ok, ok) // the house deals, calls in turn, rounds, begin
		for seat := range held {
			g.looks(seat + 1)
			if seat+1 < held {
				g.edge(seat+1, false, g.now())
				g.wait(time.Second)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, shelve, func(s *setup) {
			if still {
				s.Down = func() ([]hw.Button, error) { return []hw.Button{held}, nil }
			}
		})
		if !marked {
			g.press(ok) // resume
		}
		g.wait(time.Second)
		if still {
			g.edge(held, false, g.now())
			g.wait(time.Second)
		}
		for _, f := range g.frames {
			if v := f.Scene.View; v.Headline.Word == "your_token" {
				t.Fatalf("nobody has pressed, and the display shows %+v", v)
			}
		}
		for range 4 { // whoever has not seen his token yet
			if v := g.view(); v.Headline.Word == "peek" {
				next := hw.Button(v.Headline.Seat)
				g.looks(next)
				g.edge(next, false, g.now())
				g.wait(time.Second)
			}
		}
		g.shows("turn", "guess")
		path := g.referee.stack.match.Recorded().Journal
		g.stop()
		text, err := os.ReadFile(path)
		if want := fmt.Sprintf(`"release":%d}`, held); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("the journal lacks %s (%v):\n%s", want, err, text)
		}
	})
}
