package results_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/results"

	"pgregory.net/rapid"
)

const store = "results.jsonl"

// look opens a book and waits until it has seen everything: what is in the store then.
func (s shelf) look() string {
	s.Helper()
	seen := make(chan struct{}, 1)
	var failed error
	b := results.Open(s.folder, book(), wall, func(err error) { failed = err }, func() { seen <- struct{}{} })
	<-seen
	b.Close()
	if failed != nil {
		s.Fatal(failed)
	}
	text, err := os.ReadFile(filepath.Join(s.folder, store))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Fatal(err)
	}
	return string(text)
}

func (s shelf) remove(name string) {
	s.Helper()
	if err := os.Remove(filepath.Join(s.folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Fatal(err)
	}
}

// heals gives a folder another store, and expects what the journals say.
func (s shelf) heals(what, text, want string) {
	s.Helper()
	s.write(store, text)
	evenings, warnings := s.read()
	if len(warnings) > 0 {
		s.Fatalf("%s: %v", what, warnings)
	}
	if got := s.look(); got != want {
		s.Fatalf("%s: the store is\n%s\nwant\n%s", what, got, want)
	}
	again, _ := s.read()
	same(s, what+": games with that store, and with its own", evenings, again)
}

// evening is a folder with a few games and its store.
func evening(t testing.TB) (s shelf, text string) {
	s = newShelf(t)
	s.put("2026-03-14T20-15-00", firstWins)
	s.put("2026-03-14T21-30-00", left)
	s.put("2026-03-14T22-00-00", teams)
	return s, s.look()
}

func TestTheStoreCanBeRead(t *testing.T) {
	s, text := evening(t)
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || !strings.Contains(lines[0], `"journal":"2026-03-14T20-15-00-mito.jsonl","began":"2026-03-14T20:15:00","lasted":3600000000000,`+
		`"game":"mito","options":{"rounds":1},"over":true,"places":[{"seat":1,"total":0,"won":true},`) {
		t.Errorf("%s", text)
	}
	info, err := os.Stat(filepath.Join(s.folder, store))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(s.folder, ".*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

func TestAStoreThatIsCutAtAnyByteHeals(t *testing.T) {
	s, text := evening(t)
	for cut := range len(text) {
		s.heals(fmt.Sprint("cut at ", cut), text[:cut], text)
	}
}

func TestAStoreWithAnyByteWrongHeals(t *testing.T) {
	s, text := evening(t)
	want, _ := s.read()
	for i := range len(text) {
		spoilt := []byte(text)
		spoilt[i] ^= 1 << (i % 8)
		s.write(store, string(spoilt))
		got, _ := s.read()
		same(t, fmt.Sprint("byte ", i), got, want)
	}
	s.heals("the last byte", text[:len(text)-1]+"\x00", text)
}

func TestAStoreThatIsNotOfTheseJournals(t *testing.T) {
	s, text := evening(t)
	lines := strings.SplitAfter(text, "\n")
	for what, spoilt := range map[string]string{
		"out of order":    lines[2] + lines[0] + lines[1],
		"twice":           text + text,
		"another version": strings.ReplaceAll(text, `"v":1`, `"v":2`),
		"ill-gotten":      strings.Replace(text, `"total":0,"won":true`, `"total":9,"won":true`, 1),
		"zeroes":          text + strings.Repeat("\x00", 4096),
	} {
		s.heals(what, spoilt, text)
	}
	other := newShelf(t)
	other.put("2026-01-01T20-15-00", firstWins)
	s.heals("another folder's", other.look()+text, text)
}

func TestJournalsThatChange(t *testing.T) {
	s, text := evening(t)
	lines := strings.SplitAfter(text, "\n")

	s.remove("2026-03-14T21-30-00-mito.jsonl")
	if got := s.look(); got != lines[0]+lines[2] {
		t.Errorf("without a journal:\n%s", got)
	}
	s.put("2026-03-14T20-15-00", strings.Replace(firstWins, `"numbers":3`, `"numbers":4`, 1)) // as long as it was
	evenings, _ := s.read()
	same(t, "a journal that was put right", told(evenings[0])[0], "20:15 mito 1 0! 2 4 3 5")
	if got := s.look(); !strings.Contains(got, `"seat":2,"total":4`) {
		t.Errorf("a journal that was put right:\n%s", got)
	}

	s.write("2026-03-14T22-00-00-motus.jsonl", `{"v":1,"t":0,"start":"motus","seats":[1,2,3,4]}`+"\nnonsense\n")
	evenings, warnings := s.read()
	same(t, "games", len(evenings[0]), 1)
	if len(warnings) != 1 || !strings.HasSuffix(warnings[0].Error(), "2026-03-14T22-00-00-motus.jsonl: line 2: not a JSON object") {
		t.Errorf("warnings: %v", warnings)
	}
	if got := s.look(); strings.Contains(got, "motus") {
		t.Errorf("a journal that is wrong:\n%s", got)
	}
}

func TestAJournalThatIsTooLargeIsLeftOut(t *testing.T) {
	s, text := evening(t)
	huge := filepath.Join(s.folder, s.put("2026-03-14T23-00-00", firstWins))
	if err := os.Truncate(huge, journal.Largest+1); err != nil {
		t.Fatal(err)
	}
	if _, warnings := s.read(); len(warnings) != 1 || !strings.Contains(warnings[0].Error(), "no game has more than") {
		t.Errorf("warnings: %v", warnings)
	}
	if got := s.look(); got != text {
		t.Errorf("the store is\n%s", got)
	}
}

func TestWhatIsNoFinishedJournal(t *testing.T) {
	s := newShelf(t)
	for _, name := range []string{"2026-03-14T20-15-00-mito.open.jsonl", "2026-03-14T20-15-00-mito.broken.jsonl", "2026-03-14T20-15-00-mito.left.jsonl", "mine.jsonl", "2026-13-14T20-15-00-mito.jsonl", ".probe"} {
		s.write(name, string(journal.AppendStart(nil, startOf(3))))
	}
	if err := os.Mkdir(filepath.Join(s.folder, "2026-03-14T20-15-00-folder.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	evenings, warnings := s.read()
	if len(evenings) > 0 || len(warnings) > 0 {
		t.Errorf("taken for journals: %v, %v", evenings, warnings)
	}
}

// A step is what happens in a folder after a while: a name is said, a journal is taken away, or a game is put there.
type step struct {
	after  time.Duration
	seat   games.Seat // whose name is said; or 0
	name   string
	remove int // which of the journals, from 1; or 0
	story  string
	wait   bool // for the book to have looked
}

func steps() *rapid.Generator[step] {
	return rapid.Custom(func(t *rapid.T) step {
		s := step{
			after: rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 3 * time.Hour, 7 * time.Hour}).Draw(t, "after"),
			wait:  rapid.Bool().Draw(t, "wait"),
		}
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 0:
			s.seat = games.Seat(rapid.IntRange(1, 3).Draw(t, "seat"))
			s.name = rapid.SampledFrom([]string{"Anna", "Ben", "anna", ""}).Draw(t, "name")
		case 1:
			s.remove = rapid.IntRange(1, 12).Draw(t, "journal")
		default:
			s.story = story(t)
		}
		return s
	})
}

// Games come one by one, are left, are taken away, and names are said meanwhile: in the end the store is what the
// journals alone make, and what a book tells is what [results.Read] does.
func TestAStoreIsWhatItsJournalsMakeOfIt(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plan := rapid.SliceOfN(steps(), 1, 12).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) {
			s := shelf{t, t.TempDir()}
			b := open(s)
			var names []string
			for _, step := range plan {
				time.Sleep(step.after)
				switch {
				case step.seat > 0:
					if err := b.SetName(step.seat, step.name); err != nil {
						t.Fatal(err)
					}
				case step.remove > 0 && step.remove <= len(names):
					s.remove(names[step.remove-1])
				case step.story != "":
					names = append(names, s.put(time.Now().Format("2006-01-02T15-04-05"), step.story))
				}
				b.Look()
				if step.wait {
					synctest.Wait()
				}
			}
			synctest.Wait()
			table, evening := b.AllTime().Games, b.Evening().Games
			b.Close()

			evenings, _ := s.read()
			all := slices.Concat(evenings...)
			same(rt, "games of all time", table, all)
			if len(evening) > 0 {
				same(rt, "this evening", evening, evenings[len(evenings)-1])
			}
			kept := s.look()
			s.remove(store)
			same(rt, "the store, and what is made of the journals", kept, s.look())
			again, _ := s.read()
			same(rt, "games", evenings, again)
		})
	})
}

// story is a game with random hands, of which the end may be missing.
func story(t *rapid.T) string {
	story := rapid.SampledFrom([]string{teams, alone, fmt.Sprintf(`
		mito 1 2 3 {"rounds":2}
		1  play seat=1 "out"
		2  hand seat=2 {"numbers":%d,"actions":1,"mitos":0}
		3  hand seat=3 {"numbers":%d,"actions":0,"mitos":0}
		4  next_round "ready"
		5  play seat=3 "out"
		6  hand seat=1 {"numbers":%d,"actions":0,"mitos":0}
		7  hand seat=2 {"numbers":1,"actions":0,"mitos":0}`,
		rapid.IntRange(0, 9).Draw(t, "hand of 2"), rapid.IntRange(1, 9).Draw(t, "hand of 3"), rapid.IntRange(1, 9).Draw(t, "hand of 1"))}).Draw(t, "game")
	lines := strings.SplitAfter(story, "\n")
	if rapid.IntRange(0, 3).Draw(t, "left") == 0 {
		lines = lines[:rapid.IntRange(2, len(lines)).Draw(t, "lines")]
	}
	return strings.Join(lines, "")
}

// Whatever is in the store, the journals say what came of their games.
func FuzzStore(f *testing.F) {
	s, text := evening(f)
	f.Add([]byte(text))
	f.Add([]byte(text[:len(text)/2]))
	f.Add([]byte(`{"v":1,"journal":"2026-03-14T20-15-00-mito.jsonl","sum":"00000000"}` + "\n"))
	f.Fuzz(func(t *testing.T, spoilt []byte) {
		s := shelf{t, s.folder}
		s.heals("fuzzed", string(spoilt), text)
	})
}

// A long evening with many games before: what opening costs with a store, and without.
func BenchmarkRead(b *testing.B) {
	s := shelf{b, b.TempDir()}
	began := time.Date(2026, 3, 14, 20, 0, 0, 0, time.UTC)
	for i := range 300 {
		s.put(began.Add(time.Duration(i)*time.Hour).Format("2006-01-02T15-04-05"), firstWins)
	}
	for _, stored := range []bool{true, false} {
		b.Run(fmt.Sprintf("stored=%v", stored), func(b *testing.B) {
			s := shelf{b, s.folder}
			if s.remove(store); stored {
				s.look()
			}
			for b.Loop() {
				if evenings, _ := s.read(); len(evenings) == 0 {
					b.Fatal("nothing was read")
				}
			}
		})
	}
}

// What a game of 10,000 lines costs when it is put away; the referee doesn't wait for it.
func BenchmarkALongGame(b *testing.B) {
	text := journal.AppendStart(nil, startOf(1))
	for i := range 10_000 {
		text = append(text, fmt.Sprintf(`{"t":%d,"press":%d}`+"\n", i*int(700*time.Millisecond), i%3+1)...)
	}
	if _, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {}); err != nil {
		b.Fatal(err)
	}
	s := shelf{b, b.TempDir()}
	s.write("2026-03-14T20-00-00-mito.jsonl", string(text))
	for b.Loop() {
		s.read()
	}
}
