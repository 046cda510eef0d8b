package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"arbitre/games"
)

// SyncWithin is how much of the past a power cut may take: the presses of this last moment.
const SyncWithin = 50 * time.Millisecond

// A File is the journal of a game that is being played. It holds the secrets of its game and can be read by its owner alone.
// One goroutine appends; the file syncs itself soon after, or at once when asked.
type File struct {
	file    *os.File
	offset  int64  // where the next line goes: behind the last whole one
	pending []byte // lines that could not be written yet

	mu     sync.Mutex // guards what the sync in the background shares
	dirty  bool
	failed error // of a sync in the background, told at the next call
}

// Create begins a journal with its start line, durably: its name in the folder, too.
func Create(path string, start games.Start) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	f := &File{file: file, pending: AppendStart(nil, start)}
	if err := errors.Join(lock(file), f.write(), f.Sync(), syncFolder(path)); err != nil {
		file.Close()
		os.Remove(path)
		return nil, fmt.Errorf("journal: %w", err)
	}
	return f, nil
}

// Resume plays a journal that was cut at any byte, drops its torn last line, and appends from there.
// A file without a whole start line is fs.ErrNotExist: there is no game to resume.
func Resume(path string, rules Rules) (*File, *games.Table, error) {
	if Busy(path) {
		return nil, nil, fmt.Errorf("journal %s: %w", path, ErrBusy)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	table, tail, err := Play(text, rules, math.MaxInt64, func(Line) {})
	if line := (*LineError)(nil); errors.As(err, &line) {
		return nil, nil, fmt.Errorf("%s:%d: %w", path, line.Line, line.Err)
	}
	if table == nil {
		return nil, nil, fmt.Errorf("journal %s has no whole start line: %w", path, fs.ErrNotExist)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	f := &File{file: file, offset: tail.Whole}
	if tail.Open {
		f.pending = []byte{'\n'}
	}
	if err := errors.Join(lock(file), file.Truncate(tail.Whole), f.write(), f.Sync()); err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	return f, table, nil
}

// ErrBusy is returned for a journal that another program writes.
var ErrBusy = errors.New("another program plays this game")

// Busy tells whether a program writes a journal now.
func Busy(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return errors.Is(lock(file), ErrBusy)
}

// lock keeps others from writing, until the file is closed.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return err
}

func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Append writes one input as one line. It is durable within [SyncWithin]; call Sync to wait for it.
// After an error nothing is lost: the line is kept in memory and goes out, in order, before the next.
func (f *File) Append(in games.Input) error {
	f.pending = AppendInput(f.pending, in)
	if err := f.write(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.dirty {
		f.dirty = true
		time.AfterFunc(SyncWithin, f.syncLate)
	}
	err := f.failed
	f.failed = nil
	return err
}

// syncLate syncs without holding up whoever appends: a disk may be slow.
func (f *File) syncLate() {
	f.mu.Lock()
	dirty := f.dirty
	f.dirty = false
	f.mu.Unlock()
	if !dirty {
		return
	}
	if err := f.file.Sync(); err != nil {
		f.mu.Lock()
		f.failed = err
		f.mu.Unlock()
	}
}

// write puts what is pending behind the last whole line; a write that fails half-way is written over by the next.
func (f *File) write() error {
	if len(f.pending) == 0 {
		return nil
	}
	if _, err := f.file.WriteAt(f.pending, f.offset); err != nil {
		return err
	}
	f.offset += int64(len(f.pending))
	f.pending = f.pending[:0]
	return nil
}

// Sync waits until every line is on the disk.
func (f *File) Sync() error {
	if err := f.write(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	f.mu.Lock()
	f.dirty = false
	f.mu.Unlock()
	if err := f.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Path is where the journal lies.
func (f *File) Path() string { return f.file.Name() }

// Close syncs and closes the file.
func (f *File) Close() error {
	return errors.Join(f.Sync(), f.file.Close())
}
