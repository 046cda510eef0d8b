package keyboard

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestList(t *testing.T) {
	devices, err := os.ReadFile("testdata/devices")
	if err != nil {
		t.Fatal(err)
	}
	want := []Device{ // the keypad has all letters as well; the consumer control has none
		{Name: "G11 Keyboard Keypad", Node: "/dev/input/event4"},
		{Name: "Gaming Keyboard", Node: "/dev/input/event2"},
	}
	if diff := cmp.Diff(want, devicesIn(devices, 64)); diff != "" {
		t.Error(diff)
	}
	if _, err := List(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a list: %v", err)
	}
}

// The words of the bits are as long as those of the program that reads them.
func TestListOfA32BitKernel(t *testing.T) {
	const devices = `I: Bus=0003 Vendor=046d Product=c221 Version=0110
N: Name="Gaming Keyboard"
H: Handlers=sysrq kbd leds event2
B: KEY=10000 7 ff800000 7ff febeffdf ffefffff ffffffff fffffffe
`
	want := []Device{{Name: "Gaming Keyboard", Node: "/dev/input/event2"}}
	if diff := cmp.Diff(want, devicesIn([]byte(devices), 32)); diff != "" {
		t.Error(diff)
	}
	if got := devicesIn([]byte(devices), 64); len(got) > 0 {
		t.Errorf("read as words of 64 bits: %v", got)
	}
}

func FuzzList(f *testing.F) {
	captured, err := os.ReadFile("testdata/devices")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(captured)
	f.Add([]byte("H: Handlers=event0\nB: KEY=" + strings.Repeat("ffffffffffffffff ", 100)))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, bits := range []int{32, 64} {
			for _, k := range devicesIn(text, bits) {
				if !strings.HasPrefix(k.Node, "/dev/input/event") {
					t.Errorf("keyboard %+v", k)
				}
			}
		}
	})
}
