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
	"unicode/utf8"

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
	all := set.Bool("all", false, "")
	game := set.String("game", "", "")
	asCSV := set.Bool("csv", false, "")
	asJSON := set.Bool("json", false, "")
	arguments, err := flags(set, args, 0, 1, "at most one folder")
	if err != nil {
		return err
	}
	switch {
	case *evening && *all:
		return refuse("results: expected --evening or --all, not both")
	case *asCSV && *asJSON:
		return refuse("results: expected --csv or --json, not both")
	}
	if *game != "" {
		if _, err := sheetOf(*game); err != nil {
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
	evenings, warnings, err := results.Read(c.Journals, rules, machineClock())
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

	out := bufio.NewWriter(w.out)
	switch {
	case *asCSV:
		err = writeCSV(out, of(listed))
	case *asJSON:
		err = json.NewEncoder(out).Encode(append([]results.Game{}, of(listed)...))
	case len(evenings) == 0:
		fmt.Fprintf(out, "No game was put away yet in %s.\n", c.Journals)
	default:
		if !*all {
			writeTable(out, "The evening of "+last[0][0].Began.Format("2006-01-02"), of(last))
		}
		if !*all && !*evening {
			fmt.Fprintln(out)
		}
		if !*evening {
			writeTable(out, "All time", of(evenings))
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

func writeTable(out io.Writer, title string, list []results.Game) {
	left := 0
	for _, g := range list {
		if !g.Over {
			left++
		}
	}
	fmt.Fprintf(out, "%s: %s", title, count(len(list), "game"))
	if left > 0 {
		fmt.Fprintf(out, ", %d of them left before the end", left)
	}
	fmt.Fprintln(out)
	rows := results.Standings(list)
	wide := 0
	for _, r := range rows {
		wide = max(wide, utf8.RuneCountInString(player(r)), utf8.RuneCountInString(r.Game))
	}
	for i, r := range rows {
		if i == 0 || rows[i-1].Game != r.Game {
			fmt.Fprintf(out, "\n%-*s   played   won  points\n", wide, r.Game)
		}
		fmt.Fprintf(out, "%-*s  %7d %5d %7d\n", wide, player(r), r.Played, r.Won, r.Points)
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func player(r results.Row) string {
	if r.Name != "" {
		return r.Name
	}
	return fmt.Sprintf("seat %d", r.Seat)
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
