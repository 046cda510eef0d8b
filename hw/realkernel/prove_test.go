package realkernel

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/hw/prove"
)

// wire leads from RACE31 to lines, which follow it after a while.
func (r *rig) wire(after map[int]time.Duration) {
	r.Helper()
	var wires []byte
	for line := range 32 {
		late, wired := after[line]
		if !wired {
			late = -1
		}
		wires = binary.NativeEndian.AppendUint32(wires, uint32(int32(late)))
	}
	write(r, "/sys/kernel/debug/race-chip/wires", wires)
}

const fourSeats = "[buttons]\nseats = ['RACE0', 'RACE1', 'RACE2', 'RACE3']\nlamps = []\n"

// One wire to some lines is always a dead heat, and a line that the chip serves 50 µs late is
// found.
func TestOneWireIsADeadHeat(t *testing.T) {
	r := newRig(t, 6)
	config := filepath.Join(t.TempDir(), "arbitre.toml")
	write(t, config, fourSeats)
	for _, wired := range []struct {
		name string
		late map[int]time.Duration // by line
		fair bool
	}{
		{"to two", map[int]time.Duration{0: 0, 1: 0}, true},
		// Each line waits for those before it, 12 µs on this machine.
		{"to three", map[int]time.Duration{0: 0, 1: 0, 3: 0}, true},
		{"to two, the second of them 50 µs late", map[int]time.Duration{0: 0, 3: 50 * time.Microsecond}, false},
		{"to two, the first of them 50 µs late", map[int]time.Duration{0: 50 * time.Microsecond, 3: 0}, false},
	} {
		t.Run(wired.name, func(t *testing.T) {
			r.wire(wired.late)
			out, failed := exec.Command("/bin/arbitre", "prove", "--config", config, "--wire", "RACE31", "--json",
				"--pulses", fmt.Sprint(max(100, r.n))).Output()
			var report prove.Report
			if err := json.Unmarshal(out, &report); err != nil {
				t.Fatalf("%v, %v: %s", failed, err, out)
			}
			t.Logf("%+v", report)
			if len(report.Buttons) != len(wired.late) || report.DeadHeats+report.Void != report.Pulses ||
				100*report.Void > report.Pulses {
				t.Error("not always a dead heat")
			}
			if report.Fair() != wired.fair || (failed == nil) != wired.fair ||
				len(wired.late) == 2 && report.Pairs[0].Biased() == wired.fair {
				t.Error(failed)
			}
		})
	}
}

// The file that an owner sends has the wire test, and what the contacts did that were pressed when it
// asked for it: their bounces to the microsecond, and a wire that was touched by nobody.
func TestProveReport(t *testing.T) {
	r := newRig(t, 7)
	r.wire(map[int]time.Duration{0: 0, 1: 0})
	folder := t.TempDir()
	config, file := filepath.Join(folder, "arbitre.toml"), filepath.Join(folder, "box.json")
	write(t, config, fourSeats)
	command := exec.Command("/bin/arbitre", "prove", "--config", config, "--wire", "RACE31", "--pulses", "100", "--report", file)
	told, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	const ms = time.Millisecond
	plan := []motion{{at: 900 * ms, line: 3, closed: true}, {at: 900*ms + 100*time.Microsecond, line: 3}}
	for i := range 3 {
		at := time.Second + time.Duration(i)*300*ms
		plan = append(plan, motion{at: at, line: 2, closed: true}, motion{at: at + ms, line: 2}, motion{at: at + 2*ms, line: 2, closed: true},
			motion{at: at + 100*ms, line: 2})
	}
	lines := bufio.NewScanner(told)
	for lines.Scan() {
		t.Log(lines.Text())
		if strings.Contains(lines.Text(), "now press every button") {
			r.begin(plan)
		}
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	text := read(t, file)
	t.Log(text)
	var b prove.Box
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	if !b.Test.Fair() || b.Test.Pulses != 100 || b.Test.Buttons[0] != 1 || b.Test.Buttons[1] != 2 || b.Lost != 0 {
		t.Errorf("the wire test is %+v", b.Test)
	}
	for i, want := range []prove.Contact{{Seat: 1, Line: "RACE0"}, {Seat: 2, Line: "RACE1"}, {Seat: 3, Line: "RACE2", Presses: 3},
		{Seat: 4, Line: "RACE3", Strays: 2}} {
		got := b.Contacts[i]
		if want.Presses > 0 && (got.Closing < 1900 || got.Closing > 2100 || got.Opening != 0) {
			t.Errorf("it bounces for %v and %v µs", got.Closing, got.Opening)
		}
		if got.Closing = 0; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	kernel, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil || !strings.HasPrefix(b.Kernel, strings.TrimSpace(string(kernel))+" ") || !strings.Contains(b.Chip, "race-chip") {
		t.Errorf("kernel %q, chip %q, %v", b.Kernel, b.Chip, err)
	}
}
