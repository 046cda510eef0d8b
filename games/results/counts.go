package results

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/games/journal"
	"arbitre/games/textfile"
)

// uncountedEnd ends the name of the empty file that stands beside a journal if its game does not
// count, such as a child's first try.
const uncountedEnd = ".uncounted"

// SetCounts notes whether the game of a journal counts, and returns when that is on the disk. The
// game need not be over, so the path may have any end of a journal's name. A [Book] of the folder
// learns of it when it next looks.
func SetCounts(path string, counts bool) error {
	mark := journal.WithEnd(path, uncountedEnd)
	if !counts {
		return textfile.Replace(mark, nil)
	}
	if err := os.Remove(mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return textfile.SyncFolder(filepath.Dir(path))
}

// Counts reports whether the game of a journal counts. It does unless [SetCounts] noted otherwise.
// As there, the path may have any end of a journal's name.
func Counts(path string) bool {
	_, err := os.Lstat(journal.WithEnd(path, uncountedEnd))
	return err != nil
}

// uncounted lists the names of the marks in a folder, in order. If the folder can't be read, it
// lists none: the journals can't be listed either then, and that is reported.
func uncounted(folder string) []string {
	marks, _ := fs.Glob(os.DirFS(folder), "*"+uncountedEnd) // the pattern is right
	return marks
}
