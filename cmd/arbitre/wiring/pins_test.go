package wiring

import (
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	conn "periph.io/x/conn/v3/pin"
	"periph.io/x/host/v3/bcm283x"
	"periph.io/x/host/v3/rpi"
)

// periphs returns the header as periph has it, with pulls and functions of BCM2835 ARM Peripherals,
// table 6-31.
func periphs() []conn.Pin {
	return []conn.Pin{
		rpi.P1_1, rpi.P1_2, rpi.P1_3, rpi.P1_4, rpi.P1_5, rpi.P1_6, rpi.P1_7, rpi.P1_8, rpi.P1_9, rpi.P1_10,
		rpi.P1_11, rpi.P1_12, rpi.P1_13, rpi.P1_14, rpi.P1_15, rpi.P1_16, rpi.P1_17, rpi.P1_18, rpi.P1_19, rpi.P1_20,
		rpi.P1_21, rpi.P1_22, rpi.P1_23, rpi.P1_24, rpi.P1_25, rpi.P1_26, rpi.P1_27, rpi.P1_28, rpi.P1_29, rpi.P1_30,
		rpi.P1_31, rpi.P1_32, rpi.P1_33, rpi.P1_34, rpi.P1_35, rpi.P1_36, rpi.P1_37, rpi.P1_38, rpi.P1_39, rpi.P1_40,
	}
}

func TestSuppliesAreThoseOfPeriph(t *testing.T) {
	supplies := map[string]string{"GROUND": "GND", "3.3V": "3V3", "5V": "5V"}
	for i, theirs := range periphs() {
		p := Header()[i]
		want, isSupply := supplies[theirs.Name()]
		if p.isGPIO() == isSupply || isSupply && (p.Name != want || p.Serves != "" || p.pulledUp() || p.hasPWM()) {
			t.Errorf("pin %d is %+v, theirs is %s", i+1, p, theirs)
		}
	}
}

func TestLinesAreThoseOfPeriph(t *testing.T) {
	// Theirs by ours, where they differ.
	functions := strings.NewReplacer("I2C1_", "I2C ", "UART0_TX", "UART TXD", "UART0_RX", "UART RXD", "SPI0_CS",
		"SPI CE", "SPI0_CLK", "SPI SCLK",
		"SPI0_", "SPI ", "I2S_SCK", "I2S CLK", "I2S_WS", "I2S FS", "I2S_", "I2S ", "I2C0_SDA", "a HAT's ID_SD",
		"I2C0_SCL", "a HAT's ID_SC")
	for i, theirs := range periphs() {
		line, isLine := theirs.(*bcm283x.Pin)
		if !isLine {
			continue
		}
		p := Header()[i]
		isPlain := func(f conn.Func) bool { return f == gpio.IN || f == gpio.OUT }
		serves := slices.DeleteFunc(line.SupportedFuncs(), isPlain)
		pwm := slices.ContainsFunc(serves, func(f conn.Func) bool { return strings.HasPrefix(string(f), "PWM") })
		if p.Name != line.Name() || p.pulledUp() != (line.DefaultPull() == gpio.PullUp) || p.hasPWM() != pwm {
			t.Errorf("pin %d is %+v, pulled up %v, PWM %v; theirs is %s, %s, %q", i+1, p, p.pulledUp(), p.hasPWM(), line,
				line.DefaultPull(), serves)
		}
		if first, _, _ := strings.Cut(p.Serves, ","); first != "" && first != "PWM" && first != "1-Wire" {
			if want := functions.Replace(string(serves[0])); first != want {
				t.Errorf("pin %d, %s, serves %s, theirs %s", i+1, p.Name, first, want)
			}
		}
	}
}

func TestPinsAreNumberedFromOneToForty(t *testing.T) {
	for i, p := range Header() {
		if p.Number != i+1 || p.Number > 40 {
			t.Errorf("pin %d has the number %d", i+1, p.Number)
		}
	}
}

func TestEveryNameOfALineIsThatOfOnePin(t *testing.T) {
	seen := map[string]int{}
	for _, p := range Header() {
		for _, name := range append(p.Also, p.Name) {
			if other := seen[name]; other != 0 && p.isGPIO() {
				t.Errorf("%s is pin %d and pin %d", name, other, p.Number)
			}
			seen[name] = p.Number
		}
	}
}
