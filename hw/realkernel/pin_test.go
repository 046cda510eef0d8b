package realkernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"arbitre/hw"

	"periph.io/x/conn/v3/gpio"
)

// pin opens a line that is driven, until the test ends.
func (c *chip) pin(line int) *hw.Pin {
	c.Helper()
	p, err := hw.OpenPin(fmt.Sprintf("GPIO%d", line))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { p.Close() })
	return p
}

// levels wants these levels, one a line.
func (c *chip) levels(what string, of []int, want ...string) {
	c.Helper()
	var got []string
	for _, line := range of {
		got = append(got, c.level(line))
	}
	if !slices.Equal(got, want) {
		c.Errorf("%s: the lines %v are %v, want %v", what, of, got, want)
	}
}

func TestPinsAreOpenedAndDrivenOneByOne(t *testing.T) {
	c := newChip(t)
	three := []int{25, 16, 26}
	c.set(16, false) // high, until it is driven
	first, second := c.pin(25), c.pin(16)
	if err := errors.Join(first.Out(gpio.High), second.Out(gpio.Low)); err != nil {
		t.Fatal(err)
	}
	third := c.pin(26)
	c.levels("a third is opened", three, "1", "0", "0")
	if err := errors.Join(third.Out(gpio.High), first.Close()); err != nil {
		t.Fatal(err)
	}
	c.pin(25)
	c.levels("the first is opened again", three, "0", "0", "1")
}

func TestAClosedPinLeavesItsLineToItsPull(t *testing.T) {
	c := newChip(t)
	p := c.pin(25)
	if err := errors.Join(p.Out(gpio.High), p.Close()); err != nil {
		t.Fatal(err)
	}
	c.levels("closed", []int{25}, "0")
	if err := p.Out(gpio.High); err == nil {
		t.Error("a line that was given back is driven")
	}
}

func TestAPinThatIsTakenNamesItsUser(t *testing.T) {
	c := newChip(t)
	c.lircd(25)
	_, err := hw.OpenPin("GPIO25")
	if !errors.Is(err, syscall.EBUSY) || !strings.Contains(err.Error(), "GPIO25 by lircd") {
		t.Errorf("got %v", err)
	}
}

// Another program has the line of a lamp: that is told once, and the lamp does what it was set to
// when the line is free.
func TestALampIsLitOnceItsLineIsFree(t *testing.T) {
	c := newChip(t)
	other := c.lircd(16)
	told := make(chan error, 4)
	open := func(line int) func() (hw.Output, error) {
		return func() (hw.Output, error) { return hw.OpenPin(fmt.Sprintf("GPIO%d", line)) }
	}
	lamps := hw.NewLamps(map[hw.Button]func() (hw.Output, error){1: open(25), 2: open(16)},
		func(_ hw.Button, err error) { told <- err })
	defer lamps.Close()
	lamps.Set(1, hw.Lit)
	lamps.Set(2, hw.Lit)
	if err := <-told; !errors.Is(err, syscall.EBUSY) {
		t.Errorf("told %v, want that the line is taken", err)
	}
	c.levels("the second is taken", []int{25, 16}, "1", "0")
	other.Close()
	if err := <-told; err != nil {
		t.Errorf("told %v, want that it works again", err)
	}
	c.levels("it is free", []int{25, 16}, "1", "1")
	lamps.Close()
	c.levels("the lamps are closed", []int{25, 16}, "0", "0")
	c.pin(25) // no line is kept
	c.pin(16)
}
