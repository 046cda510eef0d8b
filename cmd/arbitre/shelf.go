package main

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
	"arbitre/games/disk"
	"arbitre/games/journal"
)

// A shelf is the folder of the journals. One that ends in .open.jsonl is of a game that goes on, or that a power cut ended;
// in .left.jsonl of one that was left and can be taken up again. It is renamed when the game is put away. Nothing is ever deleted.
//
// What the disk does not take now stays in memory, and is written as soon as it can be, even after its game.
type shelf struct {
	folder string
	// runtime is a folder that a reboot empties but not a new start of the daemon (RuntimeDirectory= of systemd.exec(5));
	// "" where there is none.
	runtime string
	busy    func() // is called now and then while a long journal is played again
	log     *slog.Logger
	report  func(error) // that journals can't be written, and that they can again

	mu      sync.Mutex
	open    []*journal.File // of the game that is played, and of those that are not on the disk yet
	failing int             // how much of what is to be written can't be now
}

func newShelf(folder, runtime string, log *slog.Logger, report func(error)) *shelf {
	return &shelf{folder: folder, runtime: runtime, busy: func() {}, log: log, report: report}
}

// move takes another folder for the games from now on. If journals can't be written there, that is said before the first.
func (s *shelf) move(folder string) {
	s.mu.Lock()
	s.folder = folder
	s.mu.Unlock()
	s.try(folder, &disk.Outage{Report: s.reporter()})
}

// try tells whether journals can be written to the folder, until they can.
func (s *shelf) try(folder string, outage *disk.Outage) {
	s.mu.Lock()
	moved := s.folder != folder
	s.mu.Unlock()
	var err error
	if !moved {
		err = probe(folder)
	}
	if pause := outage.Tried(err); pause > 0 {
		time.AfterFunc(pause, func() { s.try(folder, outage) })
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

// reporter is for one of those that write; it may say the same more than once. The shelf fails while any of them does.
func (s *shelf) reporter() func(error) {
	failed := false
	return func(err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case err != nil && !failed:
			if s.failing++; s.failing == 1 {
				s.report(err)
			}
		case err == nil && failed:
			if s.failing--; s.failing == 0 {
				s.report(nil)
			}
		}
		failed = err != nil
	}
}

// playing is the file in the runtime folder that names the journal of the game that is played.
const playing = "playing"

// mark notes which journal is played, "" for none: a daemon that ends in the midst of it goes on with it unasked.
func (s *shelf) mark(path string) {
	if s.runtime == "" {
		return
	}
	note := filepath.Join(s.runtime, playing)
	var err error
	if path != "" {
		err = disk.Replace(note, []byte(path))
	} else if err = os.Remove(note); errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err != nil {
		s.log.Warn("the game will not be gone on with unasked", "err", err)
	}
}

// interrupted is the journal of the game in whose midst the daemon ended, or "".
func (s *shelf) interrupted() string {
	if s.runtime == "" {
		return ""
	}
	note, err := disk.Read(filepath.Join(s.runtime, playing), syscall.PathMax)
	path := string(note)
	if err != nil || filepath.Dir(path) != filepath.Clean(s.folder) || !strings.HasSuffix(path, journal.OpenEnd) || !journal.Resumable(path) {
		return ""
	}
	return path
}

// create begins the journal of a game. No two have the same name, not even where the clock stands still.
func (s *shelf) create(start games.Start, now time.Time) *journal.File {
	folder, first := s.folder, journal.NameOf(now, start.Game)
	file := journal.Create(func() (string, error) {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		name := first
		for try := 2; holds(folder, name); try++ {
			name = fmt.Sprintf("%s-%d", first, try)
		}
		path := filepath.Join(folder, name+journal.OpenEnd)
		s.mark(path)
		return path, nil
	}, start, s.reporter())
	s.keep(file)
	return file
}

func holds(folder, name string) bool {
	for _, end := range []string{journal.OpenEnd, journal.LeftEnd, journal.OverEnd, journal.BrokenEnd} {
		if _, err := os.Lstat(filepath.Join(folder, name+end)); err == nil {
			return true
		}
	}
	return false
}

// resume goes on with a journal. One that can't be played is set aside; so no game is offered for ever that nobody can play.
func (s *shelf) resume(path string) (*journal.File, *games.Table, error) {
	if open := journal.Ending(journal.OpenEnd)(path); open != path {
		if err := disk.Rename(path, open); err != nil {
			return nil, nil, err
		}
		path = open
	}
	file, table, err := journal.Resume(path, rules, s.reporter(), s.busy)
	switch errno := syscall.Errno(0); {
	case err == nil:
	case errors.Is(err, journal.ErrBusy):
		return nil, nil, games.Refuse(games.Text{Word: "left_busy"}, err)
	case errors.As(err, &errno):
		return nil, nil, err
	default:
		s.log.Error("journal can't be resumed; it is set aside", "err", err)
		err = errors.Join(err, os.Rename(path, journal.Ending(journal.BrokenEnd)(path)))
		return nil, nil, games.Refuse(games.Text{Word: "left_broken"}, err)
	}
	s.keep(file)
	s.mark(path)
	return file, table, nil
}

// unfinished is the journal of the last game that was interrupted and that nobody plays now, or "".
func (s *shelf) unfinished() string {
	for _, path := range s.idle() {
		if strings.HasSuffix(path, journal.OpenEnd) {
			return path
		}
	}
	return ""
}

// putAway closes a journal for good. Done is called when that is on the disk, maybe later and in another goroutine.
func (s *shelf) putAway(file *journal.File, done func()) {
	s.mark("")
	file.PutAway(journal.Ending(journal.OverEnd), func() {
		s.drop(file)
		done()
	})
}

// discard puts the journal away of a game that nobody goes on with, or sets it aside.
func (s *shelf) discard(path string, done func()) error {
	file, _, err := s.resume(path)
	if err != nil {
		return err
	}
	s.putAway(file, done)
	return nil
}

func (s *shelf) keep(file *journal.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = append(s.open, file)
}

func (s *shelf) drop(file *journal.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = slices.DeleteFunc(s.open, func(f *journal.File) bool { return f == file })
}

// close writes what the disk takes, and says what it does not. The game that is played can be resumed.
func (s *shelf) close() {
	s.mu.Lock()
	files := slices.Clone(s.open)
	s.mu.Unlock()
	for _, file := range files {
		if err := file.Close(); err != nil {
			s.log.Error("the disk takes no more", "err", err)
		}
		s.drop(file)
	}
}
