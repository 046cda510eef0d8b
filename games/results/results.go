// Package results keeps the results of the games in a folder of journals, and who sat where. A
// [Book] answers for the evening and for all time while games are played; [Read] reads all evenings
// once.
//
// Everything is computed from the journals, from the name log beside them, names.jsonl, and from the
// marks of games that do not count. The store, results.jsonl, caches a line for each journal
// that was put away, which saves playing it again; a missing line is made anew.
//
// An evening ends when for six hours no game was played and no name entered, or after a day. The
// wall clock of a Pi stands still while it is off, and is wrong until the network tells the time.
package results

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// A Game is the result of one journal.
type Game struct {
	Journal   string        `json:"journal"` // the file's name
	Began     Moment        `json:"began"`
	Lasted    time.Duration `json:"lasted"` // up to the journal's last line; in JSON nanoseconds
	Game      string        `json:"game"`
	Options   games.Agreed  `json:"options"` // without limits of races, names of things and who began
	Over      bool          `json:"over"`    // false: it was left before its end, and does not count
	Places    []Place       `json:"places"`
	ID        string        `json:"id"`                  // by [ID], the same on every machine
	Uncounted bool          `json:"uncounted,omitempty"` // by the judge: it does not count
}

// ID identifies the game of a journal: the first 16 hexadecimal digits of SHA-256 over the name of
// the file without its end, a blank, and the seed in decimal. The seed tells games of several
// tables apart that began in the same second.
func ID(name string, seed uint64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", journal.WithEnd(name, ""), seed))
	return hex.EncodeToString(sum[:8])
}

// A Place is one seat of a game, or one of those who shared it.
type Place struct {
	Seat  games.Seat `json:"seat"`
	Name  string     `json:"name,omitempty"` // of the player; "" if it was not entered
	Bot   bool       `json:"bot,omitempty"`  // the box played: the place does not count
	Team  int        `json:"team,omitempty"` // from 1; 0 where everyone played for himself
	Total int        `json:"total"`          // of the seat, or of its team
	Won   bool       `json:"won"`            // by the rules; shared by all who have the best total

	Fastest time.Duration `json:"fastest,omitempty"` // of its hands after a sign; in JSON nanoseconds
}

// People returns the places of people. Only these count, in standings and in who has won.
func (g Game) People() []Place {
	return slices.DeleteFunc(slices.Clone(g.Places), func(p Place) bool { return p.Bot })
}

// Span returns when the game began and ended.
func (g Game) Span() (from, until time.Time) { return g.Began.Time, g.Began.Time.Add(g.Lasted) }

// stem returns the journal's name without its end.
func (g Game) stem() string { return journal.WithEnd(g.Journal, "") }

// A Moment is a time of the wall clock, to the second and without a time zone, as in names of
// journals: its Time is in UTC, and no other zone makes sense of it.
type Moment struct{ Time time.Time }

// MomentOf returns the date and time that a wall clock shows.
func MomentOf(t time.Time) Moment {
	return Moment{time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)}
}

const layout = "2006-01-02T15:04:05"

// MarshalJSON writes "2006-01-02T15:04:05".
func (m Moment) MarshalJSON() ([]byte, error) { return m.Time.AppendFormat(nil, `"`+layout+`"`), nil }

// UnmarshalJSON reads that layout and no other.
func (m *Moment) UnmarshalJSON(text []byte) (err error) {
	m.Time, err = time.Parse(`"`+layout+`"`, string(text))
	return err
}

// A Row is the standing of one player in one game. A player is a name, or a seat without one.
type Row struct {
	Game   string     `json:"game"`
	Name   string     `json:"name,omitempty"`
	Seat   games.Seat `json:"seat,omitempty"` // of a player without a name; else 0
	Played int        `json:"played"`
	Won    int        `json:"won"`
	Points int        `json:"points"` // of all those games

	Fastest time.Duration `json:"fastest,omitempty"` // of the hands after a sign in those games; 0 without one
}

// Standings adds up finished games that count, by game and player: most won first, then fewest
// played.
//
// A game counts as won only if a person has lost it: not one that a player won alone, or against bots
// alone, nor a draw of all. Each member of a team has the team's points.
func Standings(list []Game) []Row {
	s := sums{}
	s.add(list...)
	return s.rows()
}

// sums are standings to which games can be added one by one: rows by the game and the player, whose
// name is in lower case.
type sums map[playerOf]Row

type playerOf struct {
	game string
	Player
}

func (s sums) add(list ...Game) {
	for _, g := range list {
		if !g.Over || g.Uncounted {
			continue
		}
		decided := g.decided()
		for _, p := range g.People() {
			who := playerOf{g.Game, p.player()}
			who.Name = strings.ToLower(p.Name)
			row := s[who]
			row.Game, row.Name, row.Seat = g.Game, p.Name, who.Seat
			row.Played++
			row.Points += p.Total
			if p.Fastest > 0 && (row.Fastest == 0 || p.Fastest < row.Fastest) {
				row.Fastest = p.Fastest
			}
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
