package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/words"
	"arbitre/display"
	"arbitre/games/all"
	"arbitre/games/results"
)

func resultsCommand() command {
	return command{
		name: "results", args: "[--evening | --all] [--game NAME] [--csv | --json] [--demo] [--config FILE] [DIR]",
		about: "print who has won how much, or export every game",
		details: `
  --evening      the last evening alone: since the last pause of six hours
  --all          all time alone
  --game NAME    one game alone, such as mito
  --csv          a line for each seat of every game, instead of tables
  --json         every game as an object in one list; times that lasted are in nanoseconds
  --demo         the games of the virtual table
  --config FILE  where the journals are, instead of /etc/arbitre/arbitre.toml

The journals are those in DIR, else those of this machine's box.
A game that was left before its end is listed in exports, and counts for nobody.
A won game is one that somebody lost. In Mito and Mogel Motte few points are good.
Everything is read from the journals; nothing is written.`,
		example: "arbitre results --evening",
		run:     printResults,
	}
}

func printResults(w world, args []string) error {
	set := flag.NewFlagSet("results", flag.ContinueOnError)
	var which journalFlags
	which.define(set)
	evening := set.Bool("evening", false, "")
	ever := set.Bool("all", false, "")
	game := set.String("game", "", "")
	asCSV := set.Bool("csv", false, "")
	asJSON := set.Bool("json", false, "")
	arguments, err := flags(set, args, 0, 1, "at most one folder")
	if err != nil {
		return err
	}
	switch {
	case *evening && *ever:
		return refuse("results: expected --evening or --all, not both")
	case *asCSV && *asJSON:
		return refuse("results: expected --csv or --json, not both")
	}
	if *game != "" {
		if _, err := all.Games().Find(*game); err != nil {
			return badInput{err}
		}
	}
	c, err := which.config(w)
	if err != nil {
		return err
	}
	if len(arguments) > 0 {
		c.Journals = arguments[0]
		if _, err := os.ReadDir(c.Journals); err != nil {
			return badInput{err}
		}
	}
	evenings, warnings, err := results.Read(c.Journals, all.Games(), machineClock())
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; sudo arbitre results may", err)
	} else if err != nil {
		return err
	}
	for _, wrong := range warnings {
		w.say("warning, left out: %v", wrong)
	}
	of := func(evenings [][]results.Game) []results.Game {
		return slices.DeleteFunc(slices.Concat(evenings...), func(g results.Game) bool { return *game != "" && g.Game != *game })
	}
	last := evenings[max(0, len(evenings)-1):]
	listed := evenings
	if *evening {
		listed = last
	}

	l := w.language(c)
	say, phrases := words.In(l), display.NewPhrases()
	title := func(game string) string { return phrases.Word(game, l) }
	out := bufio.NewWriter(w.out)
	switch {
	case *asCSV:
		err = writeCSV(out, of(listed))
	case *asJSON:
		err = json.NewEncoder(out).Encode(append([]results.Game{}, of(listed)...))
	case len(evenings) == 0:
		fmt.Fprintln(out, say("No game was put away yet in %s.", c.Journals))
	default:
		if !*ever {
			writeTable(out, say, title, say("The evening of %s", last[0][0].Began.Format(time.DateOnly)), of(last))
		}
		if !*ever && !*evening {
			fmt.Fprintln(out)
		}
		if !*evening {
			writeTable(out, say, title, say("All time"), of(evenings))
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// writeTable prints what came of some games; gameTitle names one as people do.
func writeTable(out io.Writer, say words.Say, gameTitle func(string) string, title string, list []results.Game) {
	left := 0
	for _, g := range list {
		if !g.Over {
			left++
		}
	}
	played := say("1 game")
	if n := len(list); n != 1 {
		played = say("%d games", n)
	}
	fmt.Fprint(out, say("%s: %s", title, played))
	if left > 0 {
		fmt.Fprint(out, say(", %d of them left before the end", left))
	}
	fmt.Fprintln(out)
	rows := results.Standings(list)
	wide := 0
	for _, r := range rows {
		wide = max(wide, utf8.RuneCountInString(player(r, say)), utf8.RuneCountInString(gameTitle(r.Game)))
	}
	for i, r := range rows {
		if i == 0 || rows[i-1].Game != r.Game {
			fmt.Fprintf(out, "\n%-*s  %7s %5s %7s\n", wide, gameTitle(r.Game), say("played"), say("won"), say("points"))
		}
		fmt.Fprintf(out, "%-*s  %7d %5d %7d\n", wide, player(r, say), r.Played, r.Won, r.Points)
	}
}

func player(r results.Row, say words.Say) string {
	if r.Name != "" {
		return r.Name
	}
	return say("seat %d", int(r.Seat))
}

// noFormula keeps a spreadsheet from computing what somebody typed for a name.
func noFormula(name string) string {
	if strings.ContainsAny(name[:min(1, len(name))], "=+-@") {
		return "'" + name
	}
	return name
}

func writeCSV(out io.Writer, list []results.Game) error {
	table := csv.NewWriter(out)
	table.Write([]string{"journal", "began", "seconds", "game", "options", "over", "seat", "name", "total", "won"})
	for _, g := range list {
		began, _ := g.Began.MarshalText()
		options, err := json.Marshal(g.Options)
		if err != nil {
			return err
		}
		for _, p := range g.Places {
			table.Write([]string{
				g.Journal, string(began), strconv.FormatFloat(g.Lasted.Seconds(), 'f', 3, 64), g.Game, string(options),
				strconv.FormatBool(g.Over), strconv.Itoa(int(p.Seat)), noFormula(p.Name), strconv.Itoa(p.Total), strconv.FormatBool(p.Won),
			})
		}
	}
	table.Flush()
	return table.Error()
}
