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
	"arbitre/games/textfile"

	"github.com/cenkalti/backoff/v5"
)

// A Folder keeps the journals of all games. Their names tell the state of each game; none is ever
// deleted.
//
// What can't be written now stays in memory and is written later, even after the game.
type Folder struct {
	rules   games.Rulebook
	options FolderOptions

	mu      sync.Mutex               // guards all below
	path    string                   // of the folder for new journals
	idling  map[string]bool          // the paths of its unfinished journals; nil before it is listed
	open    []*File                  // of the current game, and of others that are not yet on the disk
	failing int                      // number of files and folders that can't be written now
	left    map[string]time.Duration // by path: when a game was left in this run, on a clock that never jumps
}

// FolderOptions are the settings of a [Folder].
type FolderOptions struct {
	// Runtime is a folder that survives a restart of the daemon but not a reboot (RuntimeDirectory=
	// of systemd.exec(5)); "" for none.
	Runtime string
	Log     *slog.Logger

	// Report is called with an error if journals can't be written, and with nil if all can; maybe
	// repeatedly and in any goroutine. It must return at once and call nothing of the folder.
	Report func(error)
	Busy   func() // is called with each line of a journal that is played again; nil for nothing
}

// NewFolder returns a folder for journals of games of the rules. The folder at the path is made
// with the first journal.
func NewFolder(path string, rules games.Rulebook, o FolderOptions) *Folder {
	if o.Busy == nil {
		o.Busy = func() {}
	}
	return &Folder{path: path, rules: rules, options: o, left: map[string]time.Duration{}}
}

// Path returns the path of the folder for new journals.
func (f *Folder) Path() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path
}

// Move uses another folder for the next games. It reports at once whether journals can be written
// there.
func (f *Folder) Move(folder string) {
	f.mu.Lock()
	f.path, f.idling = folder, nil
	f.mu.Unlock()
	f.try(folder, f.reporter(), pauses())
}

// try reports whether journals can be written to the folder, and tries again until they can or the
// folder is no longer used.
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

// probe makes the folder and writes a file there. It returns why journals can't be written.
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

// reporter returns the report function of one file or try. The folder counts as failing while any
// of them fails.
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

// mark notes which journal is played, "" for none: after a restart the daemon resumes it without
// asking.
func (f *Folder) mark(path string) {
	if f.options.Runtime == "" {
		return
	}
	if err := textfile.Replace(filepath.Join(f.options.Runtime, playing), []byte(path)); err != nil {
		f.options.Log.Warn("the game will not be gone on with unasked", "err", err)
	}
}

// Interrupted returns the journal of the game during which the daemon ended, or "".
func (f *Folder) Interrupted() string {
	if f.options.Runtime == "" {
		return ""
	}
	note, err := textfile.ReadBytes(filepath.Join(f.options.Runtime, playing), syscall.PathMax)
	path := string(note)
	if err != nil || filepath.Dir(path) != filepath.Clean(f.Path()) || !strings.HasSuffix(path, OpenEnd) ||
		!Resumable(path) {
		return ""
	}
	return path
}

// Create begins the journal of a game, under a new name even if the clock stands still.
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

// hasName reports whether the folder has a journal of that name, with any end.
func hasName(folder, name string) bool {
	for _, end := range ends() {
		if _, err := os.Lstat(filepath.Join(folder, name+end)); err == nil {
			return true
		}
	}
	return false
}

// Resume resumes a journal. A journal that can't be played is renamed to BrokenEnd, so that it is
// not offered again and again.
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

// Unfinished returns the journal of the last interrupted game that no program plays now, or "".
func (f *Folder) Unfinished() string {
	for _, path := range f.idle() {
		if strings.HasSuffix(path, OpenEnd) {
			return path
		}
	}
	return ""
}

// PutAway closes the journal of a finished game. Done is called with its new path once that is on
// the disk, maybe later and in another goroutine.
func (f *Folder) PutAway(file *File, done func(journal string)) {
	f.mark("")
	file.PutAway(OverEnd, func() {
		f.drop(file)
		over := WithEnd(file.Path(), OverEnd)
		f.renamed(file.Path(), over)
		done(over)
	})
}

// Discard puts the journal of an unfinished game away, or sets it aside if it can't be played.
func (f *Folder) Discard(path string, done func(journal string)) error {
	file, _, err := f.Resume(path)
	if err != nil {
		return err
	}
	f.PutAway(file, done)
	return nil
}

// keep notes a file that is open, for Close.
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

// Close closes all files, and logs what can't be written. The current game can be resumed.
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
