package hw

import "periph.io/x/conn/v3/i2c"

// A Chip is the controller of a panel. Modules of 1.3 inch mostly have an SH1106, whatever they are
// sold as.
type Chip string

// The chips, and AnyChip, which is to be found out.
const (
	AnyChip Chip = "auto"
	SSD1306 Chip = "ssd1306"
	SH1106  Chip = "sh1106"
)

// FindChip finds out which chip answers at an address of a bus, where no picture is shown: it
// overwrites one byte of the chip's memory, and moves its pointer.
//
// An SH1106 gives back what was written to its memory (its data sheet, page 29: after one byte that
// means nothing), and an SSD1306 answers every read with its status (section 8.1.5). The status
// itself identifies no chip: its unused bits differ from one batch to the next.
func FindChip(bus i2c.Bus, addr uint16) (Chip, error) {
	// Each command and byte of data has its control byte: page 0, column 0, then data.
	start := []byte{0x80, 0xB0, 0x80, 0x00, 0x80, 0x10, 0xC0}
	var written byte
	for i, change := range []byte{0x55, 0xF0, 0x3C} {
		var read [2]byte
		if err := bus.Tx(addr, start, read[:]); err != nil {
			return "", err
		}
		if i > 0 && read[1] != written {
			return SSD1306, nil
		}
		written = read[1] ^ change
		if err := bus.Tx(addr, append(start, written), nil); err != nil {
			return "", err
		}
	}
	return SH1106, nil
}

// forSH1106 translates a message of the SSD1306's driver. An SH1106 has 132 columns, of which the
// glass shows those from 2 on, and addresses them page by page alone (its data sheet, table of
// commands on pages 30 and 31): 20h to 22h set nothing there, and an argument of theirs such as 7Fh
// would be taken for a start line. Its charge pump is switched by another command.
func forSH1106(w []byte) []byte {
	const firstColumn = 2
	if len(w) == 0 || w[0] != 0x00 {
		return w // data
	}
	out := []byte{0x00}
	column := byte(0)
	for rest := w[1:]; len(rest) > 0; {
		n := min(1+arguments(rest[0]), len(rest))
		command := rest[:n]
		rest = rest[n:]
		switch c := command[0]; {
		case c <= 0x0F: // the low half of the column; the driver sends the high half behind it
			column = c
		case c <= 0x1F:
			column = c<<4 | column
			column += firstColumn
			out = append(out, column&0x0F, 0x10|column>>4)
		case c == 0x8D:
			out = append(out, 0xAD, 0x8B) // the charge pump runs while the display is on
		case c <= 0x22 || c == 0x2E: // addressing modes and scrolling, which it lacks
		default:
			out = append(out, command...)
		}
	}
	return out
}

// arguments returns how many bytes follow a command of the SSD1306's driver (table 9-1).
func arguments(command byte) int {
	switch command {
	case 0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB:
		return 1
	case 0x21, 0x22:
		return 2
	}
	return 0
}
