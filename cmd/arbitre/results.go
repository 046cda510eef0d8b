package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/standings"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/games/results"

	"github.com/spf13/cobra"
)

func resultsCommand(w world) *cobra.Command {
	var f resultsFlags
	c := &cobra.Command{
		Use: "results [DIR]", Short: "print who has won how much, or export every game",
		Long: `The journals are those in DIR, else those of this machine's box.
A game that was left before its end is listed in exports, and counts for nobody.
--uncount leaves a game out of the tables, such as a child's first try, as the menu of
the box does; its scoreboard follows with the next game. --csv lists all journals.
A won game is one that somebody lost. All games are ranked by games won, then by the
fewest played, then by opponents beaten; who is level shares a place. In ` + titles(games.Rules.FewIsGood) + ` few points are good.
A game that was put away has a line in results.jsonl beside the journals, and its
journal is not played again; --rebuild writes that file anew.`,
		Example: "arbitre results --evening",
		Args:    takes(0, 1, "at most one folder"),
		RunE:    func(_ *cobra.Command, folders []string) error { return f.run(w, folders) },
	}
	c.Flags().BoolVar(&f.evening, "evening", false, "the last evening alone, since the last pause of six hours, and its last game round by round")
	c.Flags().BoolVar(&f.all, "all", false, "all time alone")
	c.Flags().StringVar(&f.game, "game", "", "one game alone, of this `NAME`, such as "+all.Games()[0].Name)
	c.Flags().BoolVar(&f.csv, "csv", false, "a line for each seat of every game, instead of tables")
	c.Flags().BoolVar(&f.spreadsheet, "spreadsheet", false,
		"the table of --csv in the form that spreadsheets open by a double click, in the language of the box")
	c.Flags().BoolVar(&f.json, "json", false,
		"every game as an object in one list; times that lasted are in nanoseconds")
	c.Flags().BoolVar(&f.rebuild, "rebuild", false, "first play every journal again, and write results.jsonl anew")
	c.Flags().StringArrayVar(&f.uncount, "uncount", nil,
		"the game of the journal of this `NAME` counts for nobody; may be repeated")
	c.Flags().StringArrayVar(&f.count, "count", nil, "the game of the journal of this `NAME` counts after all")
	f.which.flags(c)
	offers(c, "game", all.Games().Names)
	return c
}

// resultsFlags holds the flags of the command.
type resultsFlags struct {
	which                  whichJournal
	evening, all           bool
	csv, spreadsheet, json bool
	rebuild                bool
	game                   string   // "" for all
	uncount, count         []string // names of journals
}

func (f resultsFlags) run(w world, folders []string) error {
	if err := f.check(); err != nil {
		return err
	}
	c, err := f.which.config(w)
	if err != nil {
		return err
	}
	if len(folders) > 0 {
		c.Journals = folders[0]
		if _, err := os.ReadDir(c.Journals); err != nil { // a folder may be missing only if no flag or file names it
			return config.Wrong(err)
		}
	}
	if err := f.mark(c.Journals); err != nil {
		return err
	}
	evenings, err := f.read(w, c.Journals)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w.out)
	switch {
	case f.csv:
		err = results.WriteCSV(out, f.gamesOf(evenings))
	case f.spreadsheet:
		err = results.WriteSpreadsheet(out, f.gamesOf(evenings), w.language(c) != wording.English)
	case f.json:
		err = json.NewEncoder(out).Encode(append([]results.Game{}, f.gamesOf(evenings)...)) // none is [], not null
	default:
		in := w.language(c)
		p := standings.Printer{Out: out, Say: wording.Translate(in), Voice: wording.NewPhrases(all.Games()).In(in, ""), Rules: all.Games()}
		if len(evenings) > 0 {
			f.printTables(p, c.Journals, evenings)
			break
		}
		fmt.Fprintln(out, p.Say("No game was put away yet in %s.", c.Journals))
		if len(folders) == 0 && !f.which.demo {
			fmt.Fprintln(out, "-> "+p.Say("arbitre results --demo takes the games of the virtual table"))
		}
	}
	return errors.Join(err, out.Flush())
}

// check returns what is wrong with the flags.
func (f resultsFlags) check() error {
	switch {
	case f.evening && f.all:
		return refuse("results: expected --evening or --all, not both")
	case f.csv && f.json || f.spreadsheet && (f.csv || f.json):
		return refuse("results: expected one of --csv, --spreadsheet and --json")
	case f.game != "":
		if _, err := all.Games().Find(f.game); err != nil {
			return config.Wrong(err)
		}
	}
	return nil
}

// mark notes which games of a folder count, as --uncount and --count say. It notes nothing unless
// the folder has the journals of all of them.
func (f resultsFlags) mark(folder string) error {
	named := slices.Concat(f.uncount, f.count)
	for _, name := range named {
		_, err := os.Stat(filepath.Join(folder, name))
		switch {
		case errors.Is(err, fs.ErrNotExist), !journal.IsName(name):
			return refuse("there is no journal %s in %s; arbitre results --csv lists them", name, folder)
		case err != nil:
			return withSudoHint(err)
		}
	}
	var err error
	for _, name := range named {
		err = errors.Join(err, results.SetCounts(filepath.Join(folder, name), slices.Contains(f.count, name)))
	}
	return withSudoHint(err)
}

// withSudoHint adds to an error that root may do it, if a permission is missing.
func withSudoHint(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; sudo arbitre results may", err)
	}
	return err
}

// read returns the games of a folder, evening by evening, and warns of what can't be read; with
// --evening, the last evening alone.
func (f resultsFlags) read(w world, folder string) (evenings [][]results.Game, err error) {
	if f.rebuild {
		if err := results.Rebuild(folder, all.Games()); err != nil {
			return nil, err
		}
	}
	evenings, warnings, err := results.Read(folder, all.Games(), box.MachineClock())
	for _, wrong := range warnings {
		w.say("warning, left out: %v", wrong)
	}
	if f.evening && len(evenings) > 0 {
		evenings = evenings[len(evenings)-1:]
	}
	return evenings, withSudoHint(err)
}

// gamesOf returns the games of some evenings; with --game, only those of that name.
func (f resultsFlags) gamesOf(evenings [][]results.Game) []results.Game {
	other := func(g results.Game) bool { return f.game != "" && g.Game != f.game }
	return slices.DeleteFunc(slices.Concat(evenings...), other)
}

// printTables prints the tables of the last evening and of all time, or the one that the flags ask
// for.
func (f resultsFlags) printTables(p standings.Printer, folder string, evenings [][]results.Game) {
	if !f.all {
		last := evenings[len(evenings)-1:]
		p.Games(p.Say("The evening of %s", p.Date(last[0][0].Began.Time)), f.gamesOf(last))
		for _, g := range slices.Backward(f.gamesOf(last)) {
			if story, err := results.Replay(folder, g, all.Games()); f.evening && g.Over && err == nil {
				p.Story(g, story)
				break
			}
		}
	}
	if !f.all && !f.evening {
		fmt.Fprintln(p.Out)
	}
	if !f.evening {
		p.Games(p.Say("All time"), f.gamesOf(evenings))
	}
}
