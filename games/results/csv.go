package results

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"arbitre/games"
)

// noFormula quotes a name that a spreadsheet would take for a formula.
func noFormula(name string) string {
	if first, _ := utf8.DecodeRuneInString(name); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + name
	}
	return name
}

// WriteCSV writes a header, and a line for each seat of every game.
func WriteCSV(out io.Writer, list []Game) error {
	table := csv.NewWriter(out)
	table.Write([]string{"journal", "began", "seconds", "game", "options", "over", "seat", "name", "total", "won"})
	for _, g := range list {
		options := games.Object(g.Options.All()...)
		for _, p := range g.Places {
			table.Write([]string{
				g.Journal, g.Began.Format(layout), strconv.FormatFloat(g.Lasted.Seconds(), 'f', 3, 64),
				g.Game, string(options), strconv.FormatBool(g.Over),
				strconv.Itoa(int(p.Seat)), noFormula(p.Name), strconv.Itoa(p.Total), strconv.FormatBool(p.Won),
			})
		}
	}
	table.Flush()
	return table.Error()
}
