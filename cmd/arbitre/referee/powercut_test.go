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
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/display"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// newSetup is that of a referee without any hardware.
func newSetup(folder, runtime string, log *slog.Logger) *setup {
	health := NewHealth(log)
	return &setup{
		Options{
			Rules:        all.Games(),
			Phrases:      display.NewPhrases(all.Games()),
			Seats:        []games.Seat{1, 2, 3, 4, 5},
			Contacts:     hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), hw.FullStep, health.Button),
			Down:         func() ([]hw.Button, error) { return nil, nil },
			Long:         600 * time.Millisecond,
			Rest:         display.DefaultRest(),
			Language:     display.English,
			KeepLanguage: func(display.Language) error { return nil },
			Folder:       newFolder(folder, runtime, log, health),
			Began:        func(string) {},
			PutAway:      func() {},
			Today:        time.Now,
			Seed:         rand.Uint64,
			Health:       health,
			Log:          log,
			Busy:         func() {},
		},
		Devices{
			Judge:  func(Picture) {},
			Lamp:   func(hw.Button, hw.Light) {},
			Play:   func(games.Cue) {},
			Alive:  func() {},
			Status: func([]string) {},
		},
	}
}

// newDaemon is a referee whose time stands still unless a test moves it.
func newDaemon(folder, runtime string, alter ...func(*setup)) *Referee {
	s := newSetup(folder, runtime, slog.New(slog.DiscardHandler))
	for _, a := range alter {
		a(s)
	}
	return New(s.Options, time.Hour)
}

// newFolder has the journals of a test.
func newFolder(path, runtime string, log *slog.Logger, health *Health) *journal.Folder {
	return journal.NewFolder(path, all.Games(), journal.FolderOptions{Runtime: runtime, Log: log, Report: health.Of("journal", games.Text{Word: "disk_full"})})
}

func mitoOfThree() games.Start { return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}} }

// playing is the file in the runtime folder that names the journal of the game that is played.
const playing = "playing"

// inMemory is a folder for more files than a test can wait for on a disk that syncs (shm_overview(7)).
func inMemory(t *testing.T) string {
	folder, err := os.MkdirTemp("/dev/shm", "arbitre")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// A damage is what a power cut does to a file: it is cut, or a file system reads zeros where it has not written.
type damage struct {
	cut, zeros int
	hole       bool // behind the zeros the file goes on
}

// leaves are the lines of a journal that are whole.
func (d damage) leaves(text []byte) []byte {
	if i := bytes.IndexByte(text[:d.cut], 0); i >= 0 { // of an earlier damage
		d = damage{cut: i, zeros: 1}
	}
	whole := text[:bytes.LastIndexByte(text[:d.cut], '\n')+1]
	if line := text[len(whole):d.cut]; d.zeros == 0 && bytes.HasSuffix(line, []byte{'}'}) && (d.cut == len(text) || text[d.cut] == '\n') {
		return slices.Concat(whole, line, []byte{'\n'}) // all there but the newline
	}
	return whole
}

// do does it to the file, whose text is known. The file is the same one afterwards.
func (d damage) do(path string, text []byte) error {
	left := append(bytes.Clone(text[:d.cut]), make([]byte, d.zeros)...)
	if d.hole && d.zeros > 0 && len(left) < len(text) {
		left = append(left, text[len(left):]...)
	}
	return os.WriteFile(path, left, 0)
}

// whatIsPlayed is the game of a journal's lines.
func whatIsPlayed(lines []byte) (*games.Table, error) {
	table, _, err := journal.Play(lines, all.Games(), math.MaxInt64, func(journal.Line) {})
	return table, err
}

// takenUp are the lines of a journal once its game is taken up again: every button that was down is let go of, and a race
// that was open is void.
func takenUp(lines []byte) ([]byte, error) {
	table, err := whatIsPlayed(lines)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, lines)
	}
	for _, seat := range table.Down() {
		release := games.Input{At: table.Now(), Kind: games.Release, Seat: seat}
		lines = journal.AppendInput(lines, release)
		if _, err := table.Apply(release); err != nil {
			return nil, err
		}
	}
	if race := table.View(games.Public).Race; race != nil && race.Open {
		lines = journal.AppendInput(lines, games.Input{At: table.Now(), Kind: games.Lost, Edges: 1})
	}
	return lines, nil
}

func drawStart(t *rapid.T, s games.Rules) games.Start {
	start := games.Start{Game: s.Name}
	for n := range rapid.IntRange(s.Least, min(s.Most, 5)).Draw(t, "seats") {
		start.Seats = append(start.Seats, games.Seat(n+1))
	}
	for _, o := range s.Options {
		if o.Offer == nil {
			continue
		}
		options, _ := o.Offer(games.Terms{Seats: start.Seats, Agreed: start.Options})
		if o.Key == "letters" {
			options = options[:1] // the words that are drawn have five
		}
		if len(options) > 0 {
			start.Options = append(start.Options, games.Field{Key: o.Key, Value: rapid.SampledFrom(options).Draw(t, o.Key)})
		}
	}
	start.Options = s.Chosen(start.Options)
	return start
}

// In the midst of random games of every kind the plug is pulled, which cuts the journal at any byte. The next daemon
// has the game of the whole lines, and goes on with it. With -rapid.checks=N there are N games of each kind.
func TestAPowerCutLeavesTheWholeLines(t *testing.T) {
	for _, s := range all.Games() {
		t.Run(s.Name, func(t *testing.T) {
			root, n := inMemory(t), 0
			rapid.Check(t, func(t *rapid.T) {
				n++
				cutAGame(t, s, filepath.Join(root, strconv.Itoa(n)))
			})
		})
	}
}

func cutAGame(t *rapid.T, s games.Rules, root string) {
	folder, runtime := filepath.Join(root, "journals"), filepath.Join(root, "run")
	if err := os.MkdirAll(runtime, 0o700); err != nil {
		t.Fatal(err)
	}
	before := newDaemon(folder, runtime)
	start := drawStart(t, s)
	if err := before.begin(start); err != nil {
		t.Fatal(err)
	}
	path := before.match.file.Path()
	for range rapid.IntRange(0, 40).Draw(t, "inputs") {
		in := gametest.Next(t, before.match.table)
		before.now = max(before.now, before.match.zero+in.At)
		before.Frame(before.now)
		before.play(in) // what is refused stands in no journal
	}
	before.write()
	lost := rapid.IntRange(0, 4).Draw(t, "lost rename") == 0
	if lost {
		before.Folder.PutAway(before.match.file, before.PutAway)
		if err := os.Rename(journal.Ending(journal.OverEnd)(path), path); err != nil {
			t.Fatal(err)
		}
	}
	before.Folder.Close() // which writes nothing: all is written, if not synced

	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := damage{
		cut:   rapid.IntRange(0, len(text)).Draw(t, "cut"),
		zeros: rapid.SampledFrom([]int{0, 0, 1, 30, 512, 4096}).Draw(t, "zeros"),
		hole:  rapid.Bool().Draw(t, "hole"),
	}
	if err := damage.do(path, text); err != nil {
		t.Fatal(err)
	}
	whole := damage.leaves(text)
	marked := !lost
	mark := rapid.SampledFrom([]string{"whole", "gone", "half", "nowhere"}).Draw(t, "mark")
	note := filepath.Join(runtime, playing)
	switch {
	case mark == "gone": // the machine has started anew, not the daemon alone
		os.Remove(note)
	case mark == "half":
		os.WriteFile(note, []byte(path[:rapid.IntRange(0, len(path)-1).Draw(t, "half")]), 0o600)
	case mark == "nowhere":
		os.WriteFile(note, []byte(path+".new"), 0o600)
	}
	marked = marked && mark == "whole"
	older := rapid.Bool().Draw(t, "an older game is open")
	olderPath := filepath.Join(folder, "1999-01-01T00-00-00-"+start.Game+journal.OpenEnd)
	if older {
		os.WriteFile(olderPath, journal.AppendStart(nil, start), 0o600)
	}
	for _, beside := range []string{path + ".new", "results.jsonl", "names.jsonl", "." + storeName(path)} {
		os.WriteFile(filepath.Join(folder, filepath.Base(beside)), text[:damage.cut], 0o600)
	}

	there := rapid.Bool().Draw(t, "a finger is still there")
	after := newDaemon(folder, runtime, func(s *setup) {
		if there {
			s.Down = func() ([]hw.Button, error) { return []hw.Button{1, 2}, nil }
		}
	})
	defer after.Folder.Close()
	switch {
	case len(whole) == 0 && !older:
		if after.match != nil || after.menu.open != "" {
			t.Fatalf("a game is offered that never began")
		}
		if err := after.begin(start); err != nil {
			t.Fatal(err)
		}
		path = after.match.file.Path()
		whole = journal.AppendStart(nil, after.match.table.Start())
	case len(whole) > 0 && marked:
		if after.match == nil {
			t.Fatal("the daemon does not go on with the game in whose midst it ended")
		}
	default:
		if after.match != nil || after.menu.open != menuResume {
			t.Fatalf("nobody is asked whether the game goes on: the question is %q", after.menu.open)
		}
		if err := after.take(games.Input{Kind: games.Answer, Prompt: menuResume, Value: games.Word("resume")}); err != nil {
			t.Fatal(err)
		}
		if len(whole) == 0 {
			path, whole = olderPath, journal.AppendStart(nil, start)
		}
	}

	if whole, err = takenUp(whole); err != nil {
		t.Fatal(err)
	}
	want, err := whatIsPlayed(whole)
	if err != nil {
		t.Fatalf("%v\n%s", err, whole)
	}
	if diff := cmp.Diff(gametest.Look(want), gametest.Look(after.match.table)); diff != "" {
		t.Fatalf("the game of the whole lines and the one that goes on (-want +got):\n%s\n%s", diff, whole)
	}
	if got := after.match.file.Path(); got != path {
		t.Fatalf("%s goes on, want %s", got, path)
	}
	after.write()
	holdsText(t, path, whole)

	after.Frame(after.now)
	seat := rapid.SampledFrom(start.Seats).Draw(t, "who presses")
	after.now += time.Second
	after.Frame(after.now)
	after.edge(hw.Edge{At: after.now, Button: hw.Button(seat), Down: true})
	pressed := games.Input{At: after.gameTime(), Kind: games.Press, Seat: seat}
	if asked := want.View(games.Judge).Prompts; len(asked) > 0 && asked[0].Buttons == games.Select && slices.Contains(asked[0].Options, games.Number(seat)) {
		pressed = games.Input{At: pressed.At, Kind: games.Answer, Prompt: asked[0].ID, Value: games.Number(seat)}
	}
	whole = journal.AppendInput(whole, pressed)
	after.write()
	holdsText(t, path, whole)
	again, err := whatIsPlayed(whole)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(gametest.Look(again), gametest.Look(after.match.table)); diff != "" {
		t.Fatalf("after a press (-journal +game):\n%s\n%s", diff, whole)
	}
}

// storeName is a file that the results leave where a power cut ended their writing.
func storeName(path string) string { return "results.jsonl" + strconv.Itoa(len(path)) }

type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func holdsText(t fataler, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", path, diff)
	}
}

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
		if r.match != nil {
			s.Journal, s.Now, s.State = r.match.file.Path(), r.gameTime(), stateOf(r.match.table)
		}
		s.Desk = r.menu.open
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
	open, err := filepath.Glob(filepath.Join(folder, "*"+journal.OpenEnd))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(open)
	whole := map[string][]byte{}
	last := ""
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
	if s.Desk == menuResume {
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
	if whole[last], err = takenUp(whole[last]); err != nil {
		t.Fatal(err)
	}
	want, err := whatIsPlayed(whole[last])
	if err != nil {
		t.Fatal(err)
	}
	want.Advance(s.Now)
	if diff := cmp.Diff(stateOf(want), s.State); diff != "" {
		t.Fatalf("the game of the whole lines and the one that goes on (-want +got):\n%s\n%s", diff, whole[last])
	}
	holdsText(t, last, whole[last])

	v.now += 10 * time.Second
	seat := want.Start().Seats[0]
	v.press(hw.Button(seat))
	s = v.look()
	got, err := os.ReadFile(last)
	if err != nil {
		t.Fatal(err)
	}
	added, goesOn := bytes.CutPrefix(got, whole[last])
	taken := bytes.Contains(added, fmt.Appendf(nil, `"press":%d}`, seat)) ||
		bytes.Contains(added, fmt.Appendf(nil, `"value":%d}`, seat)) // a question about seats was open
	if !goesOn || !taken {
		t.Fatalf("after a press of %d the journal is\n%s\nand was\n%s", seat, got, whole[last])
	}
	if again, err := whatIsPlayed(got); err != nil {
		t.Fatal(err)
	} else if again.Advance(s.Now); stateOf(again) != s.State {
		t.Fatalf("after a press (-journal +game):\n%s", cmp.Diff(stateOf(again), s.State))
	}
	return v
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

// saysDiskFull tells whether the display says that nothing can be written.
func (g *rig) saysDiskFull() bool {
	return slices.ContainsFunc(g.view().Lines, func(l games.Text) bool { return l.Word == "disk_full" })
}

// beginAnother leaves the game by the menu, for another of the same players.
func (g *rig) beginAnother() {
	g.t.Helper()
	g.hold(ok, 700*time.Millisecond)
	g.press(previous, ok, next, ok)
	g.shows("welcome", "game")
	g.press(ok, ok, ok, ok, ok)
	g.shows("turn", "play")
}

func TestAGameIsPlayedWhereNothingCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file is in its place, which holds for root, too
			t.Fatal(err)
		}
		var told atomic.Int32
		g := newRig(t, folder, func(s *setup) { s.PutAway = func() { told.Add(1) } })
		g.begin()
		if !g.saysDiskFull() {
			t.Error("nobody is told that nothing is written")
		}
		g.press(1)
		g.wait(time.Hour)
		g.press(2)
		if v := g.view(); v.Headline.Seat != 3 || !g.saysDiskFull() {
			t.Errorf("it is the turn of %d, want 3; the display says %v", v.Headline.Seat, v.Lines)
		}
		g.beginAnother()
		g.press(1)
		g.wait(time.Hour)
		if told.Load() > 0 {
			t.Error("the results are to read a game that is not there")
		}
		if err := os.Remove(folder); err != nil {
			t.Fatal(err)
		}
		g.wait(2 * time.Minute)
		if g.saysDiskFull() {
			t.Error("the display still says that nothing can be written")
		}
		left, err := filepath.Glob(filepath.Join(folder, "*-mito"+journal.LeftEnd))
		if err != nil || len(left) != 1 {
			t.Fatalf("left are %v, %v; want one", left, err)
		}
		first := whatIsIn(t, left[0])
		if told.Load() != 0 || len(first) != 5 || !strings.Contains(first[0], `"start":"mito"`) || !strings.Contains(first[3], `"press":2`) {
			t.Errorf("the results were told %d times of the first game, which is %v", told.Load(), first)
		}
		if second := g.referee.Folder.Interrupted(); second != "" {
			t.Errorf("%s is interrupted", second)
		}
		g.press(2)
		path := g.referee.match.file.Path()
		g.stop()
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "\n") != 5 {
			t.Errorf("the second game is %v\n%s", err, text)
		}
	})
}

func whatIsIn(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

// needRoot skips a test that mounts file systems, unless ARBITRE_ROOT=1 says that it may.
func needRoot(t *testing.T) {
	t.Helper()
	if os.Getenv("ARBITRE_ROOT") != "1" {
		t.Skip("mounts file systems: set ARBITRE_ROOT=1, as root")
	}
	if os.Getuid() != 0 {
		t.Fatal("ARBITRE_ROOT=1 is set, but this is not root")
	}
}

// mounted is a small file system in memory.
func mounted(t *testing.T) string {
	t.Helper()
	needRoot(t)
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=64k"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Errorf("a file of %s is still open: %v", folder, err)
		}
	})
	return folder
}

func remount(t *testing.T, folder string, flags uintptr) {
	t.Helper()
	if err := unix.Mount("", folder, "", unix.MS_REMOUNT|flags, ""); err != nil {
		t.Fatal(err)
	}
}

// fill leaves no room on a file system, until it is freed.
func fill(t *testing.T, folder string) (free func()) {
	t.Helper()
	path := filepath.Join(folder, "recordings")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for {
		if _, err := file.Write(make([]byte, 4096)); err != nil {
			break
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// pressed makes so many presses, each of which is two lines of the journal.
func (g *rig) pressed(n int) {
	for range n {
		g.press(1)
		g.wait(time.Second)
	}
}

// presses counts those of a journal.
func presses(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whatIsPlayed(text); err != nil {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte(`"press":`))
}

func TestRootADiskThatIsFullForAWhile(t *testing.T) {
	folder := mounted(t)
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.begin()
		g.pressed(10)
		path := g.referee.match.file.Path()
		free := fill(t, folder)
		g.pressed(200) // more than the journal's last page has room for
		if !g.saysDiskFull() {
			t.Error("nobody is told that the disk is full")
		}
		if n := presses(t, path); n < 10 || n >= 210 {
			t.Errorf("%d presses are on a disk that is full", n)
		}
		free()
		g.wait(2 * time.Minute)
		if g.saysDiskFull() {
			t.Error("the display still says that the disk is full")
		}
		if n := presses(t, path); n != 210 {
			t.Errorf("%d presses are on the disk, want 210", n)
		}

		free = fill(t, folder)
		g.pressed(200)
		g.beginAnother()
		g.pressed(1)
		if !g.saysDiskFull() {
			t.Error("nobody is told that the disk is full")
		}
		free()
		g.wait(2 * time.Minute)
		if n := presses(t, journal.Ending(journal.LeftEnd)(path)); n != 410 {
			t.Errorf("%d presses are on the disk, want 410", n)
		}
		if n := presses(t, g.referee.match.file.Path()); n != 1 {
			t.Errorf("%d presses of the second game are on the disk, want 1", n)
		}
		g.stop()
		if strings.Contains(g.log.String(), "lost") {
			t.Errorf("lines are lost:\n%s", &g.log)
		}
	})
}

func TestRootADiskThatIsReadOnlyForAWhile(t *testing.T) {
	folder := mounted(t)
	var path string
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.begin()
		g.pressed(1)
		path = g.referee.match.file.Path()
		g.stop()
	})
	remount(t, folder, unix.MS_RDONLY)
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		g.press(ok)
		if !g.saysDiskFull() {
			t.Error("nobody is told that the disk can't be written")
		}
		g.pressed(1)
		g.beginAnother()
		g.pressed(1)
		if n := presses(t, path); n != 1 {
			t.Errorf("%d presses are on the disk, want 1", n)
		}
		remount(t, folder, 0)
		g.wait(2 * time.Minute)
		if g.saysDiskFull() {
			t.Error("the display still says that the disk can't be written")
		}
		if n := presses(t, journal.Ending(journal.LeftEnd)(path)); n != 2 {
			t.Errorf("%d presses of the first game are on the disk, want 2", n)
		}
		if n := presses(t, g.referee.match.file.Path()); n != 1 {
			t.Errorf("%d presses of the second game are on the disk, want 1", n)
		}
		g.stop()
	})
}

// A card that dies: ext4 finds an error in the midst of a game and lets nothing be written any more
// (Documentation/ABI/testing/sysfs-fs-ext4 of the kernel). What was on it then is there after the next start.
func TestRootADyingDisk(t *testing.T) {
	needRoot(t)
	image, folder := filepath.Join(t.TempDir(), "card"), t.TempDir()
	do := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	do("mkfs.ext4", "-q", image, "4M")
	do("mount", "-o", "loop,errors=remount-ro", image, folder)
	defer exec.Command("umount", folder).Run()
	device := filepath.Base(do("findmnt", "-n", "-o", "SOURCE", folder))
	journals := filepath.Join(folder, "journals")
	var path string
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, journals)
		g.begin()
		g.pressed(10)
		path = g.referee.match.file.Path()
		if err := os.WriteFile("/sys/fs/ext4/"+device+"/trigger_fs_error", []byte("the card dies"), 0); err != nil {
			t.Fatal(err)
		}
		g.pressed(10)
		if !g.saysDiskFull() {
			t.Error("nobody is told that the disk can't be written")
		}
		if n := presses(t, path); n != 10 {
			t.Errorf("%d presses are on the disk, want 10", n)
		}
		c := config.Default(all.Games(), func(string) string { return "" })
		c.Journals = journals
		d, err := doctor.New(c, nil, "/")
		if err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		if d.Examine(t.Context(), doctor.Asked{}, &said, io.Discard); !strings.Contains(said.String(), "the SD card is failing") {
			t.Errorf("the doctor finds\n%s", &said)
		}
		g.stop()
		if !strings.Contains(g.log.String(), "20 lines are lost") {
			t.Errorf("what is lost is not said:\n%s", &g.log)
		}
	})
	do("umount", folder)
	do("mount", "-o", "loop", image, folder)
	if n := presses(t, path); n != 10 {
		t.Errorf("after the next start %d presses are there, want 10", n)
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, journals)
		g.press(ok) // resume
		g.pressed(1)
		if n := presses(t, path); n != 11 || g.saysDiskFull() {
			t.Errorf("%d presses are on the disk, want 11", n)
		}
		g.stop()
	})
}
