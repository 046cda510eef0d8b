package hw

import (
	"github.com/warthog618/go-gpiocdev"
	"periph.io/x/conn/v3/gpio"
)

// A Drain is a line that can be pulled to ground, as a switch does, and is otherwise left to its
// pull-up.
type Drain struct{ *gpiocdev.Line }

// OpenDrain requests a line, named as in [OpenButtons], and leaves it to its pull-up.
func OpenDrain(name string) (*Drain, error) {
	chip, offsets, users, err := findLines(map[Button]string{0: name}) // which is no button
	if err != nil {
		return nil, err
	}
	line, err := gpiocdev.RequestLine(chip, int(offsets[0]), gpiocdev.AsOutput(1), gpiocdev.AsOpenDrain,
		gpiocdev.WithPullUp, gpiocdev.WithConsumer(consumer))
	if err != nil {
		return nil, explainRequest(err, chip, users)
	}
	return &Drain{line}, nil
}

// Out pulls the line to ground if the level is low.
func (d *Drain) Out(level gpio.Level) error {
	value := 0
	if level {
		value = 1
	}
	return d.SetValue(value)
}
