// Package wiring knows which pin of the Raspberry Pi's 40-pin header may be what: it wires the parts of
// a box, checks that, and learns by presses where each button is.
package wiring

import (
	"slices"
	"strconv"
	"strings"

	"arbitre/hw"
)

// A Pin is one of the header's forty. They are the same on every model with such a header, from the
// Model B+ (2014) on: Raspberry Pi documentation, "GPIO and the 40-pin header".
type Pin struct {
	Number int      // 1 to 40, odd on the side of the board, even on its edge
	Name   string   // 3V3, 5V, GND, or GPIO and the number on the SoC
	Serves string   // its use beside general input and output, such as "SPI MOSI", or ""
	Also   []string // other names that kernels give the line
	gpio   int      // the number on the SoC
}

// isGPIO reports whether a pin is a line, and no supply.
func (p Pin) isGPIO() bool { return strings.HasPrefix(p.Name, "GPIO") }

// pulledUp reports whether a line is high from power-on until it is driven; all others are low
// (BCM2835 ARM Peripherals, table 6-31, column "Pull"; the BCM2711 and the RP1 do the same).
func (p Pin) pulledUp() bool { return p.isGPIO() && p.gpio <= 8 }

// hasPWM reports whether the SoC can make a square wave on the line by itself.
func (p Pin) hasPWM() bool { _, can := hw.PWMOverlay(p.Name); return can }

// Header returns all pins in the order of their numbers. Serves is function 0 of table 6-31, or the
// kernel's default use: 1-Wire on GPIO4.
func Header() []Pin {
	pins := []Pin{
		{Name: "3V3"}, {Name: "5V"},
		{gpio: 2, Serves: "I2C SDA", Also: []string{"SDA1"}}, {Name: "5V"},
		{gpio: 3, Serves: "I2C SCL", Also: []string{"SCL1"}}, {Name: "GND"},
		{gpio: 4, Serves: "1-Wire", Also: []string{"GPIO_GCLK"}},
		{gpio: 14, Serves: "UART TXD", Also: []string{"TXD0", "TXD1"}},
		{Name: "GND"}, {gpio: 15, Serves: "UART RXD", Also: []string{"RXD0", "RXD1"}},
		{gpio: 17}, {gpio: 18, Serves: "I2S CLK, PWM"},
		{gpio: 27}, {Name: "GND"},
		{gpio: 22}, {gpio: 23},
		{Name: "3V3"}, {gpio: 24},
		{gpio: 10, Serves: "SPI MOSI", Also: []string{"SPI_MOSI"}}, {Name: "GND"},
		{gpio: 9, Serves: "SPI MISO", Also: []string{"SPI_MISO"}}, {gpio: 25},
		{gpio: 11, Serves: "SPI SCLK", Also: []string{"SPI_SCLK"}},
		{gpio: 8, Serves: "SPI CE0", Also: []string{"SPI_CE0_N"}},
		{Name: "GND"}, {gpio: 7, Serves: "SPI CE1", Also: []string{"SPI_CE1_N"}},
		{gpio: 0, Serves: "a HAT's ID_SD", Also: []string{"ID_SDA", "ID_SD"}},
		{gpio: 1, Serves: "a HAT's ID_SC", Also: []string{"ID_SCL", "ID_SC"}},
		{gpio: 5}, {Name: "GND"},
		{gpio: 6}, {gpio: 12, Serves: "PWM"},
		{gpio: 13, Serves: "PWM"}, {Name: "GND"},
		{gpio: 19, Serves: "I2S FS, PWM"}, {gpio: 16},
		{gpio: 26}, {gpio: 20, Serves: "I2S DIN"},
		{Name: "GND"}, {gpio: 21, Serves: "I2S DOUT"},
	}
	for i := range pins {
		p := &pins[i]
		p.Number = i + 1
		if p.Name != "" {
			p.gpio = -1
			continue
		}
		p.Name = "GPIO" + strconv.Itoa(p.gpio)
		p.Also = append(p.Also, "PIN"+strconv.Itoa(p.Number)) // the first kernels for the Pi 5
	}
	return pins
}

// find returns the pin of a line, by any of its names.
func find(line string) (Pin, bool) {
	n, isGPIO := number(line)
	for _, p := range Header() {
		if p.isGPIO() && (isGPIO && n == p.gpio || slices.Contains(p.Also, line)) {
			return p, true
		}
	}
	return Pin{}, false
}

// number returns the number in the name of a line, such as GPIO17.
func number(line string) (int, bool) {
	digits, isGPIO := strings.CutPrefix(line, "GPIO")
	n, err := strconv.ParseUint(digits, 10, 16)
	return int(n), isGPIO && err == nil
}
