package sim

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"arbitre/hw"

	"periph.io/x/conn/v3/physic"
)

// A Table is the chips of a whole virtual table.
type Table struct {
	Panel  *SSD1306
	Buzzer *Buzzer
	Lamps  map[hw.Button]*Lamp // of the seats' buttons; the judge's keys have none
	*Buttons

	named map[string]hw.Button
	names []string

	mu      sync.Mutex
	changed func()
}

// NewTable returns a table with seats from 1, clockwise, all as after power-on.
func NewTable(seats int) (*Table, error) {
	if seats < 3 || seats > 8 {
		return nil, fmt.Errorf("the virtual table has 3 to 8 seats, not %d", seats)
	}
	t := &Table{Lamps: map[hw.Button]*Lamp{}, Buttons: NewButtons(), named: map[string]hw.Button{}}
	t.Panel = NewSSD1306(t.tell)
	t.Buzzer = NewBuzzer(func(physic.Frequency) { t.tell() })
	name := func(name string, b hw.Button) {
		t.named[name] = b
		t.names = append(t.names, name)
	}
	for seat := range seats {
		b := hw.Button(seat + 1)
		t.Lamps[b] = NewLamp(func(bool) { t.tell() })
		name(strconv.Itoa(int(b)), b)
	}
	name("previous", hw.KeyPrevious)
	name("next", hw.KeyNext)
	name("ok", hw.KeyOK)
	name("back", hw.KeyBack)
	return t, nil
}

// Watch has changed called whenever something visible or audible changes.
func (t *Table) Watch(changed func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changed = changed
}

func (t *Table) tell() {
	t.mu.Lock()
	changed := t.changed
	t.mu.Unlock()
	if changed != nil {
		changed()
	}
}

// Shown is the panel's picture: 8 rows of 128 bytes, each 8 pixels from top (bit 0) down.
func (t *Table) Shown() (pixels []byte, contrast uint8, on bool) {
	r := t.Panel.Registers()
	return t.Panel.Picture().Pix, r.Contrast, r.On
}

// Lit reports whether the lamps of the seats are lit, from seat 1 on.
func (t *Table) Lit() []bool {
	lit := make([]bool, len(t.Lamps))
	for b, lamp := range t.Lamps {
		lit[b-1] = lamp.Lit()
	}
	return lit
}

// Tone returns the buzzer's frequency in Hz; 0 is silence.
func (t *Table) Tone() float64 { return float64(t.Buzzer.Tone()) / float64(physic.Hertz) }

// Loudness returns the amplitude of that tone, from 0 to 1.
func (t *Table) Loudness() float64 { return t.Buzzer.Loudness() }

// Now is the time on the clock of the edges.
func (t *Table) Now() time.Duration { return t.Clock() }

// Names returns the names of the buttons: the numbers of the seats, then previous, next, ok and
// back.
func (t *Table) Names() []string { return t.names }

// Set moves the button of a name. Nothing happens if it is so already.
func (t *Table) Set(at time.Duration, name string, down bool) { t.Buttons.Set(at, t.named[name], down) }
