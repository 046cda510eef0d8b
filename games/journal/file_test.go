package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/textfile"

	"github.com/google/go-cmp/cmp"
)

func press(at time.Duration) games.Input { return games.Input{At: at, Kind: games.Press, Seat: 1} }

func mitoOfThree() games.Start { return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}} }

// lines returns the journal of a game of Mito with a number of presses.
func lines(presses int) string {
	text := AppendStart(nil, mitoOfThree())
	for at := range presses {
		text = AppendInput(text, press(time.Duration(at)))
	}
	return string(text)
}

// A witness hears what a File reports.
type witness struct {
	mu    sync.Mutex
	heard []error
}

func (w *witness) report(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.heard); n == 0 || (w.heard[n-1] == nil) != (err == nil) { // else it is no news
		w.heard = append(w.heard, err)
	}
}

// tells checks that the file has failed that often, each time by the error, and recovered.
func (w *witness) tells(t *testing.T, failures int, want error) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	ok := len(w.heard) == 2*failures
	for i, err := range w.heard {
		ok = ok && (i%2 == 1 && err == nil || i%2 == 0 && errors.Is(err, want))
	}
	if !ok {
		t.Errorf("heard %v; want %d times %v, and each time that it is over", w.heard, failures, want)
	}
}

func begin(t *testing.T, w *witness) (f *File, path string) {
	path = filepath.Join(t.TempDir(), "a.jsonl")
	return Create(func() (string, error) { return path, nil }, mitoOfThree(), w.report), path
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	got := must(os.ReadFile(path))
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", path, diff)
	}
}

// insteadOf puts a device in the place of a journal's file: a disk that does what the device does.
func insteadOf(f *File, device string) {
	file := must(os.OpenFile(device, os.O_RDWR, 0))
	f.mu.Lock()
	defer f.mu.Unlock()
	f.file.Close()
	f.file = file
}

func TestAFullDiskGetsEveryLineOnceThereIsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		f.Append(press(0))
		insteadOf(f, "/dev/full")
		for at := range 3 {
			f.Append(press(time.Duration(at + 1)))
		}
		f.Sync()
		holds(t, path, lines(1))
		time.Sleep(time.Second)
		synctest.Wait()
		holds(t, path, lines(4))
		f.Append(press(4))
		holds(t, path, lines(5))
		check(t, f.Close())
		holds(t, path, lines(5))
		w.tells(t, 1, syscall.ENOSPC)
	})
}

// /dev/null takes everything, keeps nothing, and can't sync: as a disk whose kernel drops what a
// failed sync has not written.
func TestWhatAFailedSyncHasLostIsWrittenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		insteadOf(f, "/dev/null")
		f.Append(press(0))
		f.Append(press(1))
		time.Sleep(SyncWithin)
		synctest.Wait()
		f.Append(press(2)) // is not asked of a disk that fails
		holds(t, path, lines(0))
		time.Sleep(time.Second)
		synctest.Wait()
		holds(t, path, lines(3))
		insteadOf(f, "/dev/null")
		f.Append(press(3))
		f.Sync()
		time.Sleep(time.Second)
		synctest.Wait()
		holds(t, path, lines(4))
		check(t, f.Close())
		w.tells(t, 2, syscall.EINVAL)
	})
}

// A write that the disk takes in part leaves half a line: here by the limit of setrlimit(2).
func TestHalfALineIsNeverInTheMidst(t *testing.T) { apart(t, halfALineIsNeverInTheMidst) }

func halfALineIsNeverInTheMidst(t *testing.T) {
	for room := range len(lines(3)) - len(lines(1)) {
		synctest.Test(t, func(t *testing.T) {
			w := &witness{}
			f, path := begin(t, w)
			f.Append(press(0))
			f.Sync()
			free := limit(t, len(lines(1))+room)
			f.Append(press(1))
			f.Append(press(2))
			f.Append(press(3))
			f.Sync()
			time.Sleep(10 * time.Second)
			synctest.Wait()
			got, err := os.ReadFile(path)
			if err != nil || !strings.HasPrefix(lines(4), string(got)) || len(got) < len(lines(1)) {
				t.Fatalf("%v; meanwhile the file is\n%s", err, got)
			}
			if left, err := filepath.Glob(path + "?*"); err != nil || len(left) > 0 {
				t.Errorf("%v, %v take the room that there is", left, err)
			}
			free()
			time.Sleep(10 * time.Second)
			synctest.Wait()
			holds(t, path, lines(4))
			check(t, f.Close())
			w.tells(t, 1, syscall.EFBIG)
		})
	}
}

// apart runs a test in a process of its own, which can do without the files that go test has open.
func apart(t *testing.T, test func(*testing.T)) {
	if os.Getenv("ARBITRE_APART") == t.Name() {
		test(t)
		return
	}
	self := must(os.Executable())
	child := exec.Command(self, "-test.run=^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), "ARBITRE_APART="+t.Name())
	if out, err := child.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS: "+t.Name())) {
		t.Errorf("%v\n%s", err, out)
	}
}

// limit sets how large a file of this process may become.
func limit(t *testing.T, size int) (free func()) {
	t.Helper()
	var before syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(size), Max: before.Max}))
	free = func() {
		check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
	}
	t.Cleanup(free)
	return free
}

func TestAGameBeginsWhereNothingCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		var asked atomic.Int32
		var writable atomic.Bool
		path := filepath.Join(t.TempDir(), "a.jsonl")
		f := Create(func() (string, error) {
			asked.Add(1)
			if !writable.Load() {
				return "", syscall.EROFS
			}
			return path, nil
		}, mitoOfThree(), w.report)
		f.Append(press(0))
		f.Sync()
		time.Sleep(time.Hour)
		synctest.Wait()
		if n := asked.Load(); n != 65 { // at once, after 1, 3, 7, 15, 31 and 63 seconds, then once a minute
			t.Errorf("tried %d times in an hour, want 65", n)
		}
		if f.Path() != "" {
			t.Errorf("it lies at %s", f.Path())
		}
		writable.Store(true)
		time.Sleep(mostPause)
		synctest.Wait()
		holds(t, path, lines(1))
		f.Append(press(1))
		check(t, f.Close())
		holds(t, path, lines(2))
		w.tells(t, 1, syscall.EROFS)
	})
}

func TestALineThatComesWhileTheDiskIsTriedIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, path, tries := &witness{}, filepath.Join(t.TempDir(), "a.jsonl"), 0
		made := make(chan *File, 1)
		f := Create(func() (string, error) {
			if tries++; tries == 1 {
				return "", syscall.EROFS
			}
			(<-made).Append(press(0)) // the table presses just then
			return path, nil
		}, mitoOfThree(), w.report)
		made <- f
		time.Sleep(time.Second + SyncWithin)
		synctest.Wait()
		holds(t, path, lines(1))
		if n := onDisk(f); n != len(lines(1)) {
			t.Errorf("%d bytes are on the disk, want %d", n, len(lines(1)))
		}
		f.Close()
		w.tells(t, 1, syscall.EROFS)
	})
}

// What is written on a disk that comes back must not take the place of what is there, or of what
// another program writes there now.
func TestAJournalThatLiesThereAlreadyIsNotWrittenOver(t *testing.T) {
	for end, want := range map[string]error{"": fs.ErrExist, newEnd: ErrBusy} {
		synctest.Test(t, func(t *testing.T) {
			w, path := &witness{}, filepath.Join(t.TempDir(), "a.jsonl")
			other, err := os.Create(path + end)
			if err == nil {
				_, err = other.WriteString("another game\n")
			}
			if err = errors.Join(err, own(other)); err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			paths := []string{path, path + ".2"}
			f := Create(func() (path string, err error) {
				path, paths = paths[0], paths[1:]
				return path, nil
			}, mitoOfThree(), w.report)
			time.Sleep(time.Second)
			synctest.Wait()
			holds(t, path+end, "another game\n")
			holds(t, path+".2", lines(0))
			f.Close()
			w.tells(t, 1, want)
		})
	}
}

// The new file of a journal takes the place of what a power cut or a person left there.
func TestWhatLiesInThePlaceOfANewFileIsReplaced(t *testing.T) {
	for what, leave := range map[string]func(path string) error{
		"a longer file":   func(path string) error { return os.WriteFile(path, []byte(lines(9)), 0o600) },
		"a link":          func(path string) error { return os.Symlink("/dev/null", path) },
		"an empty folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		synctest.Test(t, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.jsonl")
			check(t, leave(path+newEnd))
			f := Create(func() (string, error) { return path, nil }, mitoOfThree(), func(error) {})
			time.Sleep(time.Second)
			synctest.Wait()
			if err := f.Close(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			holds(t, path, lines(0))
		})
	}
}

func TestAGameIsResumedWhereNothingCanBeWritten(t *testing.T) {
	apart(t, aGameIsResumedWhereNothingCanBeWritten)
}

func aGameIsResumedWhereNothingCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		f.Append(press(0))
		f.Close()
		free := limit(t, 0)
		rules := games.Rulebook{mito.Rules()}
		f, table, err := Resume(path, rules, w.report, func() {})
		if err != nil || table.Lines() != 2 {
			t.Fatalf("resumed with %d lines, %v", table.Lines(), err)
		}
		if _, _, err := Resume(path, rules, w.report, func() {}); !errors.Is(err, ErrBusy) {
			t.Errorf("resumed in two places: %v", err)
		}
		if err := probe(filepath.Dir(path)); !errors.Is(err, syscall.EFBIG) {
			t.Errorf("the folder is tried: %v", err)
		}
		f.Append(press(1))
		time.Sleep(time.Minute)
		synctest.Wait()
		holds(t, path, lines(1))
		if Resumable(path) {
			t.Error("a game that is played is offered")
		}
		free()
		time.Sleep(time.Minute)
		synctest.Wait()
		holds(t, path, lines(2))
		if Resumable(path) {
			t.Error("a game that is played is offered")
		}
		f.Close()
		if !Resumable(path) {
			t.Error("a game that nobody plays is not offered")
		}
		w.tells(t, 1, syscall.EFBIG)
	})
}

// Another program puts a game away while this one opens its journal, which has another name then.
func TestAJournalThatWasJustPutAwayIsNotResumed(t *testing.T) {
	f, path := begin(t, &witness{})
	late := must(textfile.Open(path, os.O_RDONLY))
	defer late.Close()
	f.PutAway(LeftEnd, func() {})
	if err := own(late); !errors.Is(err, ErrBusy) {
		t.Errorf("it is this program's: %v", err)
	}
}

func TestAGameThatIsPutAwayIsWrittenFirst(t *testing.T) { apart(t, aGameThatIsPutAwayIsWrittenFirst) }

func aGameThatIsPutAwayIsWrittenFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		insteadOf(f, "/dev/full")
		f.Append(press(0))
		free := limit(t, 0)
		var away atomic.Bool
		f.PutAway(LeftEnd, func() { away.Store(true) })
		time.Sleep(time.Minute)
		synctest.Wait()
		holds(t, path, lines(0))
		if away.Load() {
			t.Error("put away without its lines")
		}
		free()
		time.Sleep(time.Minute)
		synctest.Wait()
		holds(t, WithEnd(path, LeftEnd), lines(1))
		if _, err := os.Stat(path); !away.Load() || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("put away: %v; where it was: %v", away.Load(), err)
		}
		check(t, f.Close())
		w.tells(t, 1, syscall.ENOSPC)
	})
}

func TestTheEndTriesOnceMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		insteadOf(f, "/dev/full")
		f.Append(press(0))
		f.PutAway(LeftEnd, func() {})
		check(t, f.Close())
		holds(t, WithEnd(path, LeftEnd), lines(1))
		f, path = begin(t, w)
		insteadOf(f, "/dev/null") // fails at the sync
		f.Append(press(0))
		check(t, f.Close())
		holds(t, path, lines(1))
	})
}

func TestTheEndSaysWhatIsLost(t *testing.T) { apart(t, theEndSaysWhatIsLost) }

func theEndSaysWhatIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, path := begin(t, w)
		f.Append(press(0))
		f.Sync()
		insteadOf(f, "/dev/full")
		f.Append(press(1))
		f.Append(press(2))
		free := limit(t, 0)
		err := f.Close()
		if want := fmt.Sprintf("journal %s: 2 lines are lost: ", path); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s…", err, want)
		}
		free()
		time.Sleep(time.Hour)
		synctest.Wait()
		holds(t, path, lines(1)) // nothing goes on behind a program's back
	})
}

// onDisk is how much of a journal is on the disk.
func onDisk(f *File) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.synced
}

func TestPressesAreSyncedSoonAfterAndOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &witness{}
		f, _ := begin(t, w)
		defer f.Close()
		if info, err := os.Stat(f.Path()); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v; want 0600, for its owner alone", info.Mode(), err)
		}
		for at := range 20 {
			f.Append(press(time.Duration(at)))
			if onDisk(f) != len(lines(0)) {
				t.Fatal("presses are waited for")
			}
			time.Sleep(SyncWithin / 20)
		}
		synctest.Wait()
		if got := onDisk(f); got != len(lines(20)) {
			t.Errorf("%v later %d bytes are on the disk, want %d", SyncWithin, got, len(lines(20)))
		}
		w.tells(t, 0, nil)
	})
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
