package sim

import (
	"image"
	"iter"
	"slices"
	"sync"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// Addressing is how the memory pointer moves on after a byte of data (section 10.1.3).
type Addressing uint8

// The addressing modes, by the argument of 20h.
const (
	HorizontalMode Addressing = iota // along the columns of the window, then to its next page
	VerticalMode                     // along the pages of the window, then to its next column
	PageMode                         // along the columns of one page
)

// Registers are the settings of an SSD1306 or an SH1106. The comments name the commands that set
// them.
type Registers struct {
	On         bool  // AEh, AFh
	Contrast   uint8 // 81h
	EntireOn   bool  // A4h, A5h: every pixel is lit, whatever the memory holds
	Inverse    bool  // A6h, A7h: zeros are lit
	ChargePump bool  // 8Dh; of an SH1106 ADh

	Addressing             Addressing // 20h
	ColumnStart, ColumnEnd uint8      // 21h
	PageStart, PageEnd     uint8      // 22h
	Column, Page           uint8      // where the next byte of data goes: 00h to 1Fh, B0h to B7h, and the data itself

	StartLine    uint8 // 40h to 7Fh
	SegmentRemap bool  // A0h, A1h: column 0 is SEG127
	Multiplex    uint8 // A8h, plus one: how many rows there are, 16 to 64
	COMReverse   bool  // C0h, C8h: the scan runs from the last row to COM0
	Offset       uint8 // D3h
	Alternative  bool  // DAh, A[4]: neighbouring rows are at opposite sides of the chip
	SwapSides    bool  // DAh, A[5]
}

// SSD1306 is a model of the display controller of that name on an I²C bus, with the usual glass of
// 128 by 64 pixels, which stands upright when the segments are remapped, the scan is reversed and
// the COM pins are alternative (A1h, C8h, DAh 12h). Sections, pages and tables are those of Solomon
// Systech's data sheet, revision 1.1 and, for the charge pump, the application note behind it.
//
// The scroll commands are understood, but nothing moves; neither do fade and zoom (23h, D6h,
// revision 1.5). It is safe for concurrent use.
type SSD1306 struct {
	changed func()

	settings
	ram     [8][128]uint8 // by page and segment; bit 0 is the topmost row of a page (section 8.7)
	command [7]uint8      // one that waits for arguments
	given   int           // bytes of it
}

// Settings are what the chips of both kinds have beside their memory.
type settings struct {
	mu      sync.Mutex // guards the memory as well
	regs    Registers
	unknown []uint8 // bytes that were sent as commands and begin none
}

// NewSSD1306 is a controller after its reset (section 8.5), its memory empty. It calls changed,
// unless that is nil, after each transaction that changed a register or the memory.
func NewSSD1306(changed func()) *SSD1306 {
	return &SSD1306{changed: changed, settings: settings{regs: Registers{
		Contrast:    0x7F,
		Addressing:  PageMode,
		ColumnEnd:   127,
		PageEnd:     7,
		Multiplex:   64,
		Alternative: true,
	}}}
}

// Tx takes a transaction, without the address, and reads the status register (section 10.1.21).
//
// A transaction is a row of control bytes, each with what follows it (section 8.1.5.2):
//
//	Co D/C# 0 0 0 0 0 0    Co 1: one byte, then another control byte; 0: bytes to the end
//	                       D/C# 0: commands; 1: data for the memory
//
// A command and its arguments may come in several transactions; drivers do send them so.
func (c *SSD1306) Tx(w, r []byte) error {
	c.mu.Lock()
	before, wrote := c.regs, false
	for isData, b := range controlled(w) {
		if isData {
			wrote = c.data(b) || wrote
		} else {
			c.take(b)
		}
	}
	for i := range r {
		r[i] = 0
		if !c.regs.On {
			r[i] = 1 << 6
		}
	}
	changed := wrote || before != c.regs
	c.mu.Unlock()
	if changed && c.changed != nil {
		c.changed()
	}
	return nil
}

// controlled yields the bytes behind the control bytes of a transaction, and whether each is data
// for the memory.
func controlled(w []byte) iter.Seq2[bool, byte] {
	return func(yield func(bool, byte) bool) {
		for len(w) > 1 {
			control, bytes := w[0], w[1:]
			if control&0x80 != 0 {
				bytes = bytes[:1]
			}
			w = w[1+len(bytes):]
			for _, b := range bytes {
				if !yield(control&0x40 != 0, b) {
					return
				}
			}
		}
	}
}

// Registers returns the settings.
func (s *settings) Registers() Registers {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.regs
}

// Unknown returns the bytes that were sent as commands and begin none.
func (s *settings) Unknown() []uint8 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.unknown)
}

// Picture returns what the panel shows.
func (c *SSD1306) Picture() *image1bit.VerticalLSB {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.regs.glass(func(page, x int) uint8 { return c.ram[page][127-x] })
}

// glass returns what a glass of 128 by 64 pixels shows of a memory. The function eight returns the
// eight rows of a page that are seen at column x of the glass.
func (r *Registers) glass(eight func(page, x int) uint8) *image1bit.VerticalLSB {
	p := image1bit.NewVerticalLSB(image.Rect(0, 0, 128, 64))
	// The panel has no voltage but that of the charge pump (application note, section 2).
	if !r.On || !r.ChargePump {
		return p
	}
	lineAt := r.linesAtPads()
	upright := Registers{Alternative: true} // as the glass is wired
	for y := range 64 {
		line := lineAt[upright.pad(63-y)]
		if line < 0 {
			continue
		}
		for x := range 128 {
			lit := eight(line/8, x)>>uint(line%8)&1 == 1
			if lit != r.Inverse || r.EntireOn {
				p.Pix[y/8*p.Stride+x] |= 1 << (y % 8)
			}
		}
	}
	return p
}

// linesAtPads returns for each COM pad of the chip the line of the memory that it shows, or -1.
//
// The scan begins at COM0, or reversed at the last row (section 10.1.14). The offset says with
// which row it begins, the start line which line of the memory is row 0 (sections 10.1.6 and
// 10.1.15, tables 10-1 and 10-2).
func (r *Registers) linesAtPads() (lines [64]int) {
	for com := range 64 {
		step := com
		if r.COMReverse {
			step = int(r.Multiplex) - 1 - com
		}
		row := (step + int(r.Offset)) & 63
		line := -1
		if row < int(r.Multiplex) {
			line = (row + int(r.StartLine)) & 63
		}
		lines[r.pad(com)] = line
	}
	return lines
}

// pad returns the pad of the chip at which a COM output comes out (section 10.1.18, table 10-3).
func (r *Registers) pad(com int) int {
	if r.Alternative {
		com = com/2 | com&1<<5
	}
	if r.SwapSides {
		com ^= 32
	}
	return com
}

// data writes a byte, moves the pointer on (section 10.1.3) and reports whether the memory changed.
func (c *SSD1306) data(b uint8) bool {
	r := &c.regs
	segment := r.Column
	if r.SegmentRemap {
		// The remap applies to what is written from now on (section 10.1.8).
		segment = 127 - segment
	}
	cell := &c.ram[r.Page][segment]
	changed := *cell != b
	*cell = b
	switch r.Addressing {
	case PageMode:
		count(&r.Column, 0, 127, 127)
	case HorizontalMode:
		if count(&r.Column, r.ColumnStart, r.ColumnEnd, 127) {
			count(&r.Page, r.PageStart, r.PageEnd, 7)
		}
	case VerticalMode:
		if count(&r.Page, r.PageStart, r.PageEnd, 7) {
			count(&r.Column, r.ColumnStart, r.ColumnEnd, 127)
		}
	}
	return changed
}

// count moves a counter on, and from the end of its window back to the start, which is wrapped.
// Outside of the window the counter's bits run over.
func count(n *uint8, start, end, mask uint8) (wrapped bool) {
	if *n == end {
		*n = start
		return true
	}
	*n = (*n + 1) & mask
	return false
}

// take takes a byte of a command (table 9-1, pages 28 to 32).
func (c *SSD1306) take(b uint8) {
	c.command[c.given] = b
	c.given++
	if c.given <= arguments(c.command[0]) {
		return
	}
	c.given = 0
	c.execute(c.command[0], c.command[1], c.command[2])
}

// arguments returns how many bytes follow the first of a command.
func arguments(command uint8) int {
	switch command {
	case 0x20, 0x23, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD6, 0xD9, 0xDA, 0xDB:
		return 1
	case 0x21, 0x22, 0xA3:
		return 2
	case 0x29, 0x2A:
		return 5
	case 0x26, 0x27:
		return 6
	}
	return 0
}

func (c *SSD1306) execute(command, a, b uint8) {
	r := &c.regs
	if r.set(command, a) {
		return
	}
	switch {
	// Sections 10.1.1, 10.1.2 and 10.1.13 speak of page addressing alone, but the chip has one
	// pointer: in the other modes it is moved as well, and periph's driver relies on it.
	case command <= 0x0F:
		r.Column = r.Column&0x70 | command
		return
	case command <= 0x1F:
		r.Column = r.Column&0x0F | command&0x07<<4
		return
	case 0xB0 <= command && command <= 0xB7:
		r.Page = command & 7
		return
	}
	switch command {
	case 0x20: // 10.1.3; 11b is invalid
		if mode := Addressing(a & 3); mode <= PageMode {
			r.Addressing = mode
		}
	case 0x21: // 10.1.4
		r.ColumnStart, r.ColumnEnd = a&127, b&127
		r.Column = r.ColumnStart
	case 0x22: // 10.1.5
		r.PageStart, r.PageEnd = a&7, b&7
		r.Page = r.PageStart
	case 0x8D: // application note, section 2.1
		r.ChargePump = a&4 != 0
	case 0x26, 0x27, 0x29, 0x2A, 0x2E, 0x2F, 0xA3, // scrolling, 10.2
		0x23, 0xD6: // fade and zoom
	default:
		c.unknown = append(c.unknown, command)
	}
}

// set sets what the chips of both kinds set by the same command, and reports whether it is one.
func (r *Registers) set(command, a uint8) bool {
	if 0x40 <= command && command <= 0x7F { // 10.1.6
		r.StartLine = command & 63
		return true
	}
	switch command {
	case 0x81: // 10.1.7
		r.Contrast = a
	case 0xA0, 0xA1: // 10.1.8
		r.SegmentRemap = command == 0xA1
	case 0xA4, 0xA5: // 10.1.9
		r.EntireOn = command == 0xA5
	case 0xA6, 0xA7: // 10.1.10
		r.Inverse = command == 0xA7
	case 0xA8: // 10.1.11; 0 to 14 are invalid
		if n := a & 63; n >= 15 {
			r.Multiplex = n + 1
		}
	case 0xAE, 0xAF: // 10.1.12
		r.On = command == 0xAF
	case 0xC0, 0xC8: // 10.1.14
		r.COMReverse = command == 0xC8
	case 0xD3: // 10.1.15
		r.Offset = a & 63
	case 0xDA: // 10.1.18; an SH1106 has no A[5], which drivers leave 0
		r.Alternative, r.SwapSides = a&0x10 != 0, a&0x20 != 0
	case 0xE3, // NOP, 10.1.20
		0xD5, 0xD9, 0xDB: // how often and how strongly the pixels are driven, 10.1.16, 10.1.17 and 10.1.19
	default:
		return false
	}
	return true
}
