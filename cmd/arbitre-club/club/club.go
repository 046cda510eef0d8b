// Package club hears what the tables of a club say on a broker, keeps their games, and knows who is
// who at all of them.
//
// What a table says of the game that is on is shown and forgotten. The results of finished games
// are kept in a file, each once by its id, however often it is told. It adds them up, rates the
// players, and draws who sits where in the next round.
package club

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/display/web/site"
	"arbitre/games/results"
)

// A Club is what is known of all tables. Any goroutine may use it. Its signal tells of each change.
type Club struct {
	site.Signal
	store  *store
	report func(error)
	faults faults
	most   limits

	mu    sync.Mutex // guards what is below
	heard heard
	told  map[string][]byte // by table: the newest results, as they came, that are not in the store yet

	change mark // up to which the following was read
	games  collection
	notes  notebook
	list   []Game // made of games and notes; nil if it must be made anew

	// retain has the broker keep a message, or none at that topic if it is empty; nil while there is no
	// broker.
	retain    func(topic string, payload []byte) error
	prefix    string // of all topics
	members   []byte // what the broker was told of them; nil if nothing
	membersAt mark   // for which that holds
}

// Open opens the club whose file is in a folder, which is made if it is missing. Report is called,
// by any goroutine, with what goes wrong later.
func Open(folder string, report func(error)) (*Club, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	s, err := openStore(filepath.Join(folder, "club.db"))
	if err != nil {
		return nil, err
	}
	c := &Club{
		store: s, report: report, most: defaultLimits(), change: -1,
		faults: faults{report: report, tables: map[string]bool{}}, heard: heard{tables: map[string]*Table{}}, told: map[string][]byte{},
	}
	if err := c.refresh(); err != nil {
		return nil, err
	}
	return c, nil
}

// Tables returns what each table says at present, by their names in topics.
func (c *Club) Tables() (all []Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(c.heard.tables)) {
		all = append(all, *c.heard.tables[name])
	}
	return all
}

// A Game is the result of one game of a table of the club. Each name in it is one person's.
type Game struct {
	results.Game
	Table string `json:"table"` // its name in the club; "" if it is unknown
}

// Games returns all games of all tables in the order in which they began. The list must not be
// changed.
func (c *Club) Games() []Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.list != nil {
		return c.list
	}
	for _, r := range c.games.rows {
		g := Game{Game: r.Result, Table: cmp.Or(c.notes.Tables[r.Home], r.Home)}
		g.Places = slices.Clone(g.Places)
		if counts, said := c.notes.Counts[g.ID]; said {
			g.Uncounted = !counts
		}
		c.list = append(c.list, g)
	}
	slices.SortFunc(c.list, func(a, b Game) int {
		return cmp.Or(a.Began.Time.Compare(b.Began.Time), strings.Compare(a.ID, b.ID))
	})
	spelling := map[string]string{} // the latest, by people's names in lower case
	for _, g := range c.list {
		for i, p := range g.Places {
			person := c.notes.personAt(p.Name, g.Table, g.Began.Time)
			g.Places[i].Name, spelling[strings.ToLower(person)] = person, person
		}
	}
	for _, g := range c.list {
		for i, p := range g.Places {
			g.Places[i].Name = spelling[strings.ToLower(p.Name)]
		}
	}
	return c.list
}

// Evening returns the games of the evening that is on at a moment, as [results.Split] has it, in the
// order in which they began. The list must not be changed.
func (c *Club) Evening(now time.Time) []Game {
	all, at := c.Games(), results.MomentOf(now).Time
	if i := slices.IndexFunc(all, func(g Game) bool { return g.Began.Time.After(at) }); i >= 0 {
		all = all[:i] // a clock was wrong
	}
	evenings := results.Split(all, Game.Span)
	if n := len(evenings); n > 0 && evenings[n-1].IsOn(at) {
		return evenings[n-1].Events
	}
	return nil
}
