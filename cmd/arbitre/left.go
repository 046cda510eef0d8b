package main

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/disk"
	"arbitre/games/journal"
)

// A leftGame is one that was left or interrupted, and can be taken up again.
type leftGame struct {
	path  string
	label games.Text // its name, round and players
	at    time.Time  // when it was left
}

// option is what is answered to take it up again.
func (g leftGame) option() games.Value { return games.Word(filepath.Base(g.path)) }

const (
	keptFor  = 24 * time.Hour // how long a game that was left is offered
	mostLeft = 5              // how many of them
)

// left are the games that can be taken up again, the last one that was left first.
func (s *shelf) left() []leftGame {
	var left []leftGame
	for _, path := range s.idle() {
		left = append(left, s.read(path))
	}
	slices.SortStableFunc(left, func(a, b leftGame) int { return b.at.Compare(a.at) })
	return left[:min(len(left), mostLeft)]
}

// read plays a journal to tell what game it is of. One that can't be played is told as far as it can be.
func (s *shelf) read(path string) leftGame {
	g := leftGame{path: path, label: games.Text{Word: "left_game"}}
	file, err := disk.Open(path, os.O_RDONLY)
	if err != nil {
		return g
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		g.at = info.ModTime()
	}
	table, _, err := journal.PlayFrom(file, rules, math.MaxInt64, func(journal.Line) { s.busy() })
	if err != nil {
		s.log.Warn("a game that was left can't be played", "journal", path, "err", err)
	}
	if table != nil {
		start := table.Start()
		g.label.Extra, g.label.Seats, g.label.Number = start.Game, start.Seats, table.View(games.Public).Round
	}
	return g
}

// tidy puts the games away that were left more than a day ago.
func (s *shelf) tidy(now time.Time, done func()) {
	for _, path := range s.idle() {
		info, err := os.Stat(path)
		if err == nil && strings.HasSuffix(path, journal.LeftEnd) && now.Sub(info.ModTime()) > keptFor {
			if err := s.discard(path, done); err != nil {
				s.log.Warn("a game that nobody goes on with was not put away", "err", err)
			}
		}
	}
}

// layAside closes the journal of a game that can be taken up again.
func (s *shelf) layAside(file *journal.File, now time.Time) {
	s.mark("")
	file.PutAway(journal.Ending(journal.LeftEnd), func() {
		s.drop(file)
		s.date(journal.Ending(journal.LeftEnd)(file.Path()), now)
	})
}

// setAside does that for a game that was interrupted.
func (s *shelf) setAside(path string, now time.Time) error {
	aside := journal.Ending(journal.LeftEnd)(path)
	if path != aside {
		if err := disk.Rename(path, aside); err != nil {
			return err
		}
	}
	s.date(aside, now)
	return nil
}

// date notes when a game was left.
func (s *shelf) date(path string, now time.Time) {
	if err := os.Chtimes(path, now, now); err != nil {
		s.log.Warn("a game is kept for a day since its last line", "err", err)
	}
}

// idle are the journals of games that were left or interrupted and that nobody plays now, the last begun first.
func (s *shelf) idle() []string {
	files, err := os.ReadDir(s.folder)
	if err != nil {
		return nil
	}
	var paths []string
	for _, file := range slices.Backward(files) { // sorted by their names, which begin with the time
		path := filepath.Join(s.folder, file.Name())
		if (strings.HasSuffix(path, journal.OpenEnd) || strings.HasSuffix(path, journal.LeftEnd)) && journal.Resumable(path) {
			paths = append(paths, path)
		}
	}
	return paths
}
