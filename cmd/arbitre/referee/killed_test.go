package referee

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A seen is what a daemon in another process tells of itself.
type seen struct {
	Journal string // of the game that is on, or ""
	Desk    string
	Now     time.Duration // of the game
	State   string
}

// stateOf tells all that can be seen of a game, a line for each who sees it.
func stateOf(table *games.Table) string {
	s := gametest.Look(table)
	told := fmt.Sprintln(s.Deadline, s.Due)
	for _, v := range s.Views {
		if race := v.Race; race != nil {
			v.Race = nil
			told += fmt.Sprintf("%+v ", *race)
		}
		told += fmt.Sprintf("%+v\n", v)
	}
	return told
}

// refereeInAChild is the daemon that is killed: its loop, with the edges that it reads as its hardware and their stamps as its
// time. Each line is an edge, "NANOSECONDS BUTTON DOWN"; that of button 0 asks what can be seen then.
func refereeInAChild(folder, runtime string) {
	now := make(chan time.Duration, 1) // has the time
	now <- time.Hour
	clock := func() time.Duration {
		at := <-now
		now <- at
		return at
	}
	events, looked := make(chan hw.Event), make(chan seen, 1)
	devices := newSetup(folder, runtime, slog.New(slog.DiscardHandler)).Devices
	r := newDaemon(folder, runtime)
	devices.Clock, devices.Events = clock, events
	devices.CatchUp = func(func(hw.Event)) time.Duration { // is asked when what the last event led to is shown
		var s seen
		if r.stack.match != nil {
			s.Journal, s.Now, s.State = r.stack.match.file.Path(), r.stack.gameTime(), stateOf(r.stack.match.table)
		}
		if q := r.stack.asked; q != nil {
			s.Desk = q.ID
		}
		select {
		case <-looked: // what nobody wanted to know
		default:
		}
		looked <- s
		return clock()
	}
	go r.Run(context.Background(), devices)

	answers := json.NewEncoder(os.Stdout)
	script := bufio.NewScanner(os.Stdin)
	for script.Scan() {
		var at time.Duration
		var button hw.Button
		var down bool
		if _, err := fmt.Sscan(script.Text(), &at, &button, &down); err != nil {
			panic(err)
		}
		<-now
		now <- at
		if button != 0 {
			events <- hw.Event{Edge: hw.Edge{At: at, Button: button, Down: down}}
			continue
		}
		for range 3 { // the second is taken when it is shown what the first led to, the third when that was looked at; nobody has held this key
			events <- hw.Event{Edge: hw.Edge{At: at, Button: hw.KeyBack}}
		}
		answers.Encode(<-looked)
	}
}

// A victim is a daemon that is going to be killed.
type victim struct {
	t       *testing.T
	command *exec.Cmd
	script  io.WriteCloser
	answers *json.Decoder
	now     time.Duration
}

// startVictim starts the test's own binary once more, for the test that asks for it.
func startVictim(t *testing.T, folder, runtime string) *victim {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	top, _, _ := strings.Cut(t.Name(), "/")
	command := exec.Command(self, "-test.run=^"+top+"$")
	command.Env = append(os.Environ(), "ARBITRE_VICTIM="+folder, "RUNTIME_DIRECTORY="+runtime)
	command.Stderr = os.Stderr
	script, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t, command: command, script: script, answers: json.NewDecoder(answers), now: time.Hour}
	t.Cleanup(v.kill)
	return v
}

// kill is SIGKILL: nothing of the daemon's own runs any more.
func (v *victim) kill() {
	v.command.Process.Kill()
	v.command.Wait()
}

func (v *victim) look() seen {
	v.t.Helper()
	var s seen
	if _, err := fmt.Fprintln(v.script, int64(v.now), 0, false); err != nil {
		v.t.Fatal(err)
	}
	if err := v.answers.Decode(&s); err != nil {
		v.t.Fatal(err)
	}
	return s
}

// hold is how a script holds a button and lets it go.
func (v *victim) hold(b hw.Button, d time.Duration) string {
	script := fmt.Sprintln(int64(v.now), int(b), true)
	v.now += d
	script += fmt.Sprintln(int64(v.now), int(b), false)
	v.now += 300 * time.Millisecond
	return script
}

func (v *victim) press(buttons ...hw.Button) {
	v.t.Helper()
	for _, b := range buttons {
		if _, err := io.WriteString(v.script, v.hold(b, 60*time.Millisecond)); err != nil {
			v.t.Fatal(err)
		}
	}
}

// storm is what a wild table does: presses, answers by the judge's keys, now and then another game.
func (v *victim) storm(random *rand.Rand, presses int) string {
	var script strings.Builder
	for range presses {
		switch n := random.IntN(40); {
		case n == 0: // the game is left by the menu for another
			script.WriteString(v.hold(ok, time.Second))
			keys := append([]hw.Button{previous, ok, next, ok}, slices.Repeat([]hw.Button{next}, random.IntN(5))...)
			for _, key := range append(keys, slices.Repeat([]hw.Button{ok}, 8)...) {
				script.WriteString(v.hold(key, 60*time.Millisecond))
			}
		case n < 20:
			script.WriteString(v.hold(hw.Button(1+random.IntN(4)), 60*time.Millisecond))
		default:
			script.WriteString(v.hold([]hw.Button{ok, ok, next, previous}[random.IntN(4)], 60*time.Millisecond))
		}
		v.now += time.Duration(random.Int64N(int64(time.Second)))
	}
	return script.String()
}

// checks is what -rapid.checks says, in parts of its default.
func checks(usual int) int {
	n, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		panic(err)
	}
	return max(1, usual*n/100)
}

// Daemons are killed in the midst of whatever they do, and their journals cut. What the next one has, and writes, is
// compared in every kind of game with what the whole lines are. With -rapid.checks=N there are N/10 kills of each kind.
func TestAKilledDaemonGoesOnWithTheWholeLines(t *testing.T) {
	if folder := os.Getenv("ARBITRE_VICTIM"); folder != "" {
		refereeInAChild(folder, os.Getenv("RUNTIME_DIRECTORY"))
		os.Exit(0)
	}
	for kind, s := range all.Games() {
		t.Run(s.Name, func(t *testing.T) {
			seed := rand.Uint64()
			random := rand.New(rand.NewPCG(seed, 0))
			root := inMemory(t)
			folder, runtime := filepath.Join(root, "journals"), filepath.Join(root, "run")
			if err := os.Mkdir(runtime, 0o700); err != nil {
				t.Fatal(err)
			}
			defer func() {
				if t.Failed() {
					t.Logf("the seed was %d", seed)
				}
			}()
			v := startVictim(t, folder, runtime)
			for range kind {
				v.press(next)
			}
			v.press(ok, 1, 2, 3, 4)
			for range 8 {
				v.press(ok)
			}
			if s := v.look(); s.Journal == "" {
				t.Fatal("no game began")
			}
			for range checks(10) {
				go io.WriteString(v.script, v.storm(random, 400)) // ends when the daemon does
				time.Sleep(time.Duration(random.Int64N(int64(15 * time.Millisecond))))
				v.kill()
				v = resumedVictim(t, random, folder, runtime)
			}
		})
	}
}

// resumedVictim cuts the journals that a killed daemon has left, and is the daemon that goes on.
func resumedVictim(t *testing.T, random *rand.Rand, folder, runtime string) *victim {
	t.Helper()
	whole, last := cutJournals(t, random, folder)
	note, _ := os.ReadFile(filepath.Join(runtime, playing))
	if random.IntN(3) == 0 { // the machine has started anew, not the daemon alone
		os.Remove(filepath.Join(runtime, playing))
		note = nil
	}

	v := startVictim(t, folder, runtime)
	s := v.look()
	if marked := string(note); len(whole[marked]) > 0 {
		last = marked
		if s.Journal != marked {
			t.Fatalf("%s goes on, want %s", s.Journal, marked)
		}
	}
	if s.Desk == "resume" {
		v.press(ok)
		s = v.look()
	}
	if s.Journal != last {
		t.Fatalf("%q goes on, want %q", s.Journal, last)
	}
	if last == "" {
		v.press(ok, 1, 2, 3, ok, ok, ok, ok, ok)
		return v
	}
	lines, err := takenUp(whole[last])
	if err != nil {
		t.Fatal(err)
	}
	want, err := whatIsPlayed(lines)
	if err != nil {
		t.Fatal(err)
	}
	want.Advance(s.Now)
	if diff := cmp.Diff(stateOf(want), s.State); diff != "" {
		t.Fatalf("the game of the whole lines and the one that goes on (-want +got):\n%s\n%s", diff, lines)
	}
	holdsText(t, last, lines)
	v.now += 10 * time.Second
	v.counts(want.Start().Seats[0], last, lines)
	return v
}

// cutJournals damages some of the journals that are open. It returns the lines of each that are whole, and which of those
// that have any was begun last; "" is none.
func cutJournals(t *testing.T, random *rand.Rand, folder string) (whole map[string][]byte, last string) {
	t.Helper()
	open, err := filepath.Glob(filepath.Join(folder, "*"+journal.OpenEnd))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(open)
	whole = map[string][]byte{}
	for _, path := range open {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		damage := damage{cut: len(text)}
		if len(text) > 0 && random.IntN(2) == 0 {
			damage.cut -= random.IntN(min(len(text), 200))
			damage.zeros, damage.hole = random.IntN(3)*30, random.IntN(2) == 0
		}
		if err := damage.do(path, text); err != nil {
			t.Fatal(err)
		}
		if whole[path] = damage.leaves(text); len(whole[path]) > 0 {
			last = path
		}
	}
	return whole, last
}

// counts wants the press of a seat to count, and to stand in the journal behind the lines that there were.
func (v *victim) counts(seat games.Seat, path string, lines []byte) {
	v.t.Helper()
	v.press(hw.Button(seat))
	s := v.look()
	got, err := os.ReadFile(path)
	if err != nil {
		v.t.Fatal(err)
	}
	added, goesOn := bytes.CutPrefix(got, lines)
	taken := bytes.Contains(added, fmt.Appendf(nil, `"press":%d}`, seat)) ||
		bytes.Contains(added, fmt.Appendf(nil, `"value":%d}`, seat)) // a question about seats was open
	if !goesOn || !taken {
		v.t.Fatalf("after a press of %d the journal is\n%s\nand was\n%s", seat, got, lines)
	}
	if again, err := whatIsPlayed(got); err != nil {
		v.t.Fatal(err)
	} else if again.Advance(s.Now); stateOf(again) != s.State {
		v.t.Fatalf("after a press (-journal +game):\n%s", cmp.Diff(stateOf(again), s.State))
	}
}

// A table at which nothing happens writes nothing, in the lobby or in a game (proc_pid_io(5)).
func TestNothingIsWrittenWhileNothingHappens(t *testing.T) {
	if folder := os.Getenv("ARBITRE_VICTIM"); folder != "" {
		refereeInAChild(folder, os.Getenv("RUNTIME_DIRECTORY"))
		os.Exit(0)
	}
	v := startVictim(t, t.TempDir(), t.TempDir())
	written := func() string {
		v.look()
		time.Sleep(2 * journal.SyncWithin)
		counted, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", v.command.Process.Pid))
		if err != nil {
			t.Skip("this kernel does not count what a process writes: ", err)
		}
		var lines []string
		for line := range strings.Lines(string(counted)) {
			if strings.HasPrefix(line, "syscw") || strings.HasPrefix(line, "write_bytes") {
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "")
	}
	// The answer to a look is one write; everything else is too many.
	idle := func() {
		t.Helper()
		before := written()
		time.Sleep(300 * time.Millisecond)
		after := written()
		var calls, bytes, callsAfter, bytesAfter int
		fmt.Sscanf(before, "syscw: %d\nwrite_bytes: %d", &calls, &bytes)
		fmt.Sscanf(after, "syscw: %d\nwrite_bytes: %d", &callsAfter, &bytesAfter)
		if calls == 0 || callsAfter > calls+2 || bytesAfter != bytes {
			t.Errorf("an idle table writes:\n%s\n%s", before, after)
		}
	}
	idle()
	v.press(ok, 1, 2, 3, ok, ok, ok, ok)
	if v.look().Journal == "" {
		t.Fatal("no game began")
	}
	idle()
}
