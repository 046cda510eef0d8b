package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"

	"github.com/spf13/cobra"
)

// whichJournal holds the flags that choose the journals of a command.
type whichJournal struct {
	file   string // the configuration, "" for the usual one
	demo   bool   // take the journals of the virtual table
	runOut bool   // apply the deadlines after the last line, too
}

// flags adds the flags to a command that reads journals.
func (j *whichJournal) flags(c *cobra.Command) {
	c.Flags().BoolVar(&j.demo, "demo", false, "take the games of the virtual table")
	c.Flags().StringVar(&j.file, "config", "",
		"the configuration in `FILE` says where the journals are, instead of /etc/arbitre/arbitre.toml")
}

// playFlags adds the flags to a command that plays a journal.
func (j *whichJournal) playFlags(c *cobra.Command) {
	j.flags(c)
	c.Flags().BoolVar(&j.runOut, "run-out", false,
		"run the clock of an unfinished game on to its end, too, which may tell what is still secret")
}

// config reads the configuration. With --demo its journals are those of the virtual table.
func (j whichJournal) config(w world) (config.Config, error) {
	c, err := readOwnConfig(w, j.file)
	if j.demo {
		c.Journals = demoJournals(c)
	}
	return c, err
}

// find returns the path of the journal that the arguments name, or else of the latest game.
func (j whichJournal) find(w world, arguments []string) (c config.Config, path string, err error) {
	c, err = j.config(w)
	if err != nil || len(arguments) > 0 {
		return c, append(arguments, "")[0], err
	}
	entries, err := os.ReadDir(c.Journals)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return c, "", fmt.Errorf("%w; sudo arbitre may", err)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return c, "", err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !journal.IsName(e.Name()) })
	if len(entries) == 0 {
		hint := "name a journal, or add --demo for the games of the virtual table"
		if j.demo {
			hint = "arbitre demo opens the virtual table"
		}
		return c, "", refuse("no game was played yet in %s: %s", c.Journals, hint)
	}
	latest := entries[len(entries)-1] // their names begin with the time
	return c, filepath.Join(c.Journals, latest.Name()), nil
}

// soon is longer than a race stays undecided after its last press. Typing a command takes longer
// still, so that the verdict is no secret by then.
const soon = 2 * config.MostSettle

// play plays the journal that the arguments name, or else the latest game, up to a time. It calls
// see with each line, and in the end with a line that has only the facts of later deadlines.
// The clock of an unfinished game stops soon after its last line, unless --run-out is set: facts
// that would come without any further input may still be secret. The table is nil if the journal has
// not even a start line.
func (j whichJournal) play(w world, arguments []string, until time.Duration, see func(journal.Line)) (
	table *games.Table, in wording.Language, err error,
) {
	c, path, err := j.find(w, arguments)
	if err != nil {
		return nil, in, err
	}
	table, tail, err := playFile(w, path, until, see)
	if err != nil || table == nil {
		return nil, in, err
	}
	if !tail.Later && !j.runOut && journal.IsUnfinished(filepath.Base(path)) {
		until = min(until, table.Now()+soon)
	}
	see(journal.Line{Facts: table.Advance(until)})
	return table, w.language(c), nil
}

// demoJournals returns the folder of the virtual table's journals, apart from those of real games.
func demoJournals(c config.Config) string { return filepath.Join(c.Journals, "demo") }

// playFile plays a journal from disk and warns of a torn tail. Its errors name file and line.
func playFile(w world, path string, until time.Duration, see func(journal.Line)) (*games.Table, journal.Tail, error) {
	text := w.in
	if path == "-" {
		path = "standard input"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, journal.Tail{}, config.Wrong(err)
		}
		defer file.Close()
		text = file
	}
	table, tail, err := journal.PlayFrom(text, all.Games(), until, see)
	wrong, isLine := errors.AsType[*journal.LineError](err)
	switch {
	case isLine:
		return nil, tail, refuse("%s:%d: %w", path, wrong.Line, wrong.Err)
	case errors.Is(err, syscall.EISDIR):
		return nil, tail, refuse("%s is a folder; arbitre results %[1]s reads all that is in it", path)
	case err != nil:
		return nil, tail, config.Wrong(err)
	}
	if tail.Torn > 0 {
		w.say("%s:%d: warning: the last line is torn and was dropped", path, tail.Torn)
	}
	if table == nil && tail.Torn == 0 {
		w.say("%s: warning: the journal is empty", path)
	}
	return table, tail, nil
}
