// Package results keeps what came of the games of a folder of journals, and who sat where. A [Book]
// tells the tables of the evening and of all time while games are played; [Read] tells them once.
//
// Everything follows from the journals and from the diary beside them, names.jsonl. The store,
// results.jsonl, has a line for each journal that was put away and only saves playing it again: a
// line that is missing is made anew.
//
// An evening lasts until nobody has played or said who sits where for six hours, a day at most. The
// wall clock of a Pi stands still while it is off, and is wrong until the network tells the time.
package results

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// A Game is what came of one journal.
type Game struct {
	Journal string        `json:"journal"` // the file's name
	Began   Moment        `json:"began"`
	Lasted  time.Duration `json:"lasted"` // up to the journal's last line; in JSON nanoseconds
	Game    string        `json:"game"`
	Options games.Agreed  `json:"options"` // but for what tunes the referee, names things or says who began
	Over    bool          `json:"over"`    // false: it was left before its end, and counts for nobody
	Places  []Place       `json:"places"`
}

// A Place is one seat of a game.
type Place struct {
	Seat  games.Seat `json:"seat"`
	Name  string     `json:"name,omitempty"` // of who sat there; "" where nobody said
	Total int        `json:"total"`          // of the seat, or of its team
	Won   bool       `json:"won"`            // by the rules; those who share the best total all have
}

// stem is the journal's name without its end.
func (g Game) stem() string { return strings.TrimSuffix(g.Journal, ".jsonl") }

// A Moment is what the wall clock said, to the second and without a time zone, as in names of
// journals.
type Moment struct{ time.Time }

// MomentOf is what the wall clock says at a time.
func MomentOf(t time.Time) Moment {
	return Moment{time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)}
}

const layout = "2006-01-02T15:04:05"

// MarshalJSON writes "2006-01-02T15:04:05".
func (m Moment) MarshalJSON() ([]byte, error) { return m.AppendFormat(nil, `"`+layout+`"`), nil }

// UnmarshalJSON reads just that.
func (m *Moment) UnmarshalJSON(text []byte) (err error) {
	m.Time, err = time.Parse(`"`+layout+`"`, string(text))
	return err
}

// A Row is what one player has come to in one game. A player is a name, or a seat without one.
type Row struct {
	Game   string     `json:"game"`
	Name   string     `json:"name,omitempty"`
	Seat   games.Seat `json:"seat,omitempty"` // of a player without a name; else 0
	Played int        `json:"played"`
	Won    int        `json:"won"`
	Points int        `json:"points"` // of all those games
}

// Standings adds up the games that are over, by game: most won first, then fewest played.
//
// A game counts as won only if somebody has lost it: nobody beats the house alone, or a table that
// is all level. Of a team each has the team's points.
func Standings(past []Game) []Row {
	s := sums{}
	s.add(past...)
	return s.rows()
}

// A player is who has a row: by a name, whatever its case, or where nobody said one, by the seat.
type player struct {
	game, name string
	seat       games.Seat
}

// sums are the rows of games that need not be in memory any more.
type sums map[player]Row

func (s sums) add(list ...Game) {
	for _, g := range list {
		if !g.Over {
			continue
		}
		decided := slices.ContainsFunc(g.Places, func(p Place) bool { return !p.Won })
		for _, p := range g.Places {
			who := player{game: g.Game, name: strings.ToLower(p.Name)}
			if p.Name == "" {
				who.seat = p.Seat
			}
			row := s[who]
			row.Game, row.Name, row.Seat = g.Game, p.Name, who.seat
			row.Played++
			row.Points += p.Total
			if p.Won && decided {
				row.Won++
			}
			s[who] = row
		}
	}
}

func (s sums) rows() []Row {
	return slices.SortedFunc(maps.Values(s), func(a, b Row) int {
		return cmp.Or(
			strings.Compare(a.Game, b.Game),
			cmp.Compare(b.Won, a.Won),
			cmp.Compare(a.Played, b.Played),
			cmp.Compare(a.Seat, b.Seat), // names come before seats
			strings.Compare(a.Name, b.Name),
		)
	})
}
