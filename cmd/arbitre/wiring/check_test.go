package wiring

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func button(name, line string) Part {
	return Part{Name: name, Kind: Button, Line: line}
}

func lamp(name, line string) Part {
	return Part{Name: name, Kind: Lamp, Line: line}
}

func oled(name string, address uint16) Part {
	return Part{Name: name, Kind: OLED, Address: address}
}

func passive(line string) Part {
	return Part{Name: "buzzer", Kind: PassiveBuzzer, Line: line}
}

func active(line string) Part {
	return Part{Name: "buzzer", Kind: ActiveBuzzer, Line: line}
}

func soundCard() Part { return Part{Name: "sound card", Kind: SoundCard} }

func onBus(p Part, bus string) Part {
	p.Bus = bus
	return p
}

func TestCheckNamesAllWhoWantAPin(t *testing.T) {
	for _, tc := range []struct {
		name  string
		parts []Part
		want  []string
	}{
		{"two buttons", []Part{button("seat 1 button", "GPIO17"), button("judge's OK", "GPIO17")},
			[]string{"GPIO17: seat 1 button and judge's OK; move one of them, to GPIO27 for example"}},
		{"three parts", []Part{button("seat 1 button", "GPIO17"), lamp("lamp 1", "GPIO17"), active("GPIO17")},
			[]string{"GPIO17: seat 1 button, lamp 1 and buzzer; move one of them, to GPIO27 for example"}},
		{"two pins, two proposals",
			[]Part{button("seat 1 button", "GPIO17"), lamp("lamp 1", "GPIO17"),
				button("seat 2 button", "GPIO27"), lamp("lamp 2", "GPIO27")},
			[]string{"GPIO17: seat 1 button and lamp 1; move one of them, to GPIO22 for example",
				"GPIO27: seat 2 button and lamp 2; move one of them, to GPIO23 for example"}},
		{"a line by two of its names", []Part{button("seat 1 button", "GPIO4"), lamp("lamp 1", "GPIO_GCLK")},
			[]string{"GPIO4: seat 1 button and lamp 1; move one of them, to GPIO17 for example"}},
		{"the same line with a zero", []Part{button("seat 1 button", "GPIO5"), lamp("lamp 1", "GPIO05")},
			[]string{"GPIO5: seat 1 button and lamp 1; move one of them, to GPIO17 for example"}},
		{"a lamp's line and the sound card", []Part{lamp("lamp 4", "GPIO20"), soundCard()},
			[]string{"GPIO20: lamp 4 and sound card DIN; move lamp 4, to GPIO17 for example"}},
		{"all lines of I2S", []Part{lamp("lamp 1", "GPIO18"), button("seat 1 button", "GPIO19"),
			lamp("lamp 2", "GPIO20"), active("GPIO21"), soundCard()},
			[]string{
				"GPIO18: lamp 1 and sound card CLK; move lamp 1, to GPIO17 for example",
				"GPIO19: seat 1 button and sound card FS; move seat 1 button, to GPIO27 for example",
				"GPIO20: lamp 2 and sound card DIN; move lamp 2, to GPIO22 for example",
				"GPIO21: buzzer and sound card DOUT; move buzzer, to GPIO23 for example"}},
		{"a tune where the sound card is", []Part{passive("GPIO18"), soundCard()},
			[]string{"GPIO18: buzzer and sound card CLK; move buzzer, to GPIO12 for example"}},
		{"a button on I2C", []Part{button("seat 1 button", "GPIO2"), oled("judge's OLED", 0x3C)},
			[]string{"GPIO2: seat 1 button and judge's OLED SDA; move seat 1 button, to GPIO17 for example"}},
		{"a button on a bus of several",
			[]Part{button("seat 1 button", "SCL1"), oled("judge's OLED", 0x3C),
				onBus(oled("public OLED", 0x3D), "/dev/i2c-1")},
			[]string{"GPIO3: seat 1 button, judge's OLED SCL and public OLED SCL; " +
				"move seat 1 button, to GPIO17 for example"}},
		{"the pins of a HAT's EEPROM", []Part{button("seat 1 button", "GPIO0"), lamp("lamp 1", "ID_SCL")},
			[]string{"GPIO0: seat 1 button and the EEPROM of a HAT; move seat 1 button, to GPIO17 for example",
				"GPIO1: lamp 1 and the EEPROM of a HAT; move lamp 1, to GPIO27 for example"}},
		{"lines that are not on the header", []Part{button("seat 1 button", "GPIO28"), lamp("lamp 1", "GPIO45")},
			[]string{"GPIO28: seat 1 button, but the header has no such line; move it, to GPIO17 for example",
				"GPIO45: lamp 1, but the header has no such line; move it, to GPIO27 for example"}},
		{"a tune without PWM", []Part{passive("GPIO25")},
			[]string{"GPIO25: buzzer, passive, needs a line with PWM; " +
				"move it, to GPIO12 for example, or take an active one"}},
		{"a tune when all PWM is taken",
			[]Part{passive("GPIO25"), soundCard(), button("seat 1 button", "GPIO12"),
				button("seat 2 button", "GPIO13")},
			[]string{"GPIO25: buzzer, passive, needs a line with PWM; move it, or take an active one"}},
		{"two on a line of another chip",
			[]Part{button("seat 1 button", "keypad 3"), lamp("lamp 1", "keypad 3")},
			[]string{"keypad 3: seat 1 button and lamp 1; move one of them, to GPIO17 for example"}},
		{"two displays at one address",
			[]Part{oled("judge's OLED", 0x3C), onBus(oled("public OLED", 0x3C), "I2C1")},
			[]string{"I2C address 0x3C: judge's OLED and public OLED; give one of them another"}},
		{"a proposed lamp is dark from power-on", append(lowLines(), lamp("lamp 1", "GPIO9")),
			[]string{"GPIO9: seat 1 button and lamp 1; move one of them"}},
		{"a name that would command the terminal",
			[]Part{button("seat 1 button", "\x1b[2J"), button("seat 2 button", "\x1b[2J")},
			[]string{"\uFFFD[2J: seat 1 button and seat 2 button; move one of them, to GPIO17 for example"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, p := range Check(tc.parts) {
				got = append(got, p.What)
				for _, part := range p.Parts {
					if !strings.Contains(p.What, part.Name) {
						t.Errorf("%q does not name %s", p.What, part.Name)
					}
				}
				if len(p.Parts) == 0 {
					t.Errorf("%q blames nobody", p.What)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// lowLines returns a button on every line that is low from power-on; GPIO9 has that of seat 1.
func lowLines() (parts []Part) {
	for _, p := range Header() {
		if p.isGPIO() && !p.pulledUp() {
			parts = append(parts, button("button "+p.Name, p.Name))
		}
	}
	for i := range parts {
		if parts[i].Line == "GPIO9" {
			parts[i].Name = "seat 1 button"
		}
	}
	return parts
}

func TestCheckAccepts(t *testing.T) {
	for name, parts := range map[string][]Part{
		"nothing":                           nil,
		"several on the bus":                {oled("judge's OLED", 0x3C), oled("public OLED", 0x3D)},
		"buttons on I2C's pins without I2C": {button("seat 1 button", "GPIO2"), button("seat 2 button", "GPIO3")},
		"buttons there beside another bus": {button("seat 1 button", "GPIO2"),
			onBus(oled("judge's OLED", 0x3C), "I2C3")},
		"one address on two buses": {oled("judge's OLED", 0x3C), onBus(oled("public OLED", 0x3C), "I2C3")},
		"lines of another chip": {button("seat 1 button", "keypad 3"), lamp("lamp 1", "P0.1"),
			passive("PWM4")},
		"an active buzzer anywhere":      {active("GPIO25")},
		"I2S without a sound card there": {lamp("lamp 1", "GPIO20"), passive("GPIO18")},
		"SPI, UART and 1-Wire, by default": {button("seat 1 button", "GPIO9"), button("seat 2 button", "GPIO14"),
			button("seat 3 button", "GPIO4")},
	} {
		for _, wrong := range Check(parts) {
			t.Errorf("%s: %v", name, wrong)
		}
	}
}
