package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"golang.org/x/sys/unix"
)

const configTxt = "/boot/firmware/config.txt" // since Raspberry Pi OS 12; /boot/config.txt before

// A wire is a GPIO line and what it is for, or the key or the lamp of a device.
type wire struct {
	part   string
	line   string    // as the configuration has it
	button hw.Button // 0 for an output
	worst  state     // if it does not work
}

// isPlug tells it from a line.
func (w wire) isPlug() bool { return evdev.IsPlace(w.line) }

// inputs are what the referee reads: the seats', the judge's, the shortcuts'. The lines are all in one request.
func (d *Doctor) inputs() []wire {
	c := d.config
	lines := c.Lines()
	for b, place := range c.Places() {
		lines[b] = place.String()
	}
	var wires []wire
	for b, line := range lines {
		part := d.Say(b.String())
		if i, ok := b.Shortcut(); ok {
			part = d.Say("shortcut %s", c.Shortcuts[i].Value)
		} else if b > 0 {
			part = d.Say("button of seat %d", int(b))
		}
		wires = append(wires, wire{part, line, b, stateMissing})
	}
	place := func(w wire) int {
		if w.button < 0 {
			return 50 - int(w.button) // between any seat and any shortcut
		}
		return int(w.button)
	}
	slices.SortFunc(wires, func(a, b wire) int { return place(a) - place(b) })
	return wires
}

// outputs are what the referee drives: the lamps and an active buzzer.
func (d *Doctor) outputs() []wire {
	c := d.config
	var wires []wire
	for i, line := range c.Buttons.Lamps {
		if line != "" {
			wires = append(wires, wire{part: d.Say("lamp of seat %d", i+1), line: line, worst: stateWarning})
		}
	}
	if c.Buzzer.Enabled && c.Buzzer.Kind == "active" {
		wires = append(wires, wire{part: "buzzer", line: c.Buzzer.Pin, worst: stateWarning})
	}
	return wires
}

func (d *Doctor) examineLines() {
	var chip string // of the buttons: all are on one
	for i, wires := range [][]wire{d.inputs(), d.outputs()} {
		if wires = slices.DeleteFunc(wires, wire.isPlug); len(wires) == 0 {
			continue
		}
		names := make([]string, len(wires))
		for i, w := range wires {
			names[i] = w.line
		}
		survey, err := hw.SurveyLines(names)
		if i == 0 {
			chip = mostUsed(survey, names)
		}
		if err == nil && len(survey.Chips) == 0 && len(survey.Denied) == 0 {
			d.add(d.Say("GPIO lines"), verdict{stateMissing, d.Say("this machine has none"),
				d.Say("sudo arbitre init learns buttons on USB; arbitre demo plays without any hardware")})
			break
		}
		for _, w := range wires {
			status := survey.Lines[w.line]
			d.found = append(d.found, finding{Part: w.part, verdict: d.line(w, survey, err, chip), Line: w.line, Chip: status.Chip, Consumer: status.Consumer})
		}
	}
	if len(d.config.Buttons.Lamps) == 0 {
		d.add("lamps", verdict{stateOff, d.Say("none are configured"), ""})
	}
}

// mostUsed is the chip that has most of the lines; of several with as many, that of the first line.
func mostUsed(s hw.Survey, names []string) (chip string) {
	count := map[string]int{}
	for _, line := range s.Lines {
		count[line.Chip]++
	}
	for _, name := range names {
		if line, ok := s.Lines[name]; ok && count[line.Chip] > count[chip] {
			chip = line.Chip
		}
	}
	return chip
}

// line says how one line is.
func (d *Doctor) line(w wire, survey hw.Survey, err error, chip string) verdict {
	status, ok := survey.Lines[w.line]
	device, _, _ := strings.Cut(status.Chip, " ")
	switch {
	case err != nil:
		return verdict{w.worst, err.Error(), ""}.about(w.line)
	case !ok && len(survey.Denied) > 0:
		says, mend := d.access(survey.Denied[0])
		return d.denied(verdict{w.worst, says, mend}).about(w.line)
	case !ok:
		return verdict{w.worst, d.Say("%s: there is no such line on %s", w.line, strings.Join(survey.Chips, ", ")),
			d.Say("gpioinfo (sudo apt install gpiod) prints the names of all lines; arbitre wiring the usual ones")}
	case w.button != 0 && status.Chip != chip:
		return verdict{w.worst, d.Say("%s: is on %s, but the other buttons are on %s", w.line, status.Chip, chip),
			d.Say("put all buttons on one chip: only so their edges stand in one queue")}
	case isReferee(status.Consumer):
		return d.ofReferee(w)
	case status.Used:
		return verdict{w.worst, d.Say("%s: taken by %s", w.line, d.taker(status.Consumer)), d.mendTaken(status.Consumer)}
	case w.button != 0 && d.unit.Active():
		return d.leftFree(w)
	}
	if says, mend := d.serviceAccess("/dev/" + device); says != "" {
		return verdict{w.worst, says, mend}.about(w.line)
	}
	return verdict{stateOK, d.Say("%s: line %d of %s, free", w.line, status.Offset, status.Chip), ""}
}

// ofReferee is the verdict on what the referee uses at the moment.
func (d *Doctor) ofReferee(w wire) verdict {
	return verdict{stateOK, d.Say("%s: the referee itself has it: it is running", w.line), ""}
}

// leftFree is the verdict on a button that the service should have and has not.
func (d *Doctor) leftFree(w wire) verdict {
	return verdict{stateWarning, d.Say("%s: free, although the service runs: it has another configuration", w.line), "sudo systemctl restart arbitre"}
}

// isReferee tells whether the referee has a line: buttons by its name, outputs by that and a number of process.
func isReferee(consumer string) bool {
	name, _, _ := strings.Cut(consumer, "@")
	return name == "arbitre"
}

func (d *Doctor) taker(consumer string) string {
	if consumer == "" {
		return d.Say("the kernel, which does not say for what")
	}
	return strconv.Quote(consumer)
}

// mendTaken knows the drivers that take lines of a Pi's header.
func (d *Doctor) mendTaken(consumer string) string {
	switch {
	case strings.HasPrefix(consumer, "spi"):
		return d.Say("sudo raspi-config nonint do_spi 1 and restart, or use another line: SPI needs GPIO7 to GPIO11")
	case strings.HasPrefix(consumer, "onewire"), strings.HasPrefix(consumer, "w1"):
		return d.Say("sudo raspi-config nonint do_onewire 1 and restart, or use another line")
	}
	return d.Say("end that program or remove its dtoverlay= from %s, or use another line", configTxt)
}

// examineBuzzer looks at a passive buzzer; an active one is a line like any other.
func (d *Doctor) examineBuzzer() {
	switch b := d.config.Buzzer; {
	case !b.Enabled:
		d.add("buzzer", d.off())
	case b.Kind != "active":
		d.found = append(d.found, finding{Part: "buzzer", verdict: d.passiveBuzzer(b.Pin), Line: b.Pin})
	}
}

// passiveBuzzer looks for the kernel's PWM on a line, which the buzzer there needs.
func (d *Doctor) passiveBuzzer(line string) verdict {
	pwm, ok := hw.SurveyPWM(d.root, line)
	switch {
	case !ok:
		return verdict{stateWarning, d.Say("%s: has no PWM, which a passive buzzer needs", line),
			d.Say(`use GPIO12, GPIO13, GPIO18 or GPIO19, or an active buzzer with [buzzer] kind = "active"`)}
	case pwm.Chip == "":
		return verdict{stateWarning, d.Say("%s: the kernel's PWM is switched off", line), d.onPi(d.Say("add %s to %s and restart", pwm.Overlay, configTxt))}
	}
	folder := strings.TrimPrefix(pwm.Chip, strings.TrimSuffix(d.root, "/"))
	export := folder + "/export" // which can only be written
	if d.may(filepath.Join(d.root, export), unix.W_OK) != nil {
		says, mend := d.outsider(export, "gpio")
		return d.denied(verdict{stateWarning, says, mend})
	}
	return verdict{stateOK, d.Say("%s: PWM by %s", line, folder), ""}
}

// onPi is advice for a Raspberry Pi alone.
func (d *Doctor) onPi(mend string) string {
	if !strings.HasPrefix(hw.Model(d.files), "Raspberry Pi") {
		return d.Say("arbitre demo plays without any hardware")
	}
	return mend
}

// An i2cDevice is a display that the configuration has on an I²C bus.
type i2cDevice struct {
	bus     string // as configured: "I2C1", "/dev/i2c-1", or "" for that
	address config.Address
	other   config.Address // where the same one may answer instead, or 0
	worst   state
}

func (d *Doctor) examineDisplays() {
	c := d.config
	display, public := d.off(), d.off()
	switch {
	case c.OLED.Enabled:
		display = d.i2c(i2cDevice{c.OLED.Bus, c.OLED.Address, 0x3C ^ 0x3D ^ c.OLED.Address, stateMissing})
	case c.Web.Listen == "":
		display = verdict{stateWarning, d.Say("off in the configuration, and so are the pages: nobody sees what is asked"),
			d.Say(`connect one and set [oled] enabled = true, or [web] listen = ":8080"`)}
	}
	if c.Public.Enabled {
		public = d.i2c(i2cDevice{c.Public.Bus, c.Public.Address, 0, stateWarning})
	}
	d.add("display", display)
	d.add(d.Say("public display"), public)
}

// i2c says whether a device answers.
func (d *Doctor) i2c(dev i2cDevice) verdict {
	node, err := hw.I2CNode(dev.bus)
	if err != nil {
		return verdict{dev.worst, err.Error(), ""}
	}
	if _, err := fs.Stat(d.files, node[1:]); err != nil && node == "/dev/i2c-1" {
		return verdict{dev.worst, d.Say("the I2C bus is switched off"), d.mendI2C()}
	} else if err != nil {
		return verdict{dev.worst, d.Say("there is no %s", node), d.Say("i2cdetect -l (sudo apt install i2c-tools) prints the buses that there are")}
	}
	if refused := d.refused(node, dev.worst); refused != nil {
		return *refused
	}
	at := d.Say("%s on %s", dev.address, node)
	uevent, _ := fs.ReadFile(d.files, fmt.Sprintf("sys/bus/i2c/devices/%s-%04x/uevent", strings.TrimPrefix(path.Base(node), "i2c-"), uint16(dev.address)))
	if _, driver, ok := strings.Cut("\n"+string(uevent), "\nDRIVER="); ok {
		driver, _, _ = strings.Cut(driver, "\n")
		return verdict{dev.worst, d.Say("%s is taken by the kernel's driver %s", at, driver), d.Say("remove its dtoverlay= from %s and restart", configTxt)}
	}
	knock := func(a config.Address) error { return hw.KnockI2C(filepath.Join(d.root, node), uint16(a)) }
	switch err := knock(dev.address); {
	case err == nil && d.unit.Active():
		return verdict{stateOK, d.Say("answers at %s", at) + d.Say("; the referee draws on it meanwhile"), ""}
	case err == nil:
		return verdict{stateOK, d.Say("answers at %s", at), ""}
	case errors.Is(err, hw.ErrI2CSilent) && dev.other != 0 && knock(dev.other) == nil:
		return verdict{dev.worst, d.Say("nothing answers at %s, but something does at %s", at, dev.other),
			d.Say("write address = %s below [oled] in the configuration", dev.other)}
	case errors.Is(err, hw.ErrI2CSilent):
		return verdict{dev.worst, d.Say("nothing answers at %s", at),
			d.Say("check its four wires: SDA to GPIO2 (pin 3), SCL to GPIO3 (pin 5), 3.3 V and ground")}
	case errors.Is(err, hw.ErrI2CStuck):
		return verdict{dev.worst, d.Say("the bus %s does not move: %v", node, err),
			d.Say("SDA or SCL touches ground, or both are swapped; unplug the display and look again")}
	default:
		return verdict{dev.worst, err.Error(), ""}.about(at)
	}
}

func (d *Doctor) mendI2C() string {
	if d.may(filepath.Join(d.root, "usr/bin/raspi-config"), unix.X_OK) == nil {
		return "sudo raspi-config nonint do_i2c 0"
	}
	return d.onPi(d.Say("add dtparam=i2c_arm=on to %s, i2c-dev to /etc/modules, and restart", configTxt))
}

func (d *Doctor) speaker() verdict {
	if !d.config.Speaker.Enabled {
		return d.off()
	}
	device := d.config.Speaker.Card
	listed, err := d.program("aplay", "-L")
	if err != nil {
		return verdict{stateWarning, d.Say("aplay is not installed, which plays the sounds"), "sudo apt install alsa-utils"}
	}
	cards, err := hw.SoundCards(d.files)
	if err != nil || len(cards) == 0 {
		return verdict{stateWarning, d.Say("this machine has no sound card"),
			d.Say("plug in a USB sound card, or on a Pi with a jack add dtparam=audio=on to %s and restart", configTxt)}
	}
	var ids []string
	for _, card := range cards {
		ids = append(ids, card.ID)
	}
	id, names := cardOf(device)
	i := slices.IndexFunc(cards, func(c hw.SoundCard) bool { return c.ID == id || strconv.Itoa(c.Number) == id })
	if names && i < 0 || !names && !isListed(device, listed) {
		return verdict{stateWarning, d.Say("there is no %q among the cards, which are %s", device, strings.Join(ids, ", ")),
			d.Say("aplay -L lists the devices; for instance [speaker] card = %q", "plughw:CARD="+ids[0])}
	}
	card := cards[max(0, i)]
	if nodes, _ := fs.Glob(d.files, fmt.Sprintf("dev/snd/pcmC%dD*p", card.Number)); len(nodes) > 0 {
		if refused := d.refused("/"+nodes[0], stateWarning); refused != nil {
			return *refused
		}
	}
	if !names {
		return verdict{stateOK, d.Say("%s, of %s", device, strings.Join(ids, ", ")), ""}
	}
	says := fmt.Sprintf("%s: %s", device, card.Name)
	if card.Owner != 0 {
		says += d.Say("; %s (process %d) plays on it now", cmp.Or(d.commandOf(card.Owner), d.Say("somebody")), card.Owner)
	}
	return verdict{stateOK, says, ""}
}

// cardOf is the card that an ALSA device names: "Headphones" of "plughw:CARD=Headphones,DEV=0", "1" of "hw:1,0".
// Others, such as "default", name none.
func cardOf(device string) (id string, names bool) {
	_, rest, names := strings.Cut(device, ":")
	rest, _, _ = strings.Cut(rest, ",")
	return strings.TrimPrefix(rest, "CARD="), names
}

// isListed looks for a device in what aplay -L prints: names, and descriptions that are indented. Where no sound server
// is, "default" is in no list and still works: it is the first card.
func isListed(device, listed string) bool {
	for line := range strings.Lines(listed) {
		if strings.TrimRight(line, "\n") == device {
			return true
		}
	}
	return device == "default"
}

func (d *Doctor) commandOf(process int) string {
	text, err := fs.ReadFile(d.files, fmt.Sprintf("proc/%d/comm", process))
	if err != nil {
		return ""
	}
	return hw.Printable(strings.TrimSpace(string(text)))
}

// keyboards says whether those that are plugged in can be read. That there is none is no fault.
func (d *Doctor) keyboards() verdict {
	if !d.config.Keyboard.Enabled {
		return d.off()
	}
	devices, _ := evdev.List(d.files) // where there are none, none is plugged in
	var names []string
	for _, k := range devices {
		if !k.Types() || k.Fixed {
			continue
		}
		if refused := d.refused(k.Node, stateWarning); refused != nil {
			return refused.about(k.Name)
		}
		names = append(names, fmt.Sprintf("%s (%s)", k.Name, k.Node))
	}
	if len(names) == 0 {
		return verdict{stateOff, d.Say("none is plugged in; one may be at any time"), ""}
	}
	return verdict{stateOK, strings.Join(names, ", "), ""}
}
