package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// A shelf is the folder of the journals. One that ends in .open.jsonl is of a game that goes on, or that a power cut ended;
// it is renamed when the game is put away. Nothing is ever deleted.
type shelf struct {
	folder string
	// runtime is a folder that a reboot empties but not a new start of the daemon (RuntimeDirectory= of systemd.exec(5));
	// "" where there is none.
	runtime string
}

// playing is the file in the runtime folder that names the journal of the game that is played.
const playing = "playing"

// mark notes which journal is played, "" for none: a daemon that ends in the midst of it goes on with it unasked.
func (s shelf) mark(path string) error {
	if s.runtime == "" {
		return nil
	}
	note := filepath.Join(s.runtime, playing)
	if path == "" {
		return os.Remove(note)
	}
	return os.WriteFile(note, []byte(path), 0o600)
}

// interrupted is the journal of the game in whose midst the daemon ended, or "".
func (s shelf) interrupted() string {
	if s.runtime == "" {
		return ""
	}
	path, err := os.ReadFile(filepath.Join(s.runtime, playing))
	if err != nil || string(path) != s.unfinished() {
		return ""
	}
	return string(path)
}

const (
	openEnd   = ".open.jsonl"
	closedEnd = ".jsonl"
	brokenEnd = ".broken.jsonl"
)

// check tells whether journals can be written.
func (s shelf) check() error {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	probe, err := os.CreateTemp(s.folder, ".probe")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// create begins the journal of a game. No two have the same name, not even where the clock stands still.
func (s shelf) create(start games.Start, now time.Time) (*journal.File, error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, fmt.Errorf("journals: %w", err)
	}
	first := now.Format("2006-01-02T15-04-05") + "-" + start.Game
	name := first
	for try := 2; s.holds(name); try++ {
		name = fmt.Sprintf("%s-%d", first, try)
	}
	return journal.Create(filepath.Join(s.folder, name+openEnd), start)
}

func (s shelf) holds(name string) bool {
	for _, end := range []string{openEnd, closedEnd, brokenEnd} {
		if _, err := os.Lstat(filepath.Join(s.folder, name+end)); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// unfinished is the journal of the last game that was not put away and that nobody plays now, or "".
func (s shelf) unfinished() string {
	paths, err := filepath.Glob(filepath.Join(s.folder, "*"+openEnd))
	if err != nil {
		return ""
	}
	slices.Sort(paths) // their names begin with the time
	for _, path := range slices.Backward(paths) {
		if !journal.Busy(path) {
			return path
		}
	}
	return ""
}

// putAway closes a journal for good.
func (s shelf) putAway(path string) error { return rename(path, closedEnd) }

// setAside keeps a journal that can't be resumed out of the way.
func (s shelf) setAside(path string) error { return rename(path, brokenEnd) }

func rename(path, end string) error {
	return os.Rename(path, strings.TrimSuffix(path, openEnd)+end)
}
