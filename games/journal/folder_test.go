package journal

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/textfile"

	"github.com/google/go-cmp/cmp"
)

// A toldFolder is a folder whose log and reports a test can read.
type toldFolder struct {
	*Folder
	log bytes.Buffer

	mu       sync.Mutex // a file that is tried again reports in a goroutine of its own
	reported []string   // "failed" or "works", in order
}

func newToldFolder(folder, runtime string) *toldFolder {
	told := &toldFolder{}
	report := func(err error) {
		said := "works"
		if err != nil {
			said = "failed"
		}
		told.mu.Lock()
		defer told.mu.Unlock()
		if n := len(told.reported); n == 0 || told.reported[n-1] != said { // else it is no news
			told.reported = append(told.reported, said)
		}
	}
	told.Folder = NewFolder(folder, games.Rulebook{mito.Rules()},
		FolderOptions{Runtime: runtime, Log: slog.New(slog.NewTextHandler(&told.log, nil)), Report: report})
	return told
}

func (f *toldFolder) reports() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.reported)
}

func nothing(string) {}

func TestNoTwoJournalsHaveTheSameName(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	clock := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC) // stands still, as that of a Pi without a network may
	for _, want := range []string{"", "-2", "-3"} {
		file := s.Create(mitoOfThree(), clock)
		if name := filepath.Base(file.Path()); name != "1970-01-01T00-00-00-mito"+want+OpenEnd {
			t.Errorf("its name is %s; want %s behind the game", name, want)
		}
		s.PutAway(file, nothing)
	}
}

func TestAGameThatIsPlayedElsewhereIsNotOffered(t *testing.T) {
	s, other := newToldFolder(filepath.Join(t.TempDir(), "[journals]"), ""), newToldFolder("", "")
	if got := s.Unfinished(); got != "" {
		t.Errorf("offered is %q in a folder that is not there", got)
	}
	older := s.Create(mitoOfThree(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	if info, err := os.Stat(s.Path()); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has the mode %v, %v; want 0700", info.Mode(), err)
	}
	older.Close()
	playing := s.Create(mitoOfThree(), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	if got := s.Unfinished(); got != older.Path() {
		t.Errorf("offered is %q, want the one that nobody plays", got)
	}
	if _, _, err := other.Resume(playing.Path()); !errors.Is(err, ErrBusy) {
		t.Errorf("resumed in two places: %v", err)
	}
	playing.Close()
	if got := s.Unfinished(); got != playing.Path() {
		t.Errorf("offered is %q, want the last", got)
	}
}

// What a power cut may leave beside the journal of the game.
func TestOnlyAGameThatBeganIsOffered(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"the start line is cut", `{"v":1,"t":0,"start":"mi`},
		{"nothing was written", ""},
		{"zeros were written", strings.Repeat("\x00", 4096)},
		{"an empty line", "\n" + lines(0)},
		{"a line longer than any", strings.Repeat(" ", LongestLine+1) + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newToldFolder(t.TempDir(), "")
			game := s.Create(mitoOfThree(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
			s.Close()
			for later, text := range map[string]string{
				"2026-01-02T00-00-00-mito.open.jsonl": c.text, "2026-01-02T00-00-00-mito.open.jsonl.new": c.text,
				"2026-01-02T00-00-00-mito.jsonl": lines(1), "mine.open.jsonl": lines(1),
			} {
				check(t, os.WriteFile(filepath.Join(s.Path(), later), []byte(text), 0o600))
			}
			if err := os.Truncate(game.Path(), int64(len(lines(0))-1)); err != nil { // all but the newline
				t.Fatal(err)
			}
			if got := s.Left(); len(got) != 1 || got[0].Path != game.Path() {
				t.Errorf("offered are %v, want %q", got, game.Path())
			}
		})
	}
}

func TestAJournalThatCannotBePlayedIsSetAside(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	path := filepath.Join(s.Path(), "2026-01-01T00-00-00-mito.open.jsonl")
	text := lines(0) + "nonsense\n" + `{"t":1,"press":1}` + "\n"
	check(t, os.WriteFile(path, []byte(text), 0o600))
	if left := s.Left(); len(left) != 1 || left[0].Start.Game != "mito" || !strings.Contains(s.log.String(), path+" err=") {
		t.Errorf("offered are %+v; the log says\n%s", left, &s.log)
	}
	_, _, err := s.Resume(s.Unfinished())
	if want := "mito.open.jsonl:2: not a JSON object"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("resumed: %v; want %s", err, want)
	}
	if got := s.Unfinished(); got != "" {
		t.Errorf("%s is offered again", got)
	}
	holds(t, WithEnd(path, BrokenEnd), text)
}

// A game that was left long ago and can't be played is set aside, too.
func TestAGameThatCannotBePutAwayIsSaid(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	left, now := filepath.Join(s.Path(), "2026-01-01T00-00-00-chess.left.jsonl"), time.Now()
	text := []byte(`{"v":1,"t":0,"start":"chess","seats":[1,2]}` + "\n")
	check(t, errors.Join(os.WriteFile(left, text, 0o600), os.Chtimes(left, now, now.Add(-25*time.Hour))))
	s.Tidy(now, time.Hour, func(string) { t.Error("it was put away") })
	if !strings.Contains(s.log.String(), "was not put away") {
		t.Errorf("the log says\n%s", &s.log)
	}
	if _, err := os.Stat(WithEnd(left, BrokenEnd)); err != nil {
		t.Error(err)
	}
}

func TestAJournalThatIsGoneIsNeitherResumedNorPostponed(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	gone := filepath.Join(s.Path(), "2026-01-01T00-00-00-mito.open.jsonl")
	_, _, err := s.Resume(gone)
	if !errors.Is(err, os.ErrNotExist) || errors.As(err, new(*games.Refusal)) {
		t.Errorf("resumed: %v; want that it does not exist, and no word of a broken one", err)
	}
	if err := s.Postpone(gone, time.Now(), 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("postponed: %v", err)
	}
	if s.log.Len() > 0 {
		t.Errorf("the log says\n%s", &s.log)
	}
}

// A mark that names anything but a journal of this folder is ignored.
func TestOnlyAMarkedGameOfTheFolderIsGoneOnWithUnasked(t *testing.T) {
	s := newToldFolder(t.TempDir(), t.TempDir())
	game := s.Create(mitoOfThree(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	whole := game.Path()
	s.Close()
	if got := s.Interrupted(); got != whole {
		t.Fatalf("interrupted is %q, want %q", got, whole)
	}
	elsewhere := filepath.Join(t.TempDir(), filepath.Base(whole))
	check(t, os.WriteFile(elsewhere, []byte(lines(0)), 0o600))
	for _, mark := range []string{
		"", whole[:len(whole)-1], whole[:len(whole)/2], whole + "\n", s.Path(), elsewhere,
		filepath.Join(s.Path(), "2026-01-02T00-00-00-mito.open.jsonl"), strings.Repeat("\x00", len(whole)),
	} {
		check(t, os.WriteFile(filepath.Join(s.options.Runtime, playing), []byte(mark), 0o600))
		if got := s.Interrupted(); got != "" {
			t.Errorf("a mark of %q leads to %q", mark, got)
		}
	}
}

// blocked keeps a folder from being used, even by root, until it is freed: a file is in its place.
func blocked(t *testing.T, folder string) (free func()) {
	t.Helper()
	aside := folder + ".aside"
	if err := os.Rename(folder, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	check(t, os.WriteFile(folder, nil, 0o600))
	return func() {
		check(t, os.Remove(folder))
		if err := os.Rename(aside, folder); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
}

func TestAFolderThatCannotHoldJournalsIsSaidUntilItCanOrIsUsedNoMore(t *testing.T) {
	for _, mended := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "journals")
			free := blocked(t, folder)
			s := newToldFolder("", "")
			s.Move(folder)
			time.Sleep(time.Hour)
			if mended {
				free()
			} else {
				s.Move(t.TempDir())
			}
			time.Sleep(mostPause + time.Second)
			synctest.Wait()
			if diff := cmp.Diff([]string{"failed", "works"}, s.reports()); diff != "" {
				t.Error(diff)
			}
			if files, err := os.ReadDir(s.Path()); len(files) > 0 || err != nil {
				t.Errorf("%v, %v was left there", files, err)
			}
			// Journals hold secrets and names: other users of the machine must not read them.
			if info, err := os.Stat(s.Path()); mended && (err != nil || info.Mode().Perm() != 0o700) {
				t.Errorf("its mode is %v, error %v; want 0700", info.Mode(), err)
			}
			if mended {
				free = blocked(t, folder)
				time.Sleep(time.Hour)
				synctest.Wait()
				free()
			}
			if n := len(s.reports()); n != 2 {
				t.Errorf("it is tried again, though it works: %v", s.reports())
			}
		})
	}
}

func TestAFolderThatTakesNoFilesIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newToldFolder("", "")
		s.Move("/proc")
		if diff := cmp.Diff([]string{"failed"}, s.reports()); diff != "" {
			t.Error(diff)
		}
		s.Move(t.TempDir())
	})
}

func TestAnotherFolderDoesNotMakeUpForAGameThatIsNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		s := newToldFolder(folder, "")
		file := s.Create(mitoOfThree(), time.Now())
		free := blocked(t, folder)
		s.PutAway(file, nothing)
		s.Move(t.TempDir())
		if diff := cmp.Diff([]string{"failed"}, s.reports()); diff != "" {
			t.Errorf("the game is not written, but (-want +got)\n%s", diff)
		}
		free()
		time.Sleep(time.Minute)
		synctest.Wait()
		if diff := cmp.Diff([]string{"failed", "works"}, s.reports()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestGamesThatTheDiskDidNotTakeAreWrittenAfterwards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		free := blocked(t, folder)
		s := newToldFolder(folder, "")
		var put atomic.Int32
		for range 3 {
			file := s.Create(mitoOfThree(), time.Now())
			file.Append(press(0))
			s.PutAway(file, func(string) { put.Add(1) })
			time.Sleep(time.Second)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if put.Load() != 0 {
			t.Error("put away where nothing can be")
		}
		free()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if diff := cmp.Diff([]string{"failed", "works"}, s.reports()); diff != "" {
			t.Errorf("reports (-want +got):\n%s", diff)
		}
		kept, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(kept) != 3 || put.Load() != 3 {
			t.Fatalf("kept %v, %v; put away %d; want three", kept, err, put.Load())
		}
		for _, path := range kept {
			holds(t, path, lines(1))
			if strings.HasSuffix(path, OpenEnd) {
				t.Errorf("%s was not put away", path)
			}
		}
		s.Close()
		if s.log.Len() > 0 {
			t.Errorf("the log says\n%s", &s.log)
		}
	})
}

func TestWhatIsLostIsSaidAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		s := newToldFolder(folder, "")
		file := s.Create(mitoOfThree(), time.Now())
		free := blocked(t, folder)
		s.PutAway(file, nothing)
		never := s.Create(mitoOfThree(), time.Now())
		never.Append(press(0))
		s.Close()
		for _, want := range []string{"was not put away", "journal of a game that never had a file: 2 lines are lost"} {
			if !strings.Contains(s.log.String(), want) {
				t.Errorf("the log lacks %q:\n%s", want, &s.log)
			}
		}
		free()
		if got := s.Unfinished(); got != file.Path() {
			t.Errorf("offered is %q, want the game that was not put away", got)
		}
	})
}

// Players leave a game, but the disk does not take that. After a power cut the box asks before it goes on.
func TestAGameThatWasLeftIsNotGoneOnWithUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		s := newToldFolder(folder, t.TempDir())
		file := s.Create(mitoOfThree(), time.Now())
		free := blocked(t, folder)
		s.LayAside(file, time.Now(), time.Minute)
		s.Close()
		free()
		if again := newToldFolder(folder, s.options.Runtime); again.Interrupted() != "" {
			t.Errorf("%s is gone on with", again.Interrupted())
		}
		if s = newToldFolder(folder, ""); s.Unfinished() != file.Path() || s.Interrupted() != "" {
			t.Error("it is not even offered, or it is gone on with where no mark is kept")
		}
	})
}

func TestAGameThatWasLeftIsResumedUnderItsFormerName(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	file := s.Create(mitoOfThree(), time.Now())
	s.LayAside(file, time.Now(), time.Minute)
	if len(s.open) > 0 {
		t.Error("its lines stay in memory")
	}
	if got := s.Unfinished(); got != "" {
		t.Errorf("%s is offered as one that was interrupted", got)
	}
	signs := 0
	s.options.Busy = func() { signs++ }
	again, _, err := s.Resume(WithEnd(file.Path(), LeftEnd))
	if err != nil || again.Path() != file.Path() || signs != 1 {
		t.Errorf("resumed as %s, %v, with %d signs of life; want %s and one", again.Path(), err, signs, file.Path())
	}
}

func TestAResumedGameIsInterruptedPostponedAndDiscarded(t *testing.T) {
	s := newToldFolder(t.TempDir(), t.TempDir())
	file := s.Create(mitoOfThree(), time.Now())
	left := WithEnd(file.Path(), LeftEnd)
	s.LayAside(file, time.Now(), time.Minute)
	if _, _, err := s.Resume(left); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if got := s.Interrupted(); got != file.Path() {
		t.Errorf("after the end of the daemon %q is gone on with, want %s", got, file.Path())
	}
	now := time.Now().Truncate(time.Second)
	check(t, s.Postpone(file.Path(), now, 0))
	if got := s.Left(); len(got) != 1 || got[0].Path != left || !got[0].At.Equal(now) {
		t.Errorf("postponed are %+v, want %s at %v", got, left, now)
	}
	check(t, s.Discard(left, nothing))
	s.PutAway(s.Create(mitoOfThree(), now), nothing)
	mark, err := os.ReadFile(filepath.Join(s.options.Runtime, playing))
	if len(s.open) > 0 || len(s.Left()) > 0 || len(mark) > 0 || err != nil || s.log.Len() > 0 {
		t.Errorf("discarded: %d open, left %v, marked is %q, %v; want none; the log says\n%s",
			len(s.open), s.Left(), mark, err, &s.log)
	}
}

func TestTheFiveGamesThatWereLeftLastAreOffered(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	now := time.Now()
	var want []string
	for i := range 6 { // the later it began, the earlier it was left
		file := s.Create(mitoOfThree(), now.Add(time.Duration(i)*time.Second))
		s.LayAside(file, now.Add(time.Duration(-i)*time.Minute), time.Hour)
		want = append(want, WithEnd(file.Path(), LeftEnd))
	}
	var got []string
	for _, g := range s.Left() {
		got = append(got, g.Path)
	}
	if diff := cmp.Diff(want[:5], got); diff != "" {
		t.Error(diff)
	}
}

func TestAGameIsOfferedAmongManyFiles(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	for n := range 300 {
		name := NameOf(time.Unix(int64(n), 0), "mito") + OpenEnd
		check(t, os.WriteFile(filepath.Join(s.Path(), name), []byte(lines(0)), 0o600))
	}
	if n := len(s.idle()); n != 300 {
		t.Errorf("%d games are offered, want all 300", n)
	}
}

func TestAJournalWhoseNewNameIsTakenIsStillOffered(t *testing.T) {
	s := newToldFolder(t.TempDir(), "")
	file := s.Create(mitoOfThree(), time.Now())
	s.LayAside(file, time.Now(), time.Minute)
	before := s.Left()
	check(t, os.Mkdir(file.Path(), 0o700))
	if _, _, err := s.Resume(before[0].Path); !errors.Is(err, os.ErrExist) {
		t.Errorf("resumed: %v", err)
	}
	if diff := cmp.Diff(before, s.Left(), cmp.AllowUnexported(games.Agreed{})); diff != "" {
		t.Error(diff)
	}
}

// A game that was left is kept for a day, whatever the wall clock does meanwhile.
func TestAGameThatWasLeftIsKeptWhereTheClockJumps(t *testing.T) {
	const day = 24 * time.Hour
	// The time of a file on 32 bits ends in 2038.
	for _, jump := range []time.Duration{-9999 * day, -time.Hour, 0, 2 * time.Hour, 10 * 365 * day} {
		t.Run(jump.String(), func(t *testing.T) {
			s := newToldFolder(t.TempDir(), "")
			now := time.Now()
			file := s.Create(mitoOfThree(), now)
			s.LayAside(file, now, time.Minute)
			left := WithEnd(file.Path(), LeftEnd)
			for _, up := range []time.Duration{time.Hour, day} {
				s.Tidy(now.Add(up+jump), time.Minute+up, nothing)
				if got := s.Left(); len(got) != 1 || got[0].Path != left ||
					got[0].At.Sub(now.Add(jump)).Abs() > time.Minute {
					t.Fatalf("%v later these are left: %v", up, got)
				}
			}
			again := newToldFolder(s.Path(), "") // a new run has the wall clock, as it was last
			again.Tidy(now.Add(23*time.Hour+jump), time.Second, nothing)
			if got := again.Left(); len(got) != 1 {
				t.Errorf("the next run has %v", got)
			}
			interrupted := s.Create(mitoOfThree(), now)
			interrupted.Close()
			check(t, os.Chtimes(interrupted.Path(), now, now))
			put := 0
			s.Tidy(now.Add(25*time.Hour), time.Minute+day+1, func(string) { put++ })
			if got := s.Left(); len(got) != 1 || got[0].Path != interrupted.Path() || put != 1 {
				t.Errorf("after a day %v; put away: %d; want the one that was interrupted", got, put)
			}
			if s.log.Len() > 0 {
				t.Errorf("the log says\n%s", &s.log)
			}
		})
	}
}

// Whatever is done with journals, no file of them stays open: a daemon runs for months, and an open
// journal is locked.
func TestNoFileStaysOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files that are forgotten
	s := newToldFolder(t.TempDir(), t.TempDir())
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	before := openFiles()
	game := s.Create(mitoOfThree(), began)
	left := WithEnd(game.Path(), LeftEnd)
	bad := filepath.Join(s.Path(), "2026-01-02T00-00-00-mito.left.jsonl")
	for _, c := range []struct {
		what string
		do   func() error
	}{
		{"a game is left", func() error { s.LayAside(game, began, 0); return nil }},
		{"games are offered", func() error { s.Left(); return nil }},
		{"the folder is tried", func() error { return probe(s.Path()) }},
		{"a file is read", func() error { _, err := textfile.ReadBytes(left, 1<<10); return err }},
		{"a folder is read", func() error { textfile.ReadBytes(s.Path(), 1<<10); return nil }},
		{"a bad journal is resumed", func() error {
			err := os.WriteFile(bad, []byte(lines(0)+"nonsense\n"), 0o600)
			s.Resume(bad)
			return err
		}},
		{"a journal lies there already", func() error {
			Create(func() (string, error) { return left, nil }, mitoOfThree(), func(error) {}).Close()
			return nil
		}},
		{"a game is resumed and put away", func() error { return s.Discard(left, nothing) }},
	} {
		check(t, c.do())
		if after := openFiles(); after != before {
			t.Errorf("%s: %d files are open, want %d", c.what, after, before)
		}
	}
}

func openFiles() int {
	open := must(os.ReadDir("/proc/self/fd"))
	return len(open)
}
