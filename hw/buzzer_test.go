package hw_test

import (
	"fmt"
	"sync/atomic"
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

// newSpeaker returns a buzzer's pin that records what is heard.
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
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), false, func(err error) { t.Error(err) })
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
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), true, func(err error) { t.Error(err) })
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
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), false, func(err error) { t.Error(err) })
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
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), false, func(err error) { t.Error(err) })
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
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), false, func(err error) { t.Error(err) })
		b.Play([]hw.Note{{440, time.Hour}})
		time.Sleep(time.Second)
		b.Close()
		if pin.Tone() != 0 {
			t.Errorf("heard: %v", *heard)
		}
	})
}

// A flaky buzzer can't be opened and fails while broken is set.
type flaky struct {
	*sim.Buzzer
	broken atomic.Bool
	open   atomic.Int32  // times that it was opened and not closed
	takes  time.Duration // to be opened
}

func (f *flaky) plug() (hw.ToneOutput, error) {
	time.Sleep(f.takes)
	if f.broken.Load() {
		return nil, errPulled
	}
	f.open.Add(1)
	return f, nil
}

func (f *flaky) Out(level gpio.Level) error {
	if f.broken.Load() {
		return errPulled
	}
	return f.Buzzer.Out(level)
}

func (f *flaky) PWM(duty gpio.Duty, freq physic.Frequency) error {
	if f.broken.Load() {
		return errPulled
	}
	return f.Buzzer.PWM(duty, freq)
}

func (f *flaky) Close() error {
	f.open.Add(-1)
	return nil
}

func TestABuzzerThatIsGoneDropsTunesUntilItIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		pin, heard := newSpeaker()
		f := &flaky{Buzzer: pin}
		f.broken.Store(true)
		var told []string
		b := hw.NewBuzzer(f.plug, false,
			func(err error) { told = append(told, fmt.Sprint(time.Since(began), " ", err)) })
		a := []hw.Note{{440, 100 * ms}}
		b.Play(a)
		pass(2 * time.Second) // tried at 0, 1 and 3 seconds
		b.Play(a)
		f.broken.Store(false)
		pass(2 * time.Second) // back at 3, silent
		b.Play(a)             // at 4, heard
		pass(2 * time.Second)
		b.Play([]hw.Note{{440, 100 * ms}, {880, 100 * ms}, {550, time.Hour}}) // at 6, lost in its second note
		pass(50 * ms)
		f.broken.Store(true)
		pass(time.Hour)
		b.Play(a)
		pass(time.Second)
		f.broken.Store(false)
		pass(time.Minute)
		b.Close()
		want := []tone{{4 * time.Second, 440}, {4100 * ms, 0}, {6 * time.Second, 440}}
		known := min(len(want), len(*heard))
		if diff := gocmp.Diff(want, (*heard)[:known]); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if rest := (*heard)[known:]; len(rest) != 1 || rest[0].Hertz != 0 {
			t.Errorf("later: %v, want only that it is silent again", rest)
		}
		if len(told) != 4 || told[0] != "0s pulled out" || told[1] != "3s <nil>" ||
			told[2] != "6.1s pulled out" {
			t.Errorf("told: %q", told)
		}
		if n := f.open.Load(); n != 0 {
			t.Errorf("opened %d times more than closed", n)
		}
	})
}

func TestATuneThatWouldComeLateIsNotPlayed(t *testing.T) {
	for takes, tones := range map[time.Duration]int{200 * ms: 2, 200*ms + 1: 0} { // to open the pin
		synctest.Test(t, func(t *testing.T) {
			pin, heard := newSpeaker()
			f := &flaky{Buzzer: pin, takes: takes}
			b := hw.NewBuzzer(f.plug, false, func(err error) { t.Error(err) })
			b.Play([]hw.Note{{440, 100 * ms}})
			pass(3 * time.Second)
			if len(*heard) != tones {
				t.Errorf("opened after %v, heard: %v", takes, *heard)
			}
			b.Close()
		})
	}
}

// A duties pin records how wide the pulses are.
type duties struct {
	*sim.Buzzer
	all []gpio.Duty
}

func (d *duties) PWM(duty gpio.Duty, f physic.Frequency) error {
	d.all = append(d.all, duty)
	return d.Buzzer.PWM(duty, f)
}

// A buzzer is as loud as its pulses are wide; without any volume it is silent.
func TestTheVolumeIsThatOfLaterTunes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pin := &duties{Buzzer: sim.NewBuzzer(nil)}
		b := hw.NewBuzzer(opens[hw.ToneOutput](pin), false, func(err error) { t.Error(err) })
		for _, percent := range []int{100, 20, 0} {
			b.SetVolume(percent)
			b.Play([]hw.Note{{440, 100 * ms}})
			time.Sleep(time.Second)
		}
		b.Close()
		if diff := gocmp.Diff([]gpio.Duty{gpio.DutyHalf, gpio.DutyHalf / 5}, pin.all); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
