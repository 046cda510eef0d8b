package hw_test

import (
	"testing"
	"time"

	"arbitre/hw"
)

func TestTheMeterTellsHowContactsBounce(t *testing.T) {
	for _, tt := range []struct {
		name             string
		edges            []hw.Edge
		closing, opening time.Duration
	}{
		{"clean", contacts(1, 100*ms, 200*ms), 0, 0},
		{"it bounces when pressed and when let go", contacts(1, 100*ms, 101*ms, 102*ms, 300*ms, 302*ms, 305*ms), 2 * ms,
			5 * ms},
		{"a tap: nobody can tell its bounces apart", contacts(1, 100*ms, 101*ms, 102*ms, 110*ms), 0, 0},
		{"interference before it is none of its bounce", contacts(1, 50*ms, 50*ms+100*us, 100*ms, 200*ms), 0, 0},
		{"another button", contacts(2, 100*ms, 101*ms, 102*ms, 300*ms), 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := hw.NewMeter(hw.DefaultDebounce())
			for _, e := range tt.edges {
				m.Take(hw.Event{Edge: e})
			}
			m.Take(hw.Event{Edge: hw.Edge{At: 310 * ms, Button: 1, Down: true}, Resynced: true}) // no edge
			if got := m.Released(1); got != (hw.Bounced{Closing: tt.closing, Opening: tt.opening}) {
				t.Errorf("%+v", got)
			}
			if got := m.Released(1); got != (hw.Bounced{}) {
				t.Errorf("the same press again: %+v", got)
			}
		})
	}
}

// A line that moves without a press is counted once, and a press is not counted.
func TestTheMeterCountsStrays(t *testing.T) {
	c := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), func(hw.Button, error) {})
	m := hw.NewMeter(hw.DefaultDebounce())
	c.Measure(m)
	for _, e := range append(contacts(1, 100*ms, 100*ms+50*us), contacts(2, 200*ms, 300*ms)...) {
		c.Take(hw.Event{Edge: e})
	}
	pressed := func(b hw.Button) bool { return b == 2 }
	if early := m.Strays(120*ms, pressed); len(early) > 0 {
		t.Errorf("before it is quiet: %v", early)
	}
	if got := m.Strays(400*ms, pressed); len(got) != 1 || got[1] != 2 {
		t.Errorf("%v", got)
	}
	if m.Released(2); len(m.Strays(400*ms, func(hw.Button) bool { return false })) > 0 {
		t.Error("a press, or what was counted, counts again")
	}
	c.Measure(nil)
	c.Take(hw.Event{Edge: hw.Edge{At: 500 * ms, Button: 1, Down: true}})
	if got := m.Strays(time.Second, pressed); len(got) > 0 {
		t.Errorf("nobody measures, but %v", got)
	}
}
