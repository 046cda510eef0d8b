package referee

import (
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

func TestKeypad(t *testing.T) {
	type told struct {
		At  time.Duration
		Key keys.Key
	}
	const ms = time.Millisecond
	down := func(at time.Duration, b hw.Button) hw.Edge { return hw.Edge{At: at, Button: b, Down: true} }
	up := func(at time.Duration, b hw.Button) hw.Edge { return hw.Edge{At: at, Button: b} }
	for _, c := range []struct {
		name  string
		edges []hw.Edge
		want  []told
	}{
		{
			"an arrow acts when it goes down",
			[]hw.Edge{down(100*ms, hw.KeyNext), up(200*ms, hw.KeyNext)},
			[]told{{100 * ms, keys.Next}},
		},
		{
			"held it repeats, faster and faster",
			[]hw.Edge{down(0, hw.KeyPrevious), up(800*ms, hw.KeyPrevious)},
			[]told{{0, keys.Previous}, {500 * ms, keys.Previous}, {620 * ms, keys.Previous}, {735 * ms, keys.Previous}},
		},
		{
			"OK acts when it is let go",
			[]hw.Edge{down(0, hw.KeyOK), up(599*ms, hw.KeyOK)},
			[]told{{599 * ms, keys.OK}},
		},
		{
			"held for long it is back, once, while it is still down",
			[]hw.Edge{down(0, hw.KeyOK), up(2000*ms, hw.KeyOK)},
			[]told{{600 * ms, keys.Back}},
		},
		{
			"a key of its own for back",
			[]hw.Edge{down(10*ms, hw.KeyBack), up(2000*ms, hw.KeyBack)},
			[]told{{10 * ms, keys.Back}},
		},
		{
			"another key while OK is held takes its place",
			[]hw.Edge{down(0, hw.KeyOK), down(100*ms, hw.KeyNext), up(150*ms, hw.KeyNext), up(200*ms, hw.KeyOK)},
			[]told{{100 * ms, keys.Next}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var k keypad
			var got []told
			elapse := func(until time.Duration) {
				for due, ok := k.deadline(); ok && due <= until; due, ok = k.deadline() {
					if key, acts := k.elapse(due); acts {
						got = append(got, told{due, key})
					}
				}
			}
			for _, e := range c.edges {
				elapse(e.At)
				if key, acts := k.edge(config.Judge{Long: 600 * ms}, e); acts {
					got = append(got, told{e.At, key})
				}
			}
			elapse(10 * time.Second)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
		})
	}
}

// OK or Back held for as long as the configuration says switches the machine off, once; not if edges
// of it were lost, if it is let go before, or if nothing is configured.
func TestTheSwitchOfTheMachine(t *testing.T) {
	const long = 5 * time.Second
	for _, c := range []struct {
		name     string
		key      hw.Button
		shutdown time.Duration
		before   func(*keypad)
		off      bool
	}{
		{"OK", hw.KeyOK, long, nil, true},
		{"back", hw.KeyBack, long, nil, true},
		{"an arrow", hw.KeyNext, long, nil, false},
		{"not configured", hw.KeyOK, 0, nil, false},
		{"its edges were lost", hw.KeyOK, long, func(k *keypad) { k.forget(hw.KeyOK) }, false},
		{"edges of another were lost", hw.KeyOK, long, func(k *keypad) { k.forget(hw.KeyBack) }, true},
		{"it was let go", hw.KeyBack, long, func(k *keypad) {
			k.edge(config.Judge{Long: time.Second, Shutdown: long}, hw.Edge{At: long - 1, Button: hw.KeyBack})
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var k keypad
			k.edge(config.Judge{Long: time.Second, Shutdown: c.shutdown}, hw.Edge{Button: c.key, Down: true})
			if due, ok := k.deadline(); c.key == hw.KeyOK && (!ok || due != time.Second) {
				t.Errorf("a long OK is due at %v: %t", due, ok)
			}
			k.elapse(time.Second)
			if c.before != nil {
				c.before(&k)
			}
			if due, ok := k.deadline(); c.off && (!ok || due != long) {
				t.Errorf("it is due at %v: %t", due, ok)
			}
			if k.off(long-1) || k.off(long) != c.off || k.off(2*long) {
				t.Errorf("off after %v: not %t, once", long, c.off)
			}
		})
	}
}

// While OK is held the arrows ask for something to be said, and OK does nothing when it is let go.
func TestOKAndAnArrowAskForSomethingToBeSaid(t *testing.T) {
	var k keypad
	c := config.Judge{Long: 600 * time.Millisecond, Shutdown: 5 * time.Second}
	for i, step := range []struct {
		button hw.Button
		down   bool
		want   shown.Command
	}{
		{hw.KeyNext, true, 0}, {hw.KeyNext, false, 0}, // alone it is an arrow
		{hw.KeyOK, true, 0}, {hw.KeyNext, true, shown.WhatNow}, {hw.KeyNext, false, 0}, {hw.KeyNext, true, shown.WhoLeads},
		{hw.KeyPrevious, true, shown.SayAgain}, {hw.KeyNext, true, shown.WhatNow}, {hw.KeyOK, false, 0},
		{hw.KeyNext, true, 0},
	} {
		e := hw.Edge{At: time.Duration(i) * 100 * time.Millisecond, Button: step.button, Down: step.down}
		got := k.command(e)
		if got != step.want {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
		if got != 0 {
			continue
		}
		if key, ok := k.edge(c, e); ok && key == keys.OK {
			t.Errorf("step %d: OK answers", i)
		}
	}
	if k.off(10 * time.Second) {
		t.Error("it is switched off")
	}
}
