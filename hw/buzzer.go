package hw

import (
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
// A passive one needs a square wave, and so has every pitch. An active one has a single pitch of
// its own, and sounds while the level is high: it plays the rhythm alone.
//
// When its pin fails, the tune ends, and later ones are dropped until the pin can be opened again,
// which is tried after the pauses of an [Outage].
type Buzzer struct {
	active bool
	mu     sync.Mutex // orders Play and Close
	closed bool
	tunes  chan tune
	done   chan struct{}
}

// A tune is notes to play, and when they were asked for.
type tune struct {
	asked time.Time
	notes []Note
}

// late is how long a tune may wait for the buzzer. After that, the event that it stands for is
// over.
const late = 200 * time.Millisecond

// NewBuzzer returns a buzzer on a pin. Open is called from another goroutine, and may take its
// time. Report is called as [Outage.Report].
func NewBuzzer(open func() (ToneOutput, error), active bool, report func(error)) *Buzzer {
	b := &Buzzer{active: active, tunes: make(chan tune, 1), done: make(chan struct{})}
	go b.play(open, Outage{Report: report})
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
	case <-b.tunes: // one that has not begun yet
	default:
	}
	b.tunes <- tune{time.Now(), notes}
}

// Close ends the tune and closes the pin.
func (b *Buzzer) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.tunes)
	}
	b.mu.Unlock()
	<-b.done
}

func (b *Buzzer) play(open func() (ToneOutput, error), outage Outage) {
	defer close(b.done)
	var (
		pin   ToneOutput // nil while the outage lasts
		rest  []Note     // of the tune
		end   time.Time
		timer = time.NewTimer(0) // until the note's end, or the next try
	)
	timer.Stop()
	sound := func(hertz int) {
		var err error
		if pin == nil {
			if pin, err = open(); err != nil {
				pin = nil // whatever came with the error
			}
		}
		if err == nil {
			err = b.sound(pin, hertz)
		}
		if err != nil {
			release(pin)
			pin, rest = nil, nil
		}
		if pause := outage.Tried(err); pause > 0 {
			timer.Reset(pause)
		}
	}
	sound(0)
	defer func() {
		if pin != nil {
			sound(0)
		}
		release(pin)
	}()
	for {
		select {
		case tune, ok := <-b.tunes:
			if !ok {
				return
			}
			if pin == nil || len(tune.notes) > 0 && time.Since(tune.asked) > late {
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

// sound makes a tone, or silence for 0 Hz.
func (b *Buzzer) sound(pin ToneOutput, hertz int) error {
	if b.active || hertz == 0 {
		return pin.Out(hertz != 0)
	}
	return pin.PWM(gpio.DutyHalf, physic.Frequency(hertz)*physic.Hertz)
}

// articulate ends every tone of an active buzzer with a gap, which alone separates it from the
// next: 20 ms, or a quarter of the tone if that is shorter.
func (b *Buzzer) articulate(tune []Note) []Note {
	if !b.active {
		return tune
	}
	notes := make([]Note, 0, 2*len(tune))
	for _, n := range tune {
		gap := min(20*time.Millisecond, n.Length/4)
		notes = append(notes, Note{n.Hertz, n.Length - gap}, Note{0, gap})
	}
	return notes
}
