package hw

import (
	"errors"

	"github.com/warthog618/go-gpiocdev"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// An Output is a pin that can be driven. If it is also an [io.Closer], the code that
// opened it closes it.
type Output interface {
	Out(gpio.Level) error
}

// A Pin is a GPIO line that is driven. No other program can take it until it is closed.
type Pin struct{ line *gpiocdev.Line }

// OpenPin requests a line, named as in [OpenButtons], and drives it low.
func OpenPin(name string) (*Pin, error) { return openPin(name, gpiocdev.AsOutput(0)) }

// OpenDrain requests a line that is pulled to ground at a low level, as by a switch, and otherwise
// left to its pull-up, as it is at first.
func OpenDrain(name string) (*Pin, error) {
	return openPin(name, gpiocdev.AsOutput(1), gpiocdev.AsOpenDrain, gpiocdev.WithPullUp)
}

func openPin(name string, as ...gpiocdev.LineReqOption) (*Pin, error) {
	chip, offsets, users, err := findLines(map[Button]string{0: name}) // 0: the line is no button's
	if err != nil {
		return nil, err
	}
	line, err := gpiocdev.RequestLine(chip, int(offsets[0]), append(as, gpiocdev.WithConsumer(consumer))...)
	if err != nil {
		return nil, explainRequest(err, chip, users)
	}
	return &Pin{line}, nil
}

// Out sets the level.
func (p *Pin) Out(level gpio.Level) error {
	value := 0
	if level {
		value = 1
	}
	return p.line.SetValue(value)
}

// Close gives the line back. Its level is up to the chip from then on.
func (p *Pin) Close() error { return p.line.Close() }

// PWM returns an error: only a [PWMLine] makes a square wave.
func (p *Pin) PWM(gpio.Duty, physic.Frequency) error {
	return errors.New("this line makes no square wave")
}
