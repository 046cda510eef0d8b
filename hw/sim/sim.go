// Package sim is chips without hardware: an I²C bus with an SSD1306 that keeps its real memory,
// buttons, lamps and a buzzer, all of which take what the real ones take.
package sim

import (
	"slices"
	"sync"
	"time"

	"arbitre/hw"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Buttons are switches that a person works through a page, or a test.
type Buttons struct {
	Clock func() time.Duration // that of [hw.Clock], until another is set

	mu     sync.Mutex
	events chan hw.Event
	down   []hw.Button

	lost  int           // edges, of which nothing was told yet
	since time.Duration // when the first of them was
	whose []hw.Button
}

// NewButtons has all buttons open.
func NewButtons() *Buttons {
	return &Buttons{Clock: hw.Clock{}.Now, events: make(chan hw.Event, 256)}
}

// Events are the edges in the order in which they were made.
func (b *Buttons) Events() <-chan hw.Event { return b.events }

// CatchUp passes on all that stands in Events, and returns the time: nothing else is on its way.
func (b *Buttons) CatchUp(pass func(hw.Event)) time.Duration {
	for {
		now := b.Clock()
		select {
		case e := <-b.events:
			pass(e)
		default:
			return now
		}
	}
}

// Down returns the buttons that are down now.
func (b *Buttons) Down() ([]hw.Button, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.down), nil
}

// Set moves a button at a time on the clock. Nothing happens if it is so already. Like the kernel,
// it waits for nobody: if the edges are not taken, they are lost, and that is told.
func (b *Buttons) Set(at time.Duration, button hw.Button, down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.down, button)
	if down == (i >= 0) {
		return
	}
	if down {
		b.down = append(b.down, button)
	} else {
		b.down = slices.Delete(b.down, i, i+1)
	}
	b.tell(hw.Edge{At: at, Button: button, Down: down})
}

// Type is a letter of a keyboard, a capital. One that nobody takes is not kept.
func (b *Buttons) Type(at time.Duration, letter rune) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.events <- hw.Event{Edge: hw.Edge{At: at}, Typed: letter}:
	default:
	}
}

// Close does nothing; real lines are given back.
func (b *Buttons) Close() error { return nil }

func (b *Buttons) tell(e hw.Edge) {
	room := cap(b.events) - len(b.events)
	if b.lost > 0 && room > 1+len(b.whose) {
		b.events <- hw.Event{Edge: hw.Edge{At: b.since}, Lost: b.lost, Until: e.At}
		for _, button := range b.whose {
			down := slices.Contains(b.down, button) != (button == e.Button) // before this edge
			b.events <- hw.Event{Edge: hw.Edge{At: e.At, Button: button, Down: down}, Anew: true}
		}
		b.lost, b.whose = 0, nil
	}
	if b.lost == 0 && room > 0 {
		b.events <- hw.Event{Edge: e}
		return
	}
	if b.lost++; b.lost == 1 {
		b.since = e.At
	}
	if !slices.Contains(b.whose, e.Button) {
		b.whose = append(b.whose, e.Button)
	}
}

// A Lamp is a pin with a lamp.
type Lamp struct {
	changed func(lit bool)
	mu      sync.Mutex
	lit     bool
}

// NewLamp is a dark lamp that calls changed, if it is not nil, whenever it is lit or put out.
func NewLamp(changed func(lit bool)) *Lamp { return &Lamp{changed: changed} }

// Out lights the lamp, if the level is high.
func (l *Lamp) Out(level gpio.Level) error {
	l.mu.Lock()
	was := l.lit
	l.lit = bool(level)
	l.mu.Unlock()
	if l.changed != nil && was != bool(level) {
		l.changed(bool(level))
	}
	return nil
}

// Lit tells whether the lamp is lit.
func (l *Lamp) Lit() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lit
}

// OwnPitch is what the buzzer sounds at while its level is high, if it has a pitch of its own.
const OwnPitch = 2300 * physic.Hertz

// A Buzzer is a pin with a buzzer.
type Buzzer struct {
	changed func(physic.Frequency)
	mu      sync.Mutex
	tone    physic.Frequency
}

// NewBuzzer is silent. It calls changed, unless it is nil, when its tone changes; 0 Hz is silence.
func NewBuzzer(changed func(tone physic.Frequency)) *Buzzer { return &Buzzer{changed: changed} }

// Out sounds at [OwnPitch], if the level is high.
func (b *Buzzer) Out(level gpio.Level) error {
	if level {
		b.sound(OwnPitch)
	} else {
		b.sound(0)
	}
	return nil
}

// PWM sounds at f. As on a real pin, no duty and all of it are levels, and no tone.
func (b *Buzzer) PWM(duty gpio.Duty, f physic.Frequency) error {
	if duty == 0 || duty == gpio.DutyMax {
		return b.Out(duty != 0)
	}
	b.sound(f)
	return nil
}

// Tone is what the buzzer sounds at; 0 Hz is silence.
func (b *Buzzer) Tone() physic.Frequency {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tone
}

func (b *Buzzer) sound(f physic.Frequency) {
	b.mu.Lock()
	was := b.tone
	b.tone = f
	b.mu.Unlock()
	if b.changed != nil && was != f {
		b.changed(f)
	}
}
