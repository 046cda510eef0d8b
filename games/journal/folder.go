package journal

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbitre/games"

	"github.com/cenkalti/backoff/v5"
)

// A Folder is where the journals lie. Their names tell how each game stands; none is ever deleted.
//
// What the disk does not take now stays in memory and is written later, even after its game.
type Folder struct {
	rules   games.Rulebook
	options FolderOptions

	mu      sync.Mutex
	path    string
	idling  map[string]bool          // the paths of games that go on or were left; nil before the folder was listed
	open    []*File                  // of the game that is played, and of those that are not on the disk yet
	failing int                      // how many files and folders can't be written now
	left    map[string]time.Duration // by path: when a game was left in this run, on a clock that never jumps
}

// FolderOptions are what a [Folder] works with.
type FolderOptions struct {
	// Runtime is a folder that a reboot empties but not a new start of the daemon
	// (RuntimeDirectory= of systemd.exec(5)); "" where there is none.
	Runtime string
	Log     *slog.Logger
	Report  func(error) // that journals can't be written, or that all can; maybe more than once
	Busy    func()      // is called now and then while a long journal is played again
}

// NewFolder takes journals of games that the rules know. The folder is made with the first.
func NewFolder(path string, rules games.Rulebook, o FolderOptions) *Folder {
	if o.Busy == nil {
		o.Busy = func() {}
	}
	return &Folder{path: path, rules: rules, options: o, left: map[string]time.Duration{}}
}

// Path is where the journals of the games from now on lie.
func (f *Folder) Path() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path
}

// Move takes another folder for the next games, and says at once if journals can't be written
// there.
func (f *Folder) Move(folder string) {
	f.mu.Lock()
	f.path, f.idling = folder, nil
	f.mu.Unlock()
	f.try(folder, f.reporter(), pauses())
}

// try tells whether journals can be written to the folder, until they can.
func (f *Folder) try(folder string, report func(error), wait *backoff.ExponentialBackOff) {
	f.mu.Lock()
	moved := f.path != folder
	f.mu.Unlock()
	var err error
	if !moved {
		err = probe(folder)
	}
	if report(err); err != nil {
		time.AfterFunc(wait.NextBackOff(), func() { f.try(folder, report, wait) })
	}
}

// probe tells whether a folder takes journals.
func probe(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, ".probe")
	if err != nil {
		return err
	}
	_, err = file.Write([]byte{'\n'})
	return errors.Join(err, file.Close(), os.Remove(file.Name()))
}

// reporter is for one of those that write. The folder fails while any of them does.
func (f *Folder) reporter() func(error) {
	failed := false
	return func(err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if failed != (err != nil) {
			if failed = !failed; failed {
				f.failing++
			} else {
				f.failing--
			}
		}
		if err != nil || f.failing == 0 {
			f.options.Report(err)
		}
	}
}

// playing is the file in the runtime folder that names the journal of the game that is played.
const playing = "playing"

// mark notes which journal is played, "" for none: a daemon that is restarted goes on with it
// unasked.
func (f *Folder) mark(path string) {
	if f.options.Runtime == "" {
		return
	}
	note := filepath.Join(f.options.Runtime, playing)
	var err error
	if path != "" {
		err = Replace(note, []byte(path))
	} else if err = os.Remove(note); errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		f.options.Log.Warn("the game will not be gone on with unasked", "err", err)
	}
}

// Interrupted is the journal of the game in whose midst the daemon ended, or "".
func (f *Folder) Interrupted() string {
	if f.options.Runtime == "" {
		return ""
	}
	note, err := ReadFile(filepath.Join(f.options.Runtime, playing), syscall.PathMax)
	path := string(note)
	if err != nil || filepath.Dir(path) != filepath.Clean(f.Path()) || !strings.HasSuffix(path, OpenEnd) ||
		!Resumable(path) {
		return ""
	}
	return path
}

// Create begins the journal of a game, under a new name even where the clock stands still.
func (f *Folder) Create(start games.Start, now time.Time) *File {
	folder, first := f.Path(), NameOf(now, start.Game)
	file := Create(func() (string, error) {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		name := first
		for try := 2; hasName(folder, name); try++ {
			name = fmt.Sprintf("%s-%d", first, try)
		}
		path := filepath.Join(folder, name+OpenEnd)
		f.renamed("", path)
		f.mark(path)
		return path, nil
	}, start, f.reporter())
	f.keep(file)
	return file
}

func hasName(folder, name string) bool {
	for _, end := range ends() {
		if _, err := os.Lstat(filepath.Join(folder, name+end)); err == nil {
			return true
		}
	}
	return false
}

// Resume goes on with a journal. One that can't be played is set aside; so no game is offered for
// ever that nobody can play.
func (f *Folder) Resume(path string) (*File, *games.Table, error) {
	path, err := f.rename(path, OpenEnd)
	if err != nil {
		return nil, nil, err
	}
	file, table, err := Resume(path, f.rules, f.reporter(), f.options.Busy)
	switch errno := syscall.Errno(0); {
	case err == nil:
	case errors.Is(err, ErrBusy):
		return nil, nil, games.Refuse(games.Text{Word: "left_busy"}, err)
	case errors.As(err, &errno):
		return nil, nil, err
	default:
		f.options.Log.Error("journal can't be resumed; it is set aside", "err", err)
		_, failed := f.rename(path, BrokenEnd)
		return nil, nil, games.Refuse(games.Text{Word: "left_broken"}, errors.Join(err, failed))
	}
	f.keep(file)
	f.mark(path)
	return file, table, nil
}

// Unfinished is the journal of the last game that was interrupted and that nobody plays now, or "".
func (f *Folder) Unfinished() string {
	for _, path := range f.idle() {
		if strings.HasSuffix(path, OpenEnd) {
			return path
		}
	}
	return ""
}

// PutAway closes a journal for good. Done is called with its path when that is on the disk, maybe
// later and in another goroutine.
func (f *Folder) PutAway(file *File, done func(journal string)) {
	f.mark("")
	file.PutAway(OverEnd, func() {
		f.drop(file)
		over := WithEnd(file.Path(), OverEnd)
		f.renamed(file.Path(), over)
		done(over)
	})
}

// Discard puts the journal away of a game that nobody goes on with, or sets it aside.
func (f *Folder) Discard(path string, done func(journal string)) error {
	file, _, err := f.Resume(path)
	if err != nil {
		return err
	}
	f.PutAway(file, done)
	return nil
}

func (f *Folder) keep(file *File) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = append(f.open, file)
}

func (f *Folder) drop(file *File) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = slices.DeleteFunc(f.open, func(o *File) bool { return o == file })
}

// Close writes what the disk takes, and says what it does not. A game that is on can be resumed.
func (f *Folder) Close() {
	f.mu.Lock()
	files := slices.Clone(f.open)
	f.mu.Unlock()
	for _, file := range files {
		if err := file.Close(); err != nil {
			f.options.Log.Error("the disk takes no more", "err", err)
		}
		f.drop(file)
	}
}
