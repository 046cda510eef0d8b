package evdev

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A plug is a device as sysfs has it.
type plug struct {
	folder   string // of the input device, below sys/devices
	node     string
	bus      string
	id       string // 0079:0006
	name     string
	keys     string
	interval string   // of the interrupt endpoint of its interface
	leds     []string // in the HID device's folder
}

// Some devices as in sysfs. Keys are in words of 64 bits, as a 64-bit process sees them.
const (
	gamingKeys = "1000000000007 ff800000000007ff febeffdfffefffff fffffffffffffffe"
	padKeys    = "fff00000000 0 0 0 0"         // BTN_TRIGGER to BTN_BASE6
	buzzKeys   = "fffff 0 0 0 0 0 0 0 0 0 0 0" // BTN_TRIGGER_HAPPY1 to 20
)

func keypad() plug {
	return plug{folder: "pci0000:00/0000:00:12.0/usb6/6-5/6-5.4/6-5.4:1.0/0003:046D:C225.000E/input/input45",
		node: "event4",
		bus:  "0003", id: "046d:c225", name: "G11 Keyboard Keypad",
		keys: "100043d900c07 ff980000003007ff febeffdffe6fffe0 7ffffffffffff02", interval: "10ms"}
}

func gaming() plug {
	return plug{folder: "pci0000:00/0000:00:12.0/usb6/6-5/6-5.1/6-5.1:1.0/0003:046D:C221.000C/input/input42",
		node: "event2",
		bus:  "0003", id: "046d:c221", name: "Gaming Keyboard", keys: gamingKeys, interval: "1ms"}
}

func consumer() plug {
	return plug{folder: "pci0000:00/0000:00:12.0/usb6/6-5/6-5.1/6-5.1:1.1/0003:046D:C221.000D/input/input43",
		node: "event3",
		bus:  "0003", id: "046d:c221", name: "Gaming Keyboard Consumer Control", keys: "7800000000 e000000000000 0",
		interval: "1ms"}
}

// pad is a "Zero Delay" encoder in a socket.
func pad(socket, node, input string) plug {
	return plug{folder: "platform/soc/3f980000.usb/usb1/1-1/" + socket + "/" + socket +
		":1.0/0003:0079:0006.0003/input/" + input, node: node,
		bus: "0003", id: "0079:0006", name: "DragonRise Inc. Generic USB Joystick", keys: padKeys, interval: "10ms"}
}

func buzz() plug {
	return plug{folder: "virtual/misc/uhid/0003:054C:1000.0001/input/input3", node: "event5",
		bus: "0003", id: "054c:1000", name: "Sony Buzz!", keys: buzzKeys,
		leds: []string{"buzz1", "buzz2", "buzz3", "buzz4"}}
}

// asRead returns keys as a process of this word size sees them: the kernel halves the words for 32
// bits.
func asRead(keys string) string {
	if bits.UintSize == 64 {
		return keys
	}
	var halves []string
	for _, word := range strings.Fields(keys) {
		w, _ := strconv.ParseUint(word, 16, 64) // the constants above are such numbers
		halves = append(halves, fmt.Sprintf("%x", w>>32), fmt.Sprintf("%x", uint32(w)))
	}
	return strings.Join(halves, " ")
}

// machine returns a sysfs with these devices.
func machine(plugs ...plug) fstest.MapFS {
	root := fstest.MapFS{}
	put := func(name, text string) { root[name] = &fstest.MapFile{Data: []byte(text + "\n"), Mode: 0o444} }
	link := func(name, to string) { root[name] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777} }
	for _, p := range plugs {
		folder := "sys/devices/" + p.folder
		vendor, product, _ := strings.Cut(p.id, ":")
		put(folder+"/id/vendor", vendor)
		put(folder+"/id/product", product)
		put(folder+"/id/bustype", p.bus)
		put(folder+"/name", p.name)
		put(folder+"/capabilities/key", asRead(p.keys))
		link("sys/class/input/"+p.node, "../../devices/"+p.folder+"/"+p.node)
		hid := path.Dir(path.Dir(folder))
		if p.interval != "" {
			for end, says := range map[string][3]string{"ep_81": {"Interrupt", "in", p.interval},
				"ep_02": {"Interrupt", "out", "99ms"}} {
				for i, name := range []string{"type", "direction", "interval"} {
					put(path.Dir(hid)+"/"+end+"/"+name, says[i])
				}
			}
		}
		for _, led := range p.leds {
			name := path.Base(hid) + "::" + led
			put(hid+"/leds/"+name+"/brightness", "1")
			link("sys/class/leds/"+name, "../../"+strings.TrimPrefix(hid, "sys/")+"/leds/"+name)
		}
	}
	return root
}

func TestList(t *testing.T) {
	type found struct {
		Name, Node, Place, Socket string
		Resolution                time.Duration
		Types, Fixed              bool
	}
	all := List(machine(keypad(), consumer(), gaming(), buzz(), pad("1-1.3", "event10", "input9"),
		pad("1-1.2", "event11", "input12"),
		plug{folder: "platform/soc/i8042/serio0/input/input1", node: "event0", bus: "0011", id: "0001:0001",
			name: "AT keyboard", keys: gamingKeys},
		plug{folder: "virtual/misc/uhid/0005:054C:05C4.0007/input/input20", node: "event20", bus: "0005",
			id: "054c:05c4", name: "Wireless", keys: padKeys},
		plug{folder: "virtual/input/input21", node: "event21", bus: "0003", id: "0001:0002",
			name: "made\x1b]0;\a\nok by a program", keys: padKeys},
		plug{folder: "platform/switch/input/input22", node: "event22", bus: "0019", id: "0000:0000", name: "a lid",
			keys: "0"}))
	var got []found
	for _, d := range all {
		got = append(got, found{d.Name, d.Node, d.Place(0x121).Device(), d.Socket, d.Resolution, d.Types(), d.Fixed})
	}
	const ms = time.Millisecond
	want := []found{ // the consumer control has no letters
		{"AT keyboard", "/dev/input/event0", "0001:0001", "", 10 * ms, true, true},
		{"Gaming Keyboard", "/dev/input/event2", "046d:c221", "6-5.1", ms, true, false},
		{"Gaming Keyboard Consumer Control", "/dev/input/event3", "046d:c221", "6-5.1:2", ms, false, false},
		{"G11 Keyboard Keypad", "/dev/input/event4", "046d:c225", "6-5.4", 10 * ms, true, false},
		{"Sony Buzz!", "/dev/input/event5", "054c:1000", "", 10 * ms, false, false},
		{"DragonRise Inc. Generic USB Joystick", "/dev/input/event10", "0079:0006", "1-1.3", 10 * ms, false, false},
		{"DragonRise Inc. Generic USB Joystick", "/dev/input/event11", "0079:0006", "1-1.2", 10 * ms, false, false},
		{"Wireless", "/dev/input/event20", "054c:05c4", "", 30 * ms, false, false},
		{"made\uFFFD]0;\uFFFD\uFFFDok by a program", "/dev/input/event21", "0001:0002", "", 10 * ms, false, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if all := List(fstest.MapFS{}); len(all) > 0 {
		t.Errorf("without sysfs: %v", all)
	}
}

// A device is asked as often as its endpoint says, or less, if the driver was told so; what does
// not say is not believed fine.
func TestResolution(t *testing.T) {
	for _, tt := range []struct {
		interval, jspoll string
		want             time.Duration
	}{
		{"10ms", "0", 10 * time.Millisecond},
		{"1ms", "0", time.Millisecond},
		{"125us", "0", 125 * time.Microsecond},
		// The driver asks every millisecond, but the device may look less often.
		{"8ms", "1", 8 * time.Millisecond},
		{"1ms", "16", 16 * time.Millisecond},
		{"32ms", "0", 32 * time.Millisecond},
		{"often", "0", 10 * time.Millisecond},
		{"", "0", 10 * time.Millisecond},
	} {
		p := pad("1-1.3", "event0", "input0")
		p.interval = tt.interval
		root := machine(p)
		root["sys/module/usbhid/parameters/jspoll"] = &fstest.MapFile{Data: []byte(tt.jspoll + "\n")}
		if got := List(root)[0].Resolution; got != tt.want {
			t.Errorf("interval %s, jspoll %s: %v, want %v", tt.interval, tt.jspoll, got, tt.want)
		}
	}
}

// A device has only the lamps below it.
func TestLampsOfADevice(t *testing.T) {
	other := buzz()
	other.folder, other.node = "platform/soc/3f980000.usb/usb1/1-1/1-1:1.0/0003:054C:1000.0002/input/input4", "event6"
	root := machine(buzz(), other, pad("1-1.3", "event1", "input1"))
	root["sys/devices/platform/leds/leds/ACT/brightness"] = &fstest.MapFile{}
	root["sys/class/leds/ACT"] = &fstest.MapFile{Data: []byte("../../devices/platform/leds/leds/ACT"),
		Mode: fs.ModeSymlink}
	for _, d := range List(root) {
		var names []string
		for _, led := range d.LEDs {
			names = append(names, led.Name)
			if _, err := fs.Stat(root, led.Brightness[1:]); err != nil {
				t.Error(err)
			}
		}
		want := "buzz1 buzz2 buzz3 buzz4"
		if d.Vendor == 0x0079 {
			want = ""
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%v has the lamps %s, want %s", d, got, want)
		}
	}
}

// The words of the bits are as long as those of the program that reads them.
func TestKeysOfA32BitProcess(t *testing.T) {
	const words = "10000 7 ff800000 7ff febeffdf ffefffff ffffffff fffffffe"
	if !(Device{keys: parseKeys(words, 32)}).Types() {
		t.Error("a keyboard's keys, read as words of 32 bits, are none")
	}
	if (Device{keys: parseKeys(words, 64)}).Types() {
		t.Error("a keyboard's keys, read as words of 64 bits, are some")
	}
}

func FuzzKeys(f *testing.F) {
	f.Add(gamingKeys)
	f.Add(strings.Repeat("ffffffffffffffff ", 100))
	f.Fuzz(func(t *testing.T, text string) {
		for _, bits := range []int{32, 64} {
			parseKeys(text, bits)
		}
	})
}

// onDisk puts a machine's sysfs and nodes into a folder, where devices can come and go.
func onDisk(t *testing.T, root fstest.MapFS, folder string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(root)) {
		file := root[name]
		full := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(full), 0o755)
		if err == nil && file.Mode&fs.ModeSymlink != 0 {
			if err = os.Symlink(string(file.Data), full); errors.Is(err, fs.ErrExist) {
				err = nil // it was plugged in before
			}
		} else if err == nil {
			err = os.WriteFile(full, file.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
