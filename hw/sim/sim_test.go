package sim_test

import (
	"testing"
	"time"

	"arbitre/hw"
	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

func TestButtonsTellTheirEdges(t *testing.T) {
	b := sim.NewButtons()
	b.Set(1, 3, true)
	b.Set(2, 3, true) // is down already
	b.Set(3, hw.KeyOK, true)
	b.Set(4, 3, false)
	b.Set(5, 2, false) // was never down
	if down, err := b.Down(); err != nil || !cmp.Equal(down, []hw.Button{hw.KeyOK}) {
		t.Errorf("down: %v, %v", down, err)
	}
	want := []hw.Event{
		{Edge: hw.Edge{At: 1, Button: 3, Down: true}},
		{Edge: hw.Edge{At: 3, Button: hw.KeyOK, Down: true}},
		{Edge: hw.Edge{At: 4, Button: 3}},
	}
	if diff := cmp.Diff(want, drain(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A button that is held while it is wired anew is let go as what it is then.
func TestButtonsAreWiredAnew(t *testing.T) {
	b := sim.NewButtons()
	b.Set(1, 3, true)
	b.Rewire(map[hw.Button]hw.Button{3: 1, 2: 0})
	if down, _ := b.Down(); !cmp.Equal(down, []hw.Button{1}) {
		t.Errorf("down: %v", down)
	}
	b.Set(2, 3, false)
	b.Set(3, 2, true) // it is not read
	if down, _ := b.Down(); down != nil {
		t.Errorf("down: %v", down)
	}
	want := []hw.Event{{Edge: hw.Edge{At: 1, Button: 3, Down: true}}, {Edge: hw.Edge{At: 2, Button: 1}}}
	if diff := cmp.Diff(want, drain(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAButtonWhoseEdgesNobodyTakesCanNotBeMoved(t *testing.T) {
	b := sim.NewButtons()
	for i := range 1000 {
		b.Set(time.Duration(i), 1, i%2 == 0)
	}
	taken := drain(b)
	if down, _ := b.Down(); len(taken) == 0 || taken[len(taken)-1].Down != (len(down) > 0) {
		t.Errorf("after %d edges down are %v", len(taken), down)
	}
}

func drain(b *sim.Buttons) (events []hw.Event) {
	for {
		select {
		case e := <-b.Events():
			events = append(events, e)
		default:
			return events
		}
	}
}

func TestShorterPulsesAreSofter(t *testing.T) {
	b := sim.NewBuzzer(nil)
	last := 1.01
	for _, duty := range []gpio.Duty{gpio.DutyHalf, gpio.DutyHalf / 3, gpio.DutyHalf / 10} {
		if err := b.PWM(duty, 440*physic.Hertz); err != nil {
			t.Fatal(err)
		}
		if is := b.Loudness(); is >= last || is <= 0 {
			t.Errorf("%v of the duty sounds at %.2f after %.2f", duty, is, last)
		}
		last = b.Loudness()
	}
	if b.Out(gpio.Low); b.Loudness() != 0 {
		t.Errorf("silence is %.2f loud", b.Loudness())
	}
}
