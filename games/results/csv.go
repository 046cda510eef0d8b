package results

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"arbitre/games"
)

// noFormula quotes text that a spreadsheet would take for a formula.
func noFormula(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); strings.ContainsRune("=+-@＝＋－＠", first) {
		return "'" + text
	}
	return text
}

// WriteCSV writes a header, and a line for each seat of every game, for programs. The file README.md
// of cmd/arbitre-club documents the columns.
func WriteCSV(out io.Writer, list []Game) error { return writeTable(out, list, false) }

// WriteSpreadsheet writes the same for a spreadsheet that a person opens by a double click: it knows
// UTF-8 by the byte order mark, and columns by the separator of its language, which is ; where
// decimals have a comma.
func WriteSpreadsheet(out io.Writer, list []Game, decimalComma bool) error {
	if _, err := io.WriteString(out, "\ufeff"); err != nil {
		return err
	}
	return writeTable(out, list, decimalComma)
}

func writeTable(out io.Writer, list []Game, decimalComma bool) error {
	table, point := csv.NewWriter(out), "."
	if decimalComma {
		table.Comma, point = ';', ","
	}
	table.Write([]string{"journal", "began", "seconds", "game", "options", "over",
		"seat", "name", "total", "won", "uncounted"})
	for _, g := range list {
		options := games.Row(g.Options.All()...).JSON()
		for _, p := range g.Places {
			if p.Bot {
				p.Name = "(bot)"
			}
			table.Write([]string{
				noFormula(g.Journal), g.Began.Time.Format(layout),
				strings.Replace(strconv.FormatFloat(g.Lasted.Seconds(), 'f', 3, 64), ".", point, 1),
				noFormula(g.Game), options, strconv.FormatBool(g.Over),
				strconv.Itoa(int(p.Seat)), noFormula(p.Name), strconv.Itoa(p.Total), strconv.FormatBool(p.Won),
				strconv.FormatBool(g.Uncounted),
			})
		}
	}
	table.Flush()
	return table.Error()
}
