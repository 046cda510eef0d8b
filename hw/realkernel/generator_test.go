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
func (r *rig) generator(lines int, late map[int]time.Duration) (port string) {
	r.Helper()
	line, err := provetest.Open()
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { line.Close() })
	go provetest.Serve(line, fmt.Sprintf("arbitre-pulse 1 %d 1000000000 the timer of the kernel", lines), func(steps []prove.Step) bool {
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
	const late = 1 // the line of seat 2
	for _, c := range []struct {
		name, config string
		seats        int
		late         map[int]time.Duration
		fair, biased bool
	}{
		{"a fair box", "", 3, nil, true, false},
		{"a line that is 50 µs late", "", 2, map[int]time.Duration{late: 50 * time.Microsecond}, false, true},
		{"contacts that are believed too soon", "lockout = '1ms'\n", 2, nil, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, 7)
			folder := t.TempDir()
			config, sheet := filepath.Join(folder, "arbitre.toml"), filepath.Join(folder, "sheet.svg")
			text := "[buttons]\nseats = ['RACE0', 'RACE1', 'RACE2']\nlamps = []\n" + c.config
			if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("/bin/arbitre", "prove", "--config", config, "--pico", r.generator(c.seats, c.late), "--json",
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
			off := float64(c.late[late]) / float64(time.Microsecond)
			for _, p := range report.Pairs {
				t.Logf("%+v", p)
				if p.Biased() != c.biased || math.Abs(p.Bias-off) > 10 || c.biased && p.P > 1e-6 {
					t.Errorf("seats %d and %d: %+v", p.First, p.Second, p)
				}
			}
			if !slices.Equal(report.Seats, []hw.Button{1, 2, 3}[:c.seats]) || len(report.Pairs) != c.seats*(c.seats-1)/2 {
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
