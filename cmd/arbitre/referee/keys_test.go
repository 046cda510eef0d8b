package referee

import (
	"strings"
	"testing"
	"time"

	"arbitre/hw"
)

// The commonest acts of an evening take no more presses than they must for somebody who knows the
// box, with the judge's keys or players' buttons that answer. Package display counts the average
// presses for words, codes and hands.
func TestKeysOfTheCommonestActs(t *testing.T) {
	hand := func(keys ...hw.Button) []hw.Button { return keys }
	for _, act := range []struct {
		name string
		play func(*rig)
		keys []hw.Button
		want string // how the journal ends
	}{
		{"a mosquito", (*rig).turn, hand(ok, ok), `"answer":"play","value":"mosquito"}`},
		{"accused and guilty", (*rig).call, hand(ok, ok), `"answer":"verdict","seat":2,"value":"guilty"}`},
		{"accused by his own button and innocent", (*rig).call, hand(3, next, ok),
			`"answer":"verdict","seat":3,"value":"innocent"}`},
		{"accused in a burst and guilty", (*rig).callInABurst, hand(3, ok),
			`"answer":"verdict","seat":3,"value":"guilty"}`},
		{"a slap, though somebody is accused", (*rig).callInABurst, hand(3, previous, ok, ok, ok),
			`"value":"mosquito"}`},
		{"a spider", (*rig).turn, hand(ok, previous, previous, ok, 3), `"answer":"spider_to","value":3}`},
		{"an ant", (*rig).turn, hand(ok, previous, ok), `"answer":"play","value":"ant"}`},
		{"an empty hand of the seat in turn", (*rig).turn, hand(ok, next, next, ok, ok),
			`"answer":"play","seat":1,"value":"out"}`},
		{"an empty hand of another seat", (*rig).turn, hand(ok, next, next, ok, 3),
			`"answer":"play","seat":3,"value":"out"}`},
		{"the fastest at a cockroach has no card", (*rig).cockroach, hand(ok, previous, ok),
			`"answer":"has_none","seat":3,"value":"none"}`},
		{"a hand: four numbers, two actions, a Mito", (*rig).out, hand(next, ok, ok, ok),
			`"answer":"hand","seat":2,"value":{"numbers":4,"actions":2,"mitos":1}}`},
	} {
		t.Run(act.name, func(t *testing.T) {
			atTable(t, func(t *testing.T, g *rig) {
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
				if len(act.keys) > 5 {
					t.Errorf("%d keys, want 5 at most", len(act.keys))
				}
			})
		})
	}
}

func (g *rig) turn() {}

// cockroach makes seat 3 the fastest at a cockroach.
func (g *rig) cockroach() {
	g.press(ok, next, ok)
	g.press(3)
	g.wait(time.Second)
	g.shows("fastest", "has_none")
}

// call makes the guardian call a player whose turn it is.
func (g *rig) call() {
	g.press(1)
	g.wait(time.Second)
	g.press(1)
	g.shows("call", "accused")
}

// callInABurst makes a call that may have been a slap: another seat presses at the same time.
func (g *rig) callInABurst() {
	g.call()
	g.press(3)
}

// out makes seat 1 go out.
func (g *rig) out() {
	g.press(ok, next, next, ok, ok)
	g.shows("count", "hand")
}

func TestKeysOfALobby(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.press(ok) // mito
		g.press(1, 2, 3)
		g.press(ok, ok) // ready, as many rounds as seats
		g.shows("agreeing", "first")
		g.press(3) // too soon to have read the question
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

// A button that answers a question is no press of the game, neither on its display nor in its
// journal. A button that only moves the cursor to a seat is.
func TestAButtonThatAnswersIsNoPress(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
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

// A key with a lost edge is neither OK nor Back: nobody knows for how long it was held.
func TestAKeyWhoseReleaseWasLostMeansNothing(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.wait(time.Second)
		pressed := g.now()
		g.edge(ok, true, pressed)
		g.wait(100 * time.Millisecond)
		g.events <- hw.Event{Edge: hw.Edge{At: pressed + 20*time.Millisecond}, Lost: 1, Until: g.now()}
		g.events <- hw.Event{Edge: hw.Edge{At: g.now(), Button: ok}, Resynced: true}
		g.wait(time.Second)
		g.press(ok) // the first of two presses that declare a mosquito
		g.shows("turn", "play")
	})
}
