package hw_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/hw"
	"arbitre/hw/sim"

	gocmp "github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
)

// A change of a lamp, by the time since the test began.
type change struct {
	At   time.Duration
	Lamp hw.Button
	Lit  bool
}

// newLamps returns lamps 1 and 2, and the changes of their light.
func newLamps(t *testing.T) (*hw.Lamps, *[]change) {
	began := time.Now()
	var changes []change
	lamp := func(b hw.Button) func() (hw.Output, error) {
		return opens[hw.Output](sim.NewLamp(func(lit bool) {
			changes = append(changes,
				change{time.Since(began), b, lit})
		}))
	}
	return hw.NewLamps(map[hw.Button]func() (hw.Output, error){1: lamp(1), 2: lamp(2)},
		func(_ hw.Button, err error) { t.Error(err) }), &changes
}

// opens returns a function that opens a pin which is always there.
func opens[P any](pin P) func() (P, error) { return func() (P, error) { return pin, nil } }

func TestLampsBlinkInPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, changes := newLamps(t)
		l.Set(1, hw.Blinking)
		time.Sleep(50 * ms)
		l.Set(2, hw.Blinking)
		time.Sleep(300 * ms)
		l.Set(1, hw.Lit)
		time.Sleep(100 * ms)
		l.Set(2, hw.Dark)
		l.Set(1, hw.Lit)
		time.Sleep(time.Hour)
		l.Close()
		want := []change{
			{0, 1, true}, {50 * ms, 2, true},
			{125 * ms, 1, false}, {125 * ms, 2, false},
			{250 * ms, 1, true}, {250 * ms, 2, true},
			{375 * ms, 2, false}, // 1 is lit for good
			{450*ms + time.Hour, 1, false},
		}
		byLamp := gocmp.Transformer("sets", func(c []change) map[change]bool {
			set := map[change]bool{}
			for _, c := range c {
				set[c] = true
			}
			return set
		})
		if diff := gocmp.Diff(want, *changes, byLamp); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A breathing lamp is lit for a short while now and then, in step with those that blink.
func TestLampsBreathe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, changes := newLamps(t)
		l.Set(1, hw.Breathing)
		time.Sleep(2100 * ms)
		l.Close()
		want := []change{{0, 1, true}, {375 * ms, 1, false}, {2000 * ms, 1, true}, {2100 * ms, 1, false}}
		if diff := gocmp.Diff(want, *changes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// pass lets time pass, and everything come to rest.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// A socket is where a lamp is plugged in: while it is broken, its pin can't be opened and fails.
type socket struct {
	lamp   *sim.Lamp
	broken atomic.Bool
	open   atomic.Int32 // pins that were opened and not closed
	times  atomic.Int32 // that a pin was opened
}

func (s *socket) plug() (hw.Output, error) {
	if s.broken.Load() {
		return nil, errPulled
	}
	s.open.Add(1)
	s.times.Add(1)
	return &plug{socket: s}, nil
}

type plug struct {
	socket *socket
	failed bool // for good, until it is opened anew
}

func (p *plug) Out(level gpio.Level) error {
	p.failed = p.failed || p.socket.broken.Load()
	if p.failed {
		return errPulled
	}
	return p.socket.lamp.Out(level)
}

func (p *plug) Close() error {
	p.socket.open.Add(-1)
	return nil
}

var errPulled = errors.New("pulled out")

func TestALampThatFailsIsToldOnceAndShowsWhatItShouldWhenItIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		type news struct {
			At   time.Duration
			Lamp hw.Button
			Says string
		}
		var told []news
		bad, good := &socket{lamp: sim.NewLamp(nil)}, &socket{lamp: sim.NewLamp(nil)}
		bad.broken.Store(true)
		l := hw.NewLamps(map[hw.Button]func() (hw.Output, error){1: bad.plug, 2: good.plug},
			func(b hw.Button, err error) {
				told = append(told, news{time.Since(began), b, fmt.Sprint(err)})
			})
		l.Set(1, hw.Blinking)
		l.Set(2, hw.Lit)
		l.Set(3, hw.Lit)      // no such lamp
		pass(5 * time.Second) // it is tried after 1, 3 and 7 seconds
		l.Set(1, hw.Lit)
		bad.broken.Store(false)
		if bad.lamp.Lit() || !good.lamp.Lit() {
			t.Error("one lamp has to do with the other")
		}
		pass(3 * time.Second)
		if !bad.lamp.Lit() {
			t.Error("it is back, but dark")
		}
		bad.broken.Store(true)
		pass(time.Hour) // it is not asked for anything
		l.Set(1, hw.Dark)
		bad.broken.Store(false)
		pass(time.Minute)
		want := []news{
			{0, 1, "pulled out"}, {7 * time.Second, 1, "<nil>"},
			{time.Hour + 8*time.Second, 1, "pulled out"}, {time.Hour + 9*time.Second, 1, "<nil>"},
		}
		if diff := gocmp.Diff(want, told); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		l.Close()
		if good.lamp.Lit() || bad.lamp.Lit() {
			t.Error("a lamp is still lit")
		}
		if good.open.Load() != 0 || bad.open.Load() != 0 {
			t.Errorf("%d and %d pins are still open", good.open.Load(), bad.open.Load())
		}
		if good.times.Load() != 1 {
			t.Errorf("a pin that works was opened %d times", good.times.Load())
		}
	})
}

func TestALampThatFailsIsLeftAloneAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &socket{lamp: sim.NewLamp(nil)}
		s.broken.Store(true)
		l := hw.NewLamps(map[hw.Button]func() (hw.Output, error){1: s.plug}, func(hw.Button, error) {})
		l.Set(1, hw.Lit)
		l.Close()
		s.broken.Store(false)
		l.Set(1, hw.Lit)
		pass(time.Hour)
		l.Close()
		if s.open.Load() != 0 || s.lamp.Lit() {
			t.Errorf("%d pins were opened, lit: %v", s.open.Load(), s.lamp.Lit())
		}
	})
}
