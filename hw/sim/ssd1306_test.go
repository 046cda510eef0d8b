package sim_test

import (
	"bytes"
	"fmt"
	"image"
	"strings"
	"testing"

	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// commands sends one transaction of commands.
func commands(c *sim.SSD1306, b ...uint8) { c.Tx(append([]uint8{0x00}, b...), nil) }

// data sends one transaction of data for the memory.
func data(c *sim.SSD1306, b ...uint8) { c.Tx(append([]uint8{0x40}, b...), nil) }

func TestAfterTheResetThePanelIsDark(t *testing.T) {
	c := sim.NewSSD1306(nil)
	data(c, bytes.Repeat([]uint8{0xFF}, 128)...)
	if got := lit(c.Picture()); len(got) != 0 {
		t.Errorf("%d pixels are lit before the display is on", len(got))
	}
	want := sim.Registers{Contrast: 0x7F, Addressing: sim.PageMode, ColumnEnd: 127, PageEnd: 7, Multiplex: 64,
		Alternative: true}
	if diff := cmp.Diff(want, c.Registers()); diff != "" {
		t.Errorf("registers after the reset (-want +got):\n%s", diff)
	}
}

func TestAddressing(t *testing.T) {
	for _, tt := range []struct {
		name     string
		commands []uint8
		n        int
		want     string // page.column of each byte, in order
	}{
		{"page mode stays in its page", []uint8{0x20, 2, 0xB3, 0x0D, 0x17}, 5, "3.125 3.126 3.127 3.0 3.1"},
		{"page mode needs no window", []uint8{0x21, 4, 5, 0x20, 2, 0xB1, 0x04, 0x10}, 3, "1.4 1.5 1.6"},
		{"horizontal: along the columns, then down", []uint8{0x20, 0, 0x21, 126, 127, 0x22, 6, 7}, 5,
			"6.126 6.127 7.126 7.127 6.126"},
		{"horizontal: the whole panel", []uint8{0x20, 0, 0x21, 0, 127, 0x22, 0, 7, 0xB7, 0x0F, 0x17}, 2, "7.127 0.0"},
		{"vertical: down the pages, then right", []uint8{0x20, 1, 0x21, 126, 127, 0x22, 6, 7}, 5,
			"6.126 7.126 6.127 7.127 6.126"},
		{"a window of one column", []uint8{0x20, 0, 0x21, 9, 9, 0x22, 0, 7}, 3, "0.9 1.9 2.9"},
		{"the pointer can be set outside of the window", []uint8{0x20, 0, 0x21, 8, 9, 0x22, 4, 5, 0xB0, 0x07, 0x10}, 4,
			"0.7 0.8 0.9 1.8"},
		{"an invalid mode changes nothing", []uint8{0x20, 1, 0x20, 3, 0x22, 0, 1}, 3, "0.0 1.0 0.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sim.NewSSD1306(nil)
			commands(c, upright...)
			commands(c, tt.commands...)
			var got []string
			for i := range tt.n {
				before := c.Picture().Pix
				data(c, uint8(i+1))
				for at, b := range c.Picture().Pix {
					if b != before[at] {
						got = append(got, fmt.Sprintf("%d.%d", at/128, at%128))
					}
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// upright sets up the panel so that column 0 of page 0 is at the top left.
var upright = []uint8{0xA1, 0xC8, 0xDA, 0x12, 0x8D, 0x14, 0xAF}

func TestWhereAPixelIsSeen(t *testing.T) {
	for _, tt := range []struct {
		name     string
		commands []uint8 // after the panel was set upright, before the data
		after    []uint8 // after the data
		want     image.Point
	}{
		{"upright", nil, nil, image.Pt(3, 2)},
		{"mirrored before writing", []uint8{0xA0}, nil, image.Pt(124, 2)},
		{"mirroring leaves what is written", nil, []uint8{0xA0}, image.Pt(3, 2)},
		{"upside down at once", nil, []uint8{0xC0}, image.Pt(3, 61)},
		{"start line", nil, []uint8{0x41}, image.Pt(3, 1)},
		{"start line runs over", nil, []uint8{0x43}, image.Pt(3, 63)},
		{"offset", nil, []uint8{0xD3, 1}, image.Pt(3, 1)},
		{"offset runs over", nil, []uint8{0xD3, 63}, image.Pt(3, 3)},
		{"offset, upside down", nil, []uint8{0xC0, 0xD3, 1}, image.Pt(3, 62)},
		{"half the rows", nil, []uint8{0xA8, 31}, image.Pt(3, 34)},
		{"half the rows, scan not reversed", nil, []uint8{0xA8, 31, 0xC0}, image.Pt(3, 61)},
		{"an invalid number of rows changes nothing", nil, []uint8{0xA8, 14}, image.Pt(3, 2)},
		// COM61 comes out at pad 61, where the glass has row 63-59; with alternative pins at 62.
		{"sequential pins", nil, []uint8{0xDA, 0x02}, image.Pt(3, 4)},
		{"sides swapped", nil, []uint8{0xDA, 0x32}, image.Pt(3, 3)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sim.NewSSD1306(nil)
			commands(c, upright...)
			commands(c, tt.commands...)
			commands(c, 0xB0, 0x03, 0x10)
			data(c, 1<<2)
			commands(c, tt.after...)
			if diff := cmp.Diff([]image.Point{tt.want}, lit(c.Picture())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHowManyPixelsAreLit(t *testing.T) {
	const all = 128 * 64
	for _, tt := range []struct {
		name     string
		commands []uint8
		want     int
	}{
		{"as the memory says", nil, 8},
		{"inverse", []uint8{0xA7}, all - 8},
		{"and back", []uint8{0xA7, 0xA6}, 8},
		{"entirely on", []uint8{0xA5}, all},
		{"and back to the memory", []uint8{0xA5, 0xA4}, 8},
		{"half the rows", []uint8{0xA5, 0xA8, 31}, all / 2},
		{"asleep", []uint8{0xAE}, 0},
		{"asleep and back", []uint8{0xAE, 0xAF}, 8},
		{"without its voltage", []uint8{0x8D, 0x10}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := sim.NewSSD1306(nil)
			commands(c, upright...)
			data(c, 0xFF)
			commands(c, tt.commands...)
			if got := len(lit(c.Picture())); got != tt.want {
				t.Errorf("%d pixels are lit, want %d", got, tt.want)
			}
		})
	}
}

func TestEveryCommandTakesItsArguments(t *testing.T) {
	// E3h does nothing; taken for an argument, it would leave 81h 42h without its meaning,
	// contrast.
	for command, arguments := range map[uint8]int{
		0x00: 0, 0x1F: 0, 0x20: 1, 0x21: 2, 0x22: 2, 0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x2E: 0, 0x2F: 0,
		0x40: 0, 0x7F: 0, 0x81: 1, 0x8D: 1, 0xA0: 0, 0xA1: 0, 0xA3: 2, 0xA4: 0, 0xA5: 0, 0xA6: 0, 0xA7: 0, 0xA8: 1,
		0xAE: 0, 0xAF: 0, 0xB0: 0, 0xB7: 0, 0xC0: 0, 0xC8: 0, 0xD3: 1, 0xD5: 1, 0xD6: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
		0xE3: 0,
	} {
		c := sim.NewSSD1306(nil)
		commands(c, command)
		commands(c, bytes.Repeat([]uint8{0x00}, arguments)...)
		commands(c, 0x81, 0x42)
		if got := c.Registers().Contrast; got != 0x42 {
			t.Errorf("%#x: contrast is %#x after it, so it does not take %d arguments", command, got, arguments)
		}
		if got := c.Unknown(); got != nil {
			t.Errorf("%#x is unknown", got)
		}
	}
}

func TestWhatIsNoCommandIsRecordedAndIgnored(t *testing.T) {
	c := sim.NewSSD1306(nil)
	commands(c, 0xFF, 0x80, 0x30, 0x80, 0x81, 0x42)
	if diff := cmp.Diff([]uint8{0xFF, 0x80, 0x30, 0x80}, c.Unknown()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := c.Registers().Contrast; got != 0x42 {
		t.Errorf("contrast %#x after them", got)
	}
}

func TestControlBytes(t *testing.T) {
	c := sim.NewSSD1306(nil)
	commands(c, upright...)
	// A command, its argument, a byte of data, then data to the end: 80h there is no control byte.
	c.Tx([]uint8{0x80, 0x81, 0x80, 0x42, 0xC0, 0xAA, 0x40, 0x80, 0x81}, nil)
	if got := c.Registers().Contrast; got != 0x42 {
		t.Errorf("contrast %#x", got)
	}
	if got := c.Picture().Pix[:4]; !bytes.Equal(got, []uint8{0xAA, 0x80, 0x81, 0}) {
		t.Errorf("the picture begins with %x", got)
	}
}

func TestStatusTellsWhetherTheDisplayIsOff(t *testing.T) {
	c := sim.NewSSD1306(nil)
	var status [1]uint8
	if c.Tx(nil, status[:]); status[0] != 0x40 {
		t.Errorf("status %#x while off", status[0])
	}
	if c.Tx([]uint8{0x00, 0xAF}, status[:]); status[0] != 0 {
		t.Errorf("status %#x while on", status[0])
	}
}

func TestChangesAreTold(t *testing.T) {
	n := 0
	c := sim.NewSSD1306(func() { n++ })
	for _, tt := range []struct {
		what string
		tx   []uint8
		want int
	}{
		{"a register", []uint8{0x00, 0xAF}, 1},
		{"the same again", []uint8{0x00, 0xAF}, 0},
		{"the memory", []uint8{0x40, 1, 2, 3}, 1},
		{"nothing", nil, 0},
	} {
		n = 0
		if c.Tx(tt.tx, nil); n != tt.want {
			t.Errorf("%s: told %d times, want %d", tt.what, n, tt.want)
		}
	}
}

func lit(p *image1bit.VerticalLSB) (points []image.Point) {
	for y := range 64 {
		for x := range 128 {
			if p.BitAt(x, y) {
				points = append(points, image.Pt(x, y))
			}
		}
	}
	return points
}
