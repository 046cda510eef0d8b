// Package export writes the games of a club for other programs: spreadsheets, scripts, BG Stats.
package export

import (
	"encoding/json"
	"io"
	"path"

	"arbitre/cmd/arbitre-club/standing"
	"arbitre/games"
	"arbitre/games/results"
)

// A Format is a way to write games.
type Format struct {
	Name  string // on command lines, such as "csv"
	End   string // of the names of files, with its dot
	Media string // the media type (RFC 6838)
	Write func(io.Writer, []standing.Game) error
}

// Formats returns all formats. The rules are those of the games that are written.
func Formats(rules games.Rulebook) []Format {
	bgstats := func(out io.Writer, list []standing.Game) error { return BGStats(out, list, rules) }
	return []Format{
		{"csv", ".csv", "text/csv; charset=utf-8", CSV},
		{"json", ".json", "application/json", JSON},
		{"bgstats", ".bgsplay", "application/octet-stream", bgstats}, // a browser hands it on to the app
	}
}

// CSV writes games in the columns of [results.WriteCSV]. The first column is the table and the name
// of the journal, with a slash between them.
func CSV(out io.Writer, list []standing.Game) error {
	var all []results.Game
	for _, g := range list {
		g.Journal = path.Join(g.Table, g.Journal)
		all = append(all, g.Game)
	}
	return results.WriteCSV(out, all)
}

// JSON writes a list with an object for each game, with the fields of [standing.Game].
func JSON(out io.Writer, list []standing.Game) error {
	return json.NewEncoder(out).Encode(append([]standing.Game{}, list...)) // none is [], not null
}
