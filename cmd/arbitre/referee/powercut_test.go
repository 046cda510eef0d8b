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
	table.Advance(table.Now()) // what an undo brought back as due is decided, and not by lost edges
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
			start.Options = start.Options.With(games.Field{Key: o.Key, Value: rapid.SampledFrom(options).Draw(t, o.Key)})
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
	c := powerCut{folder: filepath.Join(root, "journals"), runtime: filepath.Join(root, "run"), start: drawStart(t, s)}
	if err := os.MkdirAll(c.runtime, 0o700); err != nil {
		t.Fatal(err)
	}
	c.playBefore(t)
	c.happen(t)
	there := rapid.Bool().Draw(t, "a finger is still there")
	after := newDaemon(c.folder, c.runtime, func(s *setup) {
		if there {
			s.Down = func() ([]hw.Button, error) { return []hw.Button{1, 2}, nil }
		}
	})
	defer after.Folder.Close()
	c.goOn(t, after)
	c.holdsWhatIsWhole(t, after)
	c.pressAfter(t, after)
}

// A powerCut is what it leaves of a game.
type powerCut struct {
	folder, runtime string
	start           games.Start
	path            string // of the journal
	text            []byte // of it, before the cut
	whole           []byte // lines that are left
	marked          bool   // as the game in whose midst the daemon ended
	older           string // the journal of an older game that is open; "" is none
}

// playBefore plays until the power is cut, at times just when the journal has been put away and its new name is not on the disk.
func (c *powerCut) playBefore(t *rapid.T) {
	before := newDaemon(c.folder, c.runtime)
	if err := before.Begin(c.start); err != nil {
		t.Fatal(err)
	}
	c.path = before.match.file.Path()
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
		if err := os.Rename(journal.WithEnd(c.path, journal.OverEnd), c.path); err != nil {
			t.Fatal(err)
		}
	}
	before.Folder.Close() // which writes nothing: all is written, if not synced
	c.marked = !lost
	var err error
	if c.text, err = os.ReadFile(c.path); err != nil {
		t.Fatal(err)
	}
}

// happen damages the journal, the note of what is played, and what else there may be in the folder.
func (c *powerCut) happen(t *rapid.T) {
	damage := damage{
		cut:   rapid.IntRange(0, len(c.text)).Draw(t, "cut"),
		zeros: rapid.SampledFrom([]int{0, 0, 1, 30, 512, 4096}).Draw(t, "zeros"),
		hole:  rapid.Bool().Draw(t, "hole"),
	}
	if err := damage.do(c.path, c.text); err != nil {
		t.Fatal(err)
	}
	c.whole = damage.leaves(c.text)
	mark := rapid.SampledFrom([]string{"whole", "gone", "half", "nowhere"}).Draw(t, "mark")
	note := filepath.Join(c.runtime, playing)
	switch mark {
	case "gone": // the machine has started anew, not the daemon alone
		os.Remove(note)
	case "half":
		os.WriteFile(note, []byte(c.path[:rapid.IntRange(0, len(c.path)-1).Draw(t, "half")]), 0o600)
	case "nowhere":
		os.WriteFile(note, []byte(c.path+".new"), 0o600)
	}
	c.marked = c.marked && mark == "whole"
	if rapid.Bool().Draw(t, "an older game is open") {
		c.older = filepath.Join(c.folder, "1999-01-01T00-00-00-"+c.start.Game+journal.OpenEnd)
		os.WriteFile(c.older, journal.AppendStart(nil, c.start), 0o600)
	}
	// The last is what the results leave where a power cut ends their writing.
	for _, beside := range []string{c.path + ".new", "results.jsonl", "names.jsonl", ".results.jsonl12"} {
		os.WriteFile(filepath.Join(c.folder, filepath.Base(beside)), c.text[:damage.cut], 0o600)
	}
}

// goOn wants the game gone on with that is left: unasked where it is marked, else when the judge says so.
func (c *powerCut) goOn(t *rapid.T, after *Referee) {
	switch {
	case len(c.whole) == 0 && c.older == "":
		if after.match != nil || after.menu.open != "" {
			t.Fatalf("a game is offered that never began")
		}
		if err := after.Begin(c.start); err != nil {
			t.Fatal(err)
		}
		c.path = after.match.file.Path()
		c.whole = journal.AppendStart(nil, after.match.table.Start())
	case len(c.whole) > 0 && c.marked:
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
		if len(c.whole) == 0 {
			c.path, c.whole = c.older, journal.AppendStart(nil, c.start)
		}
	}
}

// holdsWhatIsWhole wants the game of the whole lines, in their journal.
func (c *powerCut) holdsWhatIsWhole(t *rapid.T, after *Referee) {
	var err error
	if c.whole, err = takenUp(c.whole); err != nil {
		t.Fatal(err)
	}
	c.isPlayed(t, after)
	if got := after.match.file.Path(); got != c.path {
		t.Fatalf("%s goes on, want %s", got, c.path)
	}
	after.write()
	holdsText(t, c.path, c.whole)
}

// pressAfter wants a press to count in that game, and to stand in its journal.
func (c *powerCut) pressAfter(t *rapid.T, after *Referee) {
	after.Frame(after.now)
	seat := rapid.SampledFrom(c.start.Seats).Draw(t, "who presses")
	asked := after.match.table.View(games.Judge).Prompts
	after.now += time.Second
	after.Frame(after.now)
	after.edge(hw.Edge{At: after.now, Button: hw.Button(seat), Down: true})
	pressed := games.Input{At: after.gameTime(), Kind: games.Press, Seat: seat}
	if len(asked) > 0 && asked[0].Buttons == games.Select && slices.Contains(asked[0].Options, games.Number(seat)) {
		pressed = games.Input{At: pressed.At, Kind: games.Answer, Prompt: asked[0].ID, Value: games.Number(seat)}
	}
	c.whole = journal.AppendInput(c.whole, pressed)
	after.write()
	holdsText(t, c.path, c.whole)
	c.isPlayed(t, after)
}

// isPlayed wants the game that goes on to be that of the whole lines.
func (c *powerCut) isPlayed(t *rapid.T, after *Referee) {
	want, err := whatIsPlayed(c.whole)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.whole)
	}
	if diff := cmp.Diff(gametest.Look(want), gametest.Look(after.match.table)); diff != "" {
		t.Fatalf("the game of the whole lines and the one that goes on (-want +got):\n%s\n%s", diff, c.whole)
	}
}

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
