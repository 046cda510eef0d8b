package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"arbitre/games"
	"arbitre/games/textfile"

	"github.com/cenkalti/backoff/v5"
)

// SyncWithin is the longest time after which a press is synced: a power cut may lose the presses of
// that time.
const SyncWithin = 50 * time.Millisecond

// A File is the journal of a game that is being played. Only its owner can read the file, since it
// has the secrets of the game. One goroutine appends; the file is synced soon afterwards, or by
// Sync.
//
// The game goes on if the disk fails, since every line stays in memory: a long evening has a few
// hundred kilobytes. After a failure the file stays as it is, with all lines that were synced.
// Later the whole journal is written to a new file, which replaces the old one. The old one can't
// be synced again: the next fsync(2) may report success for what a failed one has not written
// (Documentation/filesystems/vfs.rst of the kernel, "Handling errors during writeback").
type File struct {
	place  func() (path string, err error) // of Create; nil if resumed
	report func(error)                     // of Create and Resume

	working sync.Mutex // held while waiting for the disk; locked before mu

	mu      sync.Mutex // guards all below
	path    string     // "" before the file is made
	file    *os.File   // holds text[:written] unless the disk has failed; its lock keeps other programs from writing
	text    []byte     // all lines; only appended to
	written int
	synced  int                         // text[:synced] survives a power cut
	soon    bool                        // a sync is scheduled
	failed  error                       // of the disk; nil while it works
	pauses  *backoff.ExponentialBackOff // between tries of a failing disk
	away    string                      // the new end of its name once it is put away; "" while it is played
	done    func()                      // of PutAway
	closed  bool
}

// mostPause is the longest pause between two tries of a failing disk.
const mostPause = time.Minute

// pauses returns pauses of one second at first, each twice as long as the one before.
func pauses() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: mostPause}
}

// Create begins a journal with its start line, and syncs the file and its name. Place returns a
// path that no file has; it is called again, in another goroutine, until the file can be made.
// Report is called with an error each time that the disk fails, and with nil once everything has
// been written; it must return at once and call nothing of the file.
func Create(place func() (path string, err error), start games.Start, report func(error)) *File {
	f := &File{place: place, report: report, pauses: pauses(), text: AppendStart(nil, start)}
	f.begin()
	return f
}

// Resume plays a journal that may be cut at any byte, and appends behind its last whole line.
// Report is that of Create. Progress is called with each line, since a long journal takes a while.
// The error for a file without a whole start line is fs.ErrNotExist: there is no game to resume.
func Resume(path string, rules games.Rulebook, report func(error), progress func()) (*File, *games.Table, error) {
	file, err := textfile.Open(path, os.O_RDONLY)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	text, table, err := readLocked(file, rules, progress)
	if line := (*LineError)(nil); errors.As(err, &line) {
		err = fmt.Errorf("%s:%d: %w", path, line.Line, line.Err)
	} else if err != nil {
		err = fmt.Errorf("journal %s: %w", path, err)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	f := &File{path: path, file: file, report: report, pauses: pauses(), text: text, synced: len(text)}
	f.begin()
	return f, table, nil
}

// readLocked locks a journal until the file is closed, plays it, and returns its whole lines.
func readLocked(file *os.File, rules games.Rulebook, progress func()) ([]byte, *games.Table, error) {
	if err := own(file); err != nil {
		return nil, nil, err
	}
	var read bytes.Buffer
	table, tail, err := playText(io.TeeReader(textfile.Reader(file), &read), rules, math.MaxInt64, func(Line) { progress() })
	if err != nil {
		return nil, nil, err
	}
	if table == nil {
		return nil, nil, fmt.Errorf("no whole start line: %w", fs.ErrNotExist)
	}
	text := read.Bytes()[:tail.Whole]
	if tail.Open {
		text = append(text, '\n')
	}
	return text, table, nil
}

// ErrBusy is returned for a journal that another program writes.
var ErrBusy = errors.New("another program plays this game")

// Resumable reports whether a journal has a whole start line and no program writes it now.
func Resumable(path string) bool {
	file, err := textfile.Open(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	if lock(file, syscall.LOCK_SH) != nil {
		return false
	}
	line, err := bufio.NewReaderSize(textfile.Reader(file), LongestLine+1).ReadSlice('\n')
	whole := bytes.TrimSuffix(line, []byte{'\n'})
	return (err == nil || err == io.EOF) && len(whole) > 0 && !torn(whole, err == nil)
}

// lock locks a file until it is closed. A file system without locks is no error.
func lock(file *os.File, how int) error {
	if err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return nil
}

// own locks a file for writing. It fails if another program has just renamed or replaced the file.
func own(file *os.File) error {
	if err := lock(file, syscall.LOCK_EX); err != nil {
		return err
	}
	mine, err := file.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(file.Name()); err != nil || !os.SameFile(mine, there) {
		return ErrBusy
	}
	return nil
}

// begin writes a new file for the journal.
func (f *File) begin() {
	f.working.Lock()
	defer f.working.Unlock()
	if err := f.writeAnew(); err != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.fail(err)
	}
}

// newEnd is appended to the name of a journal while its new file is written. A power cut may leave
// such a file.
const newEnd = ".new"

// writeAnew writes the whole journal to a new file, which replaces the old one. The caller holds
// working.
func (f *File) writeAnew() error {
	f.mu.Lock()
	path, text := f.path, f.text
	f.mu.Unlock()
	if path == "" {
		var err error
		if path, err = f.place(); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(path+newEnd, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		os.Remove(path + newEnd) // if it is a link, or an empty folder
		return err
	}
	if err := f.put(file, text, path); err != nil {
		if !errors.Is(err, ErrBusy) {
			os.Remove(file.Name()) // it may have used up the disk
		}
		file.Close()
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.file.Close() // if there was one
	f.file, f.written, f.synced = file, len(text), len(text)
	return nil
}

// put writes text to a file and gives it the name of the journal, durably.
func (f *File) put(file *os.File, text []byte, path string) error {
	if err := own(file); err != nil {
		return err
	}
	if err := file.Truncate(0); err != nil { // a power cut may have left something
		return err
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := f.claim(path); err != nil {
		return err
	}
	return rename(file.Name(), path)
}

// claim creates the file of a journal that has none, and fails if the path exists. A power cut may
// leave it empty.
func (f *File) claim(path string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path != "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	f.path = path
	return file.Close()
}

// Append writes one input as one line. It is synced within [SyncWithin], unless the disk fails;
// Sync waits for that.
func (f *File) Append(in games.Input) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = AppendInput(f.text, in)
	if f.failed == nil {
		f.write()
	}
}

// write appends the new lines to the file. The caller holds mu.
func (f *File) write() {
	if _, err := f.file.WriteAt(f.text[f.written:], int64(f.written)); err != nil {
		f.fail(err)
	} else if f.written = len(f.text); !f.soon {
		f.soon = true
		time.AfterFunc(SyncWithin, f.syncLate)
	}
}

// syncLate runs a scheduled sync. Append goes on meanwhile, since a disk may be slow.
func (f *File) syncLate() {
	f.mu.Lock()
	f.soon = false
	f.mu.Unlock()
	f.Sync()
}

// Sync waits until every line is on the disk. While the disk fails it returns at once, since a new
// try may take long.
func (f *File) Sync() {
	f.mu.Lock()
	failing := f.failed != nil
	f.mu.Unlock()
	if !failing {
		f.settle(false)
	}
}

// retry writes the whole journal anew if the disk has failed.
func (f *File) retry() { f.settle(true) }

// settle writes what a working disk or, if failing is true, a failing one still lacks. It does
// nothing if the disk has changed its state by the time it is free.
func (f *File) settle(failing bool) {
	f.working.Lock()
	defer f.working.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || failing != (f.failed != nil) {
		return
	}
	var err error
	if failing {
		err = f.restore()
	} else {
		err = f.syncLines()
	}
	if err == nil {
		err = f.renameAway()
	}
	if err != nil {
		f.fail(err)
	}
}

// restore writes the whole journal anew after a failure. The caller holds working and mu.
func (f *File) restore() error {
	if err := f.unlocked(f.writeAnew); err != nil {
		return err
	}
	f.failed = nil
	f.pauses.Reset()
	f.report(nil)
	f.write() // lines appended meanwhile, if there are any
	return nil
}

// syncLines syncs the lines that are written. The caller holds working and mu.
func (f *File) syncLines() error {
	written := f.written
	if f.synced == written {
		return nil
	}
	err := f.unlocked(f.file.Sync)
	if f.failed != nil {
		return nil // a write has failed meanwhile, and was reported
	}
	if err == nil {
		f.synced = written
	}
	return err
}

// renameAway renames and closes a journal that is put away, once all its lines are synced. The
// caller holds working and mu.
func (f *File) renameAway() error {
	if f.away == "" || f.failed != nil || f.synced < len(f.text) {
		return nil
	}
	from, to := f.path, WithEnd(f.path, f.away)
	if err := f.unlocked(func() error { return rename(from, to) }); err != nil {
		return err
	}
	f.closed = true
	f.file.Close()
	return f.unlocked(func() error { f.done(); return nil })
}

// unlocked releases mu while it runs work, which waits for the disk. The caller holds mu.
func (f *File) unlocked(work func() error) error {
	f.mu.Unlock()
	defer f.mu.Lock()
	return work()
}

// fail reports an error and schedules the next try after a pause. The caller holds mu.
func (f *File) fail(err error) {
	f.report(err)
	f.failed = err
	time.AfterFunc(f.pauses.NextBackOff(), f.retry)
}

// PutAway closes a journal and gives its name another end. Nothing may be appended afterwards. Done
// is called once that is on the disk: before PutAway returns or, if the disk fails, later in
// another goroutine.
func (f *File) PutAway(end string, done func()) {
	f.mu.Lock()
	f.away, f.done = end, done
	f.mu.Unlock()
	f.Sync()
}

// Path returns the path of the journal, "" before its file is made.
func (f *File) Path() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path
}

// Close syncs and closes the file, and tries a failing disk once more. An error says how much is
// lost.
func (f *File) Close() error {
	f.Sync()
	f.retry()
	f.Sync() // lines appended meanwhile
	f.working.Lock()
	defer f.working.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.closed = true
	f.file.Close() // if there is one; what it has was synced, or is lost
	name := f.path
	if name == "" {
		name = "of a game that never had a file"
	}
	switch lost := bytes.Count(f.text[f.synced:], []byte{'\n'}); {
	case lost > 0:
		return fmt.Errorf("journal %s: %d lines are lost: %w", name, lost, f.failed)
	case f.away != "":
		return fmt.Errorf("journal %s was not put away: %w", name, f.failed)
	}
	return nil
}

// rename renames a file within its folder, durably.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return textfile.SyncFolder(filepath.Dir(to))
}
