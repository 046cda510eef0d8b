package club

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"

	"arbitre/display/mqtt"
	"arbitre/games/results"
)

// mostGames is how many games a club keeps. They take about a kilobyte of memory each.
const mostGames = 200_000

var errFull = fmt.Errorf("the club has %d games, and takes in no more", mostGames)

// keep writes the newest results that tables told, and reads what another program wrote. After a
// failure they wait for the next time.
func (c *Club) keep() error {
	c.mu.Lock()
	told, err := c.told, c.refresh()
	c.told = map[string][]byte{}
	names := c.newNames()
	c.mu.Unlock()
	if err == nil && len(names) > 0 {
		err = c.NameTables(names...)
	}
	for table, payload := range told { // decoded without holding mu, for that takes long
		list, wrong := parseGames(payload)
		if err == nil {
			err = c.Add(table, list)
		}
		if errors.Is(err, errFull) {
			wrong, err = err, nil
		}
		c.fault(table, wrong)
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		maps.Copy(told, c.told) // which is newer
		c.told = told
	}
	return err
}

// NameTables keeps names of tables as people write them. They are shown in place of the names in
// topics, which are made of them.
func (c *Club) NameTables(names ...string) error {
	return c.note(func(n *notebook) {
		for _, name := range names {
			n.Tables[mqtt.Slug(name)] = name
		}
	})
}

// newNames lists names that tables say and the club does not keep yet. A table may use no name but
// one that its topic is made of, so that it can't pass for another. The caller holds mu.
func (c *Club) newNames() (names []string) {
	for topic, t := range c.tables {
		name, err := results.Tidy(t.State.Table)
		known := name == topic || name == c.notes.Tables[topic]
		if err == nil && !known && mqtt.Slug(name) == topic && len(c.notes.Tables) < mostTables {
			names = append(names, name)
		}
	}
	return names
}

// refresh reads the store if another program has written it. The caller holds mu, or is the only
// one.
func (c *Club) refresh() error {
	if newest, err := c.store.change(); err != nil || newest == c.change {
		return err
	}
	games, notes, change, err := c.store.all()
	if err != nil {
		return err
	}
	c.change, c.games, c.notes, c.list = change, games, notes, nil
	c.Tell()
	return nil
}

// wrote takes note of a change of the store that the club has made itself. If another program made
// one before it, both are read with the next refresh. The caller holds mu.
func (c *Club) wrote(change int) {
	if change == c.change+1 {
		c.change = change
	}
}

// Add keeps results of games of a table, or of one that is not known, "". It returns when they are
// kept. A game belongs to the table that told of it first, so that no table can change the results
// of another.
func (c *Club) Add(home string, list []results.Game) error {
	rows, full := c.missing(home, list)
	if len(rows) == 0 {
		return full
	}
	number, err := c.store.put(rows)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wrote(number)
	for _, r := range rows {
		c.games[r.Result.ID] = r
	}
	c.list = nil
	c.Tell()
	return full
}

// missing returns the games of a list that the club has not, or has differently, as far as there is
// room for them; else the error is errFull.
func (c *Club) missing(home string, list []results.Game) (rows []row, full error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	room := mostGames - len(c.games)
	for _, g := range list {
		old, known := c.games[g.ID]
		next := row{Home: home, Result: g}
		switch {
		case !next.replaces(old):
			continue
		case !known && room == 0:
			full = errFull
			continue
		case !known:
			room--
		}
		rows = append(rows, next)
	}
	return rows, full
}

// replaces reports whether the row differs from an old one of the same game, and may take its place:
// a game stays that of the table that told of it first. The row has its table then.
func (r *row) replaces(old row) bool {
	r.Home = cmp.Or(r.Home, old.Home)
	another := old.Home != "" && old.Home != r.Home
	return !another && !reflect.DeepEqual(*r, old)
}
