package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/messages"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/spf13/cobra"
)

func resultsCommand(w world) *cobra.Command {
	var r standings
	c := &cobra.Command{
		Use: "results [DIR]", Short: "print who has won how much, or export every game",
		Long: `The journals are those in DIR, else those of this machine's box.
A game that was left before its end is listed in exports, and counts for nobody.
A won game is one that somebody lost. In ` + titles(games.Rules.FewIsGood) + ` few points are good.
A game that was put away has a line in results.jsonl beside the journals, and its
journal is not played again; --rebuild writes that file anew. Else nothing is written.`,
		Example: "arbitre results --evening",
		Args:    takes(0, 1, "at most one folder"),
		RunE:    func(_ *cobra.Command, folders []string) error { return r.run(w, folders) },
	}
	c.Flags().BoolVar(&r.evening, "evening", false, "the last evening alone: since the last pause of six hours")
	c.Flags().BoolVar(&r.all, "all", false, "all time alone")
	c.Flags().StringVar(&r.game, "game", "", "one game alone, of this `NAME`, such as "+all.Games()[0].Name)
	c.Flags().BoolVar(&r.csv, "csv", false, "a line for each seat of every game, instead of tables")
	c.Flags().BoolVar(&r.json, "json", false,
		"every game as an object in one list; times that lasted are in nanoseconds")
	c.Flags().BoolVar(&r.rebuild, "rebuild", false, "first play every journal again, and write results.jsonl anew")
	r.which.flags(c, false)
	offers(c, "game", all.Games().Names)
	return c
}

// standings holds the flags of the command.
type standings struct {
	which                   whichJournal
	evening, all, csv, json bool
	rebuild                 bool
	game                    string
}

// check returns what is wrong with the flags.
func (r standings) check() error {
	switch {
	case r.evening && r.all:
		return refuse("results: expected --evening or --all, not both")
	case r.csv && r.json:
		return refuse("results: expected --csv or --json, not both")
	case r.game != "":
		if _, err := all.Games().Find(r.game); err != nil {
			return config.Wrong(err)
		}
	}
	return nil
}

// read returns all games of a folder, an evening each; without folders, of the configured one.
func (r standings) read(w world, folders []string) (c config.Config, evenings [][]results.Game, err error) {
	if c, err = r.which.config(w); err != nil {
		return c, nil, err
	}
	if len(folders) > 0 {
		c.Journals = folders[0]
		if _, err := os.ReadDir(c.Journals); err != nil {
			return c, nil, config.Wrong(err)
		}
	}
	if r.rebuild {
		if err := results.Rebuild(c.Journals, all.Games()); err != nil {
			return c, nil, err
		}
	}
	evenings, warnings, err := results.Read(c.Journals, all.Games(), box.MachineClock())
	if errors.Is(err, fs.ErrPermission) {
		return c, nil, fmt.Errorf("%w; sudo arbitre results may", err)
	}
	for _, wrong := range warnings {
		w.say("warning, left out: %v", wrong)
	}
	return c, evenings, err
}

func (r standings) run(w world, folders []string) error {
	if err := r.check(); err != nil {
		return err
	}
	c, evenings, err := r.read(w, folders)
	if err != nil {
		return err
	}
	gamesOf := func(evenings [][]results.Game) []results.Game {
		other := func(g results.Game) bool { return r.game != "" && g.Game != r.game }
		return slices.DeleteFunc(slices.Concat(evenings...), other)
	}
	last := evenings[max(0, len(evenings)-1):]
	if r.evening {
		evenings = last
	}
	l := w.language(c)
	say, out := messages.In(l), bufio.NewWriter(w.out)
	tables := tablePrinter{out, say, wording.NewPhrases(all.Games()).In(l, "").Word}
	switch {
	case r.csv:
		err = results.WriteCSV(out, gamesOf(evenings))
	case r.json:
		err = json.NewEncoder(out).Encode(append([]results.Game{}, gamesOf(evenings)...))
	case len(evenings) == 0:
		fmt.Fprintln(out, say("No game was put away yet in %s.", c.Journals))
		if len(folders) == 0 && !r.which.demo {
			fmt.Fprintln(out, "-> "+say("arbitre results --demo takes the games of the virtual table"))
		}
	default:
		if !r.all {
			tables.print(say("The evening of %s", last[0][0].Began.Format(time.DateOnly)), gamesOf(last))
		}
		if !r.all && !r.evening {
			fmt.Fprintln(out)
		}
		if !r.evening {
			tables.print(say("All time"), gamesOf(evenings))
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// A tablePrinter prints standings in one language.
type tablePrinter struct {
	out       io.Writer
	say       messages.Say
	gameTitle func(name string) string
}

// print prints the standings after some games.
func (t tablePrinter) print(title string, list []results.Game) {
	left := 0
	for _, g := range list {
		if !g.Over {
			left++
		}
	}
	played := t.say("1 game")
	if n := len(list); n != 1 {
		played = t.say("%d games", n)
	}
	fmt.Fprint(t.out, t.say("%s: %s", title, played))
	if left > 0 {
		fmt.Fprint(t.out, t.say(", %d of them left before the end", left))
	}
	fmt.Fprintln(t.out)
	rows := results.Standings(list)
	wide := 0
	for _, r := range rows {
		wide = max(wide, utf8.RuneCountInString(t.player(r)), utf8.RuneCountInString(t.gameTitle(r.Game)))
	}
	for i, r := range rows {
		if i == 0 || rows[i-1].Game != r.Game {
			fmt.Fprintf(t.out, "\n%-*s  %7s %5s %7s\n", wide, t.gameTitle(r.Game),
				t.say("played"), t.say("won"), t.say("points"))
		}
		fmt.Fprintf(t.out, "%-*s  %7d %5d %7d\n", wide, t.player(r), r.Played, r.Won, r.Points)
	}
}

func (t tablePrinter) player(r results.Row) string {
	if r.Name != "" {
		return r.Name
	}
	return t.say("seat %d", int(r.Seat))
}
