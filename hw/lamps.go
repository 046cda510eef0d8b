package hw

import (
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// An Output is a pin that can be driven.
type Output interface {
	Out(gpio.Level) error
}

// A Light is what a lamp does.
type Light uint8

// What lamps do.
const (
	Dark Light = iota
	Lit
	Blinking
)

// halfBlink is how long a blinking lamp is lit, and dark: 4 Hz.
const halfBlink = 125 * time.Millisecond

// Lamps are the lamps in the buttons. All that blink do so together; a timer runs only while one does.
type Lamps struct {
	warn func(error)

	mu    sync.Mutex
	lamps map[Button]*lamp
	on    bool        // what blinks is lit now
	timer *time.Timer // nil while nothing blinks
}

type lamp struct {
	pin    Output
	light  Light
	level  gpio.Level
	failed bool
}

// NewLamps has all lamps dark; a high level lights one. A pin that fails is told to warn once and stops nothing.
func NewLamps(pins map[Button]Output, warn func(error)) *Lamps {
	l := &Lamps{warn: warn, lamps: make(map[Button]*lamp, len(pins))}
	for b, pin := range pins {
		l.lamps[b] = &lamp{pin: pin}
		l.drive(b, gpio.Low)
	}
	return l
}

// Set says what the lamp of a button does from now on. A button without a lamp does nothing.
func (l *Lamps) Set(b Button, light Light) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lamp, ok := l.lamps[b]
	if !ok || lamp.light == light {
		return
	}
	lamp.light = light
	switch blinks := l.blinks(); {
	case blinks && l.timer == nil:
		l.on = true
		l.timer = time.AfterFunc(halfBlink, l.turn)
	case !blinks && l.timer != nil:
		l.timer.Stop()
		l.timer = nil
	}
	l.show(b)
}

// Close turns all lamps dark.
func (l *Lamps) Close() {
	for b := range l.lamps {
		l.Set(b, Dark)
	}
}

func (l *Lamps) turn() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer == nil {
		return // the last lamp stopped blinking while this waited
	}
	l.on = !l.on
	l.timer.Reset(halfBlink)
	for b := range l.lamps {
		l.show(b)
	}
}

func (l *Lamps) blinks() bool {
	for _, lamp := range l.lamps {
		if lamp.light == Blinking {
			return true
		}
	}
	return false
}

func (l *Lamps) show(b Button) {
	lamp := l.lamps[b]
	level := gpio.Level(lamp.light == Lit || lamp.light == Blinking && l.on)
	if level != lamp.level {
		l.drive(b, level)
	}
}

func (l *Lamps) drive(b Button, level gpio.Level) {
	lamp := l.lamps[b]
	err := lamp.pin.Out(level)
	if err == nil {
		lamp.level = level
	} else if !lamp.failed {
		lamp.failed = true
		l.warn(fmt.Errorf("lamp of %v: %w", b, err))
	}
}
