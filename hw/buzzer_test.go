package hw_test

import (
	"testing"
	"testing/synctest"
	"time"

	"arbitre/hw"
	"arbitre/hw/sim"

	gocmp "github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// A tone that begins, by the time since the test began; 0 Hz is silence.
type tone struct {
	At    time.Duration
	Hertz int
}

// newSpeaker is a buzzer's pin, and what was heard.
func newSpeaker() (*sim.Buzzer, *[]tone) {
	began := time.Now()
	var heard []tone
	return sim.NewBuzzer(func(f physic.Frequency) {
		heard = append(heard, tone{time.Since(began), int(f / physic.Hertz)})
	}), &heard
}

func TestAPassiveBuzzerPlaysATune(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin, heard := newSpeaker()
		b := hw.NewPassiveBuzzer(pin, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, 100 * ms}, {880, 50 * ms}, {0, 20 * ms}, {880, 30 * ms}})
		time.Sleep(time.Second)
		b.Close()
		want := []tone{{0, 440}, {100 * ms, 880}, {150 * ms, 0}, {170 * ms, 880}, {200 * ms, 0}}
		if diff := gocmp.Diff(want, *heard); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestAnActiveBuzzerPlaysTheRhythm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin, heard := newSpeaker()
		b := hw.NewActiveBuzzer(pin, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, 100 * ms}, {880, 40 * ms}, {0, 60 * ms}, {440, 100 * ms}})
		time.Sleep(time.Second)
		b.Close()
		own := int(sim.OwnPitch / physic.Hertz)
		want := []tone{{0, own}, {80 * ms, 0}, {100 * ms, own}, {130 * ms, 0}, {200 * ms, own}, {280 * ms, 0}}
		if diff := gocmp.Diff(want, *heard); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestANewerTuneReplacesTheOneThatPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin, heard := newSpeaker()
		b := hw.NewPassiveBuzzer(pin, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, time.Second}, {880, time.Second}})
		time.Sleep(300 * ms)
		b.Play([]hw.Note{{660, 100 * ms}})
		time.Sleep(time.Second)
		b.Play([]hw.Note{{550, time.Second}})
		time.Sleep(100 * ms)
		b.Play(nil)
		time.Sleep(time.Second)
		b.Close()
		b.Play([]hw.Note{{440, time.Second}})
		b.Close()
		want := []tone{{0, 440}, {300 * ms, 660}, {400 * ms, 0}, {1300 * ms, 550}, {1400 * ms, 0}}
		if diff := gocmp.Diff(want, *heard); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestASlowPinDoesNotDragTheTune(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var last time.Duration
		pin := sim.NewBuzzer(func(physic.Frequency) {
			last = time.Since(began)
			time.Sleep(7 * ms)
		})
		b := hw.NewPassiveBuzzer(pin, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, 100 * ms}, {880, 100 * ms}, {440, 100 * ms}})
		time.Sleep(time.Second)
		b.Close()
		if last != 300*ms {
			t.Errorf("the tune ended after %v, want 300ms", last)
		}
	})
}

func TestCloseSilencesTheBuzzer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin, heard := newSpeaker()
		b := hw.NewPassiveBuzzer(pin, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, time.Hour}})
		time.Sleep(time.Second)
		b.Close()
		if pin.Tone() != 0 {
			t.Errorf("heard: %v", *heard)
		}
	})
}

func TestABuzzerThatFailsIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var errs []error
		b := hw.NewPassiveBuzzer(gpio.INVALID, func(err error) { errs = append(errs, err) })
		b.Play([]hw.Note{{440, ms}, {880, ms}})
		time.Sleep(time.Second)
		b.Close()
		if len(errs) != 1 || errs[0].Error() != "buzzer: gpio: invalid pin" {
			t.Errorf("told: %v", errs)
		}
	})
}
