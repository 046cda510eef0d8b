package club

import (
	"encoding/json"
	"io"
	"path"

	"arbitre/games"
	"arbitre/games/results"
)

// A Format is a way to write games.
type Format struct {
	Name  string // on command lines, such as "csv"
	End   string // of the names of files, with its dot
	Media string // the media type (RFC 6838)
	Write func(io.Writer, []Game) error
}

// Formats returns all formats. The rules are those of the games that are written.
func Formats(rules games.Rulebook) []Format {
	csv := func(out io.Writer, list []Game) error { return results.WriteCSV(out, withTables(list)) }
	bgstats := func(out io.Writer, list []Game) error { return writeBGStats(out, list, rules) }
	return []Format{
		{"csv", ".csv", "text/csv; charset=utf-8", csv},
		{"json", ".json", "application/json", writeJSON},
		{"bgstats", ".bgsplay", "application/octet-stream", bgstats}, // a browser hands it on to the app
	}
}

// WriteSpreadsheet writes the columns of the format csv for a spreadsheet: see [results.WriteSpreadsheet].
func WriteSpreadsheet(out io.Writer, list []Game, decimalComma bool) error {
	return results.WriteSpreadsheet(out, withTables(list), decimalComma)
}

// withTables returns games whose journal is named by the table and the journal, with a slash between them.
func withTables(list []Game) (all []results.Game) {
	for _, g := range list {
		g.Journal = path.Join(g.Table, g.Journal)
		all = append(all, g.Game)
	}
	return all
}

// writeJSON writes a list with an object for each game, with the fields of [Game].
func writeJSON(out io.Writer, list []Game) error {
	return json.NewEncoder(out).Encode(append([]Game{}, list...)) // none is [], not null
}
