package realkernel

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/proof"
	"arbitre/hw"
	"arbitre/hw/prove"
	"arbitre/hw/prove/provetest"
)

// generator is a program at the other end of a serial line that speaks as hw/prove/pico.py does, and has the chip's timer
// move its lines. One of them may be late. It returns the end that arbitre opens.
func (r *rig) generator(late map[int]time.Duration) (port string) {
	r.Helper()
	line, err := provetest.Open()
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { line.Close() })
	go provetest.Serve(line, "arbitre-pulse 1 4 1000000000 the timer of the kernel", func(steps []prove.Step) bool {
		plan := planOf(steps, late)
		r.begin(plan)
		return r.off(plan) < 50*time.Microsecond // its timer has to wait while interrupts are off
	})
	return line.Port
}

// off is by how much the times at which motions were made differ from the plan.
func (r *rig) off(plan []motion) time.Duration {
	least, most := time.Duration(math.MaxInt64), time.Duration(math.MinInt64)
	for i, at := range r.times(len(plan)) {
		least, most = min(least, at-plan[i].at), max(most, at-plan[i].at)
	}
	return most - least
}

// planOf are the motions of steps, of lines that may be late.
func planOf(steps []prove.Step, late map[int]time.Duration) (plan []motion) {
	var at time.Duration
	before := uint(0)
	for _, s := range steps {
		for line := range 32 {
			if bit := uint(1) << line; (s.Closed^before)&bit != 0 {
				plan = append(plan, motion{at: at + late[line], line: line, closed: s.Closed&bit != 0})
			}
		}
		before = s.Closed
		at += s.For
	}
	slices.SortStableFunc(plan, func(a, b motion) int { return cmp.Compare(a.at, b.at) })
	return plan
}

// A generator of pulses finds nothing wrong with the box, but with a line that is 50 µs late, and with contacts that are
// taken for open as soon as they bounce.
func TestAGeneratorFindsWhatIsUnfair(t *testing.T) {
	const late = 2 // the line of seat 3
	for _, c := range []struct {
		name, config string
		late         map[int]time.Duration
		fair, biased bool
	}{
		{"a fair box", "", nil, true, false},
		{"a line that is 50 µs late", "", map[int]time.Duration{late: 50 * time.Microsecond}, false, true},
		{"contacts that are believed too soon", "lockout = '1ms'\n", nil, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, 7)
			folder := t.TempDir()
			config, sheet := filepath.Join(folder, "arbitre.toml"), filepath.Join(folder, "sheet.svg")
			text := "[buttons]\nseats = ['RACE0', 'RACE1', 'RACE2']\nlamps = []\n" + c.config
			if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("/bin/arbitre", "prove", "--config", config, "--pico", r.generator(c.late), "--json",
				"--svg", sheet, "--rounds", fmt.Sprint(max(1, r.n/300)))
			var said strings.Builder
			command.Stderr = &said
			out, failed := command.Output()
			var report proof.Report
			if err := json.Unmarshal(out, &report); err != nil {
				t.Fatalf("%v, %v: %s%s", failed, err, out, said.String())
			}
			t.Logf("%+v, %d repeated", report.Total, report.Repeated)
			for _, count := range report.Counts {
				if count.Wrong+count.Needless > 0 {
					t.Logf("%+v", count)
				}
			}
			for _, p := range report.Pairs {
				t.Logf("%+v", p)
				with := p.First == late+1 || p.Second == late+1
				off := 0.0
				if with && c.biased {
					off = 50
				}
				if p.Biased() != (with && c.biased) || math.Abs(math.Abs(p.Bias)-off) > 10 || p.Biased() && p.P > 1e-6 {
					t.Errorf("seats %d and %d: %+v", p.First, p.Second, p)
				}
			}
			if !slices.Equal(report.Seats, []hw.Button{1, 2, 3}) || len(report.Pairs) != 3 {
				t.Errorf("the generator reaches %v", report.Seats)
			}
			if report.Fair() != c.fair || (failed == nil) != c.fair || (report.Total.Wrong > 0) != (c.config != "") {
				t.Errorf("%v: %+v", failed, report.Total)
			}
			if drawn, err := os.ReadFile(sheet); err != nil || !strings.HasSuffix(string(drawn), "</svg>\n") {
				t.Error(err)
			}
		})
	}
}
