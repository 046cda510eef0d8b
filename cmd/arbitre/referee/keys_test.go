package referee

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/hw"
)

// The commonest acts of an evening with the judge's keys, in the fewest presses of somebody who
// knows the box; a player's button that answers in place of a key is one of them. How many words,
// codes and hands take on average is counted in package display.
func TestKeysOfTheCommonestActs(t *testing.T) {
	hand := func(keys ...hw.Button) []hw.Button { return keys }
	for _, act := range []struct {
		name string
		was  int // how many it took when they were first counted
		play func(*rig)
		keys []hw.Button
		want string // the end of the journal
	}{
		{"a mosquito", 2, (*rig).turn, hand(ok, ok), `"answer":"play","value":"mosquito"}`},
		{"accused and guilty", 2, (*rig).call, hand(ok, ok), `"answer":"verdict","seat":2,"value":"guilty"}`},
		{"accused by his own button and innocent", 3, (*rig).call, hand(3, next, ok),
			`"answer":"verdict","seat":3,"value":"innocent"}`},
		{"accused in a burst and guilty", 3, (*rig).callInABurst, hand(3, ok),
			`"answer":"verdict","seat":3,"value":"guilty"}`},
		{"a slap, though somebody is accused", 5, (*rig).callInABurst, hand(3, previous, ok, ok, ok),
			`"value":"mosquito"}`},
		{"a spider", 5, (*rig).turn, hand(ok, previous, previous, ok, 3), `"answer":"spider_to","value":3}`},
		{"an ant", 4, (*rig).turn, hand(ok, previous, ok), `"answer":"play","value":"ant"}`},
		{"an empty hand of the seat in turn", 4, (*rig).turn, hand(ok, next, next, ok, ok),
			`"answer":"play","seat":1,"value":"out"}`},
		{"an empty hand of another seat", 6, (*rig).turn, hand(ok, next, next, ok, 3),
			`"answer":"play","seat":3,"value":"out"}`},
		{"a hand: four numbers, two actions, a Mito", 10, (*rig).out, hand(next, ok, ok, ok),
			`"answer":"hand","seat":2,"value":{"numbers":4,"actions":2,"mitos":1}}`},
	} {
		t.Run(act.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir())
				g.begin()
				g.wait(3 * time.Second)
				act.play(g)
				for _, k := range act.keys {
					g.wait(time.Second) // the judge reads
					g.press(k)
				}
				g.stop()
				lines := g.lines()
				last := lines[len(lines)-1]
				for strings.Contains(last, `"release"`) {
					lines = lines[:len(lines)-1]
					last = lines[len(lines)-1]
				}
				if !strings.HasSuffix(last, act.want) {
					t.Errorf("the journal ends %s, want %s", last, act.want)
				}
				if len(act.keys) > max(act.was, 5) {
					t.Errorf("%d keys, once they were %d", len(act.keys), act.was)
				}
			})
		})
	}
}

func (g *rig) turn() {}

// call is that of the guardian, when it is the turn of another.
func (g *rig) call() {
	g.press(1)
	g.wait(time.Second)
	g.press(1)
	g.shows("call", "accused")
}

// callInABurst is one that may have been a slap, for another seat pressed with it.
func (g *rig) callInABurst() {
	g.call()
	g.press(3)
}

// out has seat 1 go out.
func (g *rig) out() {
	g.press(ok, next, next, ok, ok)
	g.shows("count", "hand")
}

func TestKeysOfALobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.press(ok) // mito
		g.press(1, 2, 3)
		g.press(ok, ok) // ready, as many rounds as seats
		g.shows("agreeing", "first")
		g.press(3) // too soon to have read that it is asked
		g.shows("agreeing", "first")
		g.wait(time.Second)
		g.press(2) // is the guardian
		g.shows("agreed", "begin")
		g.wait(time.Second)
		g.press(ok)
		g.shows("turn", "play")
		g.isAbout(2)
		g.stop()
		if got := g.lines(); len(got) > 1 && strings.Contains(got[1], `"press":2`) {
			t.Errorf("the answer of the lobby is in the journal: %s", got[1])
		}
	})
}

// A button that answers is no press of the game, neither on its display nor in its journal; one
// that only goes to a seat is.
func TestAButtonThatAnswersIsNoPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(3 * time.Second)
		g.press(ok, previous, previous, ok)
		g.shows("spider", "spider_to")
		g.wait(time.Second)
		g.press(1) // gives it
		g.shows("spider", "spider_to")
		g.press(2) // takes it
		g.shows("turn", "play")
		g.stop()
		var pressed []string
		for _, line := range g.lines() {
			if strings.Contains(line, `"press"`) {
				pressed = append(pressed, line)
			}
		}
		if len(pressed) != 1 || !strings.HasSuffix(pressed[0], `"press":1}`) {
			t.Errorf("presses in the journal: %v, want that of seat 1", pressed)
		}
		if got := g.facts("owe"); len(got) != 1 || !strings.Contains(got[0], `"to":2`) {
			t.Errorf("the journal tells %v", got)
		}
	})
}

// A key of which an edge was lost means nothing, for nobody knows for how long it was held: no OK,
// and no Back.
func TestAKeyWhoseReleaseWasLostMeansNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(time.Second)
		pressed := g.now()
		g.edge(ok, true, pressed)
		g.wait(100 * time.Millisecond)
		g.events <- hw.Event{Edge: hw.Edge{At: pressed + 20*time.Millisecond}, Lost: 1, Until: g.now()}
		g.events <- hw.Event{Edge: hw.Edge{At: g.now(), Button: ok}, Anew: true}
		g.wait(time.Second)
		g.press(ok) // the first of two that a mosquito takes
		g.shows("turn", "play")
	})
}
