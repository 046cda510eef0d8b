package hw

import (
	"github.com/warthog618/go-gpiocdev"
	"periph.io/x/conn/v3/gpio"
)

// A Drain is a line that can be pulled to ground, and is left to its pull-up else, as a switch does.
type Drain struct{ line *gpiocdev.Line }

// OpenDrain takes a line, which is named as [OpenButtons] has it, and leaves it to its pull-up.
func OpenDrain(name string) (*Drain, error) {
	const any Button = 0
	lines := map[Button]string{any: name}
	chip, offsets, err := findLines(lines)
	if err != nil {
		return nil, err
	}
	defer chip.Close()
	line, err := chip.RequestLine(offsets[any], gpiocdev.AsOutput(1), gpiocdev.AsOpenDrain, gpiocdev.WithPullUp, gpiocdev.WithConsumer(consumer))
	if err != nil {
		return nil, explainRequest(err, chip.Name, users(chip, offsets, lines))
	}
	return &Drain{line}, nil
}

// Out pulls it to ground, if the level is low.
func (d *Drain) Out(level gpio.Level) error {
	value := 0
	if level {
		value = 1
	}
	return d.line.SetValue(value)
}

// Close gives the line back.
func (d *Drain) Close() error { return d.line.Close() }
