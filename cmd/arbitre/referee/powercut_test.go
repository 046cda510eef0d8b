package referee

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

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
// that was open, or a queue that was not decided, is void.
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
	lost := games.Input{At: table.Now(), Kind: games.Lost, Edges: 1}
	if facts, err := table.Apply(lost); err != nil || len(facts) == 1 {
		return lines, err
	}
	return journal.AppendInput(lines, lost), nil
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
