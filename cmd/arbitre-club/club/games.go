package club

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"
	"arbitre/games/results"
)

// keep writes what tables told, and reads what another program wrote. After a failure it waits for
// the next time.
func (c *Club) keep() error {
	c.mu.Lock()
	told, err := c.told, c.refresh()
	c.told = map[string][]byte{}
	for _, t := range c.notes.Forget {
		delete(c.heard.tables, t)
		delete(told, t)
	}
	forget := c.notes.Forget
	news, changed := c.heard.notes(c.notes)
	c.mu.Unlock()
	if err == nil && changed {
		err = c.note(news)
	}
	for table, payload := range told { // decoded without holding mu, for that takes long
		list, wrong := parseGames(payload)
		if err == nil {
			_, err = c.add(table, list, false)
		}
		if errors.Is(err, errFull) || errors.Is(err, errAnothers) {
			wrong, err = err, nil
		}
		c.fault(table, wrong)
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		maps.Copy(told, c.told) // which is newer
		c.told = told
		return err
	}
	return errors.Join(c.clear(forget), c.tellMembers(time.Now()))
}

// clear has the broker forget tables that are to be forgotten there, too.
func (c *Club) clear(forget []string) error {
	c.mu.Lock()
	prefix, retain := c.prefix, c.retain
	c.mu.Unlock()
	if len(forget) == 0 || retain == nil {
		return nil
	}
	for _, table := range forget {
		for _, topic := range mqtt.Retained(prefix, table) {
			if err := retain(topic, nil); err != nil {
				return fmt.Errorf("the broker does not forget %q yet: %w", forget, err)
			}
		}
	}
	return c.note(func(n *notebook) {
		n.Forget = slices.DeleteFunc(n.Forget, func(table string) bool { return slices.Contains(forget, table) })
	})
}

// NameTable keeps how people write a table's name. It is shown in place of the name in topics, which
// is made of it.
func (c *Club) NameTable(name string) error {
	return c.note(func(n *notebook) { n.Tables[address.Slug(name)] = name })
}

// notes returns what is to be noted of the tables, if anything is: that they are there, which games
// they play, and their names. A table may use no name but one that its topic is made of, so that it
// can't pass for another.
func (h *heard) notes(known notebook) (note func(*notebook), any bool) {
	names, began := map[string]string{}, map[string][]string{}
	for topic, t := range h.tables {
		began[topic] = t.began
		name, err := results.Tidy(t.State.Table)
		if err == nil && address.Slug(name) == topic && name != cmp.Or(known.Tables[topic], topic) {
			names[topic] = name
		}
	}
	same := maps.EqualFunc(began, known.Heard, slices.Equal[[]string])
	return func(n *notebook) {
		n.Heard = began
		maps.Copy(n.Tables, names)
	}, len(names) > 0 || !same
}

// refresh reads the store if another program has written it. The caller holds mu, or is the only
// one.
func (c *Club) refresh() error {
	if newest, err := c.store.change(); err != nil || newest == c.change {
		return err
	}
	rows, notes, change, err := c.store.all()
	if err != nil {
		return err
	}
	c.change, c.games, c.notes, c.list = change, rows, notes, nil
	c.bytes, c.played = 0, map[string]int{}
	for _, r := range rows {
		c.bytes += r.size
		c.played[r.Home]++
	}
	c.Tell()
	return nil
}

// errAnothers is the error of add for a game that is another table's.
var errAnothers = errors.New("a game is another table's")

// Imported says what an import has done: how many games are new to the club, how many replace what
// a table had told otherwise, and how many were refused, for the club is full.
type Imported struct{ New, Corrected, Refused int }

// Import keeps results of the journals of a table, or of one that is not known, "". It returns when
// they are kept. What a table has told of these games, or tells later, does not count.
func (c *Club) Import(table string, list []results.Game) (Imported, error) {
	return c.add(table, list, true)
}

// add keeps those of some games that the club has not, or has differently, and returns when they are
// kept. A game that a table told belongs to the one that said it is playing it, or else to the one
// that told of it first, so that no table can change the results of another. What was imported stays
// as it is.
func (c *Club) add(table string, list []results.Game, imported bool) (done Imported, refused error) {
	c.mu.Lock()
	var fresh []row
	room, left, owners := c.most.Games-len(c.games), c.most.Bytes-c.bytes, c.heard.owners()
	for _, g := range list {
		r := row{Home: table, Imported: imported, Result: g}
		old, known := c.games[g.ID]
		r.size = len(r.text())
		owner, owned := owners[g.ID]
		another := owned && owner != r.Home
		r, replaces := r.over(old)
		switch {
		case !known && !r.Imported && another:
			refused = errAnothers
		case !replaces:
			if !r.Imported && old.Home != r.Home {
				refused = errAnothers
			}
		case !known && (room == 0 || r.size > left):
			refused = c.most.full()
			done.Refused++
		default:
			if !known {
				room--
				done.New++
			} else if old.Imported = true; !bytes.Equal(old.text(), r.text()) {
				done.Corrected++
			}
			left += old.size - r.size
			fresh = append(fresh, r)
		}
	}
	c.mu.Unlock()
	if len(fresh) == 0 {
		return done, refused
	}
	number, err := c.store.put(fresh)
	if err != nil {
		return Imported{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.change = seen(c.change, number)
	for _, r := range fresh {
		old := c.games[r.Result.ID]
		c.bytes += r.size - old.size
		if old.Result.ID != "" {
			c.played[old.Home]--
		}
		c.played[r.Home]++
		c.games[r.Result.ID] = r
	}
	c.list = nil
	c.Tell()
	return done, refused
}

// over returns the row with its table, which an old row of the same game may know, and reports whether
// it differs from that and may take its place: what is imported does, what was told does only if its
// own table told it.
func (r row) over(old row) (next row, may bool) {
	another := old.Home != "" && r.Home != "" && old.Home != r.Home
	if !r.Imported && (old.Imported || another) {
		return r, false
	}
	r.Home = cmp.Or(r.Home, old.Home)
	return r, !bytes.Equal(r.text(), old.text())
}

// Forget takes all games of tables out, and the tables from the pages, as if they had never told
// anything. What a broker keeps of them is taken away there as soon as the club is connected.
func (c *Club) Forget(tables ...string) (games int, err error) {
	err = c.note(func(n *notebook) {
		for _, t := range tables {
			delete(n.Tables, t)
			delete(n.Heard, t)
			n.Forget = append(n.Forget, t)
		}
	})
	if err == nil {
		games, _, err = c.store.forget(tables)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return games, errors.Join(err, c.refresh())
}
