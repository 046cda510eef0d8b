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
type shelf struct{ folder string }

const (
	openEnd   = ".open.jsonl"
	closedEnd = ".jsonl"
	brokenEnd = ".broken.jsonl"
)

// create begins the journal of a game.
func (s shelf) create(start games.Start, now time.Time) (*journal.File, error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, fmt.Errorf("journals: %w", err)
	}
	name := now.Format("2006-01-02T15-04-05") + "-" + start.Game
	for try := 1; ; try++ {
		path := filepath.Join(s.folder, name+openEnd)
		if try > 1 {
			path = filepath.Join(s.folder, fmt.Sprintf("%s-%d%s", name, try, openEnd))
		}
		f, err := journal.Create(path, start)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// unfinished is the journal of the last game that was not put away, or "".
func (s shelf) unfinished() string {
	paths, err := filepath.Glob(filepath.Join(s.folder, "*"+openEnd))
	if err != nil || len(paths) == 0 {
		return ""
	}
	return slices.Max(paths) // their names begin with the time
}

// putAway closes a journal for good.
func (s shelf) putAway(path string) error { return rename(path, closedEnd) }

// setAside keeps a journal that can't be resumed out of the way.
func (s shelf) setAside(path string) error { return rename(path, brokenEnd) }

func rename(path, end string) error {
	return os.Rename(path, strings.TrimSuffix(path, openEnd)+end)
}
