package realkernel

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	if err := os.WriteFile("/sys/kernel/debug/race-chip/wires", wires, 0); err != nil {
		r.Fatal(err)
	}
}

// One wire to some lines is always a dead heat, and a line that the chip serves 50 µs late is
// found.
func TestOneWireIsADeadHeat(t *testing.T) {
	r := newRig(t, 6)
	config := filepath.Join(t.TempDir(), "arbitre.toml")
	if err := os.WriteFile(config, []byte("[buttons]\nseats = ['RACE0', 'RACE1', 'RACE2', 'RACE3']\nlamps = []\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
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
