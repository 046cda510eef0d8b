// Package results keeps what came of the games of a folder of journals, and who sat where: tables of an evening and of all time.
//
// Everything follows from the journals and from names.jsonl beside them. results.jsonl only saves playing every journal
// again: it has a line for each that was put away.
//
// An evening lasts until nobody has played or said who sits where for six hours, a day at most, whatever the clock on the
// wall says: a Pi has none that runs while it is off, and begins where it was when it was last switched off, until the network tells
// the time.
package results

import (
	"cmp"
	"fmt"
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
	Options Options       `json:"options"`
	Over    bool          `json:"over"` // false: it was left before its end, and counts for nobody
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

// Options are what was agreed for a game, in the order of its start line.
type Options []games.Field

// MarshalJSON writes them as an object.
func (o Options) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, f := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%s:%s", string(games.Word(f.Key)), string(f.Value))
	}
	return append(b, '}'), nil
}

// UnmarshalJSON reads an object.
func (o *Options) UnmarshalJSON(text []byte) error {
	fields, err := games.ParseObject(text)
	*o = fields
	return err
}

// thatMatter leaves out what only tunes the referee, names things, or says who began.
func thatMatter(rules games.Rules, agreed games.Agreed) Options {
	return slices.DeleteFunc(append(Options{}, agreed.All()...), func(f games.Field) bool {
		return f.Key == games.RaceOption || slices.ContainsFunc(rules.Options, func(o games.Option) bool {
			return o.Key == f.Key && (o.Seats || o.Preset.Form == games.Names)
		})
	})
}

// A Moment is what the clock on the wall said, to the second, in whatever time zone it hung: as in the names of journals.
type Moment struct{ time.Time }

// MomentOf is what the clock on the wall says at a time.
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

// A Row is what one player has come to in one game. Who is a player: a name, or where nobody said one, the seat.
type Row struct {
	Game   string     `json:"game"`
	Name   string     `json:"name,omitempty"`
	Seat   games.Seat `json:"seat,omitempty"` // of a player without a name; else 0
	Played int        `json:"played"`
	Won    int        `json:"won"`
	Points int        `json:"points"` // of all those games
}

// Standings adds up the games that are over: by game, who has won most first, and of those who needed fewer games.
//
// A game counts as won only if somebody has lost it: nobody beats the house alone, or a table that is all level. Of a
// team each has the team's points.
func Standings(past []Game) []Row {
	s := sums{}
	s.addAll(past)
	return s.rows()
}

// A player is who has a row: by a name, whatever its case, or where nobody said one, by the seat.
type player struct {
	game, name string
	seat       games.Seat
}

// sums are the rows of games that need not be in memory any more.
type sums map[player]Row

func (s sums) add(g Game) {
	if !g.Over {
		return
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

func (s sums) addAll(list []Game) {
	for _, g := range list {
		s.add(g)
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

// pause is what parts two evenings, and longest how long one lasts where nobody ever pauses.
const (
	pause   = 6 * time.Hour
	longest = 24 * time.Hour
)

// An evening is what was played between two pauses, and who said to sit where.
type evening struct {
	from, until Moment // when anything first and last happened, as [place] has it
	games       []Game
	names       []naming
}

// evenings parts the past, in the order of time, and writes the names into the games. The last is the newest that has
// begun by now; before it come those that lie in a future that a wrong clock has seen.
func evenings(past []Game, entries []entry, now reading) (all []evening, at Moment) {
	lasted := map[string]time.Duration{}
	for _, g := range past {
		lasted[g.stem()] = g.Lasted
	}
	names, began, at := place(entries, lasted, now)
	type event struct {
		at   Moment
		game Game
		name naming
	}
	var events []event
	for _, g := range past {
		when, ok := began[g.stem()]
		if !ok {
			when = g.Began
		}
		events = append(events, event{at: when, game: g})
	}
	for _, n := range names {
		events = append(events, event{at: n.From, name: n})
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.at.Compare(b.at.Time) }) // a game before the name of its first second
	var ended [][]Moment                                                                   // the games of an evening
	for _, e := range events {
		until := Moment{e.at.Add(e.game.Lasted)}
		if n := len(all); n == 0 || e.at.Sub(all[n-1].until.Time) >= pause || e.at.Sub(all[n-1].from.Time) >= longest {
			all, ended = append(all, evening{from: e.at, until: until}), append(ended, nil)
		}
		last := len(all) - 1
		if until.After(all[last].until.Time) {
			all[last].until = until
		}
		if e.name.Seat > 0 {
			all[last].names = append(all[last].names, e.name)
			continue
		}
		all[last].games, ended[last] = append(all[last].games, e.game), append(ended[last], until)
	}
	for i := range all {
		for j, g := range all[i].games {
			all[i].games[j].Places = seated(g, ended[i][j], all[i].names)
		}
	}
	begun := slices.IndexFunc(all, func(e evening) bool { return e.from.After(at.Time) })
	if begun < 0 {
		return all, at
	}
	return slices.Concat(all[begun:], all[:begun]), at
}

// seated names the places of a game. A name counts for the game during which it was said, and from then on; of a seat
// that nobody had named yet, also for the games before. Nobody sits twice at a table.
func seated(g Game, ended Moment, names []naming) []Place {
	sits := map[games.Seat]string{}
	later := sit(sits, names, ended)
	for _, n := range later {
		if _, said := sits[n.Seat]; !said {
			sits[n.Seat] = n.Name
			for seat, name := range sits {
				if seat != n.Seat && name == n.Name {
					sits[n.Seat] = ""
				}
			}
		}
	}
	places := slices.Clone(g.Places)
	for i := range places {
		places[i].Name = sits[places[i].Seat]
	}
	return places
}

// sit takes names until a moment. Whoever moves to another seat leaves the first. It returns the names after that.
func sit(sits map[games.Seat]string, names []naming, until Moment) (later []naming) {
	for i, n := range names {
		if n.From.After(until.Time) {
			return names[i:]
		}
		for seat, name := range sits {
			if name == n.Name {
				sits[seat] = ""
			}
		}
		sits[n.Seat] = n.Name
	}
	return nil
}
