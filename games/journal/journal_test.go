package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/mito"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

func book() games.Rulebook { return games.Rulebook{mito.Rules(), mito.MogelMotte()} }

const startLine = `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}`

// What is wrong with a line, and what was expected.
func TestBadLines(t *testing.T) {
	type bad struct{ lines, want string }
	second := func(line, want string) bad { return bad{startLine + "\n" + line + "\n", "line 2: " + want} }
	for _, c := range []bad{
		{`nonsense` + "\n", "line 1: not a JSON object"},
		{`{"t":0,"start":"mito","seats":[1,2,3]}`, `line 1: journal format "v":0: expected "v":1`},
		{`{"v":2,"t":0,"start":"mito","seats":[1,2,3]}`, `line 1: journal format "v":2: expected "v":1`},
		{`{"v":1,"t":5,"start":"mito","seats":[1,2,3]}`, `line 1: key "t": 5: expected 0`},
		{`{"v":1,"t":0,"seats":[1,2,3]}`, `line 1: no key "start"`},
		{`{"v":1,"t":0,"start":"chess","seats":[1,2,3]}`,
			`line 1: there is no game "chess": expected mito, mogelmotte`},
		{`{"v":1,"t":0,"start":"mito","seats":[1,1,3]}`,
			`line 1: seats [1 1 3]: expected different numbers from 1, ascending`},
		{`{"v":1,"t":0,"start":"mito","seats":[0,1,3]}`, `line 1: seats [0 1 3]`},
		{`{"v":1,"t":0,"start":"mito","seats":"all"}`, `line 1: key "seats": "all": expected a list`},
		{`{"v":1,"t":0,"start":"mito","seats":[1,2,3],"seed":1.5}`, `line 1: key "seed": 1.5: expected a whole number`},
		{`{"v":1,"start":"mito","seats":[1,2,3]}`, `line 1: no key "t": expected "t":0`},
		{`{"v":1,"t":0,"start":"mito","seats":[1,2,3],"Seed":1}`, `line 1: unknown key "Seed"`},
		{`{"v":1,"t":0,"start":"mito","seats":[1,2,3],"options":[]}`,
			`line 1: key "options": []: expected an object in braces`},
		{`{"v":1,"t":0,"start":"mito","seats":[1,2,3],"options":{"first":2,"first":3}}`,
			`line 1: key "options": key "first" is given twice`},
		{strings.Repeat(startLine, 2000), `line 1: the line is longer than 65536 bytes`},
		{startLine + "\n\n", `line 2: not a JSON object`},
		{startLine + "\n\u00a0" + `{"t":1,"press":1}` + "\n", `line 2: not a JSON object`},
		second(`{"press":1}`, `no time: expected "t" in whole nanoseconds from 0`),
		second(`{"t":-1,"press":1}`, `no time: expected "t" in whole nanoseconds from 0, not -1`),
		second(`{"t":1.5,"press":1}`, ``),
		second(`{"t":-0,"press":1}`, `no time`),
		second(`{"t":4611686018427387905,"press":1}`,
			`no time: expected "t" in whole nanoseconds from 0 to 4611686018427387904, not 46`),
		second(`{"t":4611686018427387904,"press":4}`, `seat 4 does not play`), // the highest time of a line
		second(`{"t":1}`, `nothing happens: expected press, release, answer, lost, undo or redo`),
		second(`{"t":1,"press":1,"release":1}`, `key "release": expected only one of`),
		second(`{"t":1,"press":1,"press":2}`, `key "press" is given twice`),
		second(`{"t":1,"press":"1"}`, `key "press": "1": expected a whole number`),
		second(`{"t":1,"press":0}`, `key "press": 0: expected at least 1`),
		second(`{"t":1,"press":1,"seat":1}`, `key "seat": expected it with an answer only`),
		second(`{"t":1,"pres":1}`, `unknown key "pres"`),
		second(`{"T":1,"press":1}`, `no time`),
		second(`{"t":1,"answer":"play"}`, `answer "play" has no "value"`),
		second(`{"t":1,"lost":0}`, `key "lost": 0: expected at least 1`),
		second(`{"t":1,"undo":false}`, `key "undo": false: expected true`),
		second(startLine, `key "v": a game starts once, on the first line`),
		second(`{"t":1,"start":"mito"}`, `key "start": a game starts once`),
		second(`{"t":1,"seats":[1,2]}`, `key "seats": a game starts once`),
		second(`{"t":1,"seed":1}`, `key "seed": a game starts once`),
		second(`{"t":1,"options":{}}`, `key "options": a game starts once`),
		second(`{"t":1,"press":1`+strings.Repeat(" ", journal.LongestLine)+"}", `the line is longer than 65536 bytes`),
		second(`{"t":1,"press":1} trailing`, `not a JSON object`),
	} {
		_, _, err := journal.Play([]byte(c.lines), book(), math.MaxInt64, func(l journal.Line) {
			if l.Facts == nil {
				t.Errorf("%s\nline %d is told, and has neither a meaning nor facts", c.lines, l.Number)
			}
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.lines, err, c.want)
		}
	}
}

// A line of the greatest length is read, whatever stands behind it.
func TestTheLongestLine(t *testing.T) {
	line := `{"t":1,"press":1}`
	text := startLine + "\n" + line + strings.Repeat(" ", journal.LongestLine-len(line))
	for _, c := range []struct {
		name, behind string
		lines, torn  int
		open         bool
	}{
		{name: "nothing", lines: 2, open: true},
		{name: "its newline", behind: "\n", lines: 2},
		{name: "another line", behind: "\n" + line, lines: 3, open: true},
		{name: "a line of which a byte is left", behind: "\n\x00", lines: 2, torn: 3},
		{name: "room for which the power cut came before the writing",
			behind: "\n" + strings.Repeat("\x00", 2*journal.LongestLine), lines: 2, torn: 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := iotest.OneByteReader(strings.NewReader(text + c.behind))
			table, tail, err := journal.PlayFrom(text, book(), math.MaxInt64, func(journal.Line) {})
			if err != nil || table.Lines() != c.lines || tail.Torn != c.torn || tail.Open != c.open {
				t.Errorf("%d lines, tail %+v, %v; want %+v", table.Lines(), tail, err, c)
			}
		})
	}
}

func TestADiskThatCannotBeRead(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(startLine), iotest.ErrReader(io.ErrNoProgress))
	_, _, err := journal.PlayFrom(broken, book(), math.MaxInt64, func(journal.Line) {})
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v", err)
	}
}

func TestADeadlineUpToABadLineHasFired(t *testing.T) {
	text := startLine + "\n" + `{"t":1000000000,"answer":"play","value":"cockroach"}` + "\n"
	for bad, timed := range map[string]bool{
		`{"t":9000000000,"typo":1}`: true, `{"t":9000000000,"answer":"nonsense","value":1}`: true,
		`{"t":9000000000}`: true, `{"t":9000000000,"press":2,"press":3}`: true,
		`{"press":2,"press":3,"t":9000000000}`: true, `{"t":"9000000000","press":1}`: false,
	} {
		over := false
		_, _, err := journal.Play([]byte(text+bad+"\n"), book(), math.MaxInt64, func(l journal.Line) {
			over = over || slices.ContainsFunc(l.Facts, func(f games.Fact) bool { return f.What.Fact() == "race_over" })
		})
		if err == nil || over != timed {
			t.Errorf("%s: error %v; the race is over: %v", bad, err, over)
		}
	}
}

func TestUntil(t *testing.T) {
	text := startLine + "\n" + `{"t":1000,"press":1}` + "\n" + `{"t":2000,"press":2}` + "\n" +
		`{"t":3000,"nonsense":2}` + "\n"
	seen := 0
	table, tail, err := journal.Play([]byte(text), book(), 2000, func(l journal.Line) { seen = l.Number })
	if err != nil || table.Clock() != 2000 || table.Lines() != 3 || seen != 3 || !tail.Later {
		t.Errorf("played to %v, %d lines, seen %d, %+v, %v; want the lines up to 2000 alone",
			table.Clock(), table.Lines(), seen, tail, err)
	}
}

// evening is a journal with every kind of line.
func evening() []byte {
	return gametest.Journal(`
		mito 1 2 3 seed=7 {"rounds":1}
		1      press 1
		1.05   release 1
		3      press 1
		4      accused 3
		5      verdict seat=3 "guilty"
		6      play "mosquito"
		6.2    press 1
		6.195  press 3
		7      undo
		8      lost 10
		9      play seat=3 "out"
		10     hand {"numbers":3,"actions":0,"mitos":0}
		11     hand seat=2 {"numbers":0,"actions":1,"mitos":1}`)
}

// A power cut leaves a file that ends at any byte, or one in which a file system reads zeros where
// nothing was written, after what was written or before it.
func TestACutAtAnyByteResumesToTheWholeLines(t *testing.T) {
	text, folder := evening(), inMemory(t)
	for cut := range len(text) + 1 {
		whole := bytes.Count(text[:cut], []byte{'\n'})
		rest := text[lineEnd(text, whole):]
		half := text[lineEnd(text, whole):cut]
		zeros := make([]byte, 512)
		for _, left := range [][]byte{half, slices.Concat(half, zeros), slices.Concat(half, zeros, rest[len(half):])} {
			lines := whole
			if len(left) > 0 && bytes.HasPrefix(rest, slices.Concat(left, []byte{'\n'})) {
				lines++ // all there but the newline
			}
			path := filepath.Join(folder, "cut.jsonl")
			if err := os.WriteFile(path, slices.Concat(text[:lineEnd(text, whole)], left), 0o600); err != nil {
				t.Fatal(err)
			}
			resumesTo(t, path, text[:lineEnd(text, lines)])
		}
	}
}

// resumesTo checks that a journal is resumed to whole lines, with a sign of life for each, and that
// the next line stands on its own.
// A journal that has been through another system plays to the same lines, and is resumed in the form
// in which it was written.
func TestAJournalFromAnotherSystem(t *testing.T) {
	want := evening()
	windows := append([]byte("\ufeff"), bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n"))...)
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"with a mark and its line ends": windows, "in UTF-16": wide} {
		path := filepath.Join(t.TempDir(), "2026-03-14T20-15-00-mito"+journal.OpenEnd)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if !journal.Resumable(path) {
			t.Errorf("%s: it is not resumed", name)
		}
		f, _, err := journal.Resume(path, book(), never(t), func() {})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Close()
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: it is resumed as %q, %v", name, got, err)
		}
	}
}

func resumesTo(t *testing.T, path string, whole []byte) {
	t.Helper()
	was, _ := os.ReadFile(path)
	signs := 0
	file, table, err := journal.Resume(path, book(), never(t), func() { signs++ })
	if len(whole) == 0 {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("%q: error %v; want that there is no game", was, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%q: %v", was, err)
	}
	want, _, err := journal.Play(whole, book(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	v, resumed := want.View(games.Judge), table.View(games.Judge)
	if !reflect.DeepEqual(v, resumed) || want.Lines() != table.Lines() {
		t.Fatalf("%q: %d lines, want %d\n%s", was, table.Lines(), want.Lines(), cmp.Diff(v, resumed))
	}
	if signs != table.Lines() {
		t.Errorf("%d signs of life while %d lines were played again, want one for each", signs, table.Lines())
	}
	file.Append(games.Input{At: 20 * time.Second, Kind: games.Press, Seat: 1})
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(whole)+`{"t":20000000000,"press":1}`+"\n", string(got)); diff != "" {
		t.Fatalf("%q:\n%s", was, diff)
	}
}

func lineEnd(text []byte, n int) int {
	end := 0
	for range n {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return end
}

// inMemory is a folder in memory (shm_overview(7)): a disk would take too long to sync so many
// files.
func inMemory(t *testing.T) string {
	folder, err := os.MkdirTemp("/dev/shm", "arbitre")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// never fails a test whose disk fails.
func never(t testing.TB) func(error) {
	return func(err error) { t.Errorf("the disk fails: %v", err) }
}

func TestWhatIsAppendedIsRead(t *testing.T) {
	word := rapid.StringMatching(`[a-z_]{1,8}`)
	inputs := rapid.Custom(func(t *rapid.T) games.Input {
		in := games.Input{At: time.Duration(rapid.Int64Range(0, 1<<62).Draw(t, "t"))}
		switch in.Kind = rapid.SampledFrom([]games.Kind{games.Press, games.Release, games.Answer, games.Lost,
			games.Undo, games.Redo}).Draw(t, "kind"); in.Kind {
		case games.Press, games.Release:
			in.Seat = games.Seat(rapid.IntRange(1, 99).Draw(t, "seat"))
		case games.Lost:
			in.Edges = rapid.IntRange(1, 999).Draw(t, "edges")
		case games.Answer:
			in.Prompt = word.Draw(t, "prompt")
			in.Value = games.Word(rapid.String().Draw(t, "value"))
			in.Keys.Seat = games.Seat(rapid.IntRange(0, 9).Draw(t, "key"))
			in.Keys.Line = rapid.IntRange(0, 9).Draw(t, "line")
		}
		return in
	})
	rapid.Check(t, func(t *rapid.T) {
		in := inputs.Draw(t, "input")
		line := journal.AppendInput(nil, in)
		got, err := journal.ParseInput(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if diff := cmp.Diff(in, got); diff != "" || bytes.Count(line, []byte{'\n'}) != 1 {
			t.Fatalf("%s%s", line, diff)
		}
	})
}

func TestAStartIsRead(t *testing.T) {
	start := games.Start{
		Game: "mito", Seats: []games.Seat{1, 2, 5}, Seed: math.MaxUint64,
		Options: games.Agreed{}.With(games.Field{Key: "rounds", Value: games.Number(3)},
			games.Field{Key: "race", Value: gametest.Value(`{"tie":"2ms"}`)}),
	}
	got, err := journal.ParseStart(journal.AppendStart(nil, start))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(start, got, cmp.AllowUnexported(games.Agreed{})); diff != "" {
		t.Error(diff)
	}
	bare := games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}}
	if line := string(journal.AppendStart(nil, bare)); line != startLine+"\n" {
		t.Errorf("without a seed and options the line is %s", line)
	}
}

func TestAValueWithLineBreaksIsWrittenOnOneLine(t *testing.T) {
	const want = `{"t":0,"answer":"hand","value":{"numbers":1,"actions":[0,"a b"]}}` + "\n"
	in, err := journal.ParseInput([]byte("{\"t\":0,\n\"answer\":\"hand\",\"value\": {\n \"numbers\": 1,\r\n " +
		"\"actions\": [ 0,\t\"a b\" ] }\n}"))
	if got := string(journal.AppendInput(nil, in)); err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

func FuzzPlay(f *testing.F) {
	f.Add(evening())
	f.Add([]byte(startLine + "\n{\"t\":1,\"pre"))
	f.Add([]byte("{\"v\":1,\"t\":0,\"start\":\"m\\u0069to\",\"seats\":[1,2,3]}\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var facts []games.Fact
		table, tail, err := journal.Play(text, book(), math.MaxInt64,
			func(l journal.Line) { facts = append(facts, l.Facts...) })
		if table == nil || err != nil {
			return
		}
		for _, f := range append(facts, table.FireRest()...) {
			if line, err := json.Marshal(f); err != nil || !json.Valid(line) {
				t.Fatalf("%+v: %v", f, err)
			}
		}
		again, _, err := journal.Play(text[:tail.Whole], book(), math.MaxInt64, func(journal.Line) {})
		if err != nil || again.Lines() != table.Lines() {
			t.Fatalf("its whole lines alone: %v", err)
		}
	})
}

func BenchmarkPlay(b *testing.B) {
	const lines = 10_000
	text := journal.AppendStart(nil, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3, 4}})
	for i := range lines {
		in := games.Input{At: time.Duration(i) * 700 * time.Millisecond, Kind: games.Press, Seat: games.Seat(i/2%4 + 1)}
		if i%2 == 1 {
			in.Kind = games.Release
		}
		text = journal.AppendInput(text, in)
	}
	b.ReportAllocs()
	for b.Loop() {
		table, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {})
		if err != nil || table.Lines() != lines+1 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines*b.N)/b.Elapsed().Seconds(), "inputs/s")
}
