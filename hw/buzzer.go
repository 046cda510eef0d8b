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
type Buzzer struct {
	sound func(hertz int) error
	gap   time.Duration // of silence at the end of every tone, for those that can only be told apart by it
	warn  func(error)

	mu     sync.Mutex // orders Play and Close
	closed bool
	tunes  chan []Note
	done   chan struct{}
}

// NewPassiveBuzzer plays on a buzzer that needs a square wave, and so has every pitch.
// A pin that fails is told to warn once and stops nothing.
func NewPassiveBuzzer(pin ToneOutput, warn func(error)) *Buzzer {
	return newBuzzer(0, warn, func(hertz int) error {
		if hertz == 0 {
			return pin.Out(gpio.Low)
		}
		return pin.PWM(gpio.DutyHalf, physic.Frequency(hertz)*physic.Hertz)
	})
}

// NewActiveBuzzer plays the rhythm alone, on a buzzer that has one pitch of its own and sounds while the level is high.
// A pin that fails is told to warn once and stops nothing.
func NewActiveBuzzer(pin Output, warn func(error)) *Buzzer {
	return newBuzzer(20*time.Millisecond, warn, func(hertz int) error {
		return pin.Out(hertz != 0)
	})
}

func newBuzzer(gap time.Duration, warn func(error), sound func(int) error) *Buzzer {
	b := &Buzzer{sound: sound, gap: gap, warn: warn, tunes: make(chan []Note, 1), done: make(chan struct{})}
	go b.play()
	return b
}

// Play begins a tune and returns at once. An empty tune is silence.
func (b *Buzzer) Play(tune []Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	select {
	case <-b.tunes: // one that nobody has heard yet
	default:
	}
	b.tunes <- tune
}

// Close ends the tune and leaves silence.
func (b *Buzzer) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.tunes)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *Buzzer) play() {
	defer close(b.done)
	warned := false
	sound := func(hertz int) {
		if err := b.sound(hertz); err != nil && !warned {
			warned = true
			b.warn(fmt.Errorf("buzzer: %w", err))
		}
	}
	sound(0)
	defer sound(0)
	var (
		rest  []Note
		end   time.Time // of the note that sounds, counted from the tune's beginning so that delays don't add up
		timer = time.NewTimer(0)
	)
	timer.Stop()
	for {
		select {
		case tune, ok := <-b.tunes:
			if !ok {
				return
			}
			rest, end = b.articulate(tune), time.Now()
		case <-timer.C:
		}
		if len(rest) == 0 {
			sound(0)
			timer.Stop()
			continue
		}
		sound(rest[0].Hertz)
		end = end.Add(rest[0].Length)
		rest = rest[1:]
		timer.Reset(time.Until(end))
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
