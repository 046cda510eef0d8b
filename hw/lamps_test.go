package hw_test

import (
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

// newLamps are lamps 1 and 2, and what they do.
func newLamps(t *testing.T) (*hw.Lamps, *[]change) {
	began := time.Now()
	var changes []change
	lamp := func(b hw.Button) hw.Output {
		return sim.NewLamp(func(lit bool) { changes = append(changes, change{time.Since(began), b, lit}) })
	}
	return hw.NewLamps(map[hw.Button]hw.Output{1: lamp(1), 2: lamp(2)}, func(err error) { t.Error(err) }), &changes
}

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

func TestATimerRunsOnlyWhileALampBlinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, changes := newLamps(t)
		for _, step := range []struct {
			lamp  hw.Button
			light hw.Light
			timer bool
		}{
			{1, hw.Lit, false}, {1, hw.Blinking, true}, {2, hw.Blinking, true}, {1, hw.Dark, true}, {2, hw.Lit, false},
			{2, hw.Blinking, true}, {2, hw.Dark, false},
		} {
			l.Set(step.lamp, step.light)
			if got := l.TimerRuns(); got != step.timer {
				t.Errorf("lamp %d set to %d: timer runs: %v, want %v", step.lamp, step.light, got, step.timer)
			}
			time.Sleep(200 * ms)
		}
		n := len(*changes)
		time.Sleep(time.Hour)
		if len(*changes) != n {
			t.Errorf("changes while nothing blinks: %v", (*changes)[n:])
		}
	})
}

func TestALampThatFailsIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var errs []error
		good := sim.NewLamp(nil)
		// periph's pin that fails whatever is asked of it.
		l := hw.NewLamps(map[hw.Button]hw.Output{1: gpio.INVALID, 2: good}, func(err error) { errs = append(errs, err) })
		l.Set(1, hw.Blinking)
		l.Set(2, hw.Lit)
		l.Set(3, hw.Lit) // no such lamp
		time.Sleep(10 * time.Second)
		if len(errs) != 1 || errs[0].Error() != "lamp of button 1: gpio: invalid pin" {
			t.Errorf("told: %v", errs)
		}
		if !good.Lit() {
			t.Error("the other lamp is dark")
		}
		l.Close()
		if good.Lit() {
			t.Error("a lamp is still lit")
		}
	})
}
