package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

func display(m *Machine) verdict {
	switch c := m.config; {
	case c.OLED.Enabled:
		return m.i2c("oled", c.OLED.Panel, m.otherAddress(c.OLED.Panel, c.Public), missing)
	case m.config.Web.Listen == "":
		return m.says(warning, "off in the configuration, and so are the pages: nobody sees what is asked").
			mend(`connect one and set [oled] enabled = true, or [web] listen = ":8080"`)
	}
	return m.unwanted()
}

func publicDisplay(m *Machine) verdict {
	if c := m.config; c.Public.Enabled {
		return m.i2c("public", c.Public, m.otherAddress(c.Public, c.OLED.Panel), warning)
	}
	return m.unwanted()
}

// otherAddress returns where a display may answer that does not at its address, for a module has one of
// two; 0 if the other display has that address, or this one's is neither.
func (m *Machine) otherAddress(d, other config.Panel) config.Address {
	const low, high = 0x3C, 0x3D
	if d.Address != low && d.Address != high {
		return 0
	}
	at := low + high - d.Address
	bus, _ := hw.I2CNode(m.files, d.Bus)
	if otherBus, _ := hw.I2CNode(m.files, other.Bus); other.Enabled && other.Address == at && otherBus == bus {
		return 0
	}
	return at
}

// i2c looks whether a display answers at its address, else at another one, if that is not 0. Table is
// where the configuration says which.
func (m *Machine) i2c(table string, d config.Panel, other config.Address, worst state) verdict {
	node, err := hw.I2CNode(m.files, d.Bus)
	switch {
	case d.Bus == "" && errors.Is(err, fs.ErrNotExist):
		return m.noBus(worst)
	case err != nil:
		return m.fails(worst, err)
	}
	if _, err := fs.Stat(m.files, node[1:]); err != nil {
		return m.says(worst, "there is no %s", node).
			mend("i2cdetect -l (sudo apt install i2c-tools) prints the buses that there are")
	}
	if v, refused := m.refused(node, worst); refused {
		return v
	}
	at := m.Say("%s on %s", d.Address, node)
	number := strings.TrimPrefix(path.Base(node), "i2c-")
	// An address that no driver has taken has no such file.
	uevent, _ := fs.ReadFile(m.files, fmt.Sprintf("sys/bus/i2c/devices/%s-%04x/uevent", number, uint16(d.Address)))
	if _, driver, ok := strings.Cut("\n"+string(uevent), "\nDRIVER="); ok {
		driver, _, _ = strings.Cut(driver, "\n")
		return m.says(worst, "%s is taken by the kernel's driver %s", at, driver).
			mend("remove its dtoverlay= from %s and restart", configTxt)
	}
	knock := func(a config.Address) error { return hw.ProbeI2C(filepath.Join(m.root, node), uint16(a)) }
	switch err := knock(d.Address); {
	case err == nil && m.refereeRuns():
		return m.says(fine, "answers at %s", at).and("; the referee draws on it meanwhile")
	case err == nil:
		return m.chip(d, node, at, worst)
	case errors.Is(err, hw.ErrI2CSilent) && other != 0 && knock(other) == nil:
		return m.says(worst, "nothing answers at %s, but something does at %s", at, other).
			mend("write address = %s below [%s] in the configuration", other, table)
	case errors.Is(err, hw.ErrI2CSilent):
		return m.says(worst, "nothing answers at %s", at).
			mend("check its four wires: SDA to GPIO2 (pin 3), SCL to GPIO3 (pin 5), 3.3 V and ground")
	case errors.Is(err, hw.ErrI2CStuck):
		return m.says(worst, "the bus %s does not move: %v", node, err).
			mend("SDA or SCL touches ground, or both are swapped; unplug the display and look again")
	default:
		return m.fails(worst, err).about(at)
	}
}

// refereeRuns reports whether the referee has this table now, as a service or by hand.
func (m *Machine) refereeRuns() bool {
	if m.unit.Active() {
		return true
	}
	survey, _ := hw.SurveyLines(slices.Collect(maps.Values(m.config.Lines())))
	for _, line := range survey.Lines {
		if isReferee(line.Consumer) {
			return true
		}
	}
	return false
}

// chip names the controller of a display that answers. Nothing else may draw on it meanwhile.
func (m *Machine) chip(d config.Panel, node, at string, worst state) verdict {
	bus, err := hw.OpenI2C(node)
	if err != nil {
		return m.fails(worst, err)
	}
	defer bus.Close()
	found, err := hw.FindChip(bus, uint16(d.Address))
	if err != nil {
		return m.fails(worst, err).about(at)
	}
	name := strings.ToUpper(string(found))
	if chip := hw.Chip(d.Kind); chip != hw.AnyChip && chip != found {
		return m.says(worst, "an %s answers at %s, but the configuration says kind = %q", name, at, d.Kind).
			mend(`write kind = "auto" there`)
	}
	return m.says(fine, "an %s answers at %s", name, at)
}

// noBus returns the verdict on the header's I2C bus where it is not there.
func (m *Machine) noBus(worst state) verdict {
	v := m.says(worst, "the I2C bus is switched off")
	if m.may(filepath.Join(m.root, "usr/bin/raspi-config"), unix.X_OK) == nil {
		return v.run("sudo raspi-config nonint do_i2c 0")
	}
	return m.onPi(v, "add dtparam=i2c_arm=on to %s, i2c-dev to /etc/modules, and restart", configTxt)
}
