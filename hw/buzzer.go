package hw

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// A Note is a tone of a tune, or with 0 Hz a rest.
type Note struct {
	Hertz  int
	Length time.Duration
}

// A ToneOutput is a pin that can also make a square wave.
type ToneOutput interface {
	Output
	PWM(gpio.Duty, physic.Frequency) error
}

// Buzzer plays tunes, one at a time: a newer one replaces the one that plays.
//
// When its pin fails, the tune is over, and those that come are dropped, until the pin could be
// opened again; that is tried after the pauses of a [Outage].
type Buzzer struct {
	gap time.Duration // of silence at the end of every tone, for those that can only be told apart by it

	mu     sync.Mutex // orders Play and Close
	closed bool
	tunes  chan tune
	done   chan struct{}
}

// A tune is what was asked for, and when.
type tune struct {
	asked time.Time
	notes []Note
}

// late is how long a tune may wait for the buzzer: later than that, the moment it tells of is over.
const late = 200 * time.Millisecond

// A voice is a pin that was opened for a buzzer. 0 Hz is silence.
type voice struct {
	pin   Output
	sound func(hertz int) error
}

// NewPassiveBuzzer plays on a buzzer that needs a square wave, and so has every pitch. Open is
// called from another goroutine, and may take its time. Report is that of a [Outage].
func NewPassiveBuzzer(open func() (ToneOutput, error), report func(error)) *Buzzer {
	return newBuzzer(0, report, func() (voice, error) {
		pin, err := open()
		if err != nil {
			return voice{}, err
		}
		return voice{pin, func(hertz int) error {
			if hertz == 0 {
				return pin.Out(gpio.Low)
			}
			return pin.PWM(gpio.DutyHalf, physic.Frequency(hertz)*physic.Hertz)
		}}, nil
	})
}

// NewActiveBuzzer plays the rhythm alone, on a buzzer that has one pitch of its own and sounds
// while the level is high. Open is called from another goroutine, and may take its time. Report is
// that of a [Outage].
func NewActiveBuzzer(open func() (Output, error), report func(error)) *Buzzer {
	return newBuzzer(20*time.Millisecond, report, func() (voice, error) {
		pin, err := open()
		if err != nil {
			return voice{}, err
		}
		return voice{pin, func(hertz int) error { return pin.Out(hertz != 0) }}, nil
	})
}

func newBuzzer(gap time.Duration, report func(error), open func() (voice, error)) *Buzzer {
	b := &Buzzer{gap: gap, tunes: make(chan tune, 1), done: make(chan struct{})}
	go b.play(open, Outage{Report: func(err error) {
		if err != nil {
			err = fmt.Errorf("buzzer: %w", err)
		}
		report(err)
	}})
	return b
}

// Play begins a tune and returns at once. An empty tune is silence.
func (b *Buzzer) Play(notes []Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	select {
	case <-b.tunes: // one that nobody has heard yet
	default:
	}
	b.tunes <- tune{time.Now(), notes}
}

// Close ends the tune, leaves silence and gives the pin back.
func (b *Buzzer) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.tunes)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *Buzzer) play(open func() (voice, error), outage Outage) {
	defer close(b.done)
	var (
		v     voice  // no pin while the outage lasts
		rest  []Note // of the tune
		end   time.Time
		timer = time.NewTimer(0) // until the note's end, or the next try
	)
	timer.Stop()
	sound := func(hertz int) {
		var err error
		if v.pin == nil {
			v, err = open()
		}
		if err == nil {
			err = v.sound(hertz)
		}
		if err != nil {
			release(v.pin)
			v, rest = voice{}, nil
		}
		if pause := outage.Tried(err); pause > 0 {
			timer.Reset(pause)
		}
	}
	sound(0)
	defer func() {
		if v.pin != nil {
			sound(0)
		}
		release(v.pin)
	}()
	for {
		select {
		case tune, ok := <-b.tunes:
			if !ok {
				return
			}
			if v.pin == nil || len(tune.notes) > 0 && time.Since(tune.asked) > late {
				continue
			}
			rest, end = b.articulate(tune.notes), time.Now()
		case <-timer.C:
		}
		if len(rest) == 0 {
			timer.Stop()
			sound(0)
			continue
		}
		note := rest[0]
		rest = rest[1:]
		end = end.Add(note.Length) // counted from the tune's beginning, so that delays don't add up
		timer.Reset(time.Until(end))
		sound(note.Hertz)
	}
}

// articulate ends every tone with the buzzer's gap, or a quarter of the tone if that is shorter.
func (b *Buzzer) articulate(tune []Note) []Note {
	if b.gap == 0 {
		return tune
	}
	notes := make([]Note, 0, 2*len(tune))
	for _, n := range tune {
		gap := min(b.gap, n.Length/4)
		notes = append(notes, Note{n.Hertz, n.Length - gap}, Note{0, gap})
	}
	return notes
}
