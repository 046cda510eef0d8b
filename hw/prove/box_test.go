package prove

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// sent returns a box as its owner may send it.
func sent() Box {
	b := Box{Arbitre: "v1.0.0 arm64", Board: "Raspberry Pi 4 Model B Rev 1.4", Revision: "c03114", Kernel: "6.12.47 #1 SMP",
		Chip: "gpiochip0 (pinctrl-bcm2711)", Wire: "GPIO18", Debounce: Micros(hw.DefaultDebounce()),
		Test: judge(pulses(1000, 0))}
	trial := NewTrial(map[hw.Button]string{1: "GPIO17", 2: "GPIO27", 3: "GPIO22", 4: "GPIO23"}, hw.DefaultDebounce(), 0)
	b.Contacts, b.Lost = trial.Found()
	return b
}

// mostBox is how long a file may be, in bytes. One of eight seats has 6,000.
const mostBox = 32 << 10

// readBox reads what [Box.Text] has made. What is longer, has other fields, or contradicts itself is
// refused: a maintainer need not look for what names a person.
func readBox(r io.Reader) (Box, error) {
	var b Box
	text, err := io.ReadAll(io.LimitReader(r, mostBox+1))
	switch {
	case err != nil:
		return b, err
	case len(text) > mostBox:
		return b, fmt.Errorf("it is longer than %d bytes", mostBox)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, err
	}
	if _, err := d.Token(); err != io.EOF {
		return b, errors.New("something follows the document")
	}
	return b, b.check()
}

func TestABoxIsReadAsItWasWritten(t *testing.T) {
	b := sent()
	text := must(b.Text())
	if len(text) > mostBox/4 {
		t.Errorf("it has %d bytes", len(text))
	}
	got, err := readBox(bytes.NewReader(text))
	if diff := cmp.Diff(b, got); err != nil || diff != "" {
		t.Errorf("%v (-written +read)\n%s", err, diff)
	}
}

// What contradicts itself or has a field too many is refused, so that no box gets into the list by
// mistake.
func TestABoxThatIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Box){
		"no board":                      func(b *Box) { b.Board = "" },
		"a kernel that obeys":           func(b *Box) { b.Kernel = "6.12\x1b[2J" },
		"a chip without end":            func(b *Box) { b.Chip = strings.Repeat("x", 201) },
		"a revision of two lines":       func(b *Box) { b.Revision = "c03114\n" },
		"no wire":                       func(b *Box) { b.Wire = "" },
		"pulses that nobody saw":        func(b *Box) { b.Test.Pulses++ },
		"fewer void pulses than none":   func(b *Box) { b.Test.Void--; b.Test.DeadHeats++ },
		"no pair":                       func(b *Box) { b.Test.Pairs = nil },
		"a pair of other buttons":       func(b *Box) { b.Test.Pairs[1].Second = 4 },
		"a bias outside of its limits":  func(b *Box) { b.Test.Pairs[0].Low = b.Test.Pairs[0].Bias + 1 },
		"a bias above the greatest":     func(b *Box) { b.Test.Pairs[0].Most = 0; b.Test.Pairs[0].Bias = -5; b.Test.Pairs[0].Low = -6 },
		"a probability of two":          func(b *Box) { b.Test.Pairs[0].P = 2 },
		"more bias is allowed":          func(b *Box) { b.Test.Allowed = 1000 },
		"a tie of a nanosecond":         func(b *Box) { b.Test.Tie = 1 },
		"a wire to a seat without line": func(b *Box) { b.Contacts = b.Contacts[1:] },
		"seats twice":                   func(b *Box) { b.Contacts[1].Seat = 1 },
		"a seat without a line":         func(b *Box) { b.Contacts[3].Line = "" },
		"a key of the judge":            func(b *Box) { b.Contacts[0].Seat = hw.KeyOK },
		"a bounce without a press":      func(b *Box) { b.Contacts[0].Closing = 3 },
		"fewer strays than none":        func(b *Box) { b.Contacts[0].Strays = -1 },
		"fewer losses than none":        func(b *Box) { b.Lost = -1 },
		"a lockout within the glitch":   func(b *Box) { b.Debounce.Lockout = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			b := sent()
			spoil(&b)
			if _, err := b.Text(); err == nil {
				t.Error("it is written")
			}
			text := must(json.Marshal(b))
			if _, err := readBox(bytes.NewReader(text)); err == nil {
				t.Error("it is read")
			}
		})
	}
	whole := must(sent().Text())
	for name, text := range map[string]string{
		"a serial number":    strings.Replace(string(whole), "{", `{"serial": "10000000a1b2c3d4",`, 1),
		"a name in the test": strings.Replace(string(whole), `"pulses"`, `"host": "mimi", "pulses"`, 1),
		"two boxes":          string(whole) + string(whole),
		"a file of any size": string(whole) + strings.Repeat(" ", mostBox),
		"half a file":        string(whole[:len(whole)/2]),
	} {
		if _, err := readBox(strings.NewReader(text)); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

func FuzzABox(f *testing.F) {
	for _, path := range []string{"testdata/guest.json"} {
		text := must(os.ReadFile(path))
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := readBox(bytes.NewReader(raw))
		if err != nil {
			return
		}
		text, err := b.Text()
		if err != nil {
			t.Fatalf("what was read can't be written: %v", err)
		}
		if again, err := readBox(bytes.NewReader(text)); err != nil || !cmp.Equal(b, again) {
			t.Errorf("it is read as another: %v\n%s", err, cmp.Diff(b, again))
		}
	})
}

// A machine's serial numbers, its name and its addresses are not in its file.
func TestABoxNamesNoSingleMachine(t *testing.T) {
	root := fstest.MapFS{
		"proc/device-tree/model":                 {Data: []byte("Raspberry Pi Zero 2 W Rev 1.0\x00")},
		"proc/device-tree/serial-number":         {Data: []byte("00000000deadbeef\x00")},
		"proc/device-tree/system/linux,serial":   {Data: []byte{0xDE, 0xAD, 0xBE, 0xEF}},
		"proc/device-tree/system/linux,revision": {Data: []byte{0, 0x90, 0x21, 0x20}},
		"proc/cpuinfo":                           {Data: []byte("Serial : 00000000deadbeef\n")},
		"etc/hostname":                           {Data: []byte("mimis-table\n")},
		"sys/class/net/wlan0/address":            {Data: []byte("b8:27:eb:de:ad:be\n")},
	}
	b := sent()
	if err := b.Describe(root); err != nil {
		t.Fatal(err)
	}
	if b.Board != "Raspberry Pi Zero 2 W Rev 1.0" || b.Revision != "902120" {
		t.Errorf("the board is %q, %q", b.Board, b.Revision)
	}
	text := must(b.Text())
	host := must(os.Hostname())
	for _, secret := range []string{"deadbeef", "mimis-table", "b8:27:eb", "de:ad:be", host} {
		if len(secret) > 3 && bytes.Contains(bytes.ToLower(text), []byte(secret)) {
			t.Errorf("it has %s", secret)
		}
	}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil && !strings.HasPrefix(b.Kernel, strings.TrimSpace(string(release))+" ") {
		t.Errorf("the kernel is %q, not %s", b.Kernel, release)
	}
}

func TestATrialOfContacts(t *testing.T) {
	const ms = time.Millisecond
	trial := NewTrial(map[hw.Button]string{1: "GPIO17", 2: "GPIO27", 5: "GPIO22"}, hw.DefaultDebounce(), 0)
	edges := func(b hw.Button, at ...time.Duration) {
		for i, at := range at {
			trial.Take(hw.Event{Edge: hw.Edge{At: at, Button: b, Down: i%2 == 0}})
		}
	}
	edges(1, 100*ms, 101*ms, 102*ms, 300*ms, 302*ms, 305*ms)
	edges(1, 600*ms, 700*ms)
	edges(2, 800*ms, 800*ms+50*µs)
	trial.Take(hw.Event{Edge: hw.Edge{At: 900 * ms}, Lost: 2, Until: 910 * ms})
	if pressed := trial.Elapse(2 * time.Second); pressed != 600*ms {
		t.Errorf("the last press was at %v", pressed)
	}
	found, lost := trial.Found()
	want := []Contact{{Seat: 1, Line: "GPIO17", Presses: 2, Closing: 2000, Opening: 5000}, {Seat: 2, Line: "GPIO27", Strays: 2},
		{Seat: 5, Line: "GPIO22"}}
	if diff := cmp.Diff(want, found); diff != "" || lost != 2 {
		t.Errorf("%d lost (-want +got)\n%s", lost, diff)
	}
}

// row returns the line of the list of reports for a file.
func row(name string, b Box) string {
	bias, bounce := "", 0.0
	for i, p := range b.Test.Pairs {
		if i > 0 {
			bias += "; "
		}
		bias += fmt.Sprintf("%d–%d: %+.1f (%+.1f to %+.1f)", p.First, p.Second, p.Bias, p.Low, p.High)
	}
	for _, c := range b.Contacts {
		bounce = max(bounce, c.Closing, c.Opening)
	}
	return fmt.Sprintf("| [%s](reports/%s) | %s | %s | %d of %d | %s | %.1f ms |\n", strings.TrimSuffix(name, ".json"), name,
		strings.ReplaceAll(b.Board, "|", "/"), strings.ReplaceAll(strings.Fields(b.Kernel)[0], "|", "/"), b.Test.DeadHeats, b.Test.Pulses, bias, bounce/1000)
}

// unlisted returns what is wrong with a list of reports and the files that it lists.
func unlisted(list []byte, files []string) (wrong []string) {
	rows := []string{}
	for _, line := range strings.SplitAfter(string(list), "\n") {
		if strings.Contains(line, "](reports/") {
			rows = append(rows, line)
		}
	}
	for _, file := range files {
		opened, err := os.Open(file)
		if err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		b, err := readBox(opened)
		opened.Close()
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", file, err))
		} else if i := slices.Index(rows, row(filepath.Base(file), b)); i < 0 {
			wrong = append(wrong, fmt.Sprintf("%s: the list lacks\n%s", file, row(filepath.Base(file), b)))
		} else {
			rows = slices.Delete(rows, i, i+1)
		}
	}
	if len(rows) > 0 {
		wrong = append(wrong, fmt.Sprintf("no file says %q", rows))
	}
	if none := bytes.Contains(list, []byte("No report has been sent yet.")); none == (len(files) > 0) {
		wrong = append(wrong, fmt.Sprintf("says that there is none: %v, of %d", none, len(files)))
	}
	return wrong
}

// REPORTS.md lists the files that owners have sent, each by what stands in it.
func TestTheListOfReports(t *testing.T) {
	list := must(os.ReadFile("../REPORTS.md"))
	files := must(filepath.Glob("../reports/*"))
	for _, wrong := range unlisted(list, files) {
		t.Error(wrong)
	}
}

// A file that is not listed, a row without a file, a row that says something else and a file that
// can't be read are found.
func TestWhatTheListLacksIsFound(t *testing.T) {
	folder := t.TempDir()
	b := sent()
	text := must(b.Text())
	file, broken := filepath.Join(folder, "pi4.json"), filepath.Join(folder, "broken.json")
	for name, text := range map[string][]byte{file: text, broken: text[:100]} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	right := row("pi4.json", b)
	other := strings.Replace(right, "1000 of 1000", "999 of 1000", 1)
	none := "No report has been sent yet.\n"
	for _, tt := range []struct {
		name, list string
		files      []string
		wrong      int
	}{
		{"none", none, nil, 0},
		{"none, and nothing says so", "", nil, 1},
		{"one", right, []string{file}, 0},
		{"one, and it says none", none + right, []string{file}, 1},
		{"one that is not listed", "", []string{file}, 1},
		{"one that says something else", other, []string{file}, 2},
		{"a row without a file", none + right, nil, 1},
		{"one that can't be read", "", []string{broken}, 1},
	} {
		if wrong := unlisted([]byte(tt.list), tt.files); len(wrong) != tt.wrong {
			t.Errorf("%s: found %q", tt.name, wrong)
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
