package realkernel

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/hw"

	"github.com/warthog618/go-gpiocdev"
)

// open takes buttons 1, 2, 3 … on these lines.
func (c *chip) open(on ...int) *hw.Buttons {
	c.Helper()
	names := map[hw.Button]string{}
	for i, line := range on {
		names[hw.Button(i+1)] = fmt.Sprintf("GPIO%d", line)
	}
	b, err := hw.OpenButtons(names)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { b.Close() })
	return b
}

// next returns the next event, which must come soon.
func next(t *testing.T, b referee.Buttons) hw.Event {
	t.Helper()
	select {
	case e := <-b.Events():
		return e
	case <-time.After(5 * time.Second):
		t.Fatal("no event")
		panic("unreachable")
	}
}

func TestEdgesHaveTheKernelsTime(t *testing.T) {
	c := newChip(t)
	b := c.open(17, 27)
	for _, step := range []struct {
		line   int
		button hw.Button
		down   bool
	}{{17, 1, true}, {27, 2, true}, {17, 1, false}, {27, 2, false}} {
		before := hw.Now()
		c.set(step.line, step.down)
		e := next(t, b)
		after := hw.Now()
		want := hw.Event{Edge: hw.Edge{At: e.At, Button: step.button, Down: step.down}}
		if e != want || e.At < before || e.At > after {
			t.Errorf("%+v between %v and %v, want %+v", e, before, after, want)
		}
	}
}

func TestAllButtonsStandInOneRequest(t *testing.T) {
	c := newChip(t)
	c.open(17, 27, 5)
	device, err := gpiocdev.NewChip(c.name)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	for _, line := range []int{17, 27, 5} {
		info, err := device.LineInfo(line)
		if err != nil {
			t.Fatal(err)
		}
		if info.Consumer != "arbitre" || !info.Config.ActiveLow || info.Config.Bias != gpiocdev.LineBiasPullUp ||
			info.Config.EdgeDetection != gpiocdev.LineEdgeBoth ||
			info.Config.EventClock != gpiocdev.LineEventClockMonotonic {
			t.Errorf("line %d is taken as %+v", line, info)
		}
	}
}

func TestATakenLineNamesItsUser(t *testing.T) {
	c := newChip(t)
	line := c.lircd(27)
	_, err := hw.OpenButtons(map[hw.Button]string{1: "GPIO17", 2: "GPIO27"})
	if !errors.Is(err, syscall.EBUSY) || !strings.Contains(err.Error(), "GPIO27 by lircd") {
		t.Errorf("got %v", err)
	}
	line.Close()
	c.open(17, 27) // nothing is left behind by the attempt
}

func TestLinesThatCannotBeTakenAreNamed(t *testing.T) {
	newChip(t)
	for second, want := range map[string]string{
		"GPIO54": "(pinctrl-bcm2835) has no GPIO54", "GPIO17": "button 1 and button 2 are both on line GPIO17",
	} {
		if _, err := hw.OpenButtons(map[hw.Button]string{1: "GPIO17", 2: second}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", second, err)
		}
	}
}

// The simulator lets the pull that a program asks for win over the one from outside, so that a
// button can only be held from the moment on when its line was taken: its edge comes, but the level
// was read first.
func TestAButtonHeldAtTheStartHasNotPressed(t *testing.T) {
	c := newChip(t)
	b := c.open(17, 27)
	c.set(17, true)
	down, err := b.Down()
	if err != nil || !slices.Equal(down, []hw.Button{1}) {
		t.Fatalf("down are %v, %v", down, err)
	}
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), nil)
	contacts.Resync(hw.Now(), down)
	if told := append(contacts.Take(next(t, b)), contacts.Elapse(hw.Now()+time.Second)...); len(told) > 0 {
		t.Errorf("the held button tells %v", told)
	}
	c.set(17, false)
	contacts.Take(next(t, b))
	told := contacts.Elapse(hw.Now() + time.Second)
	if len(told) != 1 || told[0].Button != 1 || told[0].Down {
		t.Errorf("the release tells %v", told)
	}
}

func TestCloseGivesTheLinesBack(t *testing.T) {
	c := newChip(t)
	for range 20 {
		b := c.open(17, 27)
		c.set(17, true)
		c.set(17, false)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Errorf("closed again: %v", err)
		}
	}
}

// What nobody takes runs over, first in the program and then in the kernel, and is told when it is
// taken again.
func TestALossIsToldAndCounted(t *testing.T) {
	c := newChip(t)
	b := c.open(17, 27)
	const edges = 3000 // the program keeps some 300, the kernel 1024
	for i := range edges {
		c.set(17, i%2 == 0)
		time.Sleep(100 * time.Microsecond)
	}
	taken, lost := 0, 0
	for quiet := false; !quiet; {
		select {
		case e := <-b.Events():
			if e.Lost > 0 {
				lost += e.Lost
			} else {
				taken++
			}
		case <-time.After(time.Second):
			quiet = true
		}
	}
	// What the kernel merges is neither.
	if lost == 0 || taken < 1024 || lost > edges {
		t.Errorf("%d edges: %d taken, %d told to be lost", edges, taken, lost)
	}
	if down, err := b.Down(); err != nil || len(down) > 0 {
		t.Errorf("down are %v, %v", down, err)
	}
}
