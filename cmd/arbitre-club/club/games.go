package club

import (
	"bytes"
	"cmp"
	"errors"

	"arbitre/games/results"
)

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
	room, left, owners := c.most.Games-len(c.games.rows), c.most.Bytes-c.games.bytes, c.heard.owners()
	for _, g := range list {
		old, known := c.games.rows[g.ID]
		r, replaces := row{Home: table, Imported: imported, Result: g}.over(old)
		owner, owned := owners[g.ID]
		if known {
			owner, owned = old.Home, true
		}
		switch {
		case !imported && owned && owner != table:
			refused = errAnothers
		case !replaces:
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
	change, err := c.store.put(fresh)
	if err != nil {
		return Imported{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.change.wrote(change)
	for _, r := range fresh {
		c.games.set(r)
	}
	c.list = nil
	c.Tell()
	return done, refused
}

// over returns the row as it is to take the place of an old row of the same game, whose table it may
// not know, and reports whether it differs from that and may: what is imported may, what was told
// only if its own table told it.
func (r row) over(old row) (next row, may bool) {
	another := old.Home != "" && r.Home != "" && old.Home != r.Home
	if !r.Imported && (old.Imported || another) {
		return r, false
	}
	r.Home = cmp.Or(r.Home, old.Home)
	text := r.text()
	r.size = len(text)
	return r, !bytes.Equal(text, old.text())
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
		games, err = c.store.forget(tables)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return games, errors.Join(err, c.refresh())
}
