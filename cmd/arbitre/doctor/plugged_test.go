package doctor

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// keys formats a range of keys as sysfs does: a bitmap in hexadecimal words as long as those of
// this process, the highest first.
func keys(from, to int) string {
	var words []string
	for i := to / bits.UintSize; i >= 0; i-- {
		word := uint(0)
		for key := max(from, i*bits.UintSize); key <= min(to, (i+1)*bits.UintSize-1); key++ {
			word |= 1 << (key % bits.UintSize)
		}
		words = append(words, fmt.Sprintf("%x", word))
	}
	return strings.Join(words, " ")
}

// plugIn adds a "Zero Delay" encoder, which is asked every 8 ms, and has the keys from BTN_TRIGGER
// to BTN_BASE6.
func plugIn(t *testing.T, d *Machine, socket string, node int) {
	t.Helper()
	usb := fmt.Sprintf("sys/devices/usb1/%s/%[1]s:1.0", socket)
	input := fmt.Sprintf("%s/0003:0079:0006.0001/input/input%d", usb, node)
	for name, text := range map[string]string{
		input + "/name":             "USB Joystick",
		input + "/id/vendor":        "0079",
		input + "/id/product":       "0006",
		input + "/id/bustype":       "0003",
		input + "/capabilities/key": keys(0x120, 0x12b),
		usb + "/ep_81/type":         "Interrupt",
		usb + "/ep_81/direction":    "in",
		usb + "/ep_81/interval":     "8ms",
		usb + "/0003:0079:0006.0001/leds/pad::ring/brightness": "0",
		fmt.Sprintf("dev/input/event%d", node):                 "",
	} {
		path := filepath.Join(d.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for class, to := range map[string]string{
		fmt.Sprintf("sys/class/input/event%d", node): fmt.Sprintf("%s/event%d", input, node),
		"sys/class/leds/pad::ring":                   usb + "/0003:0079:0006.0001/leds/pad::ring",
	} {
		link := filepath.Join(d.root, class)
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../../../"+to, link); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
}

func TestAButtonThatIsPluggedIn(t *testing.T) {
	pad, two := map[string]int{"1-1.3": 3}, map[string]int{"1-1.3": 3, "1-1.4": 4}
	active := shown("ActiveState=active")
	for _, test := range []struct {
		name, place string
		plugs       map[string]int
		may         func(string, uint32) error
		unit        map[string]string
		want        state
		says, mend  string
	}{
		{"good", "0079:0006/BTN_THUMB", pad, mayUse, nil, fine,
			"0079:0006/BTN_THUMB: USB Joystick (/dev/input/event3, socket 1-1.3), ± 8 ms", ""},
		{"in its socket", "0079:0006@1-1.4/BTN_THUMB", two, mayUse, nil, fine, "event4, socket 1-1.4", ""},
		{"missing", "054c:1000/BTN_THUMB", pad, mayUse, nil, missing, "no such device is plugged in", "plug it in"},
		{"without the key", "0079:0006/BTN_START", pad, mayUse, nil, missing,
			"USB Joystick (/dev/input/event3, socket 1-1.3) has no such key", "Learn the buttons"},
		{"in another socket", "0079:0006@1-1.2/BTN_THUMB", pad, mayUse, nil, missing, "it is not in that socket",
			`write "0079:0006@1-1.3/BTN_THUMB"`},
		{"one of two", "0079:0006/BTN_THUMB", two, mayUse, nil, missing, "2 such devices",
			`write "0079:0006@1-1.3/BTN_THUMB", "0079:0006@1-1.4/BTN_THUMB"`},
		{"not allowed", "0079:0006/BTN_THUMB", pad, refusing("event3"), nil, missing,
			"only root may use /dev/input/event3", "sudo udevadm trigger"},
		{"not allowed, but to the service", "0079:0006/BTN_THUMB", pad, refusing("event3"), active, warning,
			"rights of its own", "sudo arbitre doctor"},
		{"left free by the service", "0079:0006/BTN_THUMB", pad, mayUse, active, warning, "another configuration",
			"restart"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, nil)
			for socket, node := range test.plugs {
				plugIn(t, d, socket, node)
			}
			d.may, d.unit = test.may, test.unit
			d.config.Buttons.Seats[0] = test.place
			expect(t, plugs(d)[0].verdict, test.want, test.says, test.mend)
		})
	}
}

func TestALampOfADevice(t *testing.T) {
	for _, test := range []struct {
		name, place string
		may         func(string, uint32) error
		want        state
		says, mend  string
	}{
		{"good", "0079:0006/ring", mayUse, fine, "0079:0006/ring: a lamp of USB Joystick", ""},
		{"another", "0079:0006/buzz1", mayUse, warning, "its lamps are ring", "one of those"},
		{"missing", "054c:1000/buzz1", mayUse, warning, "no such device is plugged in", "plug it in"},
		{"not allowed", "0079:0006/ring", refusing("brightness"), warning, "only root may use /sys/devices/usb1",
			"sudo udevadm trigger"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, nil)
			plugIn(t, d, "1-1.3", 3)
			d.may = test.may
			d.config.Buttons.Lamps = []string{test.place, "", "GPIO26", "", ""}
			expect(t, plugs(d)[0].verdict, test.want, test.says, test.mend)
		})
	}
}

// A device without a part of the table is listed with its name, socket and resolution.
func TestADeviceThatNobodyUses(t *testing.T) {
	d := newDoctor(t, nil)
	plugIn(t, d, "1-1.3", 3)
	found := plugs(d)
	if len(found) != 1 {
		t.Fatalf("found %+v", found)
	}
	expect(t, found[0].verdict, off,
		"USB Joystick (/dev/input/event3, socket 1-1.3), ± 8 ms, has no button of this table", "")
	d.config.Buttons.Lamps[0] = "0079:0006/ring"
	if found := plugs(d); len(found) != 1 || found[0].State != fine {
		t.Errorf("whose lamp is one of the table's: found %+v", found)
	}
}

// A keyboard on USB is the judge's. A laptop's own keyboard is not used.
func TestKeyboards(t *testing.T) {
	for _, test := range []struct {
		name, bus string
		want      state
		says      string
	}{
		{"on USB", "0003", fine, "Keys (/dev/input/event0)"},
		{"a laptop's own", "0011", off, "none is plugged in; one may be at any time"},
	} {
		t.Run(test.name, func(t *testing.T) {
			const input = "sys/devices/serio0/input/input1"
			d := newDoctor(t, map[string]string{
				input + "/name": "Keys", input + "/id/bustype": test.bus,
				input + "/capabilities/key": keys(1, 63), "dev/input/event0": "", "sys/class/input/": "",
			})
			if err := os.Symlink("../../../"+input+"/event0",
				filepath.Join(d.root, "sys/class/input/event0")); err != nil {
				t.Fatal(err)
			}
			expect(t, keyboards(d), test.want, test.says, "")
			if found := plugs(d); len(found) > 0 {
				t.Errorf("as a device with buttons it is %+v", found)
			}
		})
	}
}
