package results_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/results"

	"pgregory.net/rapid"
)

const store = "results.jsonl"

// look opens a book, waits until it has read the folder, and returns the text of the store.
func (s shelf) look() string {
	s.Helper()
	seen := make(chan struct{}, 1)
	var failed error
	b := results.Open(s.folder, book(), wall, func(err error) { failed = err }, func() { seen <- struct{}{} })
	b.Look()
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

// owner returns the user and the group that a file of the folder belongs to.
func (s shelf) owner(name string) [2]uint32 {
	s.Helper()
	info := must(os.Stat(filepath.Join(s.folder, name)))
	stat := info.Sys().(*syscall.Stat_t)
	return [2]uint32{stat.Uid, stat.Gid}
}

func (s shelf) remove(name string) {
	s.Helper()
	if err := os.Remove(filepath.Join(s.folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Fatal(err)
	}
}

// heals gives a folder another store. The results must still be those of the journals, and a book
// must complete the store.
func (s shelf) heals(what, text string) {
	s.Helper()
	s.remove(store)
	want, _ := s.read()
	s.write(store, text)
	got, warnings := s.read()
	same(s, what, got, want)
	same(s, what+": warnings", len(warnings), 0)
	counted(s, what, s.look())
	got, _ = s.read()
	same(s, what+", afterwards", got, want)
}

// counted checks that each journal of the folder is in a store exactly once.
func counted(s shelf, what, text string) {
	s.Helper()
	for _, path := range must(filepath.Glob(filepath.Join(s.folder, "20*.jsonl"))) {
		if n := strings.Count(text, `{"v":2,"journal":"`+filepath.Base(path)+`"`); n != 1 {
			s.Errorf("%s: %d lines of %s in\n%s", what, n, path, text)
		}
	}
}

// evening returns a folder with a few games, and the text of its store.
func evening(t testing.TB) (s shelf, text string) {
	s = newShelf(t)
	s.put("2026-03-14T20-15-00", firstWins)
	s.put("2026-03-14T21-30-00", left)
	s.put("2026-03-14T22-00-00", teams)
	return s, s.look()
}

func TestTheStoreIsForItsOwnerAlone(t *testing.T) {
	s, _ := evening(t)
	info, err := os.Stat(filepath.Join(s.folder, store))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}

func TestAStoreThatIsCutOrNotOfTheseJournalsHeals(t *testing.T) {
	s, text := evening(t)
	lines := strings.SplitAfter(text, "\n")
	other := newShelf(t)
	other.put("2026-01-01T20-15-00", firstWins)
	for cut := strings.LastIndex(strings.TrimSpace(text), "\n"); cut < len(text); cut += 7 {
		s.heals(fmt.Sprint("cut at ", cut), text[:cut])
	}
	for what, spoilt := range map[string]string{
		"out of order":     lines[2] + lines[0] + lines[1],
		"another version":  strings.ReplaceAll(text, `"v":2`, `"v":1`),
		"zeroes":           text + strings.Repeat("\x00", 4096),
		"a long last line": text + strings.Repeat("x", 100_000),
		"another folder's": other.look() + text,
	} {
		s.heals(what, spoilt)
	}
	s.write(store, strings.Replace(text, `"total":0`, `"total":9`, 1)+text)
	got, _ := s.read()
	s.write(store, text)
	want, _ := s.read()
	same(t, "the last line of a journal counts", got, want)
}

func TestJournalsThatChange(t *testing.T) {
	s, _ := evening(t)
	s.remove("2026-03-14T21-30-00-mito.jsonl")
	evenings, _ := s.read()
	same(t, "games without one that was taken away", told(evenings[0]),
		[]string{"20:15 mito 1 0! 2 3 3 5", "22:00 motus 1 50! 2 50! 3 50! 4 50!"})

	s.put("2026-03-14T20-15-00", strings.Replace(firstWins, `"numbers":3`, `"numbers":4`, 1))
	s.write("2026-03-14T22-00-00-motus.jsonl", `{"v":1,"t":0,"start":"motus","seats":[1,2,3,4]}`+"\nnonsense\n")
	if os.Geteuid() == 0 { // root makes the store of a service anew, which must be able to append to it
		check(t, os.Chown(s.folder, 1234, 1235))
	}
	check(t, results.Rebuild(s.folder, book()))
	same(t, "owner", s.owner(store), s.owner("."))
	evenings, warnings := s.read()
	same(t, "made anew", told(evenings[0]), []string{"20:15 mito 1 0! 2 4 3 5"})
	if len(warnings) != 1 ||
		!strings.HasSuffix(warnings[0].Error(), "2026-03-14T22-00-00-motus.jsonl: line 2: not a JSON object") {
		t.Errorf("warnings: %v", warnings)
	}
}

func TestFilesThatCannotBeReadAreSaid(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-15-00", firstWins)
	for _, name := range []string{store, "names.jsonl"} {
		check(t, os.MkdirAll(filepath.Join(s.folder, name, "more"), 0o700))
	}
	evenings, warnings := s.read()
	same(t, "evenings and warnings", []int{len(evenings), len(warnings)}, []int{1, 1})
	reported := make(chan error, 1)
	b := results.Open(s.folder, book(), wall, func(err error) { reported <- err }, func() {})
	defer b.Close()
	b.Look()
	if err := <-reported; err == nil || !strings.Contains(err.Error(), store) {
		t.Errorf("of the store it is said: %v", err)
	}
	b.Began("2026-03-14T21-15-00-mito.open.jsonl")
	if err := <-reported; err == nil || !strings.Contains(err.Error(), "names.jsonl") {
		t.Errorf("of the name log it is said: %v", err)
	}
	if err := b.SetName(1, "Anna"); err == nil {
		t.Error("a name was written into a folder")
	}
	if err := results.Rebuild(s.folder, book()); err == nil {
		t.Error("a folder was replaced")
	}
}

func TestWhatIsNoFinishedJournal(t *testing.T) {
	s := newShelf(t)
	for _, name := range []string{"2026-03-14T20-15-00-mito.open.jsonl", "2026-03-14T20-15-00-mito.broken.jsonl",
		"2026-03-14T20-15-00-mito.left.jsonl", "mine.jsonl", "2026-13-14T20-15-00-mito.jsonl", ".probe"} {
		s.write(name, string(gametest.Journal("mito 3 4 5")))
	}
	check(t, os.Mkdir(filepath.Join(s.folder, "2026-03-14T20-15-00-folder.jsonl"), 0o700))
	evenings, warnings := s.read()
	if len(evenings) > 0 || len(warnings) > 0 {
		t.Errorf("taken for journals: %v, %v", evenings, warnings)
	}
	s.look()
	if _, err := os.Stat(filepath.Join(s.folder, store)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a store was made for no journals: %v", err)
	}
	none := filepath.Join(s.folder, "none")
	evenings, warnings, err := results.Read(none, book(), wall)
	if err = errors.Join(err, results.Rebuild(none, book())); err != nil || len(evenings)+len(warnings) > 0 {
		t.Errorf("in a folder that is not there: %v, %v, %v", evenings, warnings, err)
	}
}

func TestAJournalMayBeALink(t *testing.T) {
	s, other := newShelf(t), newShelf(t)
	name := other.put("2026-03-14T20-15-00", firstWins)
	check(t, os.Symlink(filepath.Join(other.folder, name), filepath.Join(s.folder, name)))
	check(t, os.Symlink("nowhere", filepath.Join(s.folder, "2026-03-14T21-15-00-mito.jsonl")))
	evenings, warnings := s.read()
	want, _ := other.read()
	same(t, "games", evenings, want)
	same(t, "warnings of a link that leads nowhere", len(warnings), 1)
}

// A journal that was put away, and can't be played any more, is of no game, now and later.
func TestAJournalThatEndedAndCannotBePlayed(t *testing.T) {
	for name, text := range map[string]string{
		"2026-03-14T20-15-00-chess.jsonl": `{"v":1,"t":0,"start":"chess","seats":[1,2]}` + "\n",
		"2026-03-14T20-15-00-mito.jsonl":  "",
	} {
		synctest.Test(t, func(t *testing.T) {
			s := shelf{t, t.TempDir()}
			b := open(s)
			defer b.Close()
			synctest.Wait()
			s.write(name, text)
			b.Ended(name)
			synctest.Wait()
			same(t, "standings", b.AllTime(), nil)
			same(t, "store", s.look(), "")
			evenings, warnings := s.read()
			if len(evenings) > 0 || len(warnings) != 1 || !strings.Contains(warnings[0].Error(), name) {
				t.Errorf("games %v, warnings %v; want one of %s", evenings, warnings, name)
			}
		})
	}
}

// A book that is closed while it reads many journals reads no more of them. The next goes on.
func TestABookThatIsClosedStopsReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := shelf{t, t.TempDir()}
		for _, at := range []string{"2026-03-14T20-15-00", "2026-03-14T21-15-00", "2026-03-14T22-15-00"} {
			s.put(at, firstWins)
		}
		var b *results.Book
		rules := book()
		for i, r := range rules {
			rules[i].Begin = func(step *games.Step, start games.Start) (games.Game, error) {
				go b.Close()
				time.Sleep(time.Second) // it waits by now
				return r.Begin(step, start)
			}
		}
		b = results.Open(s.folder, rules, wall, func(err error) { t.Errorf("told of the half: %v", err) }, func() {})
		b.Look()
		time.Sleep(time.Hour)
		same(t, "lines", strings.Count(s.text(store), "\n"), 1)
		b.Began("2026-03-14T23-15-00-mito.open.jsonl")
		synctest.Wait()
		if _, err := os.Stat(filepath.Join(s.folder, "names.jsonl")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("a closed book writes its name log: %v", err)
		}
		counted(s, "the next time", s.look())
	})
}

func TestNoFileStaysOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files that are forgotten
	s, _ := evening(t)
	open := func() int {
		files := must(os.ReadDir("/proc/self/fd"))
		return len(files)
	}
	before := open()
	s.remove(store)
	s.look()
	s.say(1, "Anna")
	if after := open(); after != before {
		t.Errorf("%d files are open, want %d", after, before)
	}
}

// A step is one event in a folder, after a while.
type step struct {
	after time.Duration
	seat  games.Seat // whose name is said; or 0
	name  string
	story string // a game that is played; or ""
	cut   bool   // the power fails before the book hears of its end
	other string // what happens to the store, "rebuild", "remove" or "cut"; or "uncount", to the last game
	wait  bool   // for the book to have looked
}

func steps() *rapid.Generator[step] {
	pauses := []time.Duration{time.Second, time.Minute, 3 * time.Hour, 7 * time.Hour}
	return rapid.Custom(func(t *rapid.T) step {
		s := step{
			after: rapid.SampledFrom(pauses).Draw(t, "after"),
			wait:  rapid.Bool().Draw(t, "wait"),
		}
		switch rapid.IntRange(0, 6).Draw(t, "what") {
		case 0, 1:
			s.seat = games.Seat(rapid.IntRange(1, 3).Draw(t, "seat"))
			s.name = rapid.SampledFrom([]string{"Anna", "Ben", "anna", ""}).Draw(t, "name")
		case 2:
			s.other = rapid.SampledFrom([]string{"rebuild", "remove", "cut", "uncount"}).Draw(t, "other")
		default:
			s.story, s.cut = story(t), rapid.IntRange(0, 3).Draw(t, "cut") == 0
		}
		return s
	})
}

// do changes the folder as another program or a power cut does.
func (s shelf) do(other string) {
	switch other {
	case "rebuild":
		check(s, results.Rebuild(s.folder, book()))
	case "uncount":
		names, _ := filepath.Glob(filepath.Join(s.folder, "20*.jsonl"))
		if len(names) == 0 {
			break
		}
		check(s, results.SetCounts(names[len(names)-1], false))
	case "remove":
		s.remove(store)
	case "cut":
		path := filepath.Join(s.folder, store)
		if info, err := os.Stat(path); err == nil {
			check(s, os.Truncate(path, info.Size()/2))
		}
	}
}

// Games come one by one, are left, do not count, the power fails before their line is written, the
// store is lost or made anew, and names are said meanwhile: in the end each has one line, and what
// a book tells is what [results.Read] does.
func TestAStoreHasEveryGameOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plan := rapid.SliceOfN(steps(), 1, 8).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) {
			s := shelf{rt, t.TempDir()}
			b := open(s)
			defer func() { b.Close() }()
			for _, step := range plan {
				time.Sleep(step.after)
				switch {
				case step.seat > 0:
					check(t, b.SetName(step.seat, step.name))
				case step.other != "":
					synctest.Wait()
					s.do(step.other)
				case step.story != "":
					name := s.put(time.Now().Format("2006-01-02T15-04-05"), step.story)
					if step.cut {
						b.Close()
						b = open(s)
						break
					}
					b.Ended(name)
				}
				if step.wait {
					synctest.Wait()
				}
			}
			b.Look()
			synctest.Wait()
			evenings, _ := s.read()
			same(rt, "all time", b.AllTime(), standings(s))
			if evening := b.Evening(results.Game{}); len(evening) > 0 {
				same(rt, "this evening", told(evening), told(evenings[len(evenings)-1]))
			}
			counted(s, "the next time", s.look())
			s.remove(store)
			again, _ := s.read()
			same(rt, "what the journals say", again, evenings)
		})
	})
}

// Many games are added up, on many evenings or without a pause, as they are read and as they end.
func TestManyGames(t *testing.T) {
	t.Run("many evenings", func(t *testing.T) { manyGames(t, 90*time.Minute, true) })
	t.Run("no pause", func(t *testing.T) { manyGames(t, 10*time.Minute, false) })
}

func manyGames(t *testing.T, each time.Duration, noted bool) {
	synctest.Test(t, func(t *testing.T) {
		s := shelf{t, t.TempDir()}
		short := gametest.Journal(strings.ReplaceAll(firstWins, "3600", "30"))
		var b *results.Book
		var names strings.Builder     // of the games before the book is opened
		const before, after = 196, 17 // the last are on the disk one by one, which takes time
		for i := range before + after {
			if i == before {
				s.write("names.jsonl", names.String())
				b = open(s)
				defer b.Close()
				synctest.Wait()
			}
			name := time.Now().Format("2006-01-02T15-04-05")
			from := time.Now().Format("2006-01-02T15:04:05")
			if who := []string{"Anna", "Ben"}[i/5%2]; b == nil && i%5 == 0 {
				fmt.Fprintf(&names, `{"from":%q,"seat":%d,"name":%q}`+"\n", from, i/5%3+1, who)
			}
			if b == nil && noted {
				fmt.Fprintf(&names, `{"from":%q,"journal":"%s-mito"}`+"\n", from, name)
			} else if b != nil {
				b.Began(name + "-mito.open.jsonl")
				synctest.Wait()
			}
			s.write(name+"-mito.jsonl", string(short))
			time.Sleep(each + time.Duration(i%5/4)*5*time.Hour*time.Duration(each/time.Hour))
			if b != nil {
				b.Ended(name + "-mito.jsonl")
				synctest.Wait()
			}
		}
		again := open(s)
		defer again.Close()
		synctest.Wait()
		want := standings(s)
		same(t, "all time, as they ended", b.AllTime(), want)
		same(t, "all time, as they are read", again.AllTime(), want)
		same(t, "the evening, as it is read", results.Standings(again.Evening(results.Game{})), results.Standings(b.Evening(results.Game{})))
		evenings, _ := s.read()
		same(t, "who won this evening", results.Standings(b.Evening(results.Game{})), results.Standings(evenings[len(evenings)-1]))
		same(t, "seated", seated(b), seated(again))
		if n := len(b.Evening(results.Game{})); n > 24*6 {
			t.Errorf("%d games are held one by one", n)
		}
		counted(s, "the store", s.text(store))
	})
}

// story draws a game. Its last lines may be missing.
func story(t *rapid.T) string {
	story := rapid.SampledFrom([]string{teams, alone, firstWins, levelWin}).Draw(t, "game")
	lines := strings.SplitAfter(story, "\n")
	if rapid.IntRange(0, 3).Draw(t, "left") == 0 {
		lines = lines[:rapid.IntRange(2, len(lines)).Draw(t, "lines")]
	}
	return strings.Join(lines, "")
}
