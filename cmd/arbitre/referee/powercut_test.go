package referee

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"

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
