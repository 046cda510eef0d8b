package sim_test

import (
	"image"
	"slices"
	"testing"

	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
)

// setUp is what an SH1106 needs: the glass upright, the display on.
var setUp = []uint8{0x00, 0xA1, 0xC8, 0xAF}

// An SH1106 has two columns more at each side than the glass shows, and no mode in which a page
// follows the one before.
func TestTheMemoryOfAnSH1106(t *testing.T) {
	c := sim.NewSH1106()
	if len(lit(c.Picture())) > 0 {
		t.Error("it shows something before it is on")
	}
	for page := range uint8(8) {
		c.Tx([]uint8{0x00, 0xB0 | page, 0x00, 0x10}, nil)
		c.Tx(append([]uint8{0x40}, make([]uint8, 140)...), nil) // more than a page has
	}
	c.Tx(setUp, nil)
	for _, tt := range []struct {
		column uint8
		want   []image.Point
	}{
		{1, nil}, {2, []image.Point{{X: 0, Y: 26}}}, {129, []image.Point{{X: 127, Y: 26}}}, {130, nil}, {131, nil}, {140, nil},
	} {
		at := []uint8{0x00, 0xB3, tt.column & 15, 0x10 | tt.column>>4}
		c.Tx(at, nil)
		c.Tx([]uint8{0x40, 1 << 2}, nil)
		if diff := cmp.Diff(tt.want, lit(c.Picture())); diff != "" {
			t.Errorf("column %d (-want +got):\n%s", tt.column, diff)
		}
		c.Tx(at, nil)
		c.Tx([]uint8{0x40, 0}, nil)
	}
}

// What sets up an SSD1306 rolls the picture of an SH1106: 7Fh is no argument there but a start line.
func TestAnSH1106LacksTheModesOfAnSSD1306(t *testing.T) {
	c := sim.NewSH1106()
	c.Tx([]uint8{0x00, 0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07}, nil)
	if got := c.Unknown(); !slices.Equal(got, []uint8{0x20, 0x21, 0x22}) || c.Registers().StartLine != 63 {
		t.Errorf("unknown are %x, the start line is %d", got, c.Registers().StartLine)
	}
}

// A read gives back the status behind a command, and the memory behind data.
func TestWhatAnSH1106Answers(t *testing.T) {
	c := sim.NewSH1106()
	var got [3]uint8
	if c.Tx([]uint8{0x00, 0xE3}, got[:1]); got[0]&0x40 == 0 {
		t.Errorf("status %#x while off", got[0])
	}
	if c.Tx([]uint8{0x00, 0xAF}, got[:1]); got[0]&0x40 != 0 {
		t.Errorf("status %#x while on", got[0])
	}
	c.Tx([]uint8{0x00, 0xB5, 0x07, 0x10}, nil)
	c.Tx([]uint8{0x40, 0x12, 0x34}, nil)
	if c.Tx([]uint8{0x80, 0x07, 0x80, 0x10, 0xC0}, got[:]); got[1] != 0x12 || got[2] != 0x34 {
		t.Errorf("it gives back %x", got)
	}
	if c.Tx([]uint8{0x00, 0xAD, 0x8A}, nil); c.Registers().ChargePump {
		t.Error("the charge pump runs on")
	}
}
