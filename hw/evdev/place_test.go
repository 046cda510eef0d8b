package evdev

import (
	"bufio"
	"os"
	"regexp"
	"strconv"
	"testing"
)

func TestPlaces(t *testing.T) {
	for _, tc := range []struct {
		text string
		want Place
		code uint16
	}{
		{"0079:0006/BTN_THUMB", Place{0x0079, 0x0006, "", "BTN_THUMB"}, 0x121},
		{"0079:0006@1-1.3/BTN_THUMB", Place{0x0079, 0x0006, "1-1.3", "BTN_THUMB"}, 0x121},
		{"054C:1000/289", Place{0x054c, 0x1000, "", "289"}, 0x121},
		{"054c:1000/0x121", Place{0x054c, 0x1000, "", "0x121"}, 0x121},
		{"045e:028e/BTN_A", Place{0x045e, 0x028e, "", "BTN_A"}, 0x130},
		{"16c0:05e1/BTN_TRIGGER_HAPPY4", Place{0x16c0, 0x05e1, "", "BTN_TRIGGER_HAPPY4"}, 0x2c3},
	} {
		got, err := ParsePlace(tc.text)
		if err != nil || got != tc.want || !IsPlace(tc.text) {
			t.Errorf("%s is %+v, %v", tc.text, got, err)
		}
		if code, ok := got.Key(); !ok || code != tc.code {
			t.Errorf("%s is key %#x, %t", tc.text, code, ok)
		}
	}
}

func TestWhatIsNoPlace(t *testing.T) {
	for text, meant := range map[string]bool{
		"GPIO17": false, "": false, "CON7 Pin 3": false, "GPIO/17": false,
		"0079:0006": true, "79:6/BTN_THUMB": true, "0079:0006/": true, "0079:0006@/BTN_THUMB": true,
		"0079:0006/BTN_THUMB/BTN_TOP": true, "0079:00066/BTN_THUMB": true,
	} {
		if IsPlace(text) != meant {
			t.Errorf("%q: meant to be a place is %t", text, !meant)
		}
		if p, err := ParsePlace(text); err == nil {
			t.Errorf("%q is taken for %v", text, p)
		}
	}
}

func TestWhatMayBeTheSameKey(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"0079:0006/BTN_THUMB", "0079:0006/289", true},
		{"0079:0006/BTN_A", "0079:0006/BTN_SOUTH", true},
		{"0079:0006/BTN_THUMB", "0079:0006@1-1/BTN_THUMB", true},
		{"0079:0006@1-2/BTN_THUMB", "0079:0006@1-1/BTN_THUMB", false},
		{"0079:0006/BTN_THUMB", "0079:0011/BTN_THUMB", false},
		{"0079:0006/BTN_THUMB", "0079:0006/BTN_THUMB2", false},
		{"054c:1000/buzz1", "054c:1000/buzz1", true},
		{"054c:1000/buzz1", "054c:1000/buzz2", false},
	} {
		a, err := ParsePlace(tc.a)
		b, failed := ParsePlace(tc.b)
		if err != nil || failed != nil || a.Same(b) != tc.same || b.Same(a) != tc.same {
			t.Errorf("%s and %s may be the same: not %t; %v, %v", tc.a, tc.b, tc.same, err, failed)
		}
	}
}

// Each name has one code, and each code that has a name is called by one of its own.
func TestNamesOfKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range KeyNames() {
		code, ok := keyCode(name)
		if called, _ := keyCode(KeyName(code)); !ok || seen[name] || called != code {
			t.Errorf("%s is %d, which is called %s", name, code, KeyName(code))
		}
		seen[name] = true
	}
	if got := KeyName(0x2f0); got != "752" {
		t.Errorf("a key without a name is called %s", got)
	}
}

// The names are those of the kernel's header, where the machine has that.
func TestNamesOfKeysAsTheKernelHasThem(t *testing.T) {
	header, err := os.Open("/usr/include/linux/input-event-codes.h")
	if err != nil {
		t.Skip(err)
	}
	defer header.Close()
	kernels := map[string]uint16{}
	define := regexp.MustCompile(`^#define ((?:KEY|BTN)_\w+)\s+(\w+)`)
	for lines := bufio.NewScanner(header); lines.Scan(); {
		if m := define.FindStringSubmatch(lines.Text()); m != nil {
			if code, err := strconv.ParseUint(m[2], 0, 16); err == nil {
				kernels[m[1]] = uint16(code)
			} else {
				kernels[m[1]] = kernels[m[2]]
			}
		}
	}
	for name, code := range keys {
		if kernels[name] != code {
			t.Errorf("%s is %d, the kernel's %d", name, code, kernels[name])
		}
	}
}

// FuzzPlace checks that a place is written as it was read.
func FuzzPlace(f *testing.F) {
	for _, text := range []string{"0079:0006/BTN_THUMB", "0079:0006@1-1.3/288", "054c:1000/buzz1", "GPIO17", "0079:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePlace(text)
		if err != nil {
			return
		}
		if again, err := ParsePlace(p.String()); err != nil || again != p || !IsPlace(text) || !p.Same(again) {
			t.Errorf("%q is %+v, and again %+v, %v", text, p, again, err)
		}
	})
}
