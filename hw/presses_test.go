package hw_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/hw"

	gocmp "github.com/google/go-cmp/cmp"
)

// watched has presses see edges as they come, 1 of which is on a line, and returns what they tell
// until a time.
func watched(t *testing.T, until time.Duration, edges ...hw.Edge) (p *hw.Presses, told []hw.Press) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		clock := func() time.Duration { return time.Since(began) }
		source := func(b hw.Button) hw.Source { return hw.Source{Place: b.String()} }
		lines, keys := make(chan hw.Event), make(chan hw.Event)
		p = hw.NewPresses(hw.DefaultDebounce(), clock, source)
		p.Lines, p.Keys = lines, keys
		go func() {
			for _, e := range edges {
				time.Sleep(e.At - clock())
				if e.Button == 1 {
					lines <- hw.Event{Edge: e}
				} else {
					keys <- hw.Event{Edge: e}
				}
			}
			lines <- hw.Event{Lost: 3}
		}()
		for press, ok := p.Next(t.Context(), until); ok; press, ok = p.Next(t.Context(), until) {
			told = append(told, press)
		}
		if now := clock(); now != until {
			t.Errorf("it gave up after %v, not %v", now, until)
		}
	})
	return p, told
}

func TestAPressIsToldWithItsBounce(t *testing.T) {
	press := func(b hw.Button, at time.Duration) hw.Press {
		return hw.Press{Button: b, Source: hw.Source{Place: b.String()}, At: at, Down: true}
	}
	ended := func(p hw.Press, held, closing, opening time.Duration) hw.Press {
		p.Down, p.Held, p.Closing, p.Opening = false, held, closing, opening
		return p
	}
	one, two := press(1, 100*ms), press(2, 400*ms)
	for _, tt := range []struct {
		name  string
		edges []hw.Edge
		want  []hw.Press
	}{
		{"clean", contacts(1, 100*ms, 200*ms), []hw.Press{one, ended(one, 100*ms, 0, 0)}},
		{"it bounces when pressed and when let go", contacts(1, 100*ms, 101*ms, 102*ms, 300*ms, 302*ms, 305*ms),
			[]hw.Press{one, ended(one, 205*ms, 2*ms, 5*ms)}},
		{"a tap: nobody can tell its bounces apart", contacts(1, 100*ms, 101*ms, 102*ms, 110*ms),
			[]hw.Press{one, ended(one, 10*ms, 0, 0)}},
		{"interference before it is none of its bounce", contacts(1, 50*ms, 50*ms+100*us, 100*ms, 200*ms),
			[]hw.Press{one, ended(one, 100*ms, 0, 0)}},
		{"a line, and a key that is still held", append(contacts(1, 100*ms, 200*ms), contacts(2, 400*ms)...),
			[]hw.Press{one, ended(one, 100*ms, 0, 0), two}},
		{"interference", contacts(1, 100*ms, 100*ms+500*us), nil},
		{"held since before", []hw.Edge{{At: 100 * ms, Button: 1}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, told := watched(t, time.Second, tt.edges...)
			if diff := gocmp.Diff(tt.want, told); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if n := p.Moved(1) + p.Moved(2); n != len(tt.edges) || p.Lost() != 3 || p.Fault(1) != nil {
				t.Errorf("%d edges, %d lost, %v", n, p.Lost(), p.Fault(1))
			}
		})
	}
}

func TestAButtonThatHumsPressesNothingMore(t *testing.T) {
	p, told := watched(t, 10*time.Second, pulses(1, time.Second, 20*ms, 3*ms, 300)...)
	if !errors.Is(p.Fault(1), hw.Floating) || p.Moved(1) != 600 {
		t.Errorf("%v after %d edges", p.Fault(1), p.Moved(1))
	}
	if last := told[len(told)-1]; last.Down || last.At > 4*time.Second {
		t.Errorf("it ends with %+v", last)
	}
}

func TestWhoWaitsForAPressMayGiveUp(t *testing.T) {
	p := hw.NewPresses(hw.DefaultDebounce(), hw.Clock{}.Now, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if press, ok := p.Next(ctx, hw.Clock{}.Now()+time.Hour); ok {
		t.Errorf("told %+v", press)
	}
}
