package hw

import (
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// A Note is a tone of a tune, or with 0 Hz a rest. It is no type of its own, so that the tunes of a
// package that knows no hardware can be played.
type Note = struct {
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
	mu     sync.Mutex // orders Play and Close
	closed bool
	volume int // in percent
	tunes  chan tune
	work   sync.WaitGroup // the goroutine that plays them
}

// A tune is notes to play, and when they were asked for.
type tune struct {
	asked  time.Time
	notes  []Note
	volume int
}

// late is how long a tune may wait for the buzzer. After that, the event that it stands for is
// over.
const late = 200 * time.Millisecond

// NewBuzzer returns a buzzer on a pin. Open is called from another goroutine, and may take its
// time. Report is called as [Outage.Report].
func NewBuzzer(open func() (ToneOutput, error), active bool, report func(error)) *Buzzer {
	b := &Buzzer{volume: 100, tunes: make(chan tune, 1)}
	p := &player{open: open, active: active, outage: Outage{Report: report}, timer: time.NewTimer(0)}
	b.work.Go(func() { p.run(b.tunes) })
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
	if b.volume == 0 {
		notes = nil
	}
	b.tunes <- tune{time.Now(), notes, b.volume}
}

// SetVolume says how loud later tunes are, from 0, which is silence, to 100 percent. An active
// buzzer knows only loud and silent.
func (b *Buzzer) SetVolume(percent int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.volume = percent
}

// Close ends the tune and closes the pin.
func (b *Buzzer) Close() {
	b.mu.Lock()
	if !b.closed {
		b.closed = true
		close(b.tunes)
	}
	b.mu.Unlock()
	b.work.Wait()
}

// A player plays tunes on the pin of a buzzer. One goroutine owns it.
type player struct {
	open   func() (ToneOutput, error)
	active bool
	outage Outage
	pin    ToneOutput  // nil while the outage lasts
	duty   gpio.Duty   // of the square wave: the shorter its pulses, the softer the tone
	rest   []Note      // of the tune, after the one that sounds
	end    time.Time   // of the one that sounds
	timer  *time.Timer // until then, or until the pin is tried again
}

// run plays each tune that comes until there will be none, and then closes the pin.
func (p *player) run(tunes <-chan tune) {
	p.timer.Stop()
	p.sound(0)
	for {
		select {
		case t, ok := <-tunes:
			if !ok {
				p.close()
				return
			}
			p.begin(t)
		case <-p.timer.C:
			p.next()
		}
	}
}

// begin plays a tune in place of another, unless it comes too late, or while the pin fails.
func (p *player) begin(t tune) {
	if p.pin != nil && (len(t.notes) == 0 || time.Since(t.asked) <= late) {
		p.rest, p.end = p.articulate(t.notes), time.Now()
		p.duty = gpio.DutyHalf * gpio.Duty(t.volume) / 100
		p.next()
	}
}

// next plays the next note, and is silent after the last one.
func (p *player) next() {
	if len(p.rest) == 0 {
		p.timer.Stop()
		p.sound(0)
		return
	}
	note := p.rest[0]
	p.rest = p.rest[1:]
	p.end = p.end.Add(note.Length) // counted from the tune's beginning, so that delays don't add up
	p.timer.Reset(time.Until(p.end))
	p.sound(note.Hertz)
}

// sound makes a tone, or silence for 0 Hz. When the pin fails, the tune ends, and silence is tried
// again after a pause.
func (p *player) sound(hertz int) {
	err := p.out(hertz)
	if err != nil {
		release(p.pin)
		p.pin, p.rest = nil, nil
	}
	if pause := p.outage.Tried(err); pause > 0 {
		p.timer.Reset(pause)
	}
}

// out opens the pin if it is not open, and makes a tone on it, or silence.
func (p *player) out(hertz int) error {
	if p.pin == nil {
		pin, err := p.open()
		if err != nil {
			return err
		}
		p.pin = pin
	}
	if p.active || hertz == 0 {
		return p.pin.Out(hertz != 0)
	}
	return p.pin.PWM(p.duty, physic.Frequency(hertz)*physic.Hertz)
}

// close silences the pin and closes it.
func (p *player) close() {
	if p.pin != nil {
		p.sound(0)
	}
	release(p.pin)
}

// articulate ends every tone of an active buzzer with a gap, which alone separates it from the
// next: 20 ms, or a quarter of the tone if that is shorter.
func (p *player) articulate(tune []Note) []Note {
	if !p.active {
		return tune
	}
	notes := make([]Note, 0, 2*len(tune))
	for _, n := range tune {
		gap := min(20*time.Millisecond, n.Length/4)
		notes = append(notes, Note{n.Hertz, n.Length - gap}, Note{0, gap})
	}
	return notes
}
