package hw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// machineWithBuses is a machine's "/" with the buses at these places, by their number: nodes of a
// device tree, or devices.
func machineWithBuses(t *testing.T, places map[int]string) fs.FS {
	t.Helper()
	root := t.TempDir()
	link := func(target, name string) {
		check(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		check(t, os.Symlink(target, filepath.Join(root, name)))
	}
	for number, place := range places {
		node := fmt.Sprint("i2c-", number)
		link("/dev/null", "dev/"+node)
		device := "sys/devices/" + place
		if strings.Contains(place, "i2c@") {
			device = "sys/devices/platform/" + node
			link("../../../../firmware/devicetree/base/"+place, device+"/"+node+"/of_node")
		}
		check(t, os.MkdirAll(filepath.Join(root, device, node), 0o755))
		if class, ok := map[string]string{graphics: "0x030000\n", smbus: "0x0c0500\n"}[place]; ok {
			check(t, os.WriteFile(filepath.Join(root, device, "class"), []byte(class), 0o600))
		}
		link("../../../"+strings.TrimPrefix(device, "sys/")+"/"+node, "sys/bus/i2c/devices/"+node)
	}
	return os.DirFS(root)
}

const (
	header, idPins, camera  = "soc/i2c@7e804000", "soc/i2c0mux/i2c@0", "soc/i2c0mux/i2c@1"
	hdmi0, hdmi1, hdmiOfPi3 = "soc/i2c@7ef04500", "soc/i2c@7ef09500", "soc/i2c@7e805000"
	rp1, mainlineRP1        = "axi/pcie@1000120000/rp1/i2c@74000", "axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1/i2c@40074000"
	hdmiOfPi5               = "soc@107c000000/i2c@7d508200"
	usb                     = "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0"
	graphics, socket, smbus = "pci0000:00/0000:00:02.0", "pci0000:00/0000:00:02.0/drm/card0/card0-DP-1", "pci0000:00/0000:00:1f.4"
)

// The header's bus is wherever its place says; a display is looked for there first, and on no screen's.
func TestTheHeadersBusIsFoundByItsPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		places map[int]string
		header string   // its node, "" if it is not there
		names  []string // where a display is looked for, as the configuration keeps it
	}{
		"Pi 4, Debian":                   {map[int]string{0: hdmi0, 1: hdmi1, 2: idPins, 3: header}, "/dev/i2c-3", []string{"", idPins}},
		"Pi 4, Debian, the other order":  {map[int]string{0: hdmi0, 1: hdmi1, 2: header, 3: idPins, 4: camera}, "/dev/i2c-2", []string{"", idPins, camera}},
		"Pi 4, the header's not there":   {map[int]string{0: hdmi0, 1: hdmi1}, "", nil},
		"Pi 4, Raspberry Pi OS":          {map[int]string{1: header, 20: hdmi0, 21: hdmi1}, "/dev/i2c-1", []string{""}},
		"Pi 3":                           {map[int]string{0: idPins, 1: header, 2: hdmiOfPi3}, "/dev/i2c-1", []string{"", idPins}},
		"Pi 3, numbered otherwise":       {map[int]string{0: header, 1: hdmiOfPi3}, "/dev/i2c-0", []string{""}},
		"Pi 5":                           {map[int]string{1: rp1, 11: hdmiOfPi5}, "/dev/i2c-1", []string{""}},
		"Pi 5, mainline":                 {map[int]string{0: hdmiOfPi5, 12: mainlineRP1}, "/dev/i2c-12", []string{""}},
		"Pi 4, no tree in sysfs":         {map[int]string{0: "platform/soc/fef04500.i2c", 2: "platform/soc/fe804000.i2c"}, "/dev/i2c-2", []string{""}},
		"Pi 5, no tree in sysfs":         {map[int]string{0: "platform/axi/1f00074000.i2c", 1: "platform/soc/107d508280.i2c"}, "/dev/i2c-0", []string{""}},
		"another board":                  {map[int]string{0: "i2c@fdd40000", 1: "i2c@fe5a0000"}, "/dev/i2c-1", []string{"i2c@fdd40000", "i2c@fe5a0000"}},
		"PC with an adapter":             {map[int]string{0: graphics, 1: smbus, 2: socket, 10: usb}, "", []string{usb}},
		"PC with one that is the second": {map[int]string{0: graphics, 1: usb}, "/dev/i2c-1", []string{usb}},
		"none":                           {nil, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			root := machineWithBuses(t, tc.places)
			node, err := I2CNode(root, "")
			if node != tc.header || (err == nil) != (tc.header != "") || err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the header's bus is %q, %v, want %q", node, err, tc.header)
			}
			var names []string
			for _, bus := range I2CBuses(root) {
				names = append(names, bus.Name())
				if node, err := I2CNode(root, bus.Name()); node != bus.Node && tc.header != "" {
					t.Errorf("%q is %s, %v, and was %s", bus.Name(), node, err, bus.Node)
				}
			}
			if !slices.Equal(names, tc.names) {
				t.Errorf("a display is looked for on %q, want %q", names, tc.names)
			}
		})
	}
}

func TestNamesOfI2CBuses(t *testing.T) {
	root := machineWithBuses(t, map[int]string{0: hdmi0, 7: idPins})
	for name, want := range map[string]string{"I2C1": "/dev/i2c-1", "I2C20": "/dev/i2c-20", "/dev/i2c-0": "/dev/i2c-0", idPins: "/dev/i2c-7"} {
		if got, err := I2CNode(root, name); got != want || err != nil {
			t.Errorf("%q is %s, %v, want %s", name, got, err, want)
		}
	}
	for _, name := range []string{"1", "i2c1", "I2C", "I2C-1", "/dev/i2c-x", "/dev/spidev0.0", "I2C99999", "", header, "soc/", "soc/../i2c"} {
		if node, err := I2CNode(root, name); err == nil {
			t.Errorf("%q is a bus, %s", name, node)
		}
	}
	if _, err := I2CNode(root, header); !strings.Contains(fmt.Sprint(err), idPins) {
		t.Errorf("it does not say which there are: %v", err)
	}
}

func TestABusThatIsNotThereSaysWhatToDo(t *testing.T) {
	_, err := OpenI2C("I2C9999")
	if err == nil || !strings.HasPrefix(err.Error(), "there is no /dev/i2c-9999: i2cdetect -l prints") {
		t.Error(err)
	}
	if err := explainI2C(os.DevNull, errors.New("any")); fmt.Sprint(err) != "/dev/null can't be used: any" {
		t.Error(err)
	}
}

func TestProbingWhatIsNoBus(t *testing.T) {
	folder := t.TempDir()
	if err := ProbeI2C(filepath.Join(folder, "i2c-1"), 0x3C); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing bus: got %v, want %v", err, fs.ErrNotExist)
	}
	file := filepath.Join(folder, "file")
	check(t, os.WriteFile(file, nil, 0o600))
	if err := ProbeI2C(file, 0x3C); err == nil || errors.Is(err, ErrI2CSilent) || errors.Is(err, ErrI2CStuck) {
		t.Errorf("a file: got %v, want another error than those of a bus", err)
	}
}
