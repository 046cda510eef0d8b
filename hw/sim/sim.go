// Package sim simulates chips: an I²C bus with an SSD1306 that keeps its real memory, buttons,
// lamps and a buzzer, driven as the real ones are.
package sim

import (
	"math"
	"slices"
	"sync"
	"time"

	"arbitre/hw"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// Buttons are switches that a person works through a page, or a test.
type Buttons struct {
	Clock func() time.Duration // reads [hw.Now], until another is set

	mu     sync.Mutex
	events chan hw.Event
	down   []hw.Button
	wired  map[hw.Button]hw.Button // as which button one is read
}

// NewButtons has all buttons open.
func NewButtons() *Buttons {
	return &Buttons{Clock: hw.Now, events: make(chan hw.Event, 256)}
}

// Events returns the edges in the order in which they were made.
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
	var down []hw.Button
	for _, button := range b.down {
		if as := b.as(button); as != 0 {
			down = append(down, as)
		}
	}
	return down, nil
}

// Rewire has buttons read as others, as a new configuration does that finds them on other lines; as
// 0 where the configuration reads none. Buttons that are not named are read as themselves.
func (b *Buttons) Rewire(wired map[hw.Button]hw.Button) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wired = wired
}

func (b *Buttons) as(button hw.Button) hw.Button {
	if as, ok := b.wired[button]; ok {
		return as
	}
	return button
}

// Set moves a button at a time on the clock. Nothing happens if it is so already, or if there is no
// room for the edge.
func (b *Buttons) Set(at time.Duration, button hw.Button, down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.down, button)
	as := b.as(button)
	if down == (i >= 0) || as != 0 && !b.send(hw.Event{Edge: hw.Edge{At: at, Button: as, Down: down}}) {
		return
	}
	if down {
		b.down = append(b.down, button)
	} else {
		b.down = slices.Delete(b.down, i, i+1)
	}
}

// Type types a capital letter on a keyboard. It is dropped if there is no room.
func (b *Buttons) Type(at time.Duration, letter rune) {
	b.send(hw.Event{Edge: hw.Edge{At: at}, Typed: letter})
}

// send never blocks: like the kernel, it drops the event if the buffer is full. It reports whether
// there was room.
func (b *Buttons) send(e hw.Event) bool {
	select {
	case b.events <- e:
		return true
	default:
		return false
	}
}

// Close does nothing; real lines are given back.
func (b *Buttons) Close() error { return nil }

// A part has a state that can be seen or heard, and calls changed when that is another than before.
type part[State comparable] struct {
	changed func(State) // nil: it is not watched
	mu      sync.Mutex
	now     State
}

func (p *part[State]) set(next State) {
	p.mu.Lock()
	was := p.now
	p.now = next
	p.mu.Unlock()
	if p.changed != nil && was != next {
		p.changed(next)
	}
}

func (p *part[State]) is() State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// A Lamp is a pin with a lamp.
type Lamp struct{ part[bool] }

// NewLamp is a dark lamp that calls changed, if it is not nil, whenever it is lit or put out.
func NewLamp(changed func(lit bool)) *Lamp { return &Lamp{part[bool]{changed: changed}} }

// Out lights the lamp, if the level is high.
func (l *Lamp) Out(level gpio.Level) error {
	l.set(bool(level))
	return nil
}

// Lit reports whether the lamp is lit.
func (l *Lamp) Lit() bool { return l.is() }

// OwnPitch is the pitch of an active buzzer, which sounds while its level is high.
const OwnPitch = 2300 * physic.Hertz

// A Buzzer is a pin with a buzzer.
type Buzzer struct{ part[wave] }

// A wave is what a buzzer is driven by; its frequency is 0 Hz in silence.
type wave struct {
	frequency physic.Frequency
	duty      gpio.Duty
}

// NewBuzzer is silent. It calls changed, unless it is nil, when its tone changes; 0 Hz is silence.
func NewBuzzer(changed func(tone physic.Frequency)) *Buzzer {
	b := &Buzzer{}
	if changed != nil {
		b.changed = func(w wave) { changed(w.frequency) }
	}
	return b
}

// Out sounds at [OwnPitch], if the level is high.
func (b *Buzzer) Out(level gpio.Level) error {
	if level {
		b.set(wave{OwnPitch, gpio.DutyHalf})
	} else {
		b.set(wave{})
	}
	return nil
}

// PWM sounds at f. As on a real pin, no duty and all of it are levels, and no tone.
func (b *Buzzer) PWM(duty gpio.Duty, f physic.Frequency) error {
	if duty == 0 || duty == gpio.DutyMax {
		return b.Out(duty != 0)
	}
	b.set(wave{f, duty})
	return nil
}

// Tone returns the buzzer's frequency; 0 Hz is silence.
func (b *Buzzer) Tone() physic.Frequency { return b.is().frequency }

// Loudness returns the amplitude of the tone: 1 for a duty of one half, which is the loudest, and
// less for shorter pulses, whose first harmonic is smaller.
func (b *Buzzer) Loudness() float64 {
	return math.Sin(math.Pi * float64(b.is().duty) / float64(gpio.DutyMax))
}
