package journal

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/textfile"
)

// A LeftGame is a game that was left or interrupted, and can be resumed.
type LeftGame struct {
	Path  string
	Start games.Start // zero if the journal can't be read
	At    time.Time   // when it was left
}

const (
	keptFor  = 24 * time.Hour // the time for which a game that was left is offered
	mostLeft = 5              // number of games that are offered
)

// Left returns the games that can be resumed, the one that was left last first.
func (f *Folder) Left() []LeftGame {
	var left []LeftGame
	for _, path := range f.idle() {
		g := LeftGame{Path: path}
		if info, err := os.Stat(path); err == nil {
			g.At = info.ModTime()
		}
		left = append(left, g)
	}
	slices.SortStableFunc(left, func(a, b LeftGame) int { return b.At.Compare(a.At) })
	left = left[:min(len(left), mostLeft)]
	for i, g := range left {
		left[i].Start, _ = f.Read(g.Path, 0)
	}
	return left
}

// Read plays a journal until a time of the game, as far as it can be played. It returns its first line,
// zero if that can't be read, and whether the game is over then.
func (f *Folder) Read(path string, until time.Duration) (start games.Start, over bool) {
	file, err := textfile.Open(path, os.O_RDONLY)
	if err != nil {
		return start, false
	}
	defer file.Close()
	table, _, err := PlayFrom(file, f.rules, until, func(Line) { f.options.Busy() })
	if err != nil {
		f.options.Log.Warn("a game that was left can't be played", "journal", path, "err", err)
	}
	if table == nil {
		return start, false
	}
	return table.Start(), table.View(games.Public).Over
}

// Tidy puts games away that were left more than a day ago. For games that were left in this run the
// day is measured by up, a clock that never jumps, for others by the wall clock.
func (f *Folder) Tidy(now time.Time, up time.Duration, done func(journal string)) {
	for _, path := range f.idle() {
		info, err := os.Stat(path)
		if err != nil || !strings.HasSuffix(path, LeftEnd) {
			continue
		}
		age := now.Sub(info.ModTime())
		f.mu.Lock()
		since, known := f.left[path]
		f.mu.Unlock()
		if known {
			if jump := age - (up - since); jump.Abs() > time.Minute {
				f.date(path, now.Add(since-up), since)
			}
			age = up - since
		}
		if age <= keptFor {
			continue
		}
		if err := f.Discard(path, done); err != nil {
			f.options.Log.Warn("a game that nobody goes on with was not put away", "err", err)
		}
	}
}

// LayAside closes the journal of a game that can be resumed for a day from now.
func (f *Folder) LayAside(file *File, now time.Time, up time.Duration) {
	f.mark("")
	file.PutAway(LeftEnd, func() {
		f.drop(file)
		f.renamed(file.Path(), WithEnd(file.Path(), LeftEnd))
		f.date(WithEnd(file.Path(), LeftEnd), now, up)
	})
}

// Postpone keeps an unfinished game that is not being played for a day from now. It counts as left,
// even if it was interrupted.
func (f *Folder) Postpone(path string, now time.Time, up time.Duration) error {
	path, err := f.rename(path, LeftEnd)
	if err == nil {
		f.date(path, now, up)
	}
	return err
}

// rename gives the name of a journal another end.
func (f *Folder) rename(from, end string) (to string, err error) {
	to = WithEnd(from, end)
	if err = rename(from, to); err == nil {
		f.renamed(from, to)
	}
	return to, err
}

// date notes when a game was left, for this run and in the file's time.
func (f *Folder) date(path string, now time.Time, up time.Duration) {
	f.mu.Lock()
	f.left[path] = up
	f.mu.Unlock()
	if err := os.Chtimes(path, now, now); err != nil {
		f.options.Log.Warn("a game is kept for a day since its last line", "err", err)
	}
}

// idle lists the journals of unfinished games that no program plays now, the latest first.
func (f *Folder) idle() []string {
	f.mu.Lock()
	if f.idling == nil {
		f.idling = unfinished(f.path)
	}
	paths := slices.Sorted(maps.Keys(f.idling)) // their names begin with the time
	f.mu.Unlock()
	slices.Reverse(paths)
	return slices.DeleteFunc(paths, func(path string) bool { return !Resumable(path) })
}

// unfinished lists the unfinished journals of a folder, which may have very many others.
// Folder.renamed keeps the list up to date afterwards.
func unfinished(folder string) map[string]bool {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	paths := map[string]bool{}
	for {
		names, err := dir.Readdirnames(256)
		for _, name := range names {
			if IsUnfinished(name) && IsName(name) {
				paths[filepath.Join(folder, name)] = true
			}
		}
		if err != nil {
			return paths
		}
	}
}

// renamed updates the list of unfinished journals after a rename; from is "" for a new one.
func (f *Folder) renamed(from, to string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.idling == nil {
		return // the folder will be listed
	}
	delete(f.idling, from)
	if filepath.Dir(to) == filepath.Clean(f.path) && IsUnfinished(to) {
		f.idling[to] = true
	}
}
