package prove_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/hw/prove"
	"arbitre/hw/prove/provetest"

	"github.com/google/go-cmp/cmp"
)

const (
	µs = time.Microsecond
	ms = time.Millisecond
)

// Two presses 20 µs apart, of which the first opens once more: each step is which lines are at ground, and for how long.
func TestStepsOfPresses(t *testing.T) {
	got := prove.Steps([]prove.Press{
		{Line: 2, At: ms, Held: 40 * ms, Pressing: []time.Duration{100 * µs, 300 * µs}},
		{Line: 0, At: ms + 20*µs, Held: 40 * ms, LettingGo: []time.Duration{1200, 1900}},
	}, 5*ms)
	want := []prove.Step{{0, ms}, {4, 20 * µs}, {5, 80 * µs}, {1, 200 * µs}, {5, 39_700 * µs}, {1, 20 * µs}, {0, 1 * µs}, {1, 1 * µs}, {0, 5 * ms}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What bounces ends where it should, in time.
func TestSwitchesComeToRest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		for name, bounce := range map[string]prove.Bounce{"slow": prove.Slow, "fast": prove.Fast, "clean": prove.Clean} {
			moves := bounce(random, true)
			if len(moves)%2 != 0 || !slices.IsSorted(moves) || len(moves) > 0 && (moves[0] < 10*µs || moves[len(moves)-1] > 5*ms) {
				t.Fatalf("%s: %v", name, moves)
			}
		}
	}
	recorded := prove.Recorded([][]time.Duration{{ms, 2 * ms}}, nil)
	if got := recorded(random, true); len(got) != 2 || recorded(random, false) != nil {
		t.Error(got)
	}
}

// connect opens a generator that greets so.
func connect(t *testing.T, greeting string, play func([]prove.Step) bool) (*prove.Generator, error) {
	t.Helper()
	line, err := provetest.Open()
	if err != nil {
		t.Skipf("this machine has no serial lines of its own: %v", err)
	}
	t.Cleanup(func() { line.Close() })
	go provetest.Serve(line, greeting, play)
	g, err := prove.OpenGenerator(line.Port, prove.Patience)
	if err == nil {
		t.Cleanup(func() { g.Close() })
	}
	return g, err
}

func TestAGeneratorDoesWhatItIsTold(t *testing.T) {
	var played []prove.Step
	onTime := true
	g, err := connect(t, "arbitre-pulse 1 8 125000000 a Pico", func(steps []prove.Step) bool { played = steps; return onTime })
	if err != nil || g.Lines != 8 || g.Clock != 125_000_000 || g.About != "a Pico" {
		t.Fatalf("%+v, %v", g, err)
	}
	steps := []prove.Step{{0, ms}, {0x81, 20 * µs}, {0, ms}}
	if err := g.Play(steps); err != nil || !slices.Equal(played, steps) {
		t.Errorf("%v, %v", played, err)
	}
	onTime = false
	if err := g.Play(steps); !errors.Is(err, prove.ErrLate) {
		t.Error(err)
	}
}

func TestWhatIsNoGenerator(t *testing.T) {
	for greeting, says := range map[string]string{
		"arbitre-pulse 2 8 125000000": "it speaks version 2 of the protocol, this arbitre speaks 1",
		"hello":                       `it greets with "hello"`,
		"arbitre-pulse 1":             `it greets with "arbitre-pulse 1"`,
		"\x04Traceback (most recent call last):\r\n  File \"<stdin>\", line 9\r\nImportError: no module named 'rp2'\r\n\x04>": "its program ends: ImportError: no module named 'rp2'",
	} {
		if _, err := connect(t, greeting, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", greeting, err)
		}
	}
	for path, says := range map[string]string{
		filepath.Join(t.TempDir(), "ttyACM0"): "is the Pico plugged in",
		"generator_test.go":                   "is no serial port",
	} {
		if _, err := prove.OpenGenerator(path, prove.Patience); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// An edge is a line that was let go of, or pulled to ground, at a tick.
type edge struct {
	tick   int
	line   int
	closed bool
}

// note takes what a stand-in of a Pico writes of its pins.
func note(from io.Reader, edges chan<- edge) {
	closed := map[int]bool{}
	for lines := bufio.NewScanner(from); lines.Scan(); {
		var tick, pin, state int
		if n, _ := fmt.Sscan(lines.Text(), &tick, &pin, &state); n == 3 && closed[pin] != (state == 0) {
			closed[pin] = state == 0
			edges <- edge{tick, pin - 2, state == 0}
		}
	}
}

// standIn starts a command that stands in for a Pico, and opens it as a generator. It tells the edges of its lines.
func standIn(t *testing.T, command ...string) (*prove.Generator, <-chan edge) {
	t.Helper()
	line, err := provetest.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { line.Close() })
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	pico := exec.CommandContext(ctx, command[0], command[1:]...)
	pico.Stdout, pico.Stderr, pico.ExtraFiles = line, os.Stderr, []*os.File{write}
	in, err := pico.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := pico.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() { end(); _ = pico.Wait() })
	edges := make(chan edge, 1000)
	go note(read, edges)
	go func() { _, _ = io.Copy(in, line) }()
	g, err := prove.OpenGenerator(line.Port, 5*time.Minute) // an emulated processor is slow
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g, edges
}

// The Pico's own program: every edge is where it should be, to the tick.
func TestThePicoKeepsTime(t *testing.T) {
	t.Run("interpreted", func(t *testing.T) {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("needs python3")
		}
		keepsTime(t, "python3", "testdata/interpreter.py")
	})
	t.Run("by MicroPython on an emulated RP2040", func(t *testing.T) {
		folder := os.Getenv("ARBITRE_PICO")
		if folder == "" {
			t.Skip("needs an emulated Pico: ARBITRE_PICO, see README.md")
		}
		keepsTime(t, "node", "testdata/emulator.mjs", folder)
	})
}

func keepsTime(t *testing.T, command ...string) {
	g, edges := standIn(t, command...)
	t.Logf("%+v", g)
	if g.Lines != 8 || g.Clock != 125_000_000 || g.About == "" {
		t.Fatalf("%+v", g)
	}
	if err := g.Play([]prove.Step{{1, ms}}); err == nil || !strings.Contains(err.Error(), "the last step must leave all lines alone") {
		t.Error(err)
	}
	if err := g.Play([]prove.Step{{1, 999}, {0, ms}}); err == nil || !strings.Contains(err.Error(), "a step takes 1000 ns at least") {
		t.Error(err)
	}
	random := rand.New(rand.NewPCG(8, 8))
	for _, gap := range []time.Duration{0, 1 * µs, 20 * µs, 777 * µs, 2 * ms} {
		first, second := random.IntN(4), 4+random.IntN(4)
		steps := prove.Steps([]prove.Press{
			{Line: first, At: ms, Held: 40 * ms, Pressing: prove.Fast(random, true), LettingGo: prove.Slow(random, false)},
			{Line: second, At: ms + gap, Held: 40*ms + 100*gap, Pressing: prove.Slow(random, true), LettingGo: prove.Fast(random, false)},
		}, ms)
		if err := g.Play(steps); err != nil {
			t.Fatal(err)
		}
		var want []edge
		var at time.Duration
		before := uint(0)
		for _, s := range steps {
			for line := range g.Lines {
				if now := s.Closed >> line & 1; now != before>>line&1 {
					want = append(want, edge{int(at / 8), line, now == 1})
				}
			}
			before = s.Closed
			at += s.For
		}
		var got []edge
		for i := range want {
			select {
			case e := <-edges:
				got = append(got, e)
			case <-time.After(5 * time.Minute):
				t.Fatalf("%d edges instead of %d: %v, want %v", len(got), len(want), got, want)
			}
			off := got[i].tick - got[0].tick - (want[i].tick - want[0].tick)
			if off < -1 || off > 1 || got[i].line != want[i].line || got[i].closed != want[i].closed {
				t.Errorf("edge %d is %v, want %v, %d ticks off", i, got[i], want[i], off)
			}
		}
		if len(edges) > 0 {
			t.Errorf("more edges than %d", len(want))
		}
	}
}
