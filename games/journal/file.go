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
	"slices"
	"sync"
	"syscall"
	"time"

	"arbitre/games"

	"github.com/cenkalti/backoff/v5"
)

// SyncWithin is how much of the past a power cut may take: the presses of this last moment.
const SyncWithin = 50 * time.Millisecond

// A File is the journal of a game that is being played. It holds the secrets of its game, so that
// its owner alone can read it. One goroutine appends; the file syncs itself soon after, or when
// asked.
//
// The game goes on whatever the disk does, for every line stays in memory: a long evening has a few
// hundred kilobytes. After a failure the file is left as it is, with all lines that were synced,
// until the disk takes the whole journal once more. It is then written beside the old one and takes
// its place. To go on with the old one would not do: what a failed fsync(2) has not written may
// count as written for the next (Documentation/filesystems/vfs.rst of the kernel, "Handling errors
// during writeback").
type File struct {
	place func() (path string, err error)

	working sync.Mutex // taken before mu by whoever waits for the disk

	mu      sync.Mutex
	path    string   // "" before it has a place
	file    *os.File // holds text[:written], while the disk does not fail; its lock keeps others from writing
	text    []byte   // all lines; what once stands here never changes
	written int
	synced  int  // a power cut leaves text[:synced]
	soon    bool // a sync is on its way
	failed  error
	report  func(error)
	pauses  *backoff.ExponentialBackOff // before the disk is tried again
	away    string                      // how its name ends when it is put away; "" while it is played
	done    func()
	closed  bool
}

// mostPause is the longest pause before a disk that fails is tried again.
const mostPause = time.Minute

// pauses are a second at first, and then twice as long each time.
func pauses() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: mostPause}
}

// Create begins a journal with its start line, durably: its name in the folder, too. Place finds a
// path that no file has. It is asked again as long as none can be made, in another goroutine.
// Report is called with an error each time that the disk fails, and with nil when everything has
// been written; it returns at once and calls nothing of the file.
func Create(place func() (path string, err error), start games.Start, report func(error)) *File {
	f := &File{place: place, report: report, pauses: pauses(), text: AppendStart(nil, start)}
	f.begin(func() {})
	return f
}

// Resume plays a journal that was cut at any byte, and goes on behind its last whole line. Report
// is that of Create. Progress is called now and then, for a long journal may take a while. A file
// without a whole start line is fs.ErrNotExist: there is no game to resume.
func Resume(path string, rules games.Rulebook, report func(error), progress func()) (*File, *games.Table, error) {
	file, err := Open(path)
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
	f.begin(progress)
	return f, table, nil
}

// readLocked returns the whole lines of a journal that is nobody else's until the file is closed.
func readLocked(file *os.File, rules games.Rulebook, progress func()) ([]byte, *games.Table, error) {
	if err := own(file); err != nil {
		return nil, nil, err
	}
	var read bytes.Buffer
	table, tail, err := PlayFrom(io.TeeReader(file, &read), rules, math.MaxInt64, func(l Line) {
		if l.Number%steps == 0 {
			progress()
		}
	})
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

// What is done of a long journal between two calls of progress.
const (
	steps = 1000    // lines that are played
	chunk = 1 << 20 // bytes that are written
)

// ErrBusy is returned for a journal that another program writes.
var ErrBusy = errors.New("another program plays this game")

// Resumable tells whether a journal has a whole start line and nobody writes it now.
func Resumable(path string) bool {
	file, err := OpenFile(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	if lock(file, syscall.LOCK_SH) != nil {
		return false
	}
	line, err := bufio.NewReaderSize(file, LongestLine+1).ReadSlice('\n')
	whole := bytes.TrimSuffix(line, []byte{'\n'})
	return (err == nil || err == io.EOF) && len(whole) > 0 && !torn(whole, err == nil)
}

// lock keeps others from writing until the file is closed. A file system may have no locks.
func lock(file *os.File, how int) error {
	if err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return nil
}

// own locks a file, unless another program had it until a moment ago and has renamed it.
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

// begin gives a new File its file.
func (f *File) begin(progress func()) {
	f.working.Lock()
	defer f.working.Unlock()
	if err := f.writeAnew(progress); err != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.fail(err)
	}
}

// newEnd is behind the name of a journal that is to replace the one without. A power cut may leave
// it.
const newEnd = ".new"

// writeAnew gives the journal a file that the disk has taken, whole. The caller holds working.
func (f *File) writeAnew(progress func()) error {
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
		os.Remove(path + newEnd) // a link, or an empty folder
		return err
	}
	if err := f.put(file, text, path, progress); err != nil {
		if !errors.Is(err, ErrBusy) {
			os.Remove(file.Name()) // what it has taken may be all the room there is
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

// put fills a file and gives it the name of the journal, durably.
func (f *File) put(file *os.File, text []byte, path string, progress func()) error {
	if err := own(file); err != nil {
		return err
	}
	if err := file.Truncate(0); err != nil { // a power cut may have left something
		return err
	}
	for part := range slices.Chunk(text, chunk) {
		if _, err := file.Write(part); err != nil {
			return err
		}
		if err := file.Sync(); err != nil {
			return err
		}
		progress()
	}
	if err := f.claim(path); err != nil {
		return err
	}
	return rename(file.Name(), path)
}

// claim makes sure that a name is the journal's own. A power cut may leave an empty file there.
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

// Append writes one input as one line. It is durable within [SyncWithin], unless the disk fails;
// call Sync to wait for it.
func (f *File) Append(in games.Input) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.text = AppendInput(f.text, in)
	if f.failed == nil {
		f.write()
	}
}

// write puts what is new behind the last line. The caller holds mu.
func (f *File) write() {
	if _, err := f.file.WriteAt(f.text[f.written:], int64(f.written)); err != nil {
		f.fail(err)
	} else if f.written = len(f.text); !f.soon {
		f.soon = true
		time.AfterFunc(SyncWithin, f.syncLate)
	}
}

// syncLate syncs without holding up whoever appends: a disk may be slow.
func (f *File) syncLate() {
	f.mu.Lock()
	f.soon = false
	f.mu.Unlock()
	f.Sync()
}

// Sync waits until every line is on the disk. Where that fails it returns at once: whoever tries
// again may take long.
func (f *File) Sync() {
	f.mu.Lock()
	failed := f.failed != nil
	f.mu.Unlock()
	if !failed {
		f.settle(false)
	}
}

// settle puts the lines that are new on the disk or, again, all of them where it has failed. A
// journal that is put away gets its last name with them.
func (f *File) settle(again bool) {
	f.working.Lock()
	defer f.working.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || again != (f.failed != nil) {
		return
	}
	if again {
		if err := f.unlocked(func() error { return f.writeAnew(func() {}) }); err != nil {
			f.fail(err)
			return
		}
		f.failed = nil
		f.pauses.Reset()
		f.report(nil)
		if f.written < len(f.text) {
			f.write() // lines that have come meanwhile
		}
	} else if written := f.written; f.synced < written {
		err := f.unlocked(f.file.Sync)
		if f.failed != nil {
			return // a write has failed meanwhile
		}
		if err != nil {
			f.fail(err)
			return
		}
		f.synced = written
	}
	if f.away == "" || f.failed != nil || f.synced < len(f.text) {
		return
	}
	from, to := f.path, WithEnd(f.path, f.away)
	if err := f.unlocked(func() error { return rename(from, to) }); err != nil {
		f.fail(err)
		return
	}
	f.closed = true
	f.file.Close()
	f.unlocked(func() error { f.done(); return nil })
}

// unlocked waits for the disk, while others may go on. The caller holds mu.
func (f *File) unlocked(work func() error) error {
	f.mu.Unlock()
	defer f.mu.Lock()
	return work()
}

// fail leaves the file alone until the disk is tried again, after a pause. The caller holds mu.
func (f *File) fail(err error) {
	f.report(err)
	f.failed = err
	time.AfterFunc(f.pauses.NextBackOff(), func() { f.settle(true) })
}

// PutAway ends a journal, and its name ends otherwise from then on. Nothing is appended after that.
// Done is called when that is on the disk: before PutAway returns, unless the disk fails, then
// later, in another goroutine.
func (f *File) PutAway(end string, done func()) {
	f.mu.Lock()
	f.away, f.done = end, done
	f.mu.Unlock()
	f.Sync()
}

// Path is where the journal lies, "" while it has no place.
func (f *File) Path() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.path
}

// Close syncs and closes the file, and tries a failing disk once more. An error says what is lost.
func (f *File) Close() error {
	f.Sync()
	f.settle(true)
	f.Sync() // lines that came meanwhile
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
