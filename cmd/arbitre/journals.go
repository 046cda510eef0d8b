package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games/journal"

	"github.com/spf13/cobra"
)

// whichJournal says which journals a command is about.
type whichJournal struct {
	file   string // the configuration
	demo   bool
	runOut bool
}

func (j *whichJournal) flags(c *cobra.Command) {
	c.Flags().BoolVar(&j.demo, "demo", false, "take the games of the virtual table")
	c.Flags().StringVar(&j.file, "config", "", "the configuration in `FILE` says where the journals are, instead of /etc/arbitre/arbitre.toml")
}

// config is the configuration, with the folder of the journals as the flags have it.
func (j whichJournal) config(w world) (config.Config, error) {
	c, err := readOwnConfig(w, j.file)
	if j.demo {
		c.Journals = demoJournals(c)
	}
	return c, err
}

// find is the journal that is named, or else the latest game.
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
	latest := slices.MaxFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return c, filepath.Join(c.Journals, latest.Name()), nil
}

// runs lets a command say whether the clock runs on.
func (j *whichJournal) runs(c *cobra.Command) {
	c.Flags().BoolVar(&j.runOut, "run-out", false, "run the clock of an unfinished game on to its end, too, which may tell what is still secret")
}

// soon is what a press decides by itself, and a command takes longer to be typed.
const soon = 2 * config.MostSettle

// until is up to when the clock of a journal runs: that of a game that goes on, or may go on some day, hardly further than
// its last line, unless that is asked for. What would come if nobody did anything more may be a secret yet.
func (j whichJournal) until(path string, last time.Duration) time.Duration {
	if journal.IsUnfinished(filepath.Base(path)) && !j.runOut {
		return last + soon
	}
	return math.MaxInt64
}

// demoJournals is the folder of the virtual table, apart from that of real games on this machine.
func demoJournals(c config.Config) string { return filepath.Join(c.Journals, "demo") }

// language is that in which people are answered: of their environment, else the one that was last chosen on the box,
// else the configuration's.
func (w world) language(c config.Config) wording.Language {
	locale := cmp.Or(w.env("LC_ALL"), w.env("LC_MESSAGES"), w.env("LANG"))
	if l, err := wording.ParseLanguage(locale[:min(2, len(locale))]); err == nil {
		return l
	}
	if l, ok := box.KeptLanguage(c.Journals); ok {
		return l
	}
	l, _ := wording.ParseLanguage(c.Language) // which the configuration has checked
	return l
}
