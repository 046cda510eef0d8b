package hw

import (
	"io"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// A Light says what a lamp does.
type Light uint8

// What lamps do.
const (
	Dark Light = iota
	Lit
	Blinking
	Breathing // a short light now and then: the box plays this seat
)

// halfBlink is how long a blinking lamp is lit, and dark: 4 Hz. A breathing one is lit for the first of
// the halves of a breath.
const (
	halfBlink = 125 * time.Millisecond
	breath    = 16
	inhaled   = 3
)

// Lamps are the lamps in the buttons. They blink in step; a timer runs only while one blinks or
// fails.
type Lamps struct {
	mu     sync.Mutex // guards what follows
	lamps  map[Button]*lamp
	halves int         // of blinks, since lamps began to blink
	timer  *time.Timer // nil while nothing blinks or breathes
	closed bool
}

// A lamp is one of them. Its pin is opened by the first level that it gets.
type lamp struct {
	open   func() (Output, error)
	pin    Output     // nil: to be opened
	light  Light      // what it was set to
	level  gpio.Level // the last that its pin took
	outage Outage
	retry  *time.Timer // runs while the outage lasts
}

// NewLamps returns lamps that are dark; a high level lights one. Open and its pins must be as fast
// as a line of the header. When a pin fails, open is called again after the pauses of an [Outage];
// then the lamp shows what it was set to last. Report is called as [Outage.Report] for each lamp.
func NewLamps(open map[Button]func() (Output, error), report func(Button, error)) *Lamps {
	l := &Lamps{lamps: make(map[Button]*lamp, len(open))}
	for b, open := range open {
		lamp := &lamp{open: open, outage: Outage{Report: func(err error) { report(b, err) }}}
		l.lamps[b] = lamp
		l.drive(lamp, gpio.Low)
	}
	return l
}

// Set says what the lamp of a button does from now on. A button without a lamp does nothing.
func (l *Lamps) Set(b Button, light Light) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lamp, ok := l.lamps[b]
	if !ok || lamp.light == light || l.closed {
		return
	}
	lamp.light = light
	switch blinks := l.blinks(); {
	case blinks && l.timer == nil:
		l.halves = 0
		l.timer = time.AfterFunc(halfBlink, l.turn)
	case !blinks:
		l.rest()
	}
	l.show(lamp)
}

// Close turns all lamps dark and closes their pins.
func (l *Lamps) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	l.rest()
	for _, lamp := range l.lamps {
		if lamp.retry != nil {
			lamp.retry.Stop()
		}
		lamp.light = Dark
		l.show(lamp)
		lamp.release()
	}
}

// rest stops the timer of the blinking.
func (l *Lamps) rest() {
	if l.timer != nil {
		l.timer.Stop()
	}
	l.timer = nil
}

// turn lights all blinking and breathing lamps, or turns them dark, after each half of a blink.
func (l *Lamps) turn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer == nil {
		return // the last lamp stopped blinking while this waited
	}
	l.halves++
	l.timer.Reset(halfBlink)
	for _, lamp := range l.lamps {
		l.show(lamp)
	}
}

// blinks reports whether any lamp is to blink or breathe.
func (l *Lamps) blinks() bool {
	for _, lamp := range l.lamps {
		if lamp.light >= Blinking {
			return true
		}
	}
	return false
}

// level returns the level that a lamp should have now.
func (l *Lamps) level(lamp *lamp) gpio.Level {
	switch lamp.light {
	case Blinking:
		return l.halves%2 == 0
	case Breathing:
		return l.halves%breath < inhaled
	}
	return lamp.light == Lit
}

// show drives a lamp that should have another level, unless it fails: then its next try does so.
func (l *Lamps) show(lamp *lamp) {
	if level := l.level(lamp); level != lamp.level && !lamp.outage.Lasts() {
		l.drive(lamp, level)
	}
}

// again retries a lamp that fails.
func (l *Lamps) again(lamp *lamp) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.drive(lamp, l.level(lamp))
	}
}

// drive gives a lamp a level. When it fails, it is tried again after a pause.
func (l *Lamps) drive(lamp *lamp, level gpio.Level) {
	err := lamp.out(level)
	if err != nil {
		lamp.release()
	}
	if pause := lamp.outage.Tried(err); pause > 0 {
		lamp.retry = time.AfterFunc(pause, func() { l.again(lamp) })
	}
}

// out opens the pin if it is not open, and sets its level.
func (l *lamp) out(level gpio.Level) error {
	if l.pin == nil {
		pin, err := l.open()
		if err != nil {
			return err
		}
		l.pin = pin
	}
	if err := l.pin.Out(level); err != nil {
		return err
	}
	l.level = level
	return nil
}

// release closes the pin, which is opened anew for the next level.
func (l *lamp) release() {
	release(l.pin)
	l.pin = nil
}

// release closes a pin that can be closed.
func release(pin Output) {
	if c, ok := pin.(io.Closer); ok {
		c.Close()
	}
}
